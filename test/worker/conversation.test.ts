// Tests that what belongs to one conversation stays in it, and ends with it: sessions at upstreams, and calls
// that nobody waits for any more (docs/gateway.md "Conversations").
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { times } from '../fuzz-runs';
import { slowCalls } from '../upstreams/fixture-tools';
import { CLIENTS, callThrough, connectClient, someClients, type Told } from './clients';
import { startEras } from './eras';
import { answerText, callRaw, ERAS, postRaw } from './raw-calls';

const eras = startEras((legacy) => [
	{ name: 'hasty', url: legacy, timeoutMs: 1_500, maxTimeoutMs: 3_000 },
]);

const at = (upstream: string): string => `${eras.loadline.url}/mcp/${upstream}`;

describe('two conversations of one principal', () => {
	it.each(['v1', 'v2 legacy'] as const)('have sessions of their own, by %s', async (kind) => {
		const [ann, ben] = [
			await connectClient(kind, at('legacy')),
			await connectClient(kind, at('legacy')),
		];
		const note = async (client: Client, text: string) =>
			(await callThrough(client, 'remember', { note: text })).texts[0];
		expect(await note(ann, 'a')).toBe('a');
		expect(await note(ben, 'b')).toBe('b');
		expect(await note(ann, 'c')).toBe('a,c');
		// The caller is known, although the requests do not say it.
		const noted = await eras.loadline.fetch('/api/telemetry/requests?endpoint=legacy__remember');
		expect(((await noted.json()) as { requests: unknown[] }).requests).toContainEqual(
			expect.objectContaining({ era: 'legacy', clientName: 'loadline-tests' }),
		);
		const before = eras.legacy.calls.DELETE ?? 0;
		const { transport } = ann as unknown as {
			transport: { sessionId: string; terminateSession(): Promise<void> };
		};
		const ended = { headers: { 'mcp-session-id': transport.sessionId } };
		await transport.terminateSession();
		await expect.poll(() => eras.legacy.calls.DELETE ?? 0).toBe(before + 1);
		const late = await postRaw(eras.loadline, 'tools/list', '', {
			era: 'legacy',
			path: '/mcp',
			...ended,
		});
		expect(late.status).toBe(404);
		for (const method of ['GET', 'DELETE']) {
			const accept = { ...ended.headers, accept: 'text/event-stream' };
			const answered = await eras.loadline.fetch('/mcp/legacy', { method, headers: accept });
			expect([method, answered.status]).toEqual([method, 404]);
		}
		expect(await note(ben, 'd')).toBe('b,d');
	});

	it('are one where a client sets itself up on its way, and names a session for a tool of its own', async () => {
		const client = await connectClient('v1', `${eras.loadline.url}/mcp`);
		await callThrough(client, 'legacy__remember', { note: 'before' });
		const named = { session_id: 'night-shift' };
		await callThrough(client, 'search_records', { model: 'activity', ...named });
		await callThrough(client, 'memsetup', {
			session_id: 'new',
			knownHashes: { 'META_PROMPT.md': '' },
		});
		await callThrough(client, 'search_records', { model: 'activity', ...named });
		await callThrough(client, 'legacy__remember', { note: 'after' });
		type Listed = { sessions: { id: string; calls: number; lastAt: number }[] };
		const listed = await eras.loadline.fetch('/api/sessions');
		const { sessions } = (await listed.json()) as Listed;
		expect(sessions.map(({ id }) => id)).not.toContain('night-shift');
		expect(sessions[0]).toMatchObject({ calls: 5 });
		const [{ id = '' } = {}] = sessions;
		const { calls } = (await (await eras.loadline.fetch(`/api/sessions/${id}`)).json()) as {
			calls: { tool: string }[];
		};
		expect(calls.map(({ tool }) => tool)).toEqual([
			...['legacy__remember', 'search_records', 'memsetup', 'search_records', 'legacy__remember'],
		]);
	});

	it('end with their calls in flight, which are cancelled first', async () => {
		const client = await connectClient('v1', at('legacy'));
		const { transport } = client as unknown as {
			transport: { terminateSession(): Promise<void> };
		};
		const called = () => eras.legacy.calls['notifications/cancelled'] ?? 0;
		const [before, started] = [called(), slowCalls.started];
		void callThrough(client, 'slow', { ms: 60_000 }).catch(() => {});
		void callThrough(client, 'slow', { ms: 60_000 }).catch(() => {});
		await expect.poll(() => slowCalls.started).toBe(started + 2);
		await new Promise((resume) => setTimeout(resume, 500));
		const ended = eras.legacy.calls.DELETE ?? 0;
		await transport.terminateSession();
		await expect.poll(() => eras.legacy.calls.DELETE ?? 0, { timeout: 5_000 }).toBe(ended + 1);
		expect(called()).toBe(before + 2);
	});

	it.each([
		['/mcp/legacy', {}],
		['/mcp', { sampling: {} }],
	])('of a newer client that names none stay apart at %s', async (path, capabilities) => {
		const remember = path === '/mcp' ? 'legacy__remember' : 'remember';
		const clients = [0, 1].map(() =>
			connectClient('v2 auto', `${eras.loadline.url}${path}`, undefined, capabilities),
		);
		const [ann, ben] = (await Promise.all(clients)) as [Client, Client];
		const told = (client: Client, note: string, more = {}) =>
			callThrough(client, remember, { note, ...more });
		const sessionOf = ({ added }: Told) => (added._loadline as { session_id: string }).session_id;
		const [first, other] = [await told(ann, 'a'), await told(ben, 'b')];
		expect([first.texts[0], other.texts[0]]).toEqual(['a', 'b']);
		expect(sessionOf(first)).not.toBe(sessionOf(other));
		expect((await told(ann, 'c')).texts[0]).toBe('c');
		const on = await told(ann, 'd', { _loadline: first.added._loadline });
		expect(on.texts).toEqual(['a,d']);
		const gone = await told(ben, 'e', { _loadline: { session_id: 's-unheard-of' } });
		expect(gone.isError).toBe(true);
		expect(gone.texts[0]).toContain('there is no session "s-unheard-of"');
		const { tools } = await ann.listTools();
		const { inputSchema } = tools.find(({ name }) => name === remember) ?? {};
		expect(Object.keys(inputSchema?.properties ?? {})).toEqual(['note']);
	});

	it('of a newer client that names none begin with a question too', async () => {
		const client = await connectClient('v2 auto', at('legacy'), undefined, { sampling: {} });
		const handle = client.setRequestHandler.bind(client) as (...args: unknown[]) => void;
		const content = { type: 'text', text: 'from the model' };
		handle('sampling/createMessage', async () => ({ role: 'assistant', model: 'm', content }));
		const asked = await callThrough(client, 'test_sampling', { prompt: 'Hi' });
		expect(asked.texts[0]).toBe('LLM response: from the model');
		const { _loadline } = asked.added;
		const on = (note: string) => callThrough(client, 'remember', { note, _loadline });
		expect((await on('a')).texts).toEqual(['a']);
		expect((await on('b')).texts).toEqual(['a,b']);
	});

	it.each(CLIENTS)('of a %s client are what its address names', async (kind) => {
		const to = (session: string) => connectClient(kind, `${at('legacy')}?session=${session}`);
		const [ann, ben] = [await to(`ann-${kind.at(-1)}`), await to(`ben-${kind.at(-1)}`)];
		const note = async (client: Client, text: string) =>
			(await callThrough(client, 'remember', { note: text })).texts;
		expect(await note(ann, 'a')).toEqual(['a']);
		expect(await note(ben, 'b')).toEqual(['b']);
		expect(await note(ann, 'c')).toEqual(['a,c']);
		const kept = async () => (await eras.loadline.fetch('/api/sessions')).text();
		await expect.poll(kept).toMatch(new RegExp(`"ann-${kind.at(-1)}"[^}]*"calls":2`));
	});

	it.each([
		'"openai/session":"%"',
		'"vscode.conversationId":"%"',
		'"x-codex-turn-metadata":{"session_id":"same","thread_id":"%"}',
		'"sessionID":"%"',
		'"session_id":"%"',
		'"sessionId":"same","threadId":"%"',
	])('are told apart by %s in _meta', async (form) => {
		const unique = crypto.randomUUID();
		const note = async (session: string, text: string) => {
			const meta = `"_meta":{${form.replace('%', `${session} ${unique}`)}}`;
			const params = `"name":"remember","arguments":{"note":"${text}"},${meta}`;
			return answerText(
				await postRaw(eras.loadline, 'tools/call', params, { era: 'legacy', path: '/mcp/legacy' }),
			);
		};
		expect(await note('one', 'a')).toContain('"text":"a"');
		expect(await note('two', 'b')).toContain('"text":"b"');
		expect(await note('one', 'c')).toContain('"text":"a,c"');
	});

	it('share one connection where the upstream keeps no sessions', async () => {
		const before = eras.both.calls['server/discover'] ?? 0;
		for (const kind of ['v1', 'v1', 'v2 legacy'] as const)
			await callThrough(await connectClient(kind, at('both')), 'test_simple_text');
		expect((eras.both.calls['server/discover'] ?? 0) - before).toBeLessThanOrEqual(1);
	});
});

describe.each(['both', 'legacy'])(
	'a call nobody waits for, at an upstream that speaks %s',
	(era) => {
		const TOTAL = 15;
		/** All at once, as soon as the upstream works on all of them. */
		const givenUp = async (call: (signal: AbortSignal) => Promise<unknown>) => {
			const before = { ...slowCalls };
			const leaving = new AbortController();
			const calls = Array.from({ length: TOTAL }, () => call(leaving.signal).catch(() => {}));
			await expect.poll(() => slowCalls.started - before.started, { timeout: 15_000 }).toBe(TOTAL);
			leaving.abort();
			await Promise.all(calls);
			await expect
				.poll(() => slowCalls.cancelled - before.cancelled, { timeout: 10_000 })
				.toBe(TOTAL);
			expect(slowCalls.finished).toBe(before.finished);
			expect(slowCalls.started - before.started).toBe(TOTAL);
		};

		it.each(someClients(era === 'both' ? 0 : 2))(
			'ends there when a %s client that can be asked aborts it',
			async (kind) => {
				const client = await connectClient(kind, at(era), undefined, { sampling: {} });
				const call = client.callTool.bind(client) as (...args: unknown[]) => Promise<unknown>;
				const params = { name: 'slow', arguments: { ms: 60_000 } };
				await givenUp((signal) =>
					call(params, ...(kind === 'v1' ? [undefined, { signal }] : [{ signal }])),
				);
			},
		);

		it.each(ERAS)(
			'ends there when fifteen connections of a %s client drop at once',
			async (client) => {
				const request = { era: client, path: `/mcp/${era}` };
				await givenUp((signal) => {
					const { fetch } = eras.loadline;
					const dropped = {
						...eras.loadline,
						fetch: (path: string, init?: RequestInit) => fetch(path, { ...init, signal }),
					};
					return callRaw(dropped, 'slow', '{"ms":60000}', request);
				});
			},
		);
	},
);

describe('calls nobody waits for', () => {
	const ROUNDS = times(1, 20);
	it('leave nothing running upstream', async () => {
		const before = { ...slowCalls };
		const clients = await Promise.all(
			(['both', 'legacy'] as const).flatMap((era) =>
				CLIENTS.map(async (kind) => ({ kind, client: await connectClient(kind, at(era)) })),
			),
		);
		const abandoned = async (number: number, isUnderWay: Promise<unknown>) => {
			const { kind, client } = clients[number % clients.length] as (typeof clients)[number];
			const leaving = new AbortController();
			const leave = () => setTimeout(() => leaving.abort(), (number % 7) * 100);
			void isUnderWay.then(leave, leave);
			const call = client.callTool.bind(client) as (...args: unknown[]) => Promise<unknown>;
			const params = { name: 'slow', arguments: { ms: 120_000 } };
			const options = { signal: leaving.signal };
			await call(params, ...(kind === 'v1' ? [undefined, options] : [options])).catch(() => {});
		};
		for (let round = 0; round < ROUNDS; round++) {
			// Some of a round are at work upstream before the first of it is given up.
			const { started } = slowCalls;
			const some = expect.poll(() => slowCalls.started - started, { timeout: 15_000 });
			const isUnderWay = Promise.resolve(some.toBeGreaterThan(5));
			const calls = Array.from({ length: 50 }, (_, at) => abandoned(round * 50 + at, isUnderWay));
			await Promise.all([isUnderWay, ...calls]);
		}
		// One that was given up before it reached the upstream has never been there.
		const running = () =>
			slowCalls.started - before.started - (slowCalls.cancelled - before.cancelled);
		await expect.poll(running, { timeout: 20_000 }).toBe(0);
		expect(slowCalls.finished).toBe(before.finished);
		expect(slowCalls.started - before.started).toBeGreaterThan(5 * ROUNDS);
	}, 120_000);
});

describe('a call that takes its time', () => {
	it('goes on while the upstream reports progress, also when nobody asked for that', async () => {
		const client = await connectClient('v2 auto', at('hasty'));
		const told = await callThrough(client, 'steps', { count: 22 });
		expect(told.texts[0]).toBe('all steps done');
	});

	it('ends with what is known of it', async () => {
		const client = await connectClient('v1', at('hasty'));
		const silent = await callThrough(client, 'slow', { ms: 20_000 });
		expect(silent.isError).toBe(true);
		expect(silent.texts[0]).toContain('did not answer within 1500 ms and reported no progress');
		expect(silent.texts[0]).not.toMatch(/narrow/i);
		const endless = await callThrough(client, 'steps', { count: 100 });
		expect(endless.texts[0]).toMatch(/still at work after 3000 ms \(it reported \d+ times\)/);
	});
});

describe('a batch', () => {
	it('with a repeated id is refused as a whole', async () => {
		const call = (name: string) =>
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":{}}}`;
		const before = eras.both.calls['tools/call'] ?? 0;
		const response = await eras.loadline.fetch('/mcp/both', {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
			},
			body: `[${call('test_simple_text')},${call('structured')}]`,
		});
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ error: { code: -32600 } });
		expect(eras.both.calls['tools/call'] ?? 0).toBe(before);
	});
});
