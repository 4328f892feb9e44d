// Every route, tried by those whom it lets in no further: without a token, with a wrong or revoked one, without a scope.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contract } from '../../src/contract';
import { share } from '../fuzz-runs';
import { isDoor, ROUTES } from './routes';
import { startLoadline } from './serve';
import { ask, loadline, serveTenants } from './tenants-bed';

serveTenants();

it('many wrong tokens for a model, from one address, keep out nobody who has a valid one', async () => {
	const send = (token: string, address: string) =>
		loadline.fetch('/llm/anthropic/v1/messages', {
			method: 'POST',
			headers: { 'x-loadline-token': token, 'cf-connecting-ip': address },
			body: '{}',
		});
	for (let tries = 0; tries < 40; tries++)
		expect((await send(`guess-${tries}`, '192.0.2.9')).status).toBe(401);
	// Let in, and told that no provider is configured.
	for (const address of ['192.0.2.9', '192.0.2.10'])
		expect([address, (await send('ada-token', address)).status]).toEqual([address, 404]);
	expect((await send('guess-again', '192.0.2.9')).status).toBe(401);
});
const PUBLIC = ['/health', '/api/me'];
// A pass-through to a model knows its callers by a token of its own.
const unique = ROUTES.filter((route) => isDoor(route) && !route.path.startsWith('/llm/'));
const pages = ROUTES.filter((route) => !isDoor(route));

describe('every route', () => {
	it('is closed to whoever brings no token, a wrong one or a revoked one', async () => {
		const made = await ask('ada-token', '/api/tokens', 'POST', { name: 'gone', scopes: ['admin'] });
		const { token, id } = JSON.parse(made.text);
		expect((await ask(token, '/api/config')).status).toBe(200);
		await ask('ada-token', `/api/tokens/${id}`, 'DELETE');
		expect(unique.length).toBeGreaterThan(50);
		for (const [at, { method, path }] of unique.entries()) {
			if (path === '/health') continue;
			const body = method === 'GET' ? undefined : {};
			// An address has so many wrong tokens a minute.
			const from = `10.1.${at >> 3}.1`;
			for (const brought of share([undefined, 'wrong', token], 3, at)) {
				const { status } = await ask(brought, path, method, body, from);
				expect([method, path, brought, status]).toEqual([method, path, brought, 401]);
			}
		}
	});

	it('declares a scope: a caller without any gets nothing', async () => {
		for (const { method, path } of unique) {
			if (PUBLIC.includes(path)) continue;
			const { status, text } = await ask(
				'nobody-token',
				path,
				method,
				method === 'GET' ? undefined : {},
			);
			// A method that a path does not have is refused as such.
			expect([method, path, [403, 405].includes(status), text]).toEqual([method, path, true, text]);
			if (status === 403) expect(text).toContain('insufficient_scope');
		}
	});

	it('that is a page shows a stranger nothing of a workspace', async () => {
		expect(pages.length).toBeGreaterThan(10);
		for (const { method, path } of pages) {
			const { text } = await ask(undefined, path, method, method === 'GET' ? undefined : {});
			expect([method, path, /ws-a|demo__|chunkSize/.test(text)]).toEqual([method, path, false]);
		}
	});

	it('of administration is closed to a member', async () => {
		const administration = /\/api\/(tokens|members|workspaces|secrets|audit|config\/upstreams)/;
		const declared = Object.keys(contract).map((key) =>
			key.replaceAll(/:\w+(\{[^}]*\})?/g, 'demo'),
		);
		for (const { method, path } of unique.filter((route) => administration.test(route.path))) {
			const { status } = await ask('bob-token', path, method, method === 'GET' ? undefined : {});
			const refused = declared.includes(`${method} ${path}`) ? 403 : 405;
			expect([method, path, status]).toEqual([method, path, refused]);
		}
	});
});

describe('with an entry of LOADLINE_TOKENS that cannot be used', () => {
	it('says at every door which one, never what it holds, and names no other way in', async () => {
		const good = {
			name: 'ada',
			sha256: createHash('sha256').update('t').digest('hex'),
			workspace: 'ws-a',
			scopes: ['admin'],
		};
		const bad = { ...good, name: 'bob', sha256: 'my-secret-token' };
		const closed = await startLoadline({
			dev: false,
			vars: {
				LOADLINE_SECRET: '0123456789abcdef0123456789abcdef-of-the-tests',
				LOADLINE_TOKENS: JSON.stringify([good, bad]),
				LOADLINE_CLAIM: 'a-claim-secret-of-these-tests',
			},
		});
		try {
			for (const accept of ['text/html', 'application/json'])
				for (const path of ['/claim', '/sign-in', '/', '/connect', '/api/me', '/mcp']) {
					const answer = await closed.fetch(path, {
						headers: { accept, authorization: 'Bearer t' },
					});
					const text = await answer.text();
					expect([path, answer.status]).toEqual([path, 503]);
					expect(text, path).toContain('LOADLINE_TOKENS entry 2: sha256 must be');
					expect(text).not.toMatch(/my-secret|\/claim|Nobody owns/);
				}
		} finally {
			await closed.stop();
		}
	});
});
