import { describe, expect, it } from 'vitest';
import { startFixtureServer } from '../../../upstreams/fixture-server';
import { caller, during, faultOf, newPool, resultOf, sourceOf, textOf } from './harness';

const SIMPLE = { name: 'test_simple_text', args: {} };
const eras = ['both', 'legacy'] as const;

describe.each(eras)('a real server that speaks %s', (era) => {
	it('lists tools, calls them and serves resources and prompts', async () => {
		const source = sourceOf(await during(startFixtureServer({ era })));
		const tools = await source.listTools(caller());
		expect(tools.ok && tools.value.map(({ name }) => name)).toContain('test_simple_text');
		expect(textOf(await source.callTool(SIMPLE, caller()))).toContain('simple text response');
		const read = await source.request('resources/read', { uri: 'test://static-text' }, caller());
		expect(read).toMatchObject({
			ok: true,
			value: { contents: [{ text: 'This is the content of the static text resource.' }] },
		});
		const prompt = await source.request(
			'prompts/get',
			{ name: 'test_prompt_with_arguments', arguments: { arg1: 'a', arg2: 'b' } },
			caller(),
		);
		expect(JSON.stringify(prompt)).toContain("arg1='a', arg2='b'");
		const completed = await source.request(
			'completion/complete',
			{
				ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' },
				argument: { name: 'arg1', value: 'pa' },
			},
			caller(),
		);
		expect(completed).toMatchObject({ ok: true, value: { completion: { total: 2 } } });
		for (const method of ['resources/list', 'resources/templates/list', 'prompts/list']) {
			expect((await source.request(method, {}, caller())).ok, method).toBe(true);
		}
		const declared = await source.declared(caller());
		expect(declared).toMatchObject({
			ok: true,
			value: {
				capabilities: { tools: {}, prompts: {} },
				instructions: 'Tools of this server are for tests.',
			},
		});
		expect(source.state()).toEqual({ status: 'ok', since: 1_000 });
	});

	it('gives the upstream’s own refusal with its code', async () => {
		const source = sourceOf(await during(startFixtureServer({ era })));
		const fault = faultOf(
			await source.request('resources/read', { uri: 'test://nowhere' }, caller()),
		);
		expect(fault).toMatchObject({ code: 'rejected', rpc: { message: 'Resource not found' } });
		expect(fault.rpc?.code).toBe(-32602);
		const unknown = faultOf(await source.callTool({ name: 'nope', args: {} }, caller()));
		expect(unknown.rpc).toMatchObject({ code: -32602 });
	});

	it('keeps one client and lets forty parallel calls share it', async () => {
		const server = await during(startFixtureServer({ era }));
		const pool = newPool();
		const source = sourceOf(server, {}, pool);
		const answers = await Promise.all(
			Array.from({ length: 40 }, (_, n) =>
				source.callTool({ name: 'structured', args: { n } }, caller()),
			),
		);
		expect(answers.map((answer) => resultOf(answer).structured)).toEqual(
			Array.from({ length: 40 }, (_, n) => `{"n":${n}}`),
		);
		expect(pool.size).toBe(1);
		expect(server.calls['server/discover']).toBe(1);
		expect(server.calls.initialize ?? 0).toBe(era === 'legacy' ? 1 : 0);
		expect(server.calls.GET ?? 0).toBe(0);
	});

	it('passes progress on with the caller’s own token', async () => {
		const source = sourceOf(await during(startFixtureServer({ era })));
		const context = caller({ meta: { progressToken: 'mine' } });
		await source.callTool({ name: 'test_tool_with_progress', args: {} }, context);
		expect(context.notified.map(({ params }) => params)).toMatchObject(
			[0, 50, 100].map((progress) => ({ progressToken: 'mine', progress, total: 100 })),
		);
		const without = caller();
		await source.callTool({ name: 'test_tool_with_progress', args: {} }, without);
		expect(without.notified).toEqual([]);
	});

	it('cancels the upstream when the caller leaves', async () => {
		const server = await during(startFixtureServer({ era }));
		const source = sourceOf(server);
		const leaving = new AbortController();
		const answer = source.callTool(
			{ name: 'slow', args: { ms: 60_000 } },
			caller({ signal: leaving.signal }),
		);
		await expect.poll(() => server.calls['tools/call']).toBe(1);
		leaving.abort();
		expect(faultOf(await answer)).toMatchObject({ code: 'unavailable' });
		expect(source.state().status).not.toBe('down');
		expect(textOf(await source.callTool(SIMPLE, caller()))).toContain('simple');
	});

	it('never forwards protocol keys, and passes the other meta keys on', async () => {
		const source = sourceOf(await during(startFixtureServer({ era })));
		const meta = {
			traceparent: '00-1',
			'io.modelcontextprotocol/x': 1,
			'dev.loadline/session': 's',
		};
		const result = resultOf(
			await source.callTool({ name: 'caller_meta', args: {} }, caller({ meta })),
		);
		const { meta: received } = JSON.parse(String(result.content[0]?.text));
		// A token of Loadline's own: progress keeps the call alive.
		expect(received).toEqual({ traceparent: '00-1', progressToken: expect.any(String) });
		expect(result.meta).toEqual({ 'example.com/kept': 1 });
	});
});

describe('a server of 2026-07-28', () => {
	const ASKING = 'test_input_required_result_request_state';
	const clientCapabilities = { elicitation: {} };

	it('asks the caller for input and gets the answer with its state', async () => {
		const source = sourceOf(await during(startFixtureServer()));
		const asked = await source.callTool({ name: ASKING, args: {} }, caller({ clientCapabilities }));
		if (!asked.ok || asked.value.kind !== 'input_required') throw new Error('not asked');
		const { requestState, inputRequests } = asked.value.value;
		expect(Object.keys(inputRequests as object)).toEqual(['confirm']);
		const confirm = { action: 'accept', content: { ok: true } };
		const continuation = { requestState, inputResponses: { confirm } };
		const done = await source.callTool(
			{ name: ASKING, args: {}, continuation },
			caller({ clientCapabilities }),
		);
		expect(textOf(done)).toBe('state-ok');
	});

	it('is told of no capabilities when the caller is of the older revision', async () => {
		const source = sourceOf(await during(startFixtureServer()));
		const legacy = caller({ era: 'legacy', clientCapabilities });
		const fault = faultOf(await source.callTool({ name: ASKING, args: {} }, legacy));
		expect(fault.rpc?.code).toBe(-32021);
	});

	it('asks for input in a prompt too, and the type stays visible', async () => {
		const source = sourceOf(await during(startFixtureServer()));
		const asked = await source.request(
			'prompts/get',
			{ name: 'test_input_required_result_prompt' },
			caller({ clientCapabilities }),
		);
		expect(asked).toMatchObject({ ok: true, value: { resultType: 'input_required' } });
	});

	it('gets mirrored headers once the list is known', async () => {
		const server = await during(startFixtureServer());
		const source = sourceOf(server);
		await source.listTools(caller());
		const args = { region: 'eu-1', level: 2 };
		expect(textOf(await source.callTool({ name: 'test_x_mcp_header', args }, caller()))).toBe(
			'region=eu-1',
		);
		const last = server.requests.at(-1);
		expect(last?.get('mcp-param-region')).toBe('eu-1');
		expect(last?.get('mcp-name')).toBe('test_x_mcp_header');
		expect(last?.has('x-loadline-exchange')).toBe(false);
	});

	it('refuses methods its revision does not have, without asking the upstream', async () => {
		const server = await during(startFixtureServer());
		const fault = faultOf(
			await sourceOf(server).request('resources/subscribe', { uri: 'test://a' }, caller()),
		);
		expect(fault.code).toBe('unknown_method');
		expect(server.calls['resources/subscribe']).toBeUndefined();
	});

	it('sends log messages only when the caller asked for a level', async () => {
		const source = sourceOf(await during(startFixtureServer()));
		const asked = caller({ logLevel: 'info' });
		await source.callTool({ name: 'test_logging_tool', args: {} }, asked);
		expect(asked.notified.map(({ method }) => method)).toEqual(['notifications/message']);
		const silent = caller();
		await source.callTool({ name: 'test_logging_tool', args: {} }, silent);
		expect(silent.notified).toEqual([]);
	});
});

describe('a server of 2025 with sessions', () => {
	it('gets a new session when it has forgotten the old one, and the call runs once', async () => {
		const server = await during(startFixtureServer({ era: 'legacy' }));
		const source = sourceOf(server);
		await source.callTool(SIMPLE, caller());
		server.dropSessions();
		expect(textOf(await source.callTool(SIMPLE, caller()))).toContain('simple text');
		expect(server.calls.initialize).toBe(2);
		expect(server.calls['server/discover']).toBe(1);
		expect(server.calls['tools/call']).toBe(3);
	});

	it('has a session of its own for each principal', async () => {
		const server = await during(startFixtureServer({ era: 'legacy' }));
		const source = sourceOf(server);
		const sessions = [];
		for (const who of ['alice', 'bob', 'alice']) {
			const answer = await source.callTool({ name: 'caller_meta', args: {} }, caller({ who }));
			sessions.push(JSON.parse(textOf(answer)).session);
		}
		expect(sessions[0]).toMatch(/^[0-9a-f-]{36}$/);
		expect(sessions[2]).toBe(sessions[0]);
		expect(sessions[1]).not.toBe(sessions[0]);
	});

	it('is told when a session is dropped to keep the pool small', async () => {
		const server = await during(startFixtureServer({ era: 'legacy' }));
		const pool = newPool(2);
		const source = sourceOf(server, {}, pool);
		for (const who of ['a', 'b', 'c']) await source.callTool(SIMPLE, caller({ who }));
		expect(pool.size).toBe(2);
		await expect.poll(() => server.calls.DELETE).toBe(1);
	});

	it('keeps its sessions of one workspace, however many another begins', async () => {
		const server = await during(startFixtureServer({ era: 'legacy' }));
		const source = sourceOf(server, {}, newPool(4));
		const sessionOf = async (workspace: string, conversation: string) => {
			const principal = { id: 'alice', workspace, scopes: ['mcp:use'] };
			const context = caller({ principal, conversation });
			const answer = await source.callTool({ name: 'caller_meta', args: {} }, context);
			return JSON.parse(textOf(answer)).session;
		};
		const few = [await sessionOf('ws-few', 'one'), await sessionOf('ws-few', 'two')];
		for (let n = 0; n < 9; n++) await sessionOf('ws-many', `c-${n}`);
		expect([await sessionOf('ws-few', 'one'), await sessionOf('ws-few', 'two')]).toEqual(few);
	});
});
