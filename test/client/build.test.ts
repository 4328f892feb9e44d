import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as Client from '../../src/client';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const cache = join(root, 'node_modules/.cache/loadline');
let folder: string;

beforeAll(async () => {
	mkdirSync(cache, { recursive: true });
	folder = mkdtempSync(join(cache, 'build-'));
	await run(process.execPath, [join(root, 'scripts/build.mjs'), folder]);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** A fetched result, its consumer, and what the model is sent then. */
const script = ({ TransientContext }: typeof Client) => {
	const context = new TransientContext({ applyAt: 'immediate' });
	context.register([{ tool: 'search', lifecycle: 'transient', consumedBy: 'store' }]);
	const _meta = { context: { lifecycle: 'transient', summary: 'nine things' } };
	context.observe({ id: 'a', tool: 'search', result: { content: [], _meta } });
	context.observe({ id: 'b', tool: 'store', result: { _meta: { context: { consumed: true } } } });
	const messages = [{ role: 'tool', tool_call_id: 'a', content: 'the nine things' }];
	return TransientContext.from(JSON.stringify(context)).apply(messages)[0]?.content;
};

it('the built client is one module that imports nothing', async () => {
	const file = join(folder, 'client/index.js');
	expect(readFileSync(file, 'utf8')).not.toMatch(/\bimport\b|\brequire\(/);
	expect(script(await import(pathToFileURL(file).href))).toBe('nine things');
});

it('the built client needs nothing of Node, browsers or Workers', async () => {
	const { outputFiles } = await build({
		entryPoints: [join(folder, 'client/index.js')],
		bundle: true,
		write: false,
		format: 'iife',
		globalName: 'client',
	});
	expect(script(runInNewContext(`${outputFiles[0]?.text};client`, {}))).toBe('nine things');
});

it.each([
	['nodenext', 'nodenext'],
	['esnext', 'bundler'],
])(
	'the types of the built client are found by programs of %s',
	async (module, resolution) => {
		writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
		const program = join(folder, 'program.ts');
		writeFileSync(
			program,
			`import { type ContextAction, type ResultState, TransientContext } from './client/index.js';
const context = new TransientContext({ pairing: 'newest' });
const [first]: { a: 1 }[] = context.apply([{ a: 1 as const }]);
const state: ResultState | undefined = context.state.get('a');
const action: ContextAction | undefined = context.pendingAction;
// @ts-expect-error no such pairing
new TransientContext({ pairing: 'any' });
console.log(first, state?.badge, action?.run_id);
`,
		);
		const options = `--ignoreConfig --noEmit --strict --target es2024 --lib es2024,dom --types`;
		const how = ['node', '--module', module, '--moduleResolution', resolution, program];
		const tsc = join(root, 'node_modules/typescript/bin/tsc');
		await expect(
			run(process.execPath, [tsc, ...options.split(' '), ...how], { cwd: root }),
		).resolves.toMatchObject({ stdout: '' });
	},
	30_000,
);
