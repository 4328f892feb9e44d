// Clients log in at Loadline, its users at servers behind it: end to end, with the SDKs' own clients, a real
// OpenID provider, and a server that demands each user's own token.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { fetchTool } from '../../scripts/tools.mjs';
import { isWhole } from '../fuzz-runs';
import { Browsing } from '../oauth/browsing';
import { throughProvider } from '../oauth/deployment';
import { Keeping, logIn } from '../oauth/login-client';
import { callThrough } from './clients';
import { acts, browsing, connected, deploy, deployment, names } from './login-bed';
import { loginsAtServers } from './logins-at-servers';

deploy();

describe('a client', () => {
	it.each(['v1', 'v2'] as const)(
		'of the SDK %s registers, logs in, calls, refreshes and revokes',
		async (kind) => {
			const { client, keeping } = await connected('alice', kind);
			expect(await names(client)).toContain('demo__list_bookings');
			const told = await callThrough(client, 'demo__get_booking', { id: 'bk_0001' });
			expect(told.isError).toBe(false);
			const { access_token: first, refresh_token: refresh } = keeping.saved ?? {};
			expect(refresh).toEqual(expect.any(String));
			const token = (body: Record<string, string>) =>
				deployment.loadline.fetch('/token', { method: 'POST', body: new URLSearchParams(body) });
			const { client_id } = keeping.client as { client_id: string };
			const refreshed = await token({
				...{ grant_type: 'refresh_token', refresh_token: String(refresh), client_id },
				resource: `${deployment.loadline.url}/mcp/`,
			});
			const fresh = (await refreshed.json()) as Record<string, string>;
			expect(refreshed.status, JSON.stringify(fresh)).toBe(200);
			const me = (bearer: unknown) =>
				deployment.loadline.fetch('/api/me', { headers: { authorization: `Bearer ${bearer}` } });
			expect(await (await me(fresh.access_token)).json()).toMatchObject({
				name: 'alice Example',
				workspace: 'ws-team',
				scopes: ['mcp:use'],
			});
			const revoked = await token({ token: String(fresh.refresh_token), client_id });
			expect(revoked.status).toBe(200);
			expect((await me(fresh.access_token)).status).toBe(401);
			expect((await me(first)).status).toBe(401);
			expect(await acts('ws-team')).toContainEqual(['POST /token', `client of alice`]);
			await client.close();
		},
	);

	it.runIf(isWhole)(
		'that is a bridge from stdio (mcp-remote) logs in for a host that cannot',
		async () => {
			const folder = await mkdtemp(join(tmpdir(), 'mcp-remote-'));
			const port = await freePort();
			const program = join(await fetchTool('peers'), 'node_modules/mcp-remote/dist/proxy.js');
			const words = [program, `${deployment.loadline.url}/mcp`, String(port)];
			// No window opens in a test: what it would show stands on the terminal, too.
			const env = { ...process.env, MCP_REMOTE_CONFIG_DIR: folder, PATH: folder };
			const bridge = spawn(process.execPath, words, { env });
			try {
				let [said, told] = ['', ''];
				bridge.stdout.on('data', (data) => (told += data));
				const visit = new Promise<string>((resolve) => {
					bridge.stderr.on('data', (data) => {
						said += data;
						const address = /(http\S+\/authorize\?\S+)/.exec(said)?.[1];
						if (address) resolve(address);
					});
				});
				const send = (message: object) =>
					bridge.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
				const info = { capabilities: {}, clientInfo: { name: 'host', version: '1' } };
				send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', ...info } });
				const browser = new Browsing();
				const page = await browser.open(await visit);
				const way = /href="(\/sign-in\/openid[^"]*)"/.exec(page.text)?.[1] ?? '';
				const start = new URL(way.replaceAll('&amp;', '&'), page.url).href;
				const consent = await throughProvider(browser, await browser.open(start), 'alice');
				expect((await browser.submit(consent, { decision: 'allow' })).url).toContain(`:${port}/`);
				await expect.poll(() => told, { timeout: 15_000 }).toContain('"id":1');
				send({ method: 'notifications/initialized' });
				send({ id: 2, method: 'tools/list', params: {} });
				await expect.poll(() => told, { timeout: 15_000 }).toContain('demo__list_bookings');
			} finally {
				bridge.kill();
				await rm(folder, { recursive: true, force: true });
			}
		},
	);

	it('finds its way from a 401, in every spelling of an endpoint', async () => {
		for (const path of ['/mcp', '/mcp/', '/mcp/notes', '/notes/mcp']) {
			const refused = await deployment.loadline.fetch(path, { method: 'POST', body: '{}' });
			const challenge = refused.headers.get('www-authenticate') ?? '';
			const metadata = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
			expect([refused.status, challenge]).toEqual([
				401,
				expect.stringContaining('scope="mcp:use"'),
			]);
			const found = await (await fetch(metadata)).json();
			expect(found).toMatchObject({
				resource: deployment.loadline.url + path,
				authorization_servers: [deployment.loadline.url],
			});
		}
		const server = await deployment.loadline.fetch('/.well-known/oauth-authorization-server');
		expect(await server.json()).toMatchObject({
			issuer: deployment.loadline.url,
			code_challenge_methods_supported: ['S256'],
			registration_endpoint: `${deployment.loadline.url}/register`,
			authorization_response_iss_parameter_supported: true,
			client_id_metadata_document_supported: true,
		});
	});

	it('of a reader is told to ask for more, and its user cannot give what they do not have', async () => {
		const { keeping } = await connected('rita', 'v2', 'mcp:read mcp:use');
		expect(keeping.saved?.scope).toBe('mcp:read');
		const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
		const refused = await deployment.loadline.fetch('/mcp', {
			method: 'POST',
			headers: {
				authorization: `Bearer ${keeping.saved?.access_token}`,
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
			},
			body: JSON.stringify({ ...call, params: { name: 'save_context', arguments: {} } }),
		});
		expect(refused.status).toBe(403);
		const challenge = refused.headers.get('www-authenticate') ?? '';
		expect(challenge).toContain('error="insufficient_scope"');
		expect(challenge).toContain('resource_metadata=');
	});

	it('asks its user for more when a call takes it, and calls again', async () => {
		const browser = new Browsing();
		const keeping = new Keeping('a client that begins with little', 'mcp:read');
		const url = `${deployment.loadline.url}/mcp`;
		const client = await logIn('v2', url, keeping, browsing('alice', browser, ['mcp:read']));
		expect(keeping.saved?.scope).toBe('mcp:read');
		const read = await callThrough(client, 'demo__get_booking', { id: 'bk_0001' });
		expect(read.isError).toBe(false);
		// Lists show what it may call; its user knows of more.
		expect(await names(client)).not.toContain('store_analysis_memory');
		keeping.asked = undefined;
		const store = () => callThrough(client, 'store_analysis_memory', { finding: 'of a step up' });
		await expect(store()).rejects.toThrow(/nauthorized/);
		const asked = keeping.asked as URL | undefined;
		expect(asked?.searchParams.get('scope')?.split(' ')).toEqual(
			expect.arrayContaining(['mcp:read', 'mcp:use']),
		);
		const ended = new URL(await browsing('alice', browser)(String(asked)));
		const { transport } = client as unknown as {
			transport: { finishAuth(code: URLSearchParams): Promise<void> };
		};
		await transport.finishAuth(ended.searchParams);
		expect(String(keeping.saved?.scope)).toContain('mcp:use');
		expect((await store()).texts[0]).toContain('Stored');
		await client.close();
	});

	it('that was let in by a token ends with it, and does no more than it may', async () => {
		const api = (path: string, method: string, body?: object) =>
			deployment.loadline.fetch(path, {
				method,
				headers: {
					authorization: `Bearer ${deployment.token}`,
					'content-type': 'application/json',
				},
				...(body && { body: JSON.stringify(body) }),
			});
		const wish = { name: 'of a service', scopes: ['mcp:use'], days: 1, service: 'build' };
		const made = (await (await api('/api/tokens', 'POST', wish)).json()) as {
			token: string;
			id: string;
		};
		const browser = new Browsing();
		const page = await browser.open(`${deployment.loadline.url}/sign-in`);
		await browser.submit(page, { token: made.token }, undefined, 'name="token"');
		const keeping = new Keeping('let in by a token', 'admin mcp:use');
		const url = `${deployment.loadline.url}/mcp`;
		const client = await logIn('v2', url, keeping, browsing('nobody', browser));
		expect(keeping.saved?.scope).toBe('mcp:use');
		expect((await callThrough(client, 'demo__get_booking', { id: 'bk_0001' })).isError).toBe(false);
		expect((await api(`/api/tokens/${made.id}`, 'DELETE')).status).toBe(200);
		const authorization = `Bearer ${keeping.saved?.access_token}`;
		const after = await deployment.loadline.fetch('/api/me', { headers: { authorization } });
		expect(after.status).toBe(401);
	});

	it('loses everything when its user is no member any more', async () => {
		const { keeping } = await connected('bob');
		const authorization = `Bearer ${keeping.saved?.access_token}`;
		const me = await deployment.loadline.fetch('/api/me', { headers: { authorization } });
		const { id } = (await me.json()) as { id: string };
		const removed = await deployment.loadline.fetch(`/api/members/${id}`, {
			method: 'DELETE',
			headers: { authorization: `Bearer ${deployment.token}` },
		});
		expect(removed.status).toBe(200);
		const after = await deployment.loadline.fetch('/api/me', { headers: { authorization } });
		expect(after.status).toBe(401);
	});
});

loginsAtServers();
