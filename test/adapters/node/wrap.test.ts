// `loadline wrap` as a client starts it: real processes on both sides.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { wrapCommand } from '../../../src/adapters/cli/wrap';
import type { OpenLoadline } from '../../../src/adapters/node';
import { isWhole, share } from '../../fuzz-runs';
import { commandLine } from '../../program';

const root = resolve(import.meta.dirname, '../../..');
const everything = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
let folder: string;
let server: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'loadline-wrap-'));
	server = join(folder, 'server.mjs');
	writeFileSync(server, SERVER);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A small server of the older revision that remembers, asks its client, and can end. */
const SERVER = `
import { createInterface } from 'node:readline';
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const text = (text) => ({ content: [{ type: 'text', text }] });
let count = 0;
let asked = 0;
const waiting = new Map();
console.log('not a message');
for await (const line of createInterface({ input: process.stdin })) {
	const { id, method, params, result } = JSON.parse(line);
	if (method === undefined) waiting.get(id)?.(result);
	else if (method === 'initialize')
		say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'counter', version: '1' } } });
	else if (method === 'tools/list')
		say({ id, result: { tools: ['count', 'rows', 'ask', 'end', 'slow'].map((name) => ({ name, inputSchema: { type: 'object' } })) } });
	else if (method === 'notifications/cancelled') process.stderr.write('cancelled ' + params.requestId + '\\n');
	else if (method === 'tools/call') {
		const { name } = params;
		if (name === 'count') say({ id, result: text(String(++count)) });
		if (name === 'rows') process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"result":{"content":[{"type":"text","text":' + JSON.stringify('[' + Array.from({ length: 900 }, (_, n) => '{"id":90071992547409930' + n + ',"name":"row ' + n + '","note":"' + 'x '.repeat(40) + '"}').join() + ']') + '}]}}\\n');
		if (name === 'end') { console.error('a line before'); console.error('disk is full'); process.exit(3); }
		if (name === 'slow') say({ method: 'notifications/progress', params: { progressToken: params._meta?.progressToken, progress: 1 } });
		if (name === 'ask') {
			const question = 'q' + ++asked;
			waiting.set(question, (answer) => say({ id, result: text('you said ' + JSON.stringify(answer?.content)) }));
			say({ id: question, method: 'elicitation/create', params: { message: 'Go on?', requestedSchema: { type: 'object', properties: {} } } });
		}
	} else if (id !== undefined) say({ id, error: { code: -32601, message: 'Method not found' } });
}
`;

const OPTIONS = ['--name', 'counter', '--env', 'MY_API_KEY', '--state'];

async function connect(
	options: ClientOptions & {
		command?: readonly string[];
		state?: string;
		env?: Record<string, string>;
	} = {},
): Promise<Client> {
	const { command = [process.execPath, server], state = 'state', ...more } = options;
	const { env = { ...process.env } as Record<string, string>, ...rest } = more;
	const client = new Client({ name: 'test', version: '1' }, rest);
	await client.connect(
		new StdioClientTransport({
			command: process.execPath,
			args: [inject('command'), 'wrap', ...OPTIONS, join(folder, state), '--', ...command],
			stderr: 'ignore',
			env,
		}),
	);
	return client;
}

const call = async (client: Client, name: string, args: object = {}) => {
	const result = await client.callTool({ name, arguments: { ...args } });
	return (result.content as { text: string }[]).map(({ text }) => text);
};

describe('loadline wrap', () => {
	let client: Client;
	beforeAll(async () => {
		client = await connect();
	});
	afterAll(() => client.close());

	it('is the server behind', async () => {
		expect(client.getServerVersion()).toMatchObject({ name: 'counter', version: '1' });
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toEqual([...['count', 'rows', 'ask', 'end', 'slow']]);
		// One process, however many requests: what it remembers stays.
		expect(await call(client, 'count')).toEqual(['1']);
		expect(await call(client, 'count')).toEqual(['2']);
	});

	it('shortens what is long, digit by digit, and another process reads on from its handle', async () => {
		const first = await connect();
		const [items = '', added = ''] = await call(first, 'rows');
		expect(items).toContain('"id":900719925474099300,');
		const { nextCursor, totalCount } = JSON.parse(added);
		expect(totalCount).toBe(900);
		await first.close();
		const second = await connect();
		const [more = ''] = await call(second, 'read_result', { handle: nextCursor, limit: 2 });
		const shown = JSON.parse(items).length;
		expect(more).toContain(`"name":"row ${shown}"`);
		await second.close();
	});

	it.runIf(isWhole)(
		'serves a client of the newer revision before a server of the older',
		async () => {
			const client = await connect({ versionNegotiation: { mode: 'auto' } });
			expect(client.getProtocolEra()).toBe('modern');
			expect(await call(client, 'count')).toEqual(['1']);
			await client.close();
		},
	);

	it.runIf(isWhole)('lets the server ask the client', async () => {
		const client = await connect({ capabilities: { elicitation: {} } });
		client.setRequestHandler('elicitation/create', async () => ({
			action: 'accept',
			content: { yes: true },
		}));
		expect(await call(client, 'ask')).toEqual(['you said {"yes":true}']);
		await client.close();
	});

	it('passes progress on, and a cancellation to the server', async () => {
		const before = Number(await call(client, 'count'));
		const leaving = new AbortController();
		const calling = client.callTool(
			{ name: 'slow', arguments: {} },
			{ signal: leaving.signal, onprogress: () => leaving.abort(new Error('enough')) },
		);
		await expect(calling).rejects.toThrow('enough');
		expect(await call(client, 'count')).toEqual([`${before + 1}`]);
	});

	it('says that the server has ended, and begins it again, later where it ends at every call', async () => {
		const client = await connect();
		const ends = () => client.callTool({ name: 'end', arguments: {} });
		const ended = await ends();
		expect(ended.isError).toBe(true);
		expect(JSON.stringify(ended.content)).toContain(
			'ended with code 3; it said last: a line before | disk is full',
		);
		expect(await call(client, 'count')).toEqual(['1']);
		await ends();
		expect(await call(client, 'count')).toEqual([
			expect.stringMatching(/ended with code 3.* It is begun again in 1 s/),
		]);
		await expect.poll(() => call(client, 'count')).toEqual(['1']);
		await client.close();
		const { out } = await commandLine(['report', '--state', join(folder, 'state')]);
		expect(out).toMatch(/^counter__end +\d+ +\d /m);
	});

	it.each(share(['legacy', 'auto'] as const, 2))(
		'fails the handshake of a client (%s) where the server ends at once, with its words',
		async (mode) => {
			const script =
				'console.error("Error: bad key hunter2-hunter2, sk-ant-api03-abcdefghijkl");process.exit(2)';
			const command = [process.execPath, '-e', script];
			const env = { ...process.env, MY_API_KEY: 'hunter2-hunter2' } as Record<string, string>;
			const said = await connect({ command, env, versionNegotiation: { mode } }).catch(String);
			expect(said).toContain(
				'ended with code 2; it said last: Error: bad key [redacted], [redacted]',
			);
		},
	);

	it.each(share(['wrap', 'serve'], 2))(
		'%s ends with every issue of a file that is not valid',
		async (name) => {
			const config = join(folder, 'bad.yaml');
			writeFileSync(config, 'tokenBudgetThreshhold: 1000\nnonsense: true\ndefaultPageSize: 0\n');
			const at = ['--state', join(folder, 'bad'), '--config'];
			const rest = name === 'wrap' ? ['--', process.execPath, server] : ['--port', '0'];
			const said = await commandLine([name, ...at, config, ...rest]);
			expect(said).toMatchObject({ status: 1, out: '' });
			for (const issue of [
				'tokenBudgetThreshhold unknown key; did you mean tokenBudgetThreshold?',
				'nonsense unknown key',
				'defaultPageSize must be',
			])
				expect(said.err).toContain(`loadline ${name}: ${config}: ${issue}`);
			const none = join(folder, 'none.yaml');
			const missing = await commandLine([name, ...at, none, ...rest]);
			const err = `loadline ${name}: cannot read ${none}: no such file\n`;
			expect(missing).toEqual({ status: 1, out: '', err });
		},
	);

	it('takes what a file says of its server, and ends where its address may not be called', async () => {
		const config = join(folder, 'good.yaml');
		writeFileSync(config, 'upstreams: [{ name: counter, timeoutMs: 20000 }]\n');
		const words = ['wrap', '--name', 'counter', '--state', join(folder, 'good')];
		const named = [...words, '--config', config, '--', process.execPath, server];
		expect(await commandLine(named)).toMatchObject({ status: 0 });
		for (const [upstreams, fault] of [
			['5', 'upstreams must be'],
			['[{ name: other, url: nowhere }]', 'upstreams.0.url is not a URL'],
			['[5, { name: counter, timeoutMs: soon }]', 'upstreams.1.timeoutMs must be'],
		]) {
			writeFileSync(config, `upstreams: ${upstreams}\n`);
			const refused = await commandLine(named);
			expect(refused).toMatchObject({ status: 1, err: expect.stringContaining(String(fault)) });
		}
		const said = await commandLine([...words, 'http://192.168.0.1/mcp']);
		expect(said).toMatchObject({
			status: 1,
			err: expect.stringContaining('wrap: upstreams.0.url '),
		});
	});

	it('gives its one user all the time for questions, unless he sets a share', async () => {
		const { log, warn } = console;
		const shares = async (set: string | undefined) => {
			vi.stubEnv('LOADLINE_SHARES', set);
			let given: unknown;
			const open: OpenLoadline = async ({ variables }) => {
				given = JSON.parse(variables.LOADLINE_SHARES ?? '');
				throw new Error('seen');
			};
			const words = ['--state', join(folder, 'shares'), process.execPath];
			const asked = wrapCommand(open).parseAsync(words, { from: 'user' });
			await expect(asked).rejects.toThrow('seen');
			return given;
		};
		try {
			expect(await shares(undefined)).toEqual({ asks: 1_000_000_000 });
			expect(await shares('{"writes":5}')).toEqual({ asks: 1_000_000_000, writes: 5 });
			expect(await shares('{"asks":500}')).toEqual({ asks: 500 });
		} finally {
			vi.unstubAllEnvs();
			Object.assign(console, { log, warn });
		}
	});

	it('lists nothing as an error before a server that has ended, and gives one variables by value', async () => {
		const state = join(folder, 'dead');
		const words = ['wrap', '--state', state, '--env', 'WHY=no key', '--env', 'UNSET'];
		const script = 'console.error("because of " + process.env.WHY); process.exit(3)';
		const input = '{"jsonrpc":"2.0","id":2,"method":"tools/list"}';
		const { out, err } = await commandLine([...words, '--', process.execPath, '-e', script], {
			input,
		});
		const { error } = JSON.parse(out);
		expect(error.message).toContain(`the command "${process.execPath}" ended with code 3`);
		expect(error.message).toContain('because of no key');
		expect(err).toContain('--env UNSET is not set here');
	});

	it('says what is wrong with a command that cannot be started, and ends', async () => {
		const { status, out, err } = await commandLine(['wrap', '--', '/no/such/command']);
		expect({ status, out }).toEqual({ status: 1, out: '' });
		expect(err).toContain('"/no/such/command" could not be started');
	});

	it('says where options of the command go', async () => {
		const { status, out, err } = await commandLine(['wrap', 'npx', '-y', 'some-mcp-server']);
		expect({ status, out }).toEqual({ status: 2, out: '' });
		expect(err).toContain("unknown option '-y'");
		expect(err).toContain('loadline wrap -- npx -y some-mcp-server');
		const token = `ghp_${'a1'.repeat(18)}`;
		for (const words of [[`--${token}`], ['server', token], ['server', 'add', 'a', 'b', token]]) {
			const wrong = await commandLine(words);
			expect([wrong.status, wrong.err.includes(token)]).toEqual([2, false]);
		}
	});

	it.runIf(isWhole)(
		'stands before a server that nobody here wrote, by two clients at once on one state',
		async () => {
			const command = [process.execPath, everything];
			const clients = await Promise.all([connect({ command }), connect({ command })]);
			const answers = await Promise.all(
				clients.flatMap((client) =>
					Array.from({ length: 10 }, (_, n) => call(client, 'echo', { message: `m${n}` })),
				),
			);
			expect(answers.map(([text]) => text)).toEqual(
				[0, 1].flatMap(() => Array.from({ length: 10 }, (_, n) => `Echo: m${n}`)),
			);
			await Promise.all(clients.map((client) => client.close()));
		},
	);
});
