import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/schema';
import { ok } from '../../src/shared/result';
import { type ConfigKey, keysOf } from './config-keys';

const text = readFileSync(join(import.meta.dirname, '../../docs/config.md'), 'utf8');
const documented: ConfigKey[] = [
	...text.matchAll(/^\| `([\w.*[\]]+)` \| (?:`(.*?)`|–) \| (.+?) \| .+ \|$/gm),
].map(([, path = '', fallback = '', allowed = '']) => ({ path, default: fallback, allowed }));

const byPath = (keys: readonly ConfigKey[]) =>
	Object.fromEntries(keys.map(({ path, ...rest }) => [path, rest]));

describe('docs/config.md', () => {
	it('lists every key with its default and its range', () => {
		const schema = configSchema(() => ok('any URL'));
		expect(byPath(documented)).toEqual(byPath(keysOf(schema)));
	});

	it('lists each key once', () => {
		expect(new Set(documented.map(({ path }) => path)).size).toBe(documented.length);
	});
});
