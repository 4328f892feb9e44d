// Clients log in at Loadline, its users at servers behind it: end to end, with the SDKs' own clients, a real
// OpenID provider, and a server that demands each user's own token.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchTool } from '../../scripts/tools.mjs';
import { Browsing } from '../oauth/browsing';
import {
	type Deployment,
	freePort,
	ROBOT,
	signIn,
	startDeployment,
	throughProvider,
} from '../oauth/deployment';
import { Keeping, type Kind, logIn, REDIRECT } from '../oauth/login-client';
import { callThrough, connectClient } from './clients';

let deployment: Deployment;
beforeAll(async () => {
	deployment = await startDeployment();
});
afterAll(() => deployment?.stop());

/** What a user does between the client's address and its callback. */
const browsing =
	(account: string, browser = new Browsing(), scopes?: readonly string[]) =>
	async (address: string): Promise<string> => {
		const asked = await browser.open(address, {}, REDIRECT);
		const way = /href="(\/sign-in\/openid[^"]*)"/.exec(asked.text)?.[1]?.replaceAll('&amp;', '&');
		const consent = way
			? await throughProvider(browser, await browser.open(new URL(way, asked.url).href), account)
			: asked;
		if (!consent.text.includes('Allow access?')) return consent.url + consent.text;
		const fields = { decision: 'allow', ...(scopes && { scope: scopes }) };
		return (await browser.submit(consent, fields, REDIRECT)).url;
	};

const connected = async (account: string, kind: Kind = 'v2', scope?: string) => {
	const keeping = new Keeping(`client of ${account}`, scope);
	const browser = new Browsing();
	const client = await logIn(
		kind,
		`${deployment.loadline.url}/mcp`,
		keeping,
		browsing(account, browser),
	);
	return { keeping, browser, client };
};
/** What the audit log of the workspace, or of the deployment, has: actions and what they were done to. */
const acts = async (of: 'ws-team' | 'deployment') => {
	const path = of === 'deployment' ? '/api/audit/deployment?limit=200' : '/api/audit?limit=200';
	const headers = { authorization: `Bearer ${deployment.token}` };
	const { entries } = (await (await deployment.loadline.fetch(path, { headers })).json()) as {
		entries: { action: string; target: string }[];
	};
	return entries.map(({ action, target }) => [action, target]);
};
const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

/** The user follows the link that a call gave. */
async function connectNotes(
	browser: Browsing,
	account: string,
	workspace = 'ws-team',
): Promise<string> {
	const page = await browser.open(
		`${deployment.loadline.url}/connect/notes?workspace=${workspace}`,
	);
	const there = await browser.submit(page);
	return (await throughProvider(browser, there, account)).text;
}

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

	it('that is a bridge from stdio (mcp-remote) logs in for a host that cannot', async () => {
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
	});

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

describe('a user’s own login at a server', () => {
	it('is asked for by a link, used for that user alone, and gone when the user disconnects', async () => {
		const [alice, bob] = await Promise.all([connected('alice'), connected('bob')]);
		for (const { client } of [alice, bob])
			expect((await names(client)).filter((name) => name.startsWith('notes__'))).toEqual([
				'notes__log_in',
			]);
		const told = await callThrough(alice.client, 'notes__log_in');
		expect(told.texts[0]).toContain(`${deployment.loadline.url}/connect/notes?workspace=ws-team`);
		expect(await connectNotes(alice.browser, 'alice')).toContain('notes is connected');
		expect((await names(alice.client)).filter((name) => name.startsWith('notes__of_'))).toEqual([
			'notes__of_alice',
		]);
		expect((await callThrough(alice.client, 'notes__whoami')).texts[0]).toBe('whoami alice');
		// Bob has none of it.
		expect((await callThrough(bob.client, 'notes__whoami')).texts[0]).toContain(
			'needs your own login',
		);
		expect(await names(bob.client)).toContain('notes__log_in');

		const page = await callThrough(alice.client, 'notes__notes');
		const { nextCursor } = page.added as { nextCursor: string };
		expect(nextCursor).toEqual(expect.any(String));
		await connectNotes(bob.browser, 'bob');
		const stolen = await callThrough(bob.client, 'read_result', { handle: nextCursor });
		expect([stolen.isError, stolen.texts[0]]).toEqual([true, expect.not.stringContaining('alice')]);
		expect((await callThrough(bob.client, 'notes__whoami')).texts[0]).toBe('whoami bob');
		expect((await names(bob.client)).filter((name) => name.startsWith('notes__of_'))).toEqual([
			'notes__of_bob',
		]);

		const next = await callThrough(alice.client, 'read_result', { handle: nextCursor });
		expect(next.isError).toBe(false);
		const connections = await alice.browser.open(`${deployment.loadline.url}/connect`);
		await alice.browser.submit(connections, {}, undefined, '/disconnect');
		expect((await callThrough(alice.client, 'notes__whoami')).texts[0]).toContain(
			'needs your own login',
		);
		expect((await callThrough(alice.client, 'read_result', { handle: nextCursor })).isError).toBe(
			true,
		);
		expect((await callThrough(bob.client, 'notes__whoami')).texts[0]).toBe('whoami bob');
		expect(deployment.loadline.logs.join('\n')).not.toContain(deployment.upstream.tokens.at(-1));
		const noted = await acts('ws-team');
		for (const act of [
			['member by claims', 'admin'],
			['POST /authorize', 'client of bob'],
			['GET /connect/callback', 'notes'],
			['POST /connect/:upstream/disconnect', 'notes'],
		])
			expect(noted).toContainEqual(act);
		expect(await acts('deployment')).toContainEqual(['GET /sign-in/callback', 'openid']);
	});

	it('ends with its user, who is erased: logins of clients, at servers and at pages', async () => {
		const { client, keeping, browser } = await connected('bob');
		await connectNotes(browser, 'bob');
		expect((await callThrough(client, 'notes__whoami')).texts[0]).toBe('whoami bob');
		const api = async (token: unknown, path: string, body?: object) => {
			const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
			const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers };
			const answer = await deployment.loadline.fetch(path, init);
			return { status: answer.status, told: await answer.json() } as {
				readonly status: number;
				readonly told: { readonly id: string; readonly state: string };
			};
		};
		const me = await api(keeping.saved?.access_token, '/api/me');
		const begun = await api(deployment.token, '/api/erasures', { principal: me.told.id });
		const state = async () =>
			(await api(deployment.token, `/api/erasures/${begun.told.id}`)).told.state;
		await expect.poll(state).toBe('watching');
		expect((await api(keeping.saved?.access_token, '/api/me')).status).toBe(401);
		expect((await browser.open(`${deployment.loadline.url}/connect`)).url).toContain('/sign-in');
		const again = await connected('bob');
		expect((await callThrough(again.client, 'notes__whoami')).texts[0]).toContain(
			'needs your own login',
		);
	});

	it('does not end for an administrator who names a stranger as a member, to erase them', async () => {
		const { loadline, provider, otherToken } = deployment;
		const browser = new Browsing();
		await signIn(browser, deployment, 'nina');
		const where = async () => new URL((await browser.open(`${loadline.url}/connect`)).url).pathname;
		expect(await where()).toBe('/connect');
		const api = async (path: string, body: object) => {
			const headers = {
				authorization: `Bearer ${otherToken}`,
				'content-type': 'application/json',
			};
			const init = { method: 'POST', headers, body: JSON.stringify(body) };
			return (await (await loadline.fetch(path, init)).json()) as { id: string; state: string };
		};
		const nina = { issuer: provider.issuer, subject: 'nina', name: 'Nina', role: 'reader' };
		const { id } = await api('/api/members', nina);
		const begun = await api('/api/erasures', { principal: id });
		const headers = { authorization: `Bearer ${otherToken}` };
		const state = async () =>
			(await (await loadline.fetch(`/api/erasures/${begun.id}`, { headers })).json()) as object;
		await expect.poll(state).toMatchObject({ state: 'watching', found: 1 });
		expect(await where()).toBe('/connect');
	});

	it('gives its resources and prompts to that user alone', async () => {
		const all = await Promise.all([connected('alice'), connected('rita'), connected('eve')]);
		const [alice] = all;
		await connectNotes(alice.browser, 'alice');
		const seenBy = async ({ keeping }: (typeof all)[number], path: string) => {
			const token = `${keeping.saved?.access_token}`;
			const url = deployment.loadline.url + path;
			// There is no such server in another workspace.
			const client = await connectClient('v2 auto', url, token).catch(() => undefined);
			if (!client) return ['refused'];
			const asked = await Promise.allSettled([
				client.listResources(),
				client.readResource({ uri: 'notes://mine' }),
				client.listPrompts(),
				client.getPrompt({ name: 'prompt_of_alice' }),
				client.getPrompt({ name: 'notes__prompt_of_alice' }),
			]);
			await client.close();
			return asked.map((one) =>
				one.status === 'fulfilled' ? JSON.stringify(one.value) : 'refused',
			);
		};
		const [listed, read, prompts, got] = await seenBy(alice, '/mcp/notes');
		expect([listed, read, prompts, got]).toEqual([
			expect.stringContaining('Notes of alice'),
			expect.stringContaining('notes://mine of alice'),
			expect.stringContaining('prompt_of_alice'),
			expect.stringContaining('of alice'),
		]);
		expect((await seenBy(alice, '/mcp')).at(-1)).toContain('of alice');
		for (const other of all.slice(1))
			for (const path of ['/mcp', '/mcp/notes'])
				expect((await seenBy(other, path)).join('\n')).not.toContain('alice');
	});

	it('is not one of another workspace, nor of somebody who only knows the address', async () => {
		const eve = new Browsing();
		await signIn(eve, deployment, 'eve');
		const page = await eve.open(`${deployment.loadline.url}/connect/notes?workspace=ws-team`);
		expect([page.status, page.text]).toEqual([
			404,
			expect.not.stringContaining(deployment.upstream.url),
		]);
		const stranger = await new Browsing().open(`${deployment.loadline.url}/connect/notes`);
		expect(stranger.url).toContain('/sign-in');
	});

	it('is none where a service account calls for all', async () => {
		const api = async (path: string, method: string, body: object) => {
			const answer = await deployment.loadline.fetch(path, {
				method,
				headers: {
					authorization: `Bearer ${deployment.token}`,
					'content-type': 'application/json',
				},
				body: JSON.stringify(body),
			});
			expect([path, answer.status, await answer.text()]).toEqual([path, 200, expect.any(String)]);
		};
		const { origin } = new URL(deployment.upstream.url);
		await api('/api/secrets/ROBOT_SECRET', 'PUT', {
			value: ROBOT.client_secret,
			origins: [origin, deployment.provider.issuer],
		});
		await api('/api/config/upstreams/desk', 'PUT', {
			url: deployment.upstream.url,
			auth: {
				...{ type: 'client_credentials', clientId: ROBOT.client_id, scopes: ['notes'] },
				clientSecret: `\${secret:ROBOT_SECRET}`,
			},
		});
		const asked = () => deployment.provider.asked['/token'] ?? 0;
		const before = asked();
		const both = await Promise.all([connected('alice'), connected('bob')]);
		for (const { client } of both) {
			expect(await names(client)).toContain('desk__whoami');
			expect((await callThrough(client, 'desk__whoami')).texts[0]).toBe('whoami robot');
			await client.close();
		}
		// Two people signed in; one token of the service account does for both.
		expect(asked() - before).toBe(3);
		expect(deployment.loadline.logs.join('\n')).not.toContain(ROBOT.client_secret);
	});

	it('never meets another: two tenants, four users, all at once', async () => {
		const put = await deployment.loadline.fetch('/api/config/upstreams/notes', {
			method: 'PUT',
			headers: {
				authorization: `Bearer ${deployment.otherToken}`,
				'content-type': 'application/json',
			},
			body: JSON.stringify({ url: deployment.upstream.url, auth: 'oauth' }),
		});
		expect(put.status, await put.text()).toBe(200);
		const users = { alice: 'ws-team', bob: 'ws-team', eve: 'ws-other', frank: 'ws-other' };
		const all = await Promise.all(
			Object.entries(users).map(async ([account, workspace]) => {
				const { client, browser } = await connected(account);
				expect(await connectNotes(browser, account, workspace)).toContain('notes is connected');
				return { account, client };
			}),
		);
		const handles: { account: string; handle: string }[] = [];
		await Promise.all(
			all.flatMap(({ account, client }) =>
				Array.from({ length: 5 }, async () => {
					const [who, page] = await Promise.all([
						callThrough(client, 'notes__whoami'),
						callThrough(client, 'notes__notes'),
					]);
					expect(who.texts[0]).toBe(`whoami ${account}`);
					const owners = new Set(page.texts.join('').match(/(?<="owner":")[a-z]+/g));
					expect([...owners]).toEqual([account]);
					const { nextCursor } = page.added as { nextCursor: string };
					handles.push({ account, handle: nextCursor });
				}),
			),
		);
		for (const { account, handle } of handles.slice(0, 8))
			for (const other of all) {
				const read = await callThrough(other.client, 'read_result', { handle });
				expect([account, other.account, read.isError]).toEqual([
					account,
					other.account,
					account !== other.account,
				]);
			}
	});
});
