// A refresh token that comes again ends what was given with it: the real library, over the store that a process
// on Node has, by a clock that the test moves.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { onNode } from '../../../scripts/on-node.mjs';
import { Database } from '../../../src/adapters/node/database';
import { KeyValue } from '../../../src/adapters/node/key-value';
import { LoginStore } from '../../../src/adapters/sqlite/login-store';
import type { createClientLogins } from '../../../src/app/front-door';
import type { Remote } from '../../../src/shared/remote';
import { openSql } from '../sqlite/open';

const HOME = 'https://loadline.example';
const REDIRECT = 'http://127.0.0.1:39499/callback';
const ADA = `u-${'0'.repeat(32)}`;
const MINUTE = 60_000;

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'loadline-refresh-'));
let made: typeof createClientLogins;
beforeAll(async () => {
	const outfile = join(folder, 'logins.mjs');
	const entryPoints = [join(root, 'src/app/front-door.ts')];
	await build({ ...onNode, plugins: [...onNode.plugins], entryPoints, outfile });
	({ createClientLogins: made } = await import(pathToFileURL(outfile).href));
	vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
	vi.useRealTimers();
	rmSync(folder, { recursive: true });
});

let server: ReturnType<ReturnType<typeof createClientLogins>>;
let database: Database;
let logins: ReturnType<typeof openSql>;
let noted: [workspace: unknown, target: unknown, detail: unknown][];
let client: string;
beforeEach(async () => {
	const now = () => Date.now();
	noted = [];
	database = new Database(':memory:');
	logins = openSql();
	server = made({
		env: { OAUTH_KV: new KeyValue(database, { now, mostBytes: 1e8 }) },
		logins: remoteOf(new LoginStore(logins, now)),
		registration: true,
		note: async (workspace, { target, detail }) => void noted.push([workspace, target, detail]),
		log: () => {},
	})(HOME);
	client = await registered();
});

/** As it is reached in its object: whoever asks waits, while others do. */
const remoteOf = (store: LoginStore) =>
	new Proxy({} as Remote<LoginStore>, {
		get:
			(_, name) =>
			async (...given: unknown[]) => {
				await new Promise((resume) => setImmediate(resume));
				return Reflect.apply(Reflect.get(store, name) as () => unknown, store, given);
			},
	});

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
	server.serve(new Request(HOME + path, { method: 'POST', body, headers })) as Promise<Response>;
const register = (name: string, from = '192.0.2.1') =>
	post(
		'/register',
		JSON.stringify({
			...{ client_name: name, redirect_uris: [REDIRECT] },
			token_endpoint_auth_method: 'none',
		}),
		{ 'content-type': 'application/json', 'cf-connecting-ip': from },
	);
const idOf = async (answer: Response) => ((await answer.json()) as { client_id: string }).client_id;
const registered = async (): Promise<string> => idOf(await register('an editor'));

interface Given {
	readonly access_token: string;
	readonly refresh_token: string;
}

/** Ada lets the client in. */
async function letIn(): Promise<Given> {
	const verifier = 'v'.repeat(43);
	const digest = new Uint8Array(
		await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)),
	);
	const question = new URLSearchParams({
		...{ response_type: 'code', client_id: client, redirect_uri: REDIRECT, scope: 'mcp:use' },
		code_challenge: Buffer.from(digest).toString('base64url'),
		code_challenge_method: 'S256',
	});
	const asked = await server.asked(new Request(`${HOME}/authorize?${question}`));
	if (!asked.ok) throw new Error(JSON.stringify(asked.error));
	const { handle, headers } = await asked.value.begin();
	const cookie = headers
		.getSetCookie()
		.map((line) => line.split(';')[0])
		.join('; ');
	const allowed = await server.allow(
		new Request(`${HOME}/authorize`, { method: 'POST', headers: { cookie } }),
		handle,
		['mcp:use'],
		{ id: ADA, name: 'Ada', workspace: 'ws-a' },
	);
	if (!allowed.ok) throw new Error(JSON.stringify(allowed.error));
	const code = new URL(allowed.value.headers.get('location') ?? '').searchParams.get('code');
	const answer = await token({
		...{ grant_type: 'authorization_code', code: String(code), redirect_uri: REDIRECT },
		code_verifier: verifier,
	});
	return (await answer.json()) as Given;
}
const token = (fields: Record<string, string>) =>
	post('/token', new URLSearchParams({ client_id: client, ...fields }));
const refresh = async (from: Given, by = client) => {
	const fields = { grant_type: 'refresh_token', refresh_token: from.refresh_token };
	const answer = await token({ ...fields, client_id: by });
	return { status: answer.status, given: (await answer.json()) as Given };
};
const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const isIn = async ({ access_token: bearer }: Given) => (await server.open(bearer)) !== null;
const ENDED = [['ws-a', 'an editor', { reused: true }]];

it('of more clients than one user may have let in, the first is out', async () => {
	const all: Given[] = [];
	for (let count = 0; count < 51; count++) {
		client = await registered();
		later(1_000);
		all.push(await letIn());
	}
	const [first, second] = all;
	expect([first && (await isIn(first)), second && (await isIn(second))]).toEqual([false, true]);
	expect(noted).toEqual([['ws-a', 'an editor', { crowded: true }]]);
});

describe('a refresh token', () => {
	it('is used once, and its login goes on with the next', async () => {
		let given = await letIn();
		for (let hour = 0; hour < 5; hour++) {
			later(59 * MINUTE);
			const next = await refresh(given);
			expect(next.status).toBe(200);
			given = next.given;
		}
		expect([await isIn(given), noted]).toEqual([true, []]);
	});

	it('gives the same answer again while that may have been lost, to all who ask at once', async () => {
		const first = await letIn();
		const all = await Promise.all(Array.from({ length: 8 }, () => refresh(first)));
		const [{ given }] = all as [(typeof all)[0]];
		expect(all).toEqual(new Array(8).fill({ status: 200, given }));
		later(89_000);
		expect(await refresh(first)).toEqual({ status: 200, given });
		// Two windows with one login, each for itself: both stay in.
		later(59 * MINUTE);
		const [one, other] = await Promise.all([refresh(given), refresh(given)]);
		expect([one.status, other.given, await isIn(one.given)]).toEqual([200, one.given, true]);
		expect(noted).toEqual([]);
	});

	it('that comes again later ends the login for both who have it', async () => {
		const first = await letIn();
		const second = (await refresh(first)).given;
		later(10 * MINUTE);
		const thief = await refresh(first);
		expect(thief).toMatchObject({ status: 400, given: { error: 'invalid_grant' } });
		expect([await isIn(first), await isIn(second), noted]).toEqual([false, false, ENDED]);
		expect((await refresh(second)).status).toBe(400);
		expect(noted).toEqual(ENDED);
	});

	it('that a thief exchanged first, within the grace too, ends the login at the next one of either', async () => {
		const first = await letIn();
		const thief = (await refresh(first)).given;
		later(10_000);
		const owner = (await refresh(first)).given;
		later(30 * MINUTE);
		expect((await refresh(owner)).status).toBe(200);
		later(2 * MINUTE);
		expect((await refresh(thief)).status).toBe(400);
		expect([await isIn(owner), await isIn(thief), noted]).toEqual([false, false, ENDED]);
	});

	it('in the hands of another client ends the login at once, whether that registered or is described elsewhere', async () => {
		const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('asked'));
		const others = [registered, async () => 'https://stranger.example/client.json'];
		for (const [count, other] of others.entries()) {
			const first = await letIn();
			later(count * 5 * MINUTE);
			expect((await refresh(first, await other())).status).toBe(400);
			expect([await isIn(first), noted.length]).toEqual([false, count + 1]);
		}
		expect([asked.mock.calls, noted]).toEqual([[], [...ENDED, ...ENDED]]);
		asked.mockRestore();
	});

	it('refreshes whichever way the clock was set meanwhile, and each answer goes out once', async () => {
		let given = await letIn();
		for (const jump of [-60 * MINUTE, 30 * MINUTE, -24 * 60 * MINUTE, 25 * 60 * MINUTE]) {
			later(jump);
			const next = await refresh(given);
			expect([jump, next.status, next.given.refresh_token === given.refresh_token]).toEqual([
				...[jump, 200, false],
			]);
			given = next.given;
		}
		expect(noted).toEqual([]);
	});

	it('that nobody was given ends nothing', async () => {
		const first = await letIn();
		later(5 * MINUTE);
		const [id, grant] = first.refresh_token.split(':');
		const forged = { ...first, refresh_token: `${id}:${grant}:${'x'.repeat(32)}` };
		expect((await refresh(forged)).status).toBe(400);
		expect([await isIn(first), noted]).toEqual([true, []]);
	});

	it('or a code that nobody was given asks no address for who has it', async () => {
		const first = await letIn();
		const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('asked'));
		const url = 'https://stranger.example/client.json';
		const made = `${ADA}:grant:${'x'.repeat(32)}`;
		const basic = { authorization: `Basic ${btoa(`${encodeURIComponent(url)}:x`)}` };
		const forms: [Record<string, string>, Record<string, string>?][] = [
			[{ client_id: url, grant_type: 'authorization_code', code: made }],
			[{ client_id: url, grant_type: 'authorization_code', code: 'made up' }],
			[{ client_id: url, grant_type: 'refresh_token', refresh_token: made }],
			[{ client_id: url, grant_type: 'client_credentials' }],
			[{ client_id: 'HTTPS:\\\\stranger.example/client.json', grant_type: 'client_credentials' }],
			[{ grant_type: 'authorization_code', code: made }, basic],
		];
		for (const [fields, headers] of forms) {
			const answer = await post('/token', new URLSearchParams(fields), headers);
			expect([fields, answer.status, await answer.json()]).toEqual([
				...[fields, 400, expect.objectContaining({ error: 'invalid_grant' })],
			]);
		}
		// RFC 7009: what is unknown is as good as revoked.
		const revoked = await post('/token', new URLSearchParams({ client_id: url, token: made }));
		expect(revoked.status).toBe(200);
		expect([asked.mock.calls, await isIn(first), noted]).toEqual([[], true, []]);
		asked.mockRestore();
	});

	it('is kept as a digest, its answer sealed with itself', async () => {
		const first = await letIn();
		const second = (await refresh(first)).given;
		const tables = [
			database.all<object>('SELECT * FROM kv'),
			logins.all<object>('SELECT * FROM refresh_tokens'),
		];
		const kept = Buffer.from(
			JSON.stringify(tables, (_, value) =>
				value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
			),
		);
		expect(tables[1]).toHaveLength(2);
		for (const { refresh_token: text } of [first, second])
			expect(kept.includes(String(text.split(':').at(-1)))).toBe(false);
	});
});

describe('a client that nobody has let in', () => {
	const keys = () => database.all<{ key: string }>("SELECT key FROM kv WHERE key LIKE 'client:%'");

	it('is small, writes nothing where logins are, and is gone after a day', async () => {
		expect((await register('x'.repeat(900_000))).status).toBe(413);
		expect(keys()).toEqual([]);
		await letIn();
		expect(keys()).toEqual([{ key: `client:${client}` }]);
		client = await registered();
		later(25 * 60 * MINUTE);
		await expect(letIn()).rejects.toThrow('client');
	});

	it('has a name that people can read', async () => {
		client = await idOf(await register(`\u202e${'x'.repeat(300)}`));
		const question = new URLSearchParams({
			...{ response_type: 'code', client_id: client, redirect_uri: REDIRECT, scope: 'mcp:use' },
			code_challenge: 'x'.repeat(43),
			code_challenge_method: 'S256',
		});
		const asked = await server.asked(new Request(`${HOME}/authorize?${question}`));
		const shown = asked.ok ? asked.value.about.clientName : '';
		expect([shown.length, shown.slice(0, 10)]).toEqual([200, '\\u{202e}xx']);
	});
});
