// The document of the API is what the API does: every operation is called, on a real process, and what goes in and
// comes out is held against its schemas.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/adapters/crypto/web-crypto';
import { principalId } from '../../../src/auth/principal';
import { startNode } from '../../worker/node';
import type { Workerd } from '../../worker/workerd';
import { type Document, documented } from './documented';

const TOKEN = 'a-token-of-somebody-who-may-do-everything';

let loadline: Workerd;
let document: Document;
let client: Client;
let api: ReturnType<typeof documented>;
const ask: typeof api.ask = (...call) => api.ask(...call);

const headers = { authorization: `Bearer ${TOKEN}` };
beforeAll(async () => {
	const digest = Buffer.from(await sha256(new TextEncoder().encode(TOKEN))).toString('hex');
	const scopes = ['admin', 'operator'];
	loadline = await startNode({
		vars: {
			LOADLINE_SECRET: '0123456789abcdef'.repeat(2),
			LOADLINE_TOKENS: JSON.stringify([
				{ name: 'boss', sha256: digest, workspace: 'ws-main', scopes },
			]),
		},
	});
	const answer = await fetch(`${loadline.url}/api/openapi.json`, { headers });
	document = (await answer.json()) as Document;
	api = documented(document, loadline.url, headers);
	client = new Client({ name: 'walk', version: '1' });
});
afterAll(async () => {
	await client.close();
	await loadline.stop();
});

const tool = async (name: string, args: Record<string, unknown>) => {
	const result = await client.callTool({ name, arguments: args });
	expect([name, result.isError ?? false, result.content]).toEqual([
		...[name, false, expect.anything()],
	]);
	return (result.structuredContent ?? {}) as Record<string, string>;
};

describe('what the document of the API says is so', () => {
	it('of the configuration', async () => {
		const type = 'application/yaml';
		await ask('PUT', '/api/config', {}, { body: SETTINGS, type });
		await ask('PUT', '/api/config', { dryRun: '1' }, { body: 'chunkSize: 9\n', type });
		const bad = { body: 'chunkSize: many\n', type, fails: true } as const;
		await ask('PUT', '/api/config', {}, bad);
		await ask('PUT', '/api/config/upstreams/{name}', { name: 'a' }, { body: { url: SERVER } });
		await ask('GET', '/api/config/upstreams/{name}/changes', { name: 'a' });
		await ask('POST', '/api/config/upstreams/{name}/accept', { name: 'a' });
		await ask('DELETE', '/api/config/upstreams/{name}', { name: 'a' });
		await ask('GET', '/api/config');
		await ask('GET', '/api/config/history', { limit: '2', offset: '1' });
		await ask('GET', '/api/config/document', { version: '1' });
		await ask('POST', '/api/config/rollback', {}, { body: { version: 1 } });
		await client.connect(
			new StreamableHTTPClientTransport(new URL(`${loadline.url}/mcp`), {
				requestInit: { headers },
			}),
		);
	});

	it('of who may do what', async () => {
		await ask('GET', '/api/me');
		await ask('GET', '/api/limits');
		const secret = { name: 'OWN_KEY' };
		const body = { value: 'v', origins: ['https://example.com'] };
		for (const path of ['/api/secrets', '/api/me/secrets']) {
			await ask('PUT', `${path}/{name}`, secret, { body });
			expect((await ask('GET', path)).secrets).toHaveLength(1);
			await ask('DELETE', `${path}/{name}`, secret);
			await ask('DELETE', `${path}/{name}`, secret, { fails: true });
		}
		const made = { name: 'ci', scopes: ['mcp:read'], days: 1 };
		const { id } = await ask('POST', '/api/tokens', {}, { body: made });
		expect((await ask('GET', '/api/tokens')).tokens).toHaveLength(1);
		await ask('DELETE', '/api/tokens/{id}', { id });
		await ask('POST', '/api/tokens/{id}/restore', { id });
		const ann = { issuer: 'https://id.example', subject: 'ann', name: 'Ann', role: 'member' };
		const member = await ask('POST', '/api/members', {}, { body: ann });
		await ask('PUT', '/api/members/{id}', { id: member.id }, { body: { role: 'reader' } });
		expect((await ask('GET', '/api/members')).members).toHaveLength(1);
		await ask('DELETE', '/api/members/{id}', { id: member.id });
		const two = { name: 'ws-two' };
		await ask('PUT', '/api/workspaces/{name}', two, { body: { title: 'Two', token: true } });
		expect((await ask('GET', '/api/workspaces')).workspaces).toHaveLength(1);
		await ask('POST', '/api/workspaces/{name}/reseal', two);
		await ask('DELETE', '/api/workspaces/{name}', two);
		for (const log of ['/api/audit', '/api/audit/deployment']) {
			expect((await ask('GET', log, { limit: '2' })).entries).not.toEqual([]);
			const { head } = await ask('GET', `${log}/verify`);
			await ask('GET', `${log}/verify`, { n: String(head.n), hash: head.hash });
		}
		await ask('GET', '/api/export');
		const gone = { principal: principalId('https://id.example', 'ann') };
		const erasure = await ask('POST', '/api/erasures', {}, { body: gone });
		await ask('GET', '/api/erasures/{id}', { id: erasure.id });
	});

	it('of memory', async () => {
		const file = 'rules/coding/style.md';
		const files = [{ file, content: RULE, base: null }];
		await ask('POST', '/api/memory/sync/apply', {}, { body: { files } });
		await ask('POST', '/api/memory/sync/apply', {}, { body: { files }, fails: true });
		const seen = { files: [{ file: 'rules/new.md', hash: 'sha256:0' }] };
		expect((await ask('POST', '/api/memory/sync/plan', {}, { body: seen })).absent).not.toEqual([]);
		await ask('GET', '/api/memory/export');
		const [{ id }] = (await ask('GET', '/api/memory/objects', { kind: 'rule' })).objects;
		await ask('GET', '/api/memory/objects/{id}', { id, version: '1' });
		await ask('GET', '/api/memory/objects/{id}/versions', { id });
		await ask('POST', '/api/memory/objects/{id}/rollback', { id }, { body: { version: 1 } });
		const knownHashes = { 'META_PROMPT.md': '' };
		const { handle: session_id = '' } = await tool('memsetup', { session_id: 'new', knownHashes });
		for (const n of [1, 2]) {
			const create = { path: `notes/n${n}.md`, body: RULE };
			await tool('artifact', { session_id, resource: 'rule', op: { create } });
		}
		const of = (await ask('GET', '/api/sessions/{id}/rules', { id: session_id })).rules;
		expect(of).toEqual([]);
		await tool('memload', { session_id, ids: [id], knownHashes: { [id]: '' } });
		const { rules } = await ask('GET', '/api/sessions/{id}/rules', { id: session_id });
		expect(rules).toMatchObject([{ id, path: 'coding/STYLE.md', alias: expect.any(String) }]);
		expect(rules[0].told).toBeGreaterThan(0);
		expect(rules[0].inForce).toBe(rules[0].told);
		expect(rules[0].lines.map((line: { state: string }) => line.state)).toEqual(
			Array(rules[0].told).fill('told'),
		);
		const [one, two] = (await ask('GET', '/api/memory/drafts', { state: 'draft' })).drafts;
		await ask('GET', '/api/memory/drafts/{id}', { id: one.id });
		for (const draft of [one, two])
			await ask('POST', '/api/memory/drafts/{id}/submit', { id: draft.id }, { body: {} });
		await ask(
			'POST',
			'/api/memory/drafts/{id}/reject',
			{ id: one.id },
			{ body: { comment: 'no' } },
		);
		await ask('POST', '/api/memory/drafts/{id}/approve', { id: two.id }, { body: {} });
		expect((await ask('GET', '/api/memory/overlaps')).overlaps).not.toEqual([]);
		expect((await ask('GET', '/api/memory/attestations')).attestations).not.toEqual([]);
		expect((await ask('GET', '/api/memory/usage')).objects).not.toEqual([]);
		await ask('POST', '/api/memory/standing', {}, { body: { session_id: 'w' } });
	});

	it('of records, findings and workflows', async () => {
		const notes = { model: 'notes' };
		await ask('POST', '/api/records/{model}', notes, { body: [{ id: 'a', n: 1 }, { id: 'b' }] });
		await ask('GET', '/api/records');
		await ask('GET', '/api/records/{model}', { ...notes, limit: '1' });
		await ask('DELETE', '/api/records/{model}', notes);
		await tool('store_analysis_memory', { finding: 'Some is so.', tags: ['t'] });
		const [{ id }] = (await ask('GET', '/api/findings', { tags: 't' })).findings;
		await ask('DELETE', '/api/findings/{id}', { id: String(id) });
		const type = 'application/yaml';
		await ask('PUT', '/api/workflows/{name}', { name: 'two-steps' }, { body: WORKFLOW, type });
		expect((await ask('GET', '/api/workflows')).workflows).toHaveLength(4);
		await ask('GET', '/api/workflows/{name}', { name: 'two-steps' });
		await tool('workflow_start', { workflow: 'two-steps' });
		const [run] = (await ask('GET', '/api/runs', { limit: '1' })).runs;
		await ask('GET', '/api/runs/{id}', { id: run.id });
	});

	it('of conversations and what is kept of them', async () => {
		const page = (await tool('demo__list_bookings', {})) as { nextCursor?: string };
		const handle = page.nextCursor ?? '';
		await ask('GET', '/api/results/{handle}', { handle, select: 'bookings[:2].id' });
		await ask('GET', '/api/results/{handle}', { handle: 'none' }, { fails: true });
		await ask('POST', '/api/results/{handle}/link', { handle });
		const { sessions } = await ask('GET', '/api/sessions');
		const calls = [];
		for (const { id } of sessions) {
			const view = await ask('GET', '/api/sessions/{id}', { id });
			calls.push(...view.calls.map((call: { id: string; tool: string }) => ({ ...call, in: id })));
		}
		const call = calls.find((each) => each.tool === 'demo__list_bookings');
		await ask('GET', '/api/sessions/{id}/calls/{call}/original', { id: call.in, call: call.id });
		await ask('POST', '/api/sessions/{id}/left', { id: call.in }, { body: { results: [call.id] } });
		await ask('DELETE', '/api/sessions/{id}', { id: call.in });
		await ask('DELETE', '/api/sessions');
	});

	it('of operations', async () => {
		expect((await ask('GET', '/health')).upstreams).not.toEqual([]);
		expect((await ask('GET', '/api/telemetry', { groupBy: 'endpoint' })).groups).not.toEqual([]);
		expect((await ask('GET', '/api/telemetry/requests', { limit: '2' })).requests).toHaveLength(2);
		expect((await ask('GET', '/api/telemetry/learnt')).tools).toEqual(expect.any(Array));
		const forecast = await ask('GET', '/api/telemetry/forecast', { endpoint: 'a__b', list: '300' });
		expect(forecast).toMatchObject({ budget: { list: 300 }, replayed: 0 });
		await ask('DELETE', '/api/telemetry/learnt', { endpoint: 'a__b' });
		await ask('GET', '/api/telemetry/alerts');
		await ask('GET', '/api/openapi.json');
		const contents: string = await ask('GET', '/llms.txt');
		expect(contents).toMatch(/^# Loadline\n/);
		const listed = [...contents.matchAll(/\]\(\/docs\/([\w/-]+\.md)\)/g)].map(([, path]) => path);
		expect(listed.length).toBeGreaterThan(20);
		for (const page of listed)
			expect(await ask('GET', '/docs/{page}', { page: page ?? '' })).toMatch(/^# /);
	});

	it('and refuses parameters that it does not name, on every route, before anything is done', async () => {
		const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
			path.startsWith('/api/') ? Object.keys(operations).map((method) => [method, path]) : [],
		);
		expect(routes.length).toBeGreaterThan(50);
		for (const [method = '', path = ''] of routes) {
			const { parameters = [] } = document.paths[path]?.[method] ?? {};
			const wrong = ['nonsense=1'];
			for (const { name, in: place } of parameters)
				if (place === 'query') wrong.push(`${name}=1&${name}=1`);
			for (const query of wrong) {
				const address = `${loadline.url}${path.replaceAll(/\{\w+\}/g, 'x')}?${query}`;
				const answer = await fetch(address, { method, headers });
				const told = (await answer.json()) as { error?: { code: string; issues?: object[] } };
				const name = query.split('=')[0];
				expect([method, path, answer.status, told.error]).toEqual([
					...[method, path, 400],
					expect.objectContaining({
						code: 'invalid_parameter',
						issues: [expect.objectContaining({ path: name })],
					}),
				]);
			}
		}
	});

	it('of what other programs speak', async () => {
		const event = { hook_event_name: 'SessionStart', session_id: 'w', source: 'startup' };
		await ask('POST', '/hooks/{host}', { host: 'claude-code' }, { body: event });
		const request = { jsonrpc: '2.0', id: 1, method: 'initialize', params: INITIALIZE };
		const accept = 'application/json, text/event-stream';
		for (const path of ['/mcp', '/mcp/{upstream}', '/{upstream}/mcp']) {
			const url = `${loadline.url}${path.replace('{upstream}', 'demo')}`;
			const begun = await fetch(url, {
				method: 'POST',
				headers: { ...headers, accept, 'content-type': 'application/json' },
				body: JSON.stringify(request),
			});
			expect([path, begun.status]).toEqual([path, 200]);
			const session = begun.headers.get('mcp-session-id') ?? '';
			for (const method of ['get', 'delete']) {
				const stop = new AbortController();
				const mine = { ...headers, accept, 'mcp-session-id': session };
				const answer = await fetch(url, { method, headers: mine, signal: stop.signal });
				// There is no stream if nothing is pushed, as the protocol has it.
				const seen = [path, method, answer.status];
				expect(seen).toEqual([path, method, method === 'get' ? 405 : 204]);
				stop.abort();
				api.called.add(`${method} ${path}`);
			}
			api.called.add(`post ${path}`);
		}
		// No provider is configured here: the refusal is in the provider's own words.
		const refused = await fetch(`${loadline.url}/llm/anthropic/v1/messages`, { method: 'POST' });
		expect(await refused.json()).toMatchObject({ type: 'error' });
		api.called.add('post /llm/{path}');
	});

	it('and no operation is left out', () => {
		const all = Object.entries(document.paths).flatMap(([path, methods]) =>
			Object.keys(methods).map((method) => `${method} ${path}`),
		);
		expect(all.filter((operation) => !api.called.has(operation))).toEqual([]);
		expect(all.length).toBeGreaterThan(75);
	});
});

const SERVER = 'https://example.com/mcp';
const SETTINGS = 'demo: true\nsessionTexts: true\nexportLinkSeconds: 60\n';
const RULE =
	'# Style\n\n## Names\n\n- Never commit passwords or private keys into the repository.\n';
const WORKFLOW = `name: two-steps
description: One, then two
steps:
  - id: one
    type: action
    instructions: Do it.
  - id: two
    type: action
    instructions: Say it.
`;
const INITIALIZE = {
	protocolVersion: '2025-11-25',
	capabilities: {},
	clientInfo: { name: 'walk', version: '1' },
};
