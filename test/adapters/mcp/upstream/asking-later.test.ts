// A server of 2025-11-25 that asks in the middle of a call, and a client of 2026-07-28 that comes back
// with the answer (docs/gateway.md "Conversations").
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createHandleHmac, sha256 } from '../../../../src/adapters/crypto/web-crypto';
import { askingLater } from '../../../../src/adapters/mcp/upstream/asking-later';
import { type HeldCalls, MemoryHeldCalls } from '../../../../src/adapters/mcp/upstream/held-calls';
import type { CallContext, ToolCall } from '../../../../src/gateway/contract/tool-source';
import { withSealedState } from '../../../../src/gateway/upstream/with-login';
import { type JsonObject, parseSpelled } from '../../../../src/shared/json-values';
import { ok } from '../../../../src/shared/result';
import { type FixtureServer, startFixtureServer } from '../../../upstreams/fixture-server';
import { slowCalls } from '../../../upstreams/fixture-tools';
import { caller, faultOf, newPool, sourceOf, textOf } from './harness';

let server: FixtureServer;
beforeAll(async () => {
	server = await startFixtureServer({ era: 'legacy' });
	return () => server.close();
});

const clientCapabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
const asker = (options: Parameters<typeof caller>[0] = {}) =>
	caller({
		era: 'modern',
		clientCapabilities,
		home: async () => undefined,
		conversation: 'one',
		...options,
	});
const NAMED = { name: 'test_elicitation', args: { message: 'Who?' } };
const ANN = { action: 'accept', content: { username: 'ann' } };

/** The holder is in another isolate: plain data alone comes to it, and back. */
const elsewhere = (held: HeldCalls): HeldCalls => {
	const across =
		(work: (...args: never[]) => Promise<unknown>) =>
		async (...args: unknown[]) =>
			structuredClone(await work.apply(held, structuredClone(args) as never[])) as never;
	const { begin, goOn, wait, end } = held;
	return { begin: across(begin), goOn: across(goOn), wait: across(wait), end: across(end) };
};

/** A source over the fixture server whose calls are held as in the object of a conversation. */
function later(patienceMs?: number) {
	const bare = sourceOf(server, {}, newPool());
	const held = new MemoryHeldCalls({
		source: async () => bare,
		...(patienceMs !== undefined && { patienceMs }),
	});
	const source = askingLater(bare, {
		heldCalls: () => elsewhere(held),
		newId: () => crypto.randomUUID(),
		defer: () => {},
	});
	const hmac = createHandleHmac({ current: 'a secret of the tests' });
	const sealed = withSealedState(source, { hmac, sha256, now: () => 1_000 });
	/** Calls, and returns what the server asks, and how to come back with answers. */
	const asked = async (call: ToolCall, context: CallContext = asker()) => {
		const answered = await sealed.callTool(call, context);
		if (!answered.ok || answered.value.kind !== 'input_required')
			throw new Error(`asked nothing: ${JSON.stringify(answered)}`);
		const { inputRequests, requestState } = answered.value.value as {
			inputRequests: Record<string, JsonObject>;
			requestState: string;
		};
		const back = (inputResponses: JsonObject, other: Partial<ToolCall> = {}, as = asker()) =>
			sealed.callTool({ ...call, ...other, continuation: { inputResponses, requestState } }, as);
		return { questions: Object.entries(inputRequests), requestState, back };
	};
	return { source: sealed, asked };
}

it('of two that come back at once, one hears what was said and the other waits on', async () => {
	const say = Promise.withResolvers<void>();
	const end = Promise.withResolvers<void>();
	const callTool = async (_: ToolCall, { notify }: CallContext) => {
		notify('notifications/message', { data: 'begun' });
		await say.promise;
		notify('notifications/message', { data: 'at work' });
		await end.promise;
		return ok({ kind: 'result', result: { content: [] } });
	};
	const held = new MemoryHeldCalls({
		source: async () => ({ callTool }) as never,
	});
	const call = { upstream: 'up', method: 'tools/call', params: '{"name":"any"}', context: asker() };
	expect(await held.begin('one', call as never)).toMatchObject({ kind: 'said' });
	const both = [held.wait('one'), held.wait('one')];
	say.resolve();
	expect(await Promise.race(both)).toMatchObject({ kind: 'said' });
	end.resolve();
	const kinds = (await Promise.all(both)).map(({ kind }) => kind);
	expect(kinds.sort()).toEqual(['answered', 'said']);
});

describe('a question in the middle of a call', () => {
	it('is told as input_required, and the call goes on with its answer', async () => {
		const { asked } = later();
		const before = server.calls['tools/call'] ?? 0;
		const { questions, back } = await asked(NAMED);
		expect(questions).toMatchObject([
			['q1', { method: 'elicitation/create', params: { message: 'Who?' } }],
		]);
		expect(textOf(await back({ q1: ANN }))).toContain('"username":"ann"');
		expect((server.calls['tools/call'] ?? 0) - before).toBe(1);
	});

	it('is asked again where the client brings no answer to it', async () => {
		const { asked, source } = later();
		const first = await asked(NAMED);
		const again = await first.back({ other: ANN });
		if (!again.ok || again.value.kind !== 'input_required') throw new Error('asked nothing');
		const { inputRequests, requestState } = again.value.value;
		expect(Object.keys(Object(inputRequests))).toEqual(['q1']);
		const continuation = { inputResponses: { q1: ANN }, requestState };
		expect(textOf(await source.callTool({ ...NAMED, continuation }, asker()))).toContain('ann');
	});

	it('of a page to open has no id that the newer revision does not know', async () => {
		const { asked } = later();
		const { questions, back } = await asked({ name: 'visit', args: {} });
		const params = { mode: 'url', message: 'Sign in', url: 'https://example.com/in' };
		expect(questions).toEqual([['q1', { method: 'elicitation/create', params }]]);
		expect(textOf(await back({ q1: { action: 'accept' } }))).toBe('went there: accept');
	});

	it('may be the only answer a server has until a page was opened', async () => {
		const { source } = later();
		const call = { name: 'sign_in_first', args: {} };
		const asked = await source.callTool(call, asker());
		const page1 = {
			method: 'elicitation/create',
			params: { mode: 'url', message: 'Sign in', url: 'https://a.example/' },
		};
		expect(asked).toMatchObject({ ok: true, value: { value: { inputRequests: { page1 } } } });
		const continuation = { inputResponses: { page1: { action: 'accept' } } };
		expect(textOf(await source.callTool({ ...call, continuation }, asker()))).toBe('signed in');
	});

	it('may be several at once', async () => {
		const { asked } = later();
		const { questions, back } = await asked({ name: 'test_three_questions', args: {} });
		expect(questions.map(([, { method }]) => method).sort()).toEqual([
			'elicitation/create',
			'roots/list',
			'sampling/createMessage',
		]);
		const answers: Record<string, JsonObject> = {
			'elicitation/create': ANN,
			'roots/list': { roots: [] },
			'sampling/createMessage': {
				role: 'assistant',
				model: 'm',
				content: { type: 'text', text: 'x' },
			},
		};
		const responses = questions.map(([key, { method }]) => [key, answers[String(method)]]);
		expect(textOf(await back(Object.fromEntries(responses)))).toBe('3 answers');
	});

	it('leaves arguments, progress and results as they are', async () => {
		const { source } = later();
		const args = parseSpelled('{"n":12345678901234567890,"x":1.50}') as JsonObject;
		const echoed = await source.callTool({ name: 'structured', args }, asker());
		expect(textOf(echoed)).toContain('1.5');
		const context = asker({ meta: { progressToken: 7 } });
		await source.callTool({ name: 'test_tool_with_progress', args: {} }, context);
		expect(context.notified).toHaveLength(3);
	});
});

describe('what a server says while its question is open', () => {
	it('is told to the client when it comes back', async () => {
		const { asked } = later();
		const first = asker({ meta: { progressToken: 1 } });
		const { back } = await asked({ name: 'test_progress_while_asking', args: {} }, first);
		await new Promise((resume) => setTimeout(resume, 400));
		const again = asker({ meta: { progressToken: 2 } });
		expect(textOf(await back({ q1: ANN }, {}, again))).toBe('went on');
		// On a busy machine some of it is said before the question is on its way.
		const told = [...first.notified, ...again.notified];
		expect(told).toMatchObject(
			[1, 2, 3].map((progress) => ({ method: 'notifications/progress', params: { progress } })),
		);
		expect(again.notified).not.toEqual([]);
		const tokens = (told: typeof first.notified) =>
			new Set(told.map(({ params }) => (params as JsonObject).progressToken));
		expect([...tokens(again.notified)]).toEqual([2]);
		expect([...tokens(first.notified)].filter((token) => token !== 1)).toEqual([]);
	});

	it('is progress for who comes back and wants it, and for nobody else', async () => {
		for (const [one, other] of [
			[{}, { progressToken: 'b' }],
			[{ progressToken: 'a' }, {}],
		] as const) {
			const { asked } = later();
			const first = asker({ meta: one });
			const { back } = await asked({ name: 'test_progress_while_asking', args: {} }, first);
			await new Promise((resume) => setTimeout(resume, 400));
			const again = asker({ meta: other });
			expect(textOf(await back({ q1: ANN }, {}, again))).toBe('went on');
			const tokens = again.notified.map(({ params }) => (params as JsonObject).progressToken);
			expect(tokens.length > 0).toBe('progressToken' in other);
			expect(tokens.filter((token) => token !== 'b')).toEqual([]);
		}
	});
});

describe('the state of a question', () => {
	it.each([
		['another principal', {}, asker({ who: 'mallory' })],
		['other arguments', { args: { message: 'Pay?' } }, asker()],
		['another tool', { name: 'test_sampling' }, asker()],
	])('opens nothing for %s', async (_, other, as) => {
		const { asked } = later();
		const { back } = await asked(NAMED);
		expect(faultOf(await back({ q1: ANN }, other, as)).message).toMatch(/^Invalid requestState/);
		expect(textOf(await back({ q1: ANN }))).toContain('ann');
	});

	it('opens its call once', async () => {
		const { asked } = later();
		const { back } = await asked(NAMED);
		await back({ q1: ANN });
		expect(faultOf(await back({ q1: ANN })).message).toContain('no longer open');
	});

	it('opens nothing when the answer came too late, and the server is told to stop', async () => {
		const { asked } = later(50);
		const before = server.calls['notifications/cancelled'] ?? 0;
		const { back } = await asked(NAMED);
		await expect
			.poll(() => (server.calls['notifications/cancelled'] ?? 0) - before)
			.toBeGreaterThan(0);
		expect(faultOf(await back({ q1: ANN })).message).toContain('Make the call again');
	});
});

describe('calls that wait for an answer', () => {
	it('are bounded: the oldest ends first', async () => {
		const { asked } = later();
		const first = await asked(NAMED);
		const second = await asked(NAMED);
		for (let count = 0; count < 19; count++) await asked(NAMED);
		expect(faultOf(await first.back({ q1: ANN })).message).toContain('no longer open');
		expect(textOf(await second.back({ q1: ANN }))).toContain('ann');
	});

	it('end at the server when their client leaves', async () => {
		const { source } = later();
		const leaving = new AbortController();
		const before = slowCalls.cancelled;
		const call = source.callTool(
			{ name: 'slow', args: { ms: 20_000 } },
			asker({ signal: leaving.signal }),
		);
		onTestFinished(() => leaving.abort());
		setTimeout(() => leaving.abort(), 200);
		faultOf(await call);
		await expect.poll(() => slowCalls.cancelled - before).toBe(1);
	});
});

describe('a client that can answer nothing', () => {
	it('has its calls made where it is', async () => {
		const { source } = later();
		const answered = await source.callTool(NAMED, asker({ clientCapabilities: {} }));
		expect(JSON.stringify(answered)).not.toContain('input_required');
	});
});
