// Every door of programs declares what it takes and gives, and docs/reference is what the code says now.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { referenceFiles } from '../../scripts/reference/files';
import { operations } from '../../scripts/reference/openapi';
import { createApp } from '../../src/adapters/http/app';
import type { HttpDeps } from '../../src/adapters/http/deps';
import { contract } from '../../src/contract';
import { isDoor } from '../worker/routes';

const folder = resolve(import.meta.dirname, '../../docs/reference');

describe('every route', () => {
	const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
	const registered = createApp({} as HttpDeps).routes;

	it('that is a door of programs is in the contract', () => {
		const declared = new Set(Object.keys(contract));
		const silent = registered
			.filter((route) => isDoor(route) && route.path.startsWith('/'))
			// A handler at a path of the contract passes on, or says which methods there are.
			.filter(({ method }) => method !== 'ALL')
			// A shorter way of one method at such a path.
			.filter(({ path }) => !declared.has(`ALL ${path}`))
			.map(keyOf)
			.filter((key) => !declared.has(key));
		expect(silent).toEqual([]);
		expect(declared.size).toBeGreaterThan(75);
	});

	it('of the contract is served, under its scope', () => {
		const served = new Set(registered.map(keyOf));
		expect(Object.keys(contract).filter((key) => !served.has(key))).toEqual([]);
	});

	it('has a sentence of its own', () => {
		const summaries = operations().map(({ declared }) => declared.schemas().summary);
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
