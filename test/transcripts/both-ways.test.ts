// The same exchanges with every call on the SDK's way: what was recorded, most of it on the short way of
// src/adapters/mcp/plain-call.ts, is what the SDK answers too, byte for byte.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { share } from '../fuzz-runs';
import { differences, recording } from './recording';

const golden = join(import.meta.dirname, 'golden');
/** Groups whose exchanges are requests to MCP endpoints. */
const GROUPS = readdirSync(golden)
	.map((name) => name.replace(/\.\w+$/, ''))
	.filter((name) => /-20\d\d-|^(?:modes|protocol|surface)$/.test(name))
	.sort();
/** Of which by day a sixth. */
const SOME = share(GROUPS, 6);

const READ = 'export function plainCallOf(';
/** No request is read as a plain call. */
const noPlainCalls: Plugin = {
	name: 'no plain calls',
	setup({ onLoad }) {
		onLoad({ filter: /adapters[\\/]mcp[\\/]plain-call\.ts$/ }, ({ path }) => {
			const source = readFileSync(path, 'utf8');
			expect(source).toContain(READ);
			const contents = source.replace(
				READ,
				`export const plainCallOf = () => undefined;\nfunction was(`,
			);
			return { contents, loader: 'ts' };
		});
	},
};

const { found, record, end } = recording();
beforeAll(() => record(found, inject('command'), SOME, [noPlainCalls]), 180_000);
afterAll(end);

it.each(SOME)('the SDK says in %s what was recorded', (name) => {
	const [kept = '', now = ''] = [golden, found].map((folder) =>
		readFileSync(join(folder, `${name}.txt`), 'utf8'),
	);
	expect(differences(kept, now)).toEqual([]);
});
