// Tools as they are listed: read_result, Loadline's arguments, and its own toolsets.
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../src/gateway/contract/gateway';
import type {
	OwnSource,
	SourceFaultCode,
	ToolSource,
	Toolset,
} from '../../src/gateway/contract/tool-source';
import { err, ok } from '../../src/shared/result';
import {
	ada,
	call,
	callAsSent,
	contextOf,
	data,
	first,
	gatewayOf,
	type Setting,
	scripted,
	toolLedger,
} from './gateway';
import { argumentsOf, few, listed, many, server } from './listed';

/** Deferred work has ended when nothing more waits in this process. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('read_result', () => {
	const has = async (gateway: ReturnType<typeof gatewayOf>, scope: Scope = {}) =>
		(await listed(gateway, scope)).has('read_result');

	it('is listed where a result of the scope was kept, in every isolate, and no tool changes', async () => {
		const ledger = toolLedger();
		const { source } = scripted('up', { many, few });
		const { source: other } = scripted('other', { few });
		const open = () => gatewayOf({ sources: [source, other], ledger });
		const gateway = open();
		const before = await listed(gateway);
		await call(gateway, 'up__few', {});
		expect(await has(gateway)).toBe(false);
		for (let time = 0; time < 3; time++) await call(gateway, 'up__many', {});
		expect(ledger.facts().overflows).toEqual(['up__many']);
		for (const each of [gateway, open()]) {
			const after = await listed(each);
			expect(after.get('read_result')).toBe([...after.values()].at(-1));
			after.delete('read_result');
			expect(after).toEqual(before);
			expect(await has(each, { upstream: 'up' })).toBe(true);
			expect(await has(each, { upstream: 'other' })).toBe(false);
		}
	});

	it('is told of once, on the stream of the call, to a conversation that has not seen it', async () => {
		const ledger = toolLedger();
		const told: string[] = [];
		const { gateway } = server({ many }, { ledger });
		const one = (transportSession: string) => ({
			...contextOf(),
			era: 'legacy' as const,
			transportSession,
			notify: (method: string) => void told.push(method),
		});
		for (const session of ['a', 'a', 'b']) await call(gateway, 'up__many', {}, one(session));
		expect(told).toEqual(Array(2).fill('notifications/tools/list_changed'));
		await gateway.listTools(one('c'));
		await call(gateway, 'up__many', {}, one('c'));
		expect(told).toHaveLength(2);
	});

	it('is told of to whoever listens', async () => {
		const { gateway } = server({ many });
		const leaving = new AbortController();
		const heard = new Promise<string>((resolve) => {
			const context = { ...contextOf(), signal: leaving.signal, notify: resolve };
			void gateway.listen({ toolsListChanged: true }, context);
		});
		await settled();
		await call(gateway, 'up__many', {});
		expect(await heard).toBe('notifications/tools/list_changed');
		leaving.abort();
	});

	it('is listed at once for a host that lists once, and for who names its toolset', async () => {
		const { gateway } = server({ many });
		expect(await has(gateway, { toolsets: ['results'] })).toBe(true);
		const listed = await gateway.listTools({ ...contextOf(), host: 'codex' });
		expect(listed.ok && listed.value.map(({ name }) => name)).toContain('read_result');
	});

	it('is listed so for the host that the caller says, else for the configured one', async () => {
		const { gateway } = server({ many }, { config: { host: 'codex' } });
		const isListed = async (host?: 'vscode' | 'none') => {
			const listed = await gateway.listTools({ ...contextOf(), ...(host && { host }) });
			return listed.ok && listed.value.some(({ name }) => name === 'read_result');
		};
		expect(await isListed()).toBe(true);
		expect(await isListed('vscode')).toBe(false);
		expect(await isListed('none')).toBe(false);
	});
});

describe("Loadline's arguments", () => {
	const always = { endpoints: { 'up__*': { arguments: 'always' } } };
	const P = (properties: object) => ({ type: 'object', properties });

	it.each([{}, { endpoints: { 'up__*': { arguments: 'never' } } }])(
		'are neither listed nor taken unless that is configured: %j',
		async (config) => {
			const { gateway, calls } = server({ many }, { config });
			const args = { limit: 1, fields: ['a'], cursor: 'abc', query: 'x', session_id: 's-12345678' };
			await callAsSent(gateway, 'up__many', args);
			expect(argumentsOf((await listed(gateway)).get('up__many'))).toEqual([]);
			expect(calls[0]?.args).toEqual(args);
		},
	);

	it.each([
		['closed', { ...P({ q: {} }), additionalProperties: false }, ['query', 'select']],
		['that pages', P({ page: {} }), ['query', 'select', 'gather']],
		['with one of them', P({ query: { type: 'number' } }), ['select']],
		['open', { ...P({}), additionalProperties: { type: 'string' } }, []],
		['of patterns', { ...P({}), patternProperties: { '^s': {} } }, []],
		['of branches', { ...P({}), anyOf: [P({ query: {} }), { else: P({ select: {} }) }] }, []],
		['of a branch within', { ...P({}), allOf: [{ if: {}, else: P({ query: {} }) }] }, ['select']],
		['of a dependency', { ...P({}), dependentSchemas: { a: P({ query: {} }) } }, ['select']],
		[
			'with a reference',
			{ ...P({}), $ref: '#/$defs/A', $defs: { A: P({ query: {} }) } },
			['select'],
		],
		['that refers to itself', { ...P({}), allOf: [{ $ref: '#' }] }, ['query', 'select']],
		['that refers elsewhere', { ...P({}), $ref: 'https://a.example/schema' }, []],
		['that refers to nothing', { ...P({}), $ref: '#/$defs/A' }, []],
	])(
		'are listed and taken of a schema %s where it can have none',
		async (_, inputSchema, names) => {
			const { gateway, calls } = server(
				{ many: { ...many, definition: { inputSchema } } },
				{
					config: always,
				},
			);
			const own = Object.keys((inputSchema as { properties: object }).properties);
			expect(argumentsOf((await listed(gateway)).get('up__many'))).toEqual([...own, ...names]);
			await callAsSent(gateway, 'up__many', { query: '', select: '', limit: 2 });
			const left = ['query', 'select'].filter((name) => !(names as string[]).includes(name));
			expect(Object.keys(calls[0]?.args ?? {})).toEqual([...left, 'limit']);
		},
	);

	it('are taken under the reserved name and in _meta; a null, an empty text and a spelled number mean what they say', async () => {
		const { gateway, calls } = server({ many });
		const nothing = { cursor: null, fields: '', startLine: null, endLine: [], gather: null };
		const _loadline = { ...nothing, limit: '10' };
		const page = await callAsSent(gateway, 'up__many', { _loadline, q: 1, limit: 3 });
		expect(data(page).bookings).toHaveLength(10);
		const meta = { 'dev.loadline/ask': { limit: 4 } };
		const asked = { ...contextOf(), meta };
		expect(data(await callAsSent(gateway, 'up__many', {}, asked)).bookings).toHaveLength(4);
		expect(calls.map(({ args }) => args)).toEqual([{ q: 1, limit: 3 }, {}]);
		for (const wrong of ['query', { nope: 1 }])
			expect((await callAsSent(gateway, 'up__many', { _loadline: wrong })).isError).toBe(true);
		expect(calls).toHaveLength(2);
	});

	it('are read beside a handle of ours in an argument of the tool, whose own may be repeated', async () => {
		const { gateway, calls } = server({ many });
		const { nextCursor: cursor } = data(await callAsSent(gateway, 'up__many', { q: 1, limit: 30 }));
		for (const args of [{}, { q: 1, limit: 30 }]) {
			const page = await callAsSent(gateway, 'up__many', { ...args, cursor });
			expect(data(page).bookings[0].id).toBeGreaterThan(1);
		}
		expect(data(await callAsSent(gateway, 'up__many', { cursor, limit: 7 })).bookings).toHaveLength(
			7,
		);
		for (const [args, word] of [
			[{ limit: 0 }, /^limit: must be/],
			[{ q: 2 }, /other arguments/],
		] as const)
			expect(first(await callAsSent(gateway, 'up__many', { ...args, cursor }))).toMatch(word);
		expect(calls).toHaveLength(1);
	});
});

describe("Loadline's own toolsets", () => {
	const own: OwnSource = {
		name: 'loadline',
		facts: (name) => ({ toolset: name.split('_')[0] as Toolset, whole: false }),
		listTools: async () =>
			ok(
				['records_a', 'memory_a', 'workflow_a', 'results_a'].map((name) => ({
					name,
					inputSchema: { type: 'object' },
				})),
			),
		callTool: async () =>
			ok({ kind: 'result', result: { content: [{ type: 'text', text: 'mine' }] } }),
	};
	const names = async (setting: Partial<Setting>, scope: Scope = {}) =>
		[...(await listed(gatewayOf({ sources: [], own, ...setting }), scope)).keys()].sort();

	it('are not listed without anything to work on, and can be called all the same', async () => {
		expect(await names({})).toEqual([]);
		expect(first(await call(gatewayOf({ sources: [], own }), 'memory_a', {}))).toBe('mine');
	});

	it('are listed when there is something, or when they are named', async () => {
		expect(await names({ ledger: toolLedger(['memory']) })).toEqual(['memory_a']);
		expect(await names({}, { toolsets: ['workflow'] })).toEqual(['workflow_a']);
	});

	it('are all listed while it cannot be said', async () => {
		const ledger = toolLedger();
		ledger.facts = () => {
			throw new Error('down');
		};
		expect(await names({ ledger })).toHaveLength(4);
	});
});

describe('a server that cannot be asked', () => {
	const broken = (code: SourceFaultCode): ToolSource => ({
		...scripted('up', {}).source,
		listTools: async () => err({ code, message: 'it is down' }),
	});
	const listedOf = (code: SourceFaultCode, scope: Scope) =>
		gatewayOf({ sources: [broken(code)] }).listTools(contextOf(ada, scope));

	it('says so where it is alone, and costs its tools among others', async () => {
		const alone = await listedOf('unavailable', { upstream: 'up' });
		expect(alone).toMatchObject({ ok: false, error: { message: 'it is down' } });
		expect(await listedOf('unavailable', {})).toMatchObject({ ok: true });
	});

	it('has none where it does not know the request', async () => {
		expect(await listedOf('unknown_method', { upstream: 'up' })).toEqual(ok([]));
	});
});
