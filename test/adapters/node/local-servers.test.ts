// Servers that speak stdio behind one address: `loadline serve` starts them, and many clients use them at once.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { LocalServers } from '../../../src/adapters/node/local-servers';
import { times } from '../../fuzz-runs';

const folder = mkdtempSync(join(tmpdir(), 'loadline-local-'));
const server = join(folder, 'server.mjs');
const started = new Set<ChildProcess>();
afterAll(() => {
	for (const child of started) child.kill('SIGKILL');
	rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** A small server of the older revision that remembers, and tells what surrounds it. */
writeFileSync(
	server,
	`
import { createInterface } from 'node:readline';
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
let count = 0;
console.error('started with ' + process.env.SERVER_TOKEN);
if (process.argv[2] === 'broken') process.exit(4);
for await (const line of createInterface({ input: process.stdin })) {
	const { id, method, params } = JSON.parse(line);
	if (method === 'initialize')
		say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: process.argv[2], version: '1' } } });
	else if (method === 'tools/list')
		say({ id, result: { tools: ['look', 'end'].map((name) => ({ name, inputSchema: { type: 'object' } })) } });
	else if (method === 'tools/call' && params.name === 'end') process.exit(3);
	else if (method === 'tools/call') {
		const { SERVER_TOKEN, LOADLINE_SECRET, HIDDEN, HOME } = process.env;
		const facts = { name: process.argv[2], pid: process.pid, count: ++count, cwd: process.cwd(), env: { SERVER_TOKEN, LOADLINE_SECRET, HIDDEN, HOME } };
		say({ id, result: { content: [{ type: 'text', text: JSON.stringify(facts) }] } });
	} else if (id !== undefined) say({ id, error: { code: -32601, message: 'Method not found' } });
}
`,
);

const entry = (name: string, more: object = {}) => ({
	...{ command: process.execPath, args: [server, name], ...more },
});

/** Starts it on a free port. */
async function serve(state: string, options: readonly string[], env: Record<string, string> = {}) {
	const args = [inject('command'), 'serve', '--port', '0', '--state', join(folder, state)];
	const child = spawn(process.execPath, [...args, ...options], {
		env: { ...process.env, HIDDEN: 'from the outside', ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	started.add(child);
	let said = '';
	child.stdout.on('data', (text) => (said += text));
	const url = await new Promise<string>((tell, fail) => {
		child.stderr.on('data', (text) => {
			said += text;
			const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
			if (found) tell(found);
		});
		child.once('exit', () => fail(new Error(said)));
	});
	const end = async () => {
		const ended = once(child, 'exit');
		child.kill('SIGTERM');
		await ended;
	};
	return { url, said: () => said, end };
}

interface Facts {
	readonly name: string;
	readonly pid: number;
	readonly count: number;
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
}
type Caller = Pick<Client | OldClient, 'close'> & {
	callTool(call: { name: string; arguments: object }): Promise<object>;
};

const textOf = (result: object): string =>
	(result as { content: [{ text: string }] }).content[0].text;
const look = async (client: Caller, name: string): Promise<Facts> =>
	JSON.parse(textOf(await client.callTool({ name: `${name}__look`, arguments: {} }))) as Facts;

const named = { name: 'test', version: '1' };
const older = async (url: string): Promise<Caller> => {
	const client = new OldClient(named);
	await client.connect(new OldTransport(new URL('/mcp', url)) as never);
	return client as unknown as Caller;
};
const newer = async (url: string): Promise<Caller> => {
	const client = new Client(named, { versionNegotiation: { mode: 'auto' } });
	await client.connect(new StreamableHTTPClientTransport(new URL('/mcp?session=newer', url)));
	return client as unknown as Caller;
};

it('processes of a workspace are not ended for another that has more of them', async () => {
	const processes = new LocalServers({ commands: 'file', most: 4, log: () => {} });
	const local = { name: 'own', ...entry('own'), env: {}, shared: false };
	const post = (workspace: string, method: string, params: object, session?: string) =>
		processes.fetchOf(workspace, local)('http://local', {
			method: 'POST',
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
			...(session !== undefined && { headers: { 'mcp-session-id': session } }),
		});
	const begin = async (workspace: string) => {
		const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: named };
		const { headers } = await post(workspace, 'initialize', params);
		return headers.get('mcp-session-id') ?? '';
	};
	const isThere = async (workspace: string, session: string) => {
		const answer = await post(workspace, 'tools/call', { name: 'look', arguments: {} }, session);
		return answer.status === 200 && (await answer.text()).includes('pid');
	};
	try {
		const many: string[] = [];
		for (let n = 0; n < 4; n++) many.push(await begin('ws-many'));
		const few = [await begin('ws-few'), await begin('ws-few')];
		for (let n = 0; n < 5; n++) many.push(await begin('ws-many'));
		expect(await Promise.all(few.map((session) => isThere('ws-few', session)))).toEqual([
			true,
			true,
		]);
		const left = await Promise.all(many.map((session) => isThere('ws-many', session)));
		expect(left).toEqual([...new Array(7).fill(false), true, true]);
	} finally {
		await processes.close();
	}
});

describe('servers of this machine behind loadline serve', () => {
	it('adopts all of a client, serves two clients at once, and nobody notices that one is killed', async () => {
		const project = join(folder, 'project');
		mkdirSync(join(project, '.cursor'), { recursive: true });
		const names = Array.from({ length: times(4, 10) }, (_, n) => `s${n}`);
		const env = { SERVER_TOKEN: `\${TEST_TOKEN}` };
		const mcpServers = {
			...Object.fromEntries(names.map((name) => [name, entry(name, { env })])),
			off: entry('off', { disabled: true }),
			asking: entry('asking', { env: { A: `\${input:a}` } }),
		};
		writeFileSync(join(project, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers }));
		const options = ['--from', 'cursor', '--project', project];
		const token = 'tok-5b1f00aa77cc4e2d';
		const { url, said, end } = await serve('ten', options, { HOME: folder, TEST_TOKEN: token });
		expect(said()).toContain('off is left out: it is switched off');
		expect(said()).toContain(`asking is left out: \${input:a} is not set`);

		const [one, other] = [await older(url), await newer(url)];
		const first = await Promise.all(names.map((name) => look(one, name)));
		const second = await Promise.all(names.map((name) => look(other, name)));
		expect(first.map(({ name }) => name)).toEqual(names);
		// Each conversation has a process of its own.
		expect(new Set([...first, ...second].map(({ pid }) => pid)).size).toBe(2 * names.length);
		expect([...first, ...second].every(({ count }) => count === 1)).toBe(true);
		// Variables are those that are named, and those that every process needs.
		const [{ env: seen, cwd } = { env: {}, cwd: '' }] = first;
		expect(seen).toEqual({ SERVER_TOKEN: token, HOME: folder });
		expect(cwd).toBe(project);

		process.kill(first[3]?.pid ?? 0, 'SIGKILL');
		const others = names.filter((name) => name !== 's3');
		const later = await Promise.all(
			[one, other].flatMap((client) => others.map((name) => look(client, name))),
		);
		const before = [first, second].flatMap((all) => all.filter(({ name }) => name !== 's3'));
		expect(later.map(({ pid, count }) => [pid, count])).toEqual(before.map(({ pid }) => [pid, 2]));
		expect(await look(other, 's3')).toMatchObject({ pid: second[3]?.pid, count: 2 });
		// The one whose process it was gets another.
		const again = await look(one, 's3');
		expect(again.count).toBe(1);
		expect(again.pid).not.toBe(first[3]?.pid);

		expect(said()).toMatch(/"event":"local_server","upstream":"s3".*ended with SIGKILL/);
		expect(said()).toContain('started with [redacted]');
		expect(said()).not.toContain(token);
		const shown = await (await fetch(`${url}/api/config`)).text();
		expect(shown).toContain('"SERVER_TOKEN":"***"');
		expect(shown).not.toContain(token);
		await Promise.all([one.close(), other.close()]);
		await end();
		expect(() => process.kill(again.pid, 0)).toThrow();
	});

	it('shares a process where it is told to, ends the one unused longest, and pauses one that cannot begin', async () => {
		const config = join(folder, 'loadline.yaml');
		const upstreams = [
			{ name: 'all', shared: true, ...entry('all') },
			{ name: 'own', ...entry('own') },
			{ name: 'broken', ...entry('broken') },
		];
		writeFileSync(config, JSON.stringify({ upstreams }));
		const { url, end } = await serve('shared', ['--config', config, '--processes', '2']);
		const [one, other] = [await older(url), await older(url)];
		const { pid } = await look(one, 'all');
		expect(await look(other, 'all')).toMatchObject({ pid, count: 2 });
		// There is room for two: the one unused longest goes, and its next call gets a new one.
		expect(await look(one, 'own')).toMatchObject({ count: 1 });
		expect(await look(other, 'own')).toMatchObject({ count: 1 });
		expect(await look(one, 'own')).toMatchObject({ count: 2 });
		expect(await look(one, 'all')).toMatchObject({ count: 1 });
		expect(await look(other, 'own')).toMatchObject({ count: 1 });
		for (const words of [/ended with code 4; it said last/, /It is begun again in \d+ s/]) {
			const result = await one.callTool({ name: 'broken__look', arguments: {} });
			expect(textOf(result)).toMatch(words);
		}

		// The API may change what stands beside a command, and name no other.
		const put = (document: object) =>
			fetch(`${url}/api/config`, {
				method: 'PUT',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(document),
			});
		expect((await put({ upstreams: [{ ...upstreams[0], pin: true }] })).status).toBe(200);
		const refused = await put({ upstreams: [{ name: 'new', ...entry('new') }] });
		expect(refused.status).toBe(400);
		expect(await refused.text()).toContain('upstreams.0.command');
		await Promise.all([one.close(), other.close()]);
		await end();
	});

	it('lets the API name commands where it was started so', async () => {
		const { url, end } = await serve('open', ['--allow-commands']);
		const upstreams = [{ name: 'new', ...entry('new') }];
		const put = await fetch(`${url}/api/config`, {
			method: 'PUT',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ upstreams }),
		});
		expect(put.status).toBe(200);
		const client = await older(url);
		expect(await look(client, 'new')).toMatchObject({ name: 'new', count: 1 });
		await client.close();
		await end();
	});
});
