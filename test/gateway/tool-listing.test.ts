import { describe, expect, it } from 'vitest';
import type { HostChoice } from '../../src/config/hosts';
import type { Scope } from '../../src/gateway/contract/gateway';
import type { OwnSource, Toolset } from '../../src/gateway/contract/tool-source';
import { ok } from '../../src/shared/result';
import { bookings, both, seeded } from '../protect/payloads';
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
	type Tool,
	toolLedger,
} from './gateway';

const many: Tool = { answer: () => both({ bookings: bookings(seeded(1), 500) }) };
const few: Tool = { answer: () => both({ id: 1 }) };

const listed = async (gateway: ReturnType<typeof gatewayOf>, scope: Scope = {}) => {
	const tools = await gateway.listTools(contextOf(ada, scope));
	if (!tools.ok) throw new Error(tools.error.message);
	return new Map(tools.value.map((tool) => [tool.name, tool]));
};
const argumentsOf = (tool?: { inputSchema: object }): string[] =>
	Object.keys((tool?.inputSchema as { properties?: object } | undefined)?.properties ?? {});
/** Deferred work has ended when nothing more waits in this process. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

const server = (tools: Record<string, Tool>, setting: Partial<Setting> = {}) => {
	const { source, calls } = scripted('up', tools);
	return { gateway: gatewayOf({ sources: [source], ...setting }), calls };
};

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

describe('a definition', () => {
	const definition = (parts: object) => {
		const { gateway } = server({ tool: { ...few, definition: parts } });
		return listed(gateway).then((tools) => tools.get('up__tool'));
	};

	it('says no dialect where every one reads it alike', async () => {
		const schema = {
			$schema: 'http://json-schema.org/draft-07/schema#',
			type: 'object',
			properties: { a: { type: 'string' } },
		};
		const { $schema: _, ...rest } = schema;
		expect((await definition({ inputSchema: schema }))?.inputSchema).toEqual(rest);
		const odd = {
			...schema,
			definitions: { b: {} },
			properties: { a: { $ref: '#/definitions/b', type: 'string' } },
		};
		expect((await definition({ inputSchema: odd }))?.inputSchema).toEqual(odd);
	});

	it('is listed whole, however long', async () => {
		const parts = {
			title: 'word '.repeat(1_000),
			description: 'word '.repeat(40_000),
			inputSchema: {
				type: 'object',
				properties: { a: { type: 'string', description: 'word '.repeat(20_000) } },
			},
		};
		expect(await definition(parts)).toMatchObject(parts);
	});

	it('that is odd costs nobody else a tool', async () => {
		const properties = JSON.parse(
			'{"__proto__":{"description":"a"},"\\ud800":{},"toString":{"type":"string"}}',
		);
		const odd = await definition({
			description: '\ud800',
			inputSchema: { type: 'object', properties },
		});
		expect(argumentsOf(odd)).toEqual(['__proto__', '\ud800', 'toString']);
	});
});

describe('a host with short names', () => {
	const long = 'add_a_comment_to_the_pending_review_of_a_pull_request_of_the_current_user';
	const twin = `${long}s`;
	const withHost = (host: HostChoice, scope: Scope = {}) => ({ ...contextOf(ada, scope), host });

	it('gets names that fit, stable and unambiguous, and calls the tools by them', async () => {
		const { gateway, calls } = server({ [long]: many, [twin]: few });
		const tools = await gateway.listTools(withHost('cursor'));
		const names = (tools.ok ? tools.value : []).map(({ name }) => name);
		expect(new Set(names).size).toBe(2);
		for (const name of names) expect(name.length).toBeLessThanOrEqual(45);
		expect(names[0]).toMatch(/^up__add_a_comment_\w+_[0-9a-f]{8}$/);
		const page = await call(gateway, names[0] as string, {}, withHost('cursor'));
		expect(data(page).totalCount).toBe(500);
		expect(calls[0]?.tool).toBe(long);
		// Another isolate that has listed nothing yet.
		const cold = server({ [long]: few, [twin]: few });
		await call(cold.gateway, names[1] as string, {}, withHost('cursor'));
		expect(cold.calls[0]?.tool).toBe(twin);
		// In full, the names are good too.
		await call(cold.gateway, `up__${long}`, {}, withHost('cursor'));
		expect(cold.calls[1]?.tool).toBe(long);
	});

	it('gets them on the endpoint of one upstream and in a search too', async () => {
		const { gateway, calls } = server({ [long]: few });
		const alone = await gateway.listTools(withHost('gemini', { upstream: 'up' }));
		const name = alone.ok ? alone.value[0]?.name : '';
		expect(name).toMatch(/^add_a_comment_\w+_[0-9a-f]{8}$/);
		const search = withHost('gemini', { tools: 'search' });
		const found = JSON.parse(
			first(await call(gateway, 'find_tools', { query: 'pending review' }, search)),
		);
		expect(found.tools[0].name.length).toBeLessThanOrEqual(48);
		await call(gateway, 'call_tool', { name: found.tools[0].name, arguments: { a: 1 } }, search);
		expect(calls).toEqual([{ tool: long, args: { a: 1 } }]);
	});
});
