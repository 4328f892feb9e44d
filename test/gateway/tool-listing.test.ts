import { describe, expect, it } from 'vitest';
import type { HostChoice } from '../../src/config/hosts';
import type { Scope } from '../../src/gateway/contract/gateway';
import type { OwnSource, Toolset } from '../../src/gateway/contract/tool-source';
import { err, ok } from '../../src/shared/result';
import { bookings, both, seeded, text } from '../protect/payloads';
import {
	ada,
	call,
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

describe("Loadline's arguments", () => {
	it('are listed with a tool once it has answered beyond its room, and never with the others', async () => {
		const { gateway } = server({ many, few });
		expect(argumentsOf((await listed(gateway)).get('up__many'))).toEqual([]);
		await call(gateway, 'up__many', {});
		await call(gateway, 'up__few', {});
		await settled();
		const after = await listed(gateway);
		expect(argumentsOf(after.get('up__many'))).toEqual(['query', 'select']);
		expect(argumentsOf(after.get('up__few'))).toEqual([]);
	});

	it('are remembered by the workspace, until the tool is defined otherwise', async () => {
		const ledger = toolLedger();
		const one = server({ many }, { ledger });
		await call(one.gateway, 'up__many', {});
		await settled();
		const another = server({ many }, { ledger });
		expect(argumentsOf((await listed(another.gateway)).get('up__many'))).toContain('select');
		const changed = server({ many: { ...many, definition: { description: 'new' } } }, { ledger });
		expect(argumentsOf((await listed(changed.gateway)).get('up__many'))).toEqual([]);
	});

	it('are listed after a first answer whose tool could not be looked up', async () => {
		const ledger = toolLedger();
		const { source } = scripted('up', { many });
		let isDown = true;
		const listTools: typeof source.listTools = async (context) =>
			isDown ? err({ code: 'unavailable', message: 'down' }) : source.listTools(context);
		const gateway = gatewayOf({ sources: [{ ...source, listTools }], ledger });
		await call(gateway, 'up__many', {});
		await settled();
		isDown = false;
		await listed(gateway);
		expect(argumentsOf((await listed(gateway)).get('up__many'))).toContain('select');
		await settled();
		expect(ledger.facts().overflows).toHaveLength(1);
		const another = gatewayOf({ sources: [source], ledger });
		expect(argumentsOf((await listed(another)).get('up__many'))).toContain('select');
	});

	it.each([{ limit: 1 }, { fields: 'id' }, { select: 'id' }, { query: 'one' }, { tokens: 200 }])(
		'are not listed because a call made a short answer shorter: %j',
		async (args) => {
			const short: Tool = {
				answer: () => both({ rows: bookings(seeded(1), 4), log: 'a line of one\n'.repeat(9) }),
			};
			const { gateway } = server({ short });
			await call(gateway, 'up__short', args);
			await settled();
			expect(argumentsOf((await listed(gateway)).get('up__short'))).toEqual([]);
		},
	);

	it('are listed where a call asked for a part of what is too long', async () => {
		const { gateway } = server({ many });
		await call(gateway, 'up__many', { limit: 1 });
		await settled();
		expect(argumentsOf((await listed(gateway)).get('up__many'))).toContain('select');
	});

	it('are not listed because a call took a few lines of a short text', async () => {
		const { gateway } = server({ short: { answer: () => text('a line\n'.repeat(9)) } });
		await call(gateway, 'up__short', { startLine: 2, endLine: 3 });
		await settled();
		expect(argumentsOf((await listed(gateway)).get('up__short'))).toEqual([]);
	});

	it('are written to the workspace once, however often a tool is called', async () => {
		const ledger = toolLedger();
		const { gateway } = server({ many }, { ledger });
		for (let time = 0; time < 5; time++) await call(gateway, 'up__many', {});
		await settled();
		expect(ledger.facts().overflows).toHaveLength(1);
	});

	it.each([
		['always', ['query', 'select']],
		['never', []],
	])('are listed %s where the configuration says so', async (word, names) => {
		const config = { endpoints: { 'up__*': { arguments: word } } };
		const { gateway } = server({ many }, { config });
		await call(gateway, 'up__many', {});
		await settled();
		expect(argumentsOf((await listed(gateway)).get('up__many'))).toEqual(names);
	});

	it("leave a tool's own of such a name alone, and gather is listed where the server pages", async () => {
		const own = { type: 'object', properties: { query: { type: 'number' }, page: {} } };
		const config = { endpoints: { 'up__*': { arguments: 'always' } } };
		const { gateway } = server({ own: { ...many, definition: { inputSchema: own } } }, { config });
		const tool = (await listed(gateway)).get('up__own');
		expect(tool?.inputSchema).toMatchObject({ properties: { query: { type: 'number' } } });
		expect(argumentsOf(tool)).toEqual(['query', 'page', 'select', 'gather']);
	});

	it('are taken whether they are listed or not, and a null, an empty text and a spelled number mean what they say', async () => {
		const { gateway, calls } = server({ many });
		const nothing = { cursor: null, fields: '', startLine: null, endLine: [], gather: null };
		const page = await call(gateway, 'up__many', { ...nothing, limit: '10', q: 1 });
		expect(data(page).bookings).toHaveLength(10);
		expect(calls[0]?.args).toEqual({ q: 1 });
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
		expect(await names({})).toEqual(['read_result']);
		expect(first(await call(gatewayOf({ sources: [], own }), 'memory_a', {}))).toBe('mine');
	});

	it('are listed when there is something, or when they are named', async () => {
		expect(await names({ ledger: toolLedger(['memory']) })).toEqual(['memory_a', 'read_result']);
		expect(await names({}, { toolsets: ['workflow'] })).toEqual(['workflow_a']);
	});

	it('are all listed while it cannot be said', async () => {
		const ledger = toolLedger();
		ledger.facts = () => {
			throw new Error('down');
		};
		expect(await names({ ledger })).toHaveLength(5);
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

	it('of 200 KB is cut and says so', async () => {
		const long = await definition({ description: 'word '.repeat(40_000) });
		expect(long?.description?.length).toBeLessThan(8_100);
		expect(long?.description).toMatch(/… \[\+192000 characters\]$/);
		const properties = Object.fromEntries(
			Array.from({ length: 300 }, (_, at) => [
				`p${at}`,
				{ type: 'string', description: 'word '.repeat(500) },
			]),
		);
		const schema = (await definition({ inputSchema: { type: 'object', properties } }))?.inputSchema;
		expect(JSON.stringify(schema).length).toBeLessThan(62_000);
		expect(argumentsOf({ inputSchema: schema ?? {} })).toHaveLength(300);
		const many = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`p${at}`, {}]));
		const odd = await definition({
			title: 'word '.repeat(40_000),
			inputSchema: { type: 'object', properties: many, required: ['p1', 'p39999'] },
			outputSchema: { type: 'object', description: 'word '.repeat(40_000) },
		});
		expect(JSON.stringify(odd).length).toBeLessThan(10_000);
		expect(odd?.inputSchema.required).toEqual(['p1']);
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
		expect(new Set(names).size).toBe(3);
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
