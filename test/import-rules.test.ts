import { globSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importCircles } from './rules/import-circles';
import { checkImports, crossings } from './rules/import-rules';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
/** Packages that may be bundled: the first table of docs/dependencies.md. */
const dependencies = [
	...(read('docs/dependencies.md').split(/^## .*$/m)[1] ?? '').matchAll(/^\| `(.+?)` \|/gm),
].map(([, name = '']) => name);

/** Exports that may cross rooms: a new one takes the place of another. */
const CROSSINGS = 450;

describe('import rules', () => {
	const paths = globSync('**/*.{ts,tsx}', { cwd: join(root, 'src') });
	const files = Object.fromEntries(
		paths.map((path) => [path.replaceAll(sep, '/'), read(join('src', path))]),
	);

	it('hold in src', () => {
		expect(paths.length).toBeGreaterThan(0);
		expect(checkImports(files, dependencies)).toEqual([]);
	});

	it('let no more exports cross rooms than do now', () => {
		const rooms = [...crossings(files)].map(([room, names]) => [room, names.size] as const);
		const all = rooms.reduce((sum, [, count]) => sum + count, 0);
		expect(all, JSON.stringify(Object.fromEntries(rooms))).toBeLessThanOrEqual(CROSSINGS);
	});

	it('let no folder of gateway import itself by way of another', () => {
		const folderOf = (path: string) => /^gateway\/(.+)\//.exec(path)?.[1];
		expect(new Set(paths.map(folderOf)).size).toBeLessThanOrEqual(10);
		expect(importCircles(files, folderOf)).toEqual([]);
	});
});

describe('exports that cross rooms', () => {
	it('are counted once each, those of shared and of the own room not', () => {
		const files = {
			'ask/a.ts': "import { b } from './b';\nimport { ok } from '../shared/result';",
			'app/a.ts': "import { type A, b as c } from '../ask';",
			'app/b.ts': "export type { A } from '../ask';\nconst c = await import('../auth');",
		};
		expect(crossings(files)).toEqual(
			new Map([
				['ask', new Set(['A', 'b'])],
				['auth', new Set(['*'])],
			]),
		);
	});
});

describe('circles of imports', () => {
	it('are found whatever their length, of types too', () => {
		const files = {
			'a.ts': "import { b } from './b/c';",
			'b/c.ts': "import type { D } from '.';",
			'b/index.ts': "export { a } from '../a';",
			'd.ts': "import { a } from './a';",
		};
		expect(importCircles(files, (path) => path)).toEqual(['a.ts and b/c.ts and b/index.ts']);
	});
});

describe('the checker of import rules', () => {
	const check = (path: string, text: string) => checkImports({ [path]: text }, ['hono', 'zod']);

	it.each([
		['worker.ts', "import { app } from './app';"],
		['app/app.ts', "import { serve } from '../adapters/mcp';"],
		['app/app.ts', "import { source } from '../../examples/demo/source';"],
		['adapters/http/routes.ts', "import { Hono } from 'hono/tiny';"],
		['adapters/http/app.ts', "import { serve } from '../mcp';"],
		['adapters/http/app.ts', "import { sha256 } from '../crypto';"],
		['adapters/cli/main.ts', "import { readFile } from 'node:fs/promises';"],
		['adapters/cloudflare/kv.ts', "import { DurableObject } from 'cloudflare:workers';"],
		['gateway/gateway.ts', "import { protect } from '../protect';"],
		['config/policy.ts', "import type { Policy } from '../protect';"],
		['config/policy.ts', "import { type Policy, type View } from '../protect';"],
		['protect/text/lines.ts', "import { ok } from '../../shared/result';"],
		['protect/text/lines.ts', "import { cut } from '../cut';\nimport { z } from 'zod/v4';"],
		['protect/budget.ts', "// import { app } from '../app';"],
	])('lets %s say %s', (path, text) => {
		expect(check(path, text)).toEqual([]);
	});

	it.each([
		['protect/a.ts', "import { x } from '../gateway';", 'define a port in protect'],
		['protect/a.ts', "export * from '../memory';", 'compose them in session'],
		['protect/a.ts', "import {\n\tx,\n\ty,\n} from '../telemetry';", 'neighbours'],
		['gateway/a.ts', "import { x } from '../protect/b';", 'entered by its index.ts'],
		['adapters/http/a.ts', "import type { X } from '../mcp/b/c';", 'entered by its index.ts'],
		['protect/a.ts', "const b = await import('../../config/b');", 'outside src'],
		['protect/a.ts', "const b = await import('../config');", 'define a port in protect'],
		['config/a.ts', "import { protect } from '../protect';", 'use import type'],
		['gateway/a.ts', "import { source } from '../../examples/demo/source';", 'outside src'],
		['config/a.ts', "import { type A, b } from '../protect';", 'use import type'],
		['adapters/mcp/a.ts', "import { x } from '../local';", 'join them one layer up'],
		['adapters/mcp/a.ts', "import { x } from '../http';", 'adapters/mcp lies below adapters/http'],
		['gateway/a.ts', "import { app } from '../app';", 'gateway lies below app'],
		['gateway/a.ts', "import { env } from 'cloudflare:workers';", 'only adapters/cloudflare'],
		['gateway/a.ts', "import '@modelcontextprotocol/server';", 'only adapters/mcp'],
		['adapters/mcp/a.ts', "import type { Context } from 'hono';", 'only adapters/http'],
		['shared/a.ts', "import { readFile } from 'fs/promises';", 'only adapters/cli'],
		['shared/a.ts', "import { chunk } from 'lodash';", 'npm install it'],
		['config/a.ts', "import * as z from 'zod';", 'zod/v4'],
		['misc/a.ts', "import { ok } from '../shared/result';", 'misc is in no layer'],
	])('stops %s from saying %s', (path, text, advice) => {
		expect(check(path, text)).toEqual([expect.stringContaining(advice)]);
	});

	it('names the file, the import and the remedy', () => {
		expect(check('config/a.ts', "import { protect } from '../protect';")).toEqual([
			'src/config/a.ts imports ../protect: config takes only types from protect; use import type',
		]);
	});
});
