// Tests of changes that a server tells of while it works on a call, over `/mcp/NAME` and through `loadline wrap`, to
// the clients of both generations of the SDK.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import * as types from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isWhole, share } from '../../fuzz-runs';
import { startFixtureServer } from '../../upstreams/fixture-server';
import { type RunningServer, startHttp } from '../../upstreams/node-http';

const folder = mkdtempSync(join(tmpdir(), 'loadline-told-'));
let behind: RunningServer;
/** Of the newer revision, by the SDK. */
let newer: RunningServer;
let gateway: ChildProcess;
let url: string;

/** A server of the older generation, with sessions, that tells of its changes on the stream of the call. */
function telling(): Server {
	const capabilities = { tools: { listChanged: true }, resources: { subscribe: true } };
	const server = new Server({ name: 'telling', version: '1' }, { capabilities });
	server.setRequestHandler(types.ListToolsRequestSchema, () => ({
		tools: [{ name: 'change', inputSchema: { type: 'object' } }],
	}));
	server.setRequestHandler(types.SubscribeRequestSchema, () => ({}));
	server.setRequestHandler(types.CallToolRequestSchema, async (_, { sendNotification }) => {
		await sendNotification({ method: 'notifications/tools/list_changed' });
		await sendNotification({ method: 'notifications/resources/updated', params: { uri: 'a:b' } });
		return { content: [] };
	});
	return server;
}

beforeAll(async () => {
	const sessions = new Map<string, StreamableHTTPServerTransport>();
	behind = await startHttp(async (request, response) => {
		let transport = sessions.get(String(request.headers['mcp-session-id']));
		if (!transport) {
			transport = new StreamableHTTPServerTransport({
				sessionIdGenerator: randomUUID,
				onsessioninitialized: (id) => void sessions.set(id, transport as never),
			});
			await telling().connect(transport as never);
		}
		await transport.handleRequest(request, response);
	});
	const config = join(folder, 'loadline.yaml');
	newer = await startFixtureServer();
	const upstreams = [
		{ name: 'telling', url: behind.url },
		{ name: 'newer', url: newer.url },
	];
	writeFileSync(config, JSON.stringify({ upstreams }));
	const options = ['--port', '0', '--state', join(folder, 'state'), '--config', config];
	gateway = spawn(process.execPath, [inject('command'), 'serve', ...options], {
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	url = await new Promise((tell) => {
		gateway.stderr?.on('data', (text) => {
			const found = /http:\/\/127\.0\.0\.1:\d+/.exec(String(text))?.[0];
			if (found) tell(`${found}/mcp/telling`);
		});
	});
});
afterAll(async () => {
	gateway.kill('SIGKILL');
	await Promise.all([behind.close(), newer.close()]);
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** `loadline wrap` before a server; it is compiled already, as the environment says. */
const wrap = (state: string, server: string) => {
	const args = [inject('command'), 'wrap', '--state', join(folder, state), server];
	const env = process.env as Record<string, string>;
	return new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' });
};

const BOTH = ['resources/updated a:b', 'tools/list_changed'];

/** Hears what the newer SDK is told; of the newer revision on a stream of its own. */
async function toldTo(client: Client, transport: ConstructorParameters<typeof Object>[0]) {
	const heard: string[] = [];
	client.setNotificationHandler(
		'notifications/tools/list_changed',
		() => void heard.push('tools/list_changed'),
	);
	client.setNotificationHandler(
		'notifications/resources/updated',
		({ params: { uri } }) => void heard.push(`resources/updated ${uri}`),
	);
	await client.connect(transport);
	if (client.getProtocolEra() === 'modern')
		await client.listen({ toolsListChanged: true, resourceSubscriptions: ['a:b'] });
	else await client.subscribeResource({ uri: 'a:b' });
	await client.callTool({ name: 'change', arguments: {} });
	await expect.poll(() => heard.toSorted()).toEqual(BOTH);
	await client.close();
}

const named = { name: 'test', version: '1' };

describe('a change that a server tells in a call', () => {
	it('reaches a client of the older SDK', async () => {
		const client = new OldClient(named);
		const heard: string[] = [];
		client.setNotificationHandler(
			types.ToolListChangedNotificationSchema,
			() => void heard.push('tools/list_changed'),
		);
		client.setNotificationHandler(
			types.ResourceUpdatedNotificationSchema,
			({ params }) => void heard.push(`resources/updated ${params.uri}`),
		);
		await client.connect(new OldTransport(new URL(url)) as never);
		expect(client.getServerCapabilities()?.tools?.listChanged).toBe(true);
		await client.subscribeResource({ uri: 'a:b' });
		await client.callTool({ name: 'change', arguments: {} });
		await expect.poll(() => heard.toSorted()).toEqual(BOTH);
		await client.close();
	});

	it('reaches a client of many servers where it is of their tools', async () => {
		const client = new OldClient(named);
		const heard: string[] = [];
		client.fallbackNotificationHandler = async ({ method }) => void heard.push(method);
		await client.connect(new OldTransport(new URL(url.replace('/telling', ''))) as never);
		expect(client.getServerCapabilities()?.tools?.listChanged).toBe(true);
		await client.callTool({ name: 'telling__change', arguments: {} });
		expect(heard).toEqual(['notifications/tools/list_changed']);
		await client.close();
	});

	it('reaches a client of the newer SDK on the older revision', () =>
		toldTo(new Client(named), new StreamableHTTPClientTransport(new URL(url))));

	it('reaches a client of the newer revision on its own stream', () =>
		toldTo(
			new Client(named, { versionNegotiation: { mode: 'auto' } }),
			new StreamableHTTPClientTransport(new URL(`${url}?session=one`)),
		));

	it.runIf(isWhole)('reaches clients of both revisions through wrap', async () => {
		for (const mode of share(['auto', 'legacy'] as const, 2)) {
			const client = new Client(named, { versionNegotiation: { mode } });
			await toldTo(client, wrap('wrap', behind.url));
		}
	});
});

describe('a server of the newer revision', () => {
	const LOGGED = 'io.modelcontextprotocol/logLevel';

	/** Returns what a client of the newer SDK hears of one server, in calls and on its own stream. */
	async function heardFrom(
		transport: ConstructorParameters<typeof Object>[0],
		mode: 'auto' | 'legacy',
		count = 2,
	): Promise<readonly string[]> {
		const client = new Client(named, { versionNegotiation: { mode } });
		const heard: string[] = [];
		client.fallbackNotificationHandler = async ({ method, params }) =>
			void heard.push(`${method} ${JSON.stringify(params?.data ?? params?.uri ?? '')}`);
		await client.connect(transport);
		expect(client.getProtocolEra()).toBe(mode === 'auto' ? 'modern' : 'legacy');
		const onprogress = (told: object) => void heard.push(`progress ${JSON.stringify(told)}`);
		await client.callTool({ name: 'test_tool_with_progress' }, { onprogress });
		const isModern = mode === 'auto';
		const _meta = isModern ? { [LOGGED]: 'info' } : undefined;
		await client.callTool({ name: 'test_logging_tool', ...(_meta && { _meta }) });
		const uri = 'test://watched-resource';
		if (isModern)
			await client.listen({
				...{ toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: [uri] },
			});
		await client.callTool({ name: 'test_trigger_tool_change', arguments: {} });
		await client.callTool({ name: 'test_trigger_prompt_change', arguments: {} });
		const changes = () => heard.filter((each) => each.includes('_changed')).length;
		await expect.poll(changes).toBe(count);
		await client.close();
		return heard;
	}

	it.each(share(['auto', 'legacy'] as const, 2, 1))(
		'tells clients the same as directly: %s',
		async (mode) => {
			const to = (address: string) => new StreamableHTTPClientTransport(new URL(address));
			// Without sessions it has no stream for an older client; Loadline has.
			const direct = await heardFrom(to(newer.url), mode, mode === 'auto' ? 2 : 0);
			const inCalls = (heard: readonly string[]) =>
				heard.filter((each) => !each.includes('_changed'));
			const through = await heardFrom(to(url.replace('telling', 'newer')), mode);
			expect(inCalls(through)).toEqual(inCalls(direct));
			const wrapped = await heardFrom(wrap(`newer-${mode}`, newer.url), mode);
			expect(inCalls(wrapped)).toEqual(inCalls(direct));
			expect(inCalls(direct)).toHaveLength(4);
		},
	);
});

it('answers a session of an older client that nobody has begun with 404', async () => {
	const ask = (version: string, meta: object) =>
		fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				'mcp-session-id': 'x'.repeat(32),
				'mcp-protocol-version': version,
				...(version > '2026' && { 'mcp-method': 'tools/list' }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: meta }),
		});
	const refused = await ask('2025-11-25', {});
	expect(refused.status).toBe(404);
	expect(await refused.json()).toMatchObject({ error: { code: -32_001 } });
	const _meta = {
		'io.modelcontextprotocol/protocolVersion': '2026-07-28',
		'io.modelcontextprotocol/clientCapabilities': {},
	};
	expect((await ask('2026-07-28', { _meta })).status).toBe(200);
});
