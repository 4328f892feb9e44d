// The routes that documents name are there. That each is documented: test/docs/openapi.test.ts.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/adapters/http/app';
import type { HttpDeps } from '../../src/adapters/http/deps';

const root = resolve(import.meta.dirname, '../..');
const text = globSync('docs/*.md', { cwd: root })
	.map((path) => readFileSync(join(root, path), 'utf8'))
	.join('\n');

/** Routes are only registered here: no request asks for what they depend on. */
const app = createApp({ mask: (shown: unknown) => shown } as unknown as HttpDeps);
const routes = app.routes
	.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
	// The memory page writes its paths without their common beginning.
	.map(
		({ method, path }) => `${method} ${path.replace(/^\/api\/memory\b/, '').replace(/\/$/, '')}`,
	);

describe('the routes of the API', () => {
	it('are all that documents name', () => {
		const known = new Set(routes.map((route) => route.replaceAll(/:\w+(\{[^}]*\})?/g, '<>')));
		const named = [...text.matchAll(/\b(GET|POST|PUT|DELETE|PATCH) (\/[\w/<>-]+)/g)]
			.filter(([, , path = '']) => !/^\/(mcp|health|hooks|llm)/.test(path))
			.map(
				([, method, path = '']) =>
					`${method} ${path.replace('/api/memory', '').replaceAll(/<\w+>/g, '<>')}`,
			);
		expect(named.filter((route) => !known.has(route))).toEqual([]);
	});

	it('are found', () => {
		expect(routes.length).toBeGreaterThan(20);
	});
});
