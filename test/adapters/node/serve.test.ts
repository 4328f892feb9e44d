// `loadline serve` as a user starts it: a process, its folder, and what outlives it.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Database } from '../../../src/adapters/node/database';
import { isWhole, share } from '../../fuzz-runs';
import { commandLine } from '../../program';

let folder: string;
const running = new Set<ChildProcess>();
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'loadline-serve-'));
});
afterAll(() => {
	for (const child of running) child.kill('SIGKILL');
	rmSync(folder, { recursive: true });
});

/** Starts it on a free port. */
async function serve(state: string, env: Record<string, string> = {}) {
	const program = [inject('command'), 'serve'];
	const child = spawn(process.execPath, [...program, '--port', '0', '--state', state], {
		env: { ...process.env, ...env },
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	running.add(child);
	let said = '';
	const url = await new Promise<string>((tell, fail) => {
		child.stderr.on('data', (text) => {
			said += text;
			const found = /http:\/\/(?:127|0)\.0\.0\.[01]:\d+/.exec(said)?.[0];
			if (found) tell(found);
		});
		child.once('exit', () => fail(new Error(said)));
	});
	const end = async (signal: NodeJS.Signals) => {
		const ended = once(child, 'exit');
		child.kill(signal);
		running.delete(child);
		return (await ended)[0] as number | null;
	};
	return { url, end, said: () => said };
}

const digest = (token: string) => createHash('sha256').update(token).digest('hex');

/** As a proxy asks: plainly, for the public host. */
const asked = (port: number, path: string) =>
	new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
		const headers = { host: 'loadline.example' };
		get({ port, path, headers, host: '127.0.0.1' }, (response) => {
			let text = '';
			response.on('data', (part) => (text += part));
			response.on('end', () => resolve({ status: response.statusCode, text }));
		}).on('error', reject);
	});

async function call(
	url: string,
	name: string,
	args: object,
	requestInit: RequestInit = {},
): Promise<Record<string, unknown>> {
	const client = new Client({ name: 'test', version: '1' });
	await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
	const { structuredContent } = await client.callTool({ name, arguments: { ...args } });
	await client.close();
	return structuredContent as Record<string, unknown>;
}

it('serves what the Worker serves, and goes on where it was, stopped or killed', async () => {
	const state = join(folder, 'state');
	const first = await serve(state);
	expect(first.said()).not.toContain('CIMD');
	const page = await call(first.url, 'demo__list_bookings', {});
	expect(page).toMatchObject({ totalCount: 500, nextCursor: expect.any(String) });
	const body = JSON.stringify({ defaultPageSize: 7 });
	const headers = { 'content-type': 'application/json' };
	const put = await fetch(`${first.url}/api/config`, { method: 'PUT', headers, body });
	expect(put.status).toBe(200);
	expect(await first.end('SIGTERM')).toBe(0);

	const second = await serve(state);
	const other = await commandLine(['serve', '--port', '0', '--state', state]);
	expect(other).toMatchObject({
		...{
			status: 1,
			err: expect.stringMatching(/process \d+ serves the state in .* already: stop it/),
		},
	});
	const next = await call(second.url, 'demo__list_bookings', { cursor: page.nextCursor });
	expect(next).toMatchObject({ totalCount: 500 });
	const config = await (await fetch(`${second.url}/api/config`)).json();
	expect(config).toMatchObject({ config: { defaultPageSize: 7 } });
	await second.end('SIGKILL');

	const copy = await commandLine(['backup', '--state', state, join(folder, 'copy')]);
	expect(copy).toMatchObject({ status: 0 });
	const restored = join(folder, 'restored');
	await commandLine(['restore', join(folder, 'copy'), '--state', restored]);
	const third = await serve(restored);
	const later = await call(third.url, 'read_result', { handle: page.nextCursor });
	expect(later).toMatchObject({ totalCount: 500 });
	await third.end('SIGTERM');

	const { out } = await commandLine(['report', '--state', restored]);
	expect(out).toMatch(/^demo__list_bookings +\d+ .*tokens saved/ms);
});

it.each(['SIGTERM', 'SIGKILL'] as const)(
	'finds the newest calls soon after a restart by %s',
	async (signal) => {
		const state = join(folder, `newest-${signal}`);
		const first = await serve(state);
		const client = new Client({ name: 'test', version: '1' });
		await client.connect(new StreamableHTTPClientTransport(new URL(`${first.url}/mcp`)));
		await client.callTool({ name: 'demo__get_booking', arguments: { id: 'bk_0001' } });
		await client.close();
		// It is entered in its session, and waits there for a minute.
		const database = new Database(join(state, 'state.sqlite'));
		const waits = () => database.all("SELECT 1 FROM alarms WHERE kind = 'Session'").length;
		await expect.poll(waits, { timeout: 15_000 }).toBe(1);
		database.close();
		await first.end(signal);
		const { url, end } = await serve(state);
		const newest = async () => {
			const answer = await fetch(`${url}/api/telemetry/requests`);
			return ((await answer.json()) as { requests: object[] }).requests.length;
		};
		await expect.poll(newest, { timeout: 15_000 }).toBe(1);
		await end('SIGKILL');
	},
);

it('erases somebody so that no file holds a word of them', async () => {
	const state = join(folder, 'erasing');
	const entry = (name: string, scopes: readonly string[]) => ({
		...{ name, scopes, workspace: 'ws-a' },
		sha256: digest(`${name}-token`),
	});
	const LOADLINE_TOKENS = JSON.stringify([entry('ada', ['admin']), entry('bob', ['mcp:use'])]);
	const { url, end } = await serve(state, { LOADLINE_TOKENS });
	const as = (name: string) => ({ headers: { authorization: `Bearer ${name}-token` } });
	await fetch(`${url}/api/config`, {
		method: 'PUT',
		headers: { ...as('ada').headers, 'content-type': 'application/json' },
		body: '{"demo":true}',
	});
	await call(url, 'demo__list_bookings', {}, as('bob'));
	await call(url, 'store_analysis_memory', { finding: 'a word of bob' }, as('bob'));
	await call(url, 'store_analysis_memory', { finding: 'a word of ada' }, as('ada'));
	const { id } = (await (await fetch(`${url}/api/me`, as('bob'))).json()) as { id: string };
	const data = (...args: string[]) =>
		commandLine(['data', ...args, '--url', url, '--token', 'ada-token', '--user', id]);
	expect((await data('export')).out).toContain('a word of bob');
	expect(await data('erase', '--yes')).toMatchObject({ status: 0 });
	expect((await data('export')).out).toBe('');
	await end('SIGTERM');
	const files = readdirSync(state, { recursive: true, encoding: 'utf8' })
		.map((name) => join(state, name))
		.filter((path) => statSync(path).isFile());
	const holding = (text: string) => files.filter((path) => readFileSync(path).includes(text));
	expect(holding('a word of bob')).toEqual([]);
	expect(holding('a word of ada')).not.toEqual([]);
	// The audit log, and the erasure that looks for ten minutes whether anything comes late.
	expect(holding(id).length).toBe(2);
});

it.runIf(isWhole)('keeps every key under its workspace', async () => {
	const state = join(folder, 'keys');
	const names = ['ws-a', 'ws-b'];
	const tokens = names.map((name) => ({
		...{ name, workspace: name, scopes: ['admin'], sha256: digest(name) },
	}));
	const { url, end } = await serve(state, { LOADLINE_TOKENS: JSON.stringify(tokens) });
	for (const name of names) {
		const headers = { authorization: `Bearer ${name}`, 'content-type': 'application/json' };
		await fetch(`${url}/api/config`, { method: 'PUT', headers, body: '{"demo":true}' });
		await call(url, 'demo__list_bookings', {}, { headers });
	}
	await end('SIGTERM');
	const kept = new Database(join(state, 'state.sqlite'));
	const keys = kept.all<{ key: string }>('SELECT key FROM kv').map(({ key }) => key);
	kept.close();
	for (const name of names)
		expect(keys.filter((key) => key.startsWith(`${name}/`)).length).toBeGreaterThan(1);
	expect(keys.filter((key) => !names.includes(key.split('/')[0] ?? ''))).toEqual([]);
});

it('asks for a token where others reach it, and where tokens are set', async () => {
	const tokens = JSON.stringify([
		{ name: 'ada', workspace: 'ws-a', scopes: ['admin'], sha256: digest('right') },
	]);
	const closed = async (env: Record<string, string>, status: number) => {
		const { url, end, said } = await serve(join(folder, 'closed'), env);
		const how = /Nobody may call yet.*LOADLINE_TOKENS='\[\{/s;
		if (status === 503) await expect.poll(said).toMatch(how);
		else expect(said()).not.toMatch(how);
		const isWrong = env.LOADLINE_TOKENS?.includes('tomorrow') === true;
		expect([said(), /^LOADLINE_TOKENS.*sha256 must be the SHA-256/m.test(said())]).toEqual([
			expect.not.stringContaining('tomorrow'),
			isWrong,
		]);
		for (const path of ['/api/config', '/mcp', '/api/me'])
			expect([env, path, (await fetch(url + path)).status]).toEqual([env, path, status]);
		await end('SIGTERM');
	};
	for (const [env, status] of share(
		[
			[{ LOADLINE_TOKENS: tokens }, 401],
			[{ HOST: '0.0.0.0' }, 503],
			[{ LOADLINE_TOKENS: '[]' }, 503],
			[{ LOADLINE_TOKENS: tokens.replace(digest('right'), 'tomorrow') }, 503],
			[{ HOST: '0.0.0.0', LOADLINE_DEV: '1' }, 503],
		] as const,
		3,
	))
		await closed(env, status);
});

it('counts refusals by who calls, and believes nobody who says who they are', async () => {
	const tokens = [{ name: 'ada', workspace: 'ws-a', scopes: ['admin'], sha256: digest('right') }];
	const wrong = async (url: string, headers: Record<string, string> = {}) =>
		(await fetch(`${url}/api/me`, { headers: { authorization: 'Bearer wrong', ...headers } }))
			.status;
	const settings = { LOADLINE_TOKENS: JSON.stringify(tokens) };
	const open = await serve(join(folder, 'callers'), settings);
	const told: number[] = [];
	for (let n = 0; n < 40; n++)
		told.push(await wrong(open.url, { 'cf-connecting-ip': `10.0.0.${n}` }));
	expect(told.at(-1)).toBe(429);
	await open.end('SIGTERM');

	const behind = await serve(join(folder, 'proxied'), { ...settings, LOADLINE_PROXY: '1' });
	const from = (address: string) => ({ 'x-forwarded-for': `1.1.1.1, ${address}` });
	for (let n = 0; n < 40; n++) await wrong(behind.url, from(`10.0.0.1:${50_000 + n}`));
	expect(await wrong(behind.url, from('10.0.0.1'))).toBe(429);
	expect(await wrong(behind.url, from('10.0.0.2'))).toBe(401);
	await behind.end('SIGTERM');
});

it('serves the address that a proxy with TLS has', async () => {
	const { url, end } = await serve(join(folder, 'public'), {
		LOADLINE_DEV: '0',
		LOADLINE_CLAIM: 'a secret of the terminal, long enough',
		LOADLINE_URL: 'https://loadline.example',
	});
	const { port } = new URL(url);
	const found = await asked(Number(port), '/.well-known/oauth-authorization-server');
	expect(found.status).toBe(200);
	expect(JSON.parse(found.text)).toMatchObject({ issuer: 'https://loadline.example' });
	await end('SIGTERM');
});

it('says what is wrong with its options', async () => {
	expect(await commandLine(['serve', '--port', 'many'])).toMatchObject({
		...{ status: 2, err: expect.stringContaining('--port takes a number') },
	});
	const missing = ['serve', '--config', join(folder, 'none.yaml'), '--port', '0'];
	expect((await commandLine(missing)).err).toContain('none.yaml');
	expect((await commandLine(['backup', '--state', folder, join(folder, 'x')])).err).toContain(
		'holds no state',
	);
});
