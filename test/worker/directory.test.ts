// API tokens, members, workspaces and the audit log, on the real Worker and with the command line.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postRaw } from './raw-calls';
import { type Loadline, startLoadline } from './serve';

const hex = (text: string) => createHash('sha256').update(text).digest('hex');
const entry = (name: string, workspace: string, scopes: readonly string[]) => ({
	...{ name, workspace, scopes, sha256: hex(`${name}-token`) },
});
const TOKENS = [
	entry('root', 'ws-root', ['admin', 'operator']),
	entry('ada', 'ws-a', ['admin']),
	entry('bob', 'ws-a', ['mcp:use']),
	entry('eve', 'ws-b', ['admin']),
];

let loadline: Loadline;
beforeAll(async () => {
	loadline = await startLoadline({
		dev: false,
		token: 'ada-token',
		config: { demo: true },
		vars: { LOADLINE_TOKENS: JSON.stringify(TOKENS) },
	});
});
afterAll(() => loadline?.stop());

const ask = async (token: string, path: string, method = 'GET', body?: object) => {
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
	const response = await loadline.fetch(path, init);
	return { status: response.status, response, told: JSON.parse((await response.text()) || '{}') };
};
const made = async (more: object = {}, by = 'ada-token') =>
	(await ask(by, '/api/tokens', 'POST', { name: 'ci', scopes: ['mcp:use'], ...more })).told;
const list = async (token: string) =>
	postRaw(loadline, 'tools/list', '', { headers: { authorization: `Bearer ${token}` } });

describe('an API token', () => {
	it('is shown once, acts for whom it was made, and ends at once when it is revoked', async () => {
		const { token, id } = await made();
		expect(token).toMatch(/^ll_ws-a_[\w-]{44}$/);
		expect((await ask(token, '/api/me')).told).toMatchObject({ workspace: 'ws-a', name: 'ci' });
		expect((await ask(token, '/api/me')).told.id).toBe((await ask('ada-token', '/api/me')).told.id);
		expect((await list(token)).status).toBe(200);
		const listed = JSON.stringify((await ask('ada-token', '/api/tokens')).told);
		expect(listed).toContain(id);
		expect(listed).not.toContain(token.slice(-44));
		expect((await ask('ada-token', `/api/tokens/${id}`, 'DELETE')).status).toBe(200);
		expect((await list(token)).status).toBe(401);
		expect((await ask(token, '/api/me')).status).toBe(401);
	});

	it('is not needed by whom the deployment lists: pages show their names, of their workspace alone', async () => {
		const { id } = (await ask('bob-token', '/api/me')).told;
		await postRaw(loadline, 'tools/call', '"name":"demo__list_bookings"', {
			headers: { authorization: 'Bearer bob-token' },
		});
		const { configured } = (await ask('ada-token', '/api/tokens')).told;
		expect(configured.map(({ name }: { name: string }) => name)).toEqual(['ada', 'bob']);
		const headers = { authorization: 'Bearer ada-token', accept: 'text/html' };
		const page = async (path: string) => (await loadline.fetch(path, { headers })).text();
		await expect.poll(() => page('/overview?endpoint=demo__list_bookings')).toContain('bob');
		expect(await page(`/people/data?principal=${id}`)).toContain('What is kept of bob');
		expect(await page('/find?q=bob')).toContain(id);
	});

	it('opens nothing when it is altered, of another workspace, or made up', async () => {
		const { token } = await made();
		const last = token.at(-1) === 'A' ? 'B' : 'A';
		for (const wrong of [
			`${token.slice(0, -1)}${last}`,
			token.replace('ws-a', 'ws-b'),
			token.replace('ws-a', 'ws-nobody'),
			`ll_ws-a_${'A'.repeat(44)}`,
			token.slice(0, -1),
		])
			expect((await ask(wrong, '/api/me')).status).toBe(401);
	});

	it('does no more than it may, and can give no more than its maker has', async () => {
		const { token } = await made({ scopes: ['mcp:read'], service: 'reader' });
		for (const [method, path] of [
			['PUT', '/api/config'],
			['POST', '/api/tokens'],
			['GET', '/api/audit'],
			['GET', '/api/telemetry'],
			['GET', '/api/workspaces'],
		] as const) {
			const { status, response, told } = await ask(
				token,
				path,
				method,
				method === 'GET' ? undefined : {},
			);
			expect([path, status, told.error?.code]).toEqual([path, 403, 'insufficient_scope']);
			expect(response.headers.get('www-authenticate')).toMatch(
				/error="insufficient_scope", scope="/,
			);
		}
		for (const scopes of [['operator'], ['admin', 'operator'], ['nonsense'], []])
			expect((await ask('ada-token', '/api/tokens', 'POST', { name: 'x', scopes })).status).toBe(
				400,
			);
		expect(
			(await ask('bob-token', '/api/tokens', 'POST', { name: 'x', scopes: ['mcp:read'] })).status,
		).toBe(403);
	});

	it('with mcp:read lists and calls only what is annotated as read-only', async () => {
		const { token } = await made({ scopes: ['mcp:read'] });
		const headers = { authorization: `Bearer ${token}` };
		const listed = await postRaw(loadline, 'tools/list', '', {
			headers,
			path: '/mcp?toolsets=memory,records,upstreams',
		});
		const text = await listed.text();
		expect(text).toContain('demo__list_bookings');
		expect(text).toContain('memload');
		expect(text).not.toMatch(/"name":"(artifact|memsetup|store_analysis_memory)"/);
		const call = (name: string, args = '{}') =>
			postRaw(loadline, 'tools/call', `"name":"${name}","arguments":${args}`, { headers });
		expect((await call('demo__list_bookings')).status).toBe(200);
		expect((await call('read_result', '{"handle":"x"}')).status).toBe(200);
		for (const [name, args] of [
			['artifact', '{}'],
			['no__such', '{}'],
			['call_tool', '{"name":"artifact","arguments":{}}'],
		] as const) {
			const refused = await call(name, args);
			expect([name, refused.status]).toEqual([name, 403]);
			expect(refused.headers.get('www-authenticate')).toContain('scope="mcp:use"');
		}
	});
});

describe('members', () => {
	it('are added by issuer and subject, and leave with their tokens; nobody else’s workspace sees them', async () => {
		const wish = { issuer: 'https://id.example', subject: 'auth0|7', name: 'Cy', role: 'member' };
		const { told, status } = await ask('ada-token', '/api/members', 'POST', wish);
		expect([status, told.id]).toEqual([201, expect.stringMatching(/^u-[0-9a-f]{32}$/)]);
		expect((await ask('ada-token', '/api/members')).told.members).toMatchObject([
			{ id: told.id, name: 'Cy' },
		]);
		expect((await ask('eve-token', '/api/members')).told.members).toEqual([]);
		expect((await ask('eve-token', `/api/members/${told.id}`, 'DELETE')).status).toBe(404);
		expect((await ask('ada-token', `/api/members/${told.id}`, 'PUT', { role: 'god' })).status).toBe(
			400,
		);
		expect(
			(await ask('ada-token', `/api/members/${told.id}`, 'PUT', { role: 'reader' })).told.role,
		).toBe('reader');
		const again = await ask('ada-token', '/api/members', 'POST', { ...wish, role: 'reviewer' });
		expect([again.status, again.told.id]).toEqual([200, told.id]);
		const robot = { ...wish, issuer: 'loadline:service:ws-a', subject: 'robot' };
		await ask('ada-token', '/api/members', 'POST', robot);
		const { token } = await made({ service: 'robot' });
		expect((await ask(token, '/api/me')).status).toBe(200);
		const lesser = await ask('ada-token', '/api/members', 'POST', { ...robot, role: 'reader' });
		expect([lesser.status, lesser.told.revokedTokens]).toEqual([200, 1]);
		expect((await ask(token, '/api/me')).status).toBe(401);
		await ask('ada-token', `/api/members/${lesser.told.id}`, 'DELETE');
		expect((await ask('ada-token', `/api/members/${told.id}`, 'DELETE')).told.removed).toBe(true);
	});
});

describe('workspaces', () => {
	it('are made by the operator, whose log says so; an administrator is none', async () => {
		expect((await ask('ada-token', '/api/workspaces')).status).toBe(403);
		const { told } = await ask('root-token', '/api/workspaces/ws-new', 'PUT', {
			title: 'New',
			token: true,
		});
		expect(told).toMatchObject({ created: true, token: expect.stringMatching(/^ll_ws-new_/) });
		expect((await ask(told.token, '/api/me')).told).toMatchObject({
			workspace: 'ws-new',
			scopes: ['admin'],
		});
		expect((await ask('root-token', '/api/workspaces')).told.workspaces).toMatchObject([
			{ name: 'ws-new' },
		]);
		expect((await ask('root-token', '/api/workspaces/New', 'PUT', {})).status).toBe(400);
		const { entries } = (await ask('root-token', '/api/audit/deployment')).told;
		expect(entries[0]).toMatchObject({
			action: 'PUT /api/workspaces/:name',
			target: 'ws-new',
			name: 'root',
		});
		expect(JSON.stringify(entries)).not.toContain(told.token);
	});
});

describe('the audit log', () => {
	it('has every administrative act of the workspace, and none of another', async () => {
		await ask('ada-token', '/api/config', 'PUT', { demo: true, chunkSize: 77 });
		await ask('eve-token', '/api/config', 'PUT', { chunkSize: 78 });
		const { entries } = (await ask('ada-token', '/api/audit?limit=200')).told;
		const actions = new Set(entries.map(({ action }: { action: string }) => action));
		for (const action of [
			'PUT /api/config',
			'POST /api/tokens',
			'DELETE /api/tokens/:id',
			'POST /api/members',
		])
			expect(actions).toContain(action);
		expect(entries.every(({ name }: { name: string }) => name === 'ada')).toBe(true);
		expect((await ask('eve-token', '/api/audit')).told.entries).toHaveLength(1);
		expect((await ask('ada-token', '/api/audit/verify')).told).toMatchObject({ ok: true });
	});
});
