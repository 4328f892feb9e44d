// Every door of programs declares what it takes and gives, and docs/reference is what the code says now.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { referenceFiles } from '../../scripts/reference/files';
import { operations, routes } from '../../scripts/reference/openapi';
import { isDoor } from '../worker/routes';

const folder = resolve(import.meta.dirname, '../../docs/reference');

describe('every route', () => {
	it('that is a door of programs declares what it takes and gives', () => {
		const all = routes();
		const declared = new Set(all.flatMap(({ path, declared }) => (declared ? [path] : [])));
		const silent = all
			.filter((route) => isDoor(route) && !declared.has(route.path))
			// What is for every path below another looks on, or says which methods there are.
			.filter(({ method, path }) => method !== 'ALL' || !path.endsWith('/*'));
		expect(silent).toEqual([]);
		expect(declared.size).toBeGreaterThan(50);
	});

	it('declares each of its methods', () => {
		const all = routes().filter((route) => isDoor(route) && route.method !== 'ALL');
		const key = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
		const declared = new Set(all.filter((route) => route.declared).map(key));
		// Told of by the declaration of its own path: the signed link of a kept result.
		expect(all.map(key).filter((route) => !declared.has(route))).toEqual([]);
	});

	it('has a sentence of its own', () => {
		const summaries = operations().map(({ declared }) => declared.summary);
		expect(summaries.filter((summary) => !/^[A-Z].{8,100}\.$/.test(summary))).toEqual([]);
		expect(summaries.length).toBeGreaterThan(75);
	});
});

describe('docs/reference', () => {
	it.each(Object.entries(referenceFiles()))(
		'%s is what `npm run reference` writes',
		(name, text) => {
			expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
		},
	);
});
