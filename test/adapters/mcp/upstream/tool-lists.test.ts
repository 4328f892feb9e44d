// Lists of tools as servers give them: bounded, and checked definition by definition.
import { describe, expect, it } from 'vitest';
import { readToolDefinitions } from '../../../../src/adapters/mcp/upstream/tool-definitions';
import { sendError, startRawUpstream } from '../../../upstreams/raw-upstream';
import { caller, during, faultOf, OK, sourceOf, textOf } from './harness';

describe('tool lists', () => {
	const tool = (name: unknown, more: object = {}) =>
		JSON.stringify({ name, inputSchema: { type: 'object' }, ...more });

	it('costs a bad definition that tool only, keeps the order and everything else', async () => {
		const schema = {
			type: 'object',
			properties: { a: { $ref: 'https://evil.example/s.json' }, b: {} },
			additionalProperties: false,
		};
		const good = {
			name: 'good',
			description: 'd',
			inputSchema: schema,
			annotations: { readOnlyHint: true },
			custom: [1],
		};
		const upstream = await during(
			startRawUpstream({
				list: [
					tool('zeta'),
					tool(5),
					tool(''),
					tool('x'.repeat(10_000)),
					tool('bad\nname'),
					tool('a', { inputSchema: 'text' }),
					tool('b', { inputSchema: null }),
					tool('c', { inputSchema: { type: 'array' } }),
					tool('d', { inputSchema: { type: 'object', properties: { x: 5 } } }),
					tool('e', { inputSchema: { type: 'object', required: 'x' } }),
					tool('f', { description: 7 }),
					tool('g', { annotations: 'x' }),
					tool('h', { outputSchema: [] }),
					'null',
					'[]',
					tool('zeta', { description: 'a second one' }),
					JSON.stringify(good),
					tool('alpha'),
				],
			}),
		);
		const tools = await sourceOf(upstream).listTools(caller());
		expect(tools).toEqual({
			ok: true,
			value: [
				{ name: 'zeta', inputSchema: { type: 'object' } },
				good,
				{ name: 'alpha', inputSchema: { type: 'object' } },
			],
		});
	});

	it('writes out what MCP takes for granted, so that strict clients accept the list', () => {
		const [read] = readToolDefinitions([
			{ name: 'a', inputSchema: { properties: { any: true, n: { type: 'number' } } } },
		]);
		expect(read?.inputSchema).toEqual({
			type: 'object',
			properties: { any: {}, n: { type: 'number' } },
		});
	});

	it('come with instructions that are bounded and hold no credentials', async () => {
		const server = { protocolVersion: '2025-11-25', serverInfo: { name: 'raw', version: '1' } };
		const instructions = `The key is very-secret-key. ${'Do this. '.repeat(20_000)}`;
		const upstream = await during(
			startRawUpstream({
				methods: {
					initialize: () =>
						JSON.stringify({ ...server, capabilities: { tools: {} }, instructions }),
				},
			}),
		);
		const source = sourceOf(upstream, { headers: { 'x-key': 'very-secret-key' } });
		const declared = await source.declared(caller());
		const told = (declared.ok && declared.value.instructions) || '';
		expect(told).toMatch(/^The key is .+ Do this\. .*…$/);
		expect(told).not.toContain('very-secret-key');
		expect(told.length).toBeLessThanOrEqual(100_001);
	});

	it('offers only what allow and deny leave, and calls nothing else', async () => {
		const upstream = await during(
			startRawUpstream({
				tools: { get_a: () => OK, get_b: () => OK, put_a: () => OK, put_a1: () => OK },
			}),
		);
		const source = sourceOf(upstream, {
			tools: { allow: ['get_*', 'put_*'], deny: ['*_b', 'put_a?'] },
		});
		const tools = await source.listTools(caller());
		expect(tools.ok && tools.value.map(({ name }) => name)).toEqual(['get_a', 'put_a']);
		const denied = await source.callTool({ name: 'get_b', args: {} }, caller());
		expect(faultOf(denied).code).toBe('unknown_tool');
		expect(upstream.calls['tools/call get_b']).toBeUndefined();
	});

	it('follows pages to a bound, also when the cursor never ends', async () => {
		let page = 0;
		const upstream = await during(
			startRawUpstream({
				methods: {
					'tools/list': ({ params }) => {
						expect(params.cursor).toBe(page === 0 ? undefined : `p${page}`);
						page++;
						const list = Array.from({ length: 300 }, (_, n) => tool(`t${page}_${n}`));
						return `{"tools":[${list.join(',')}],"nextCursor":"p${page}"}`;
					},
				},
			}),
		);
		const tools = await sourceOf(upstream).listTools(caller());
		expect(tools.ok && tools.value.length).toBe(10_000);
		expect(upstream.calls['tools/list']).toBe(34);
	});

	it('stops at a cursor it has seen', async () => {
		const upstream = await during(
			startRawUpstream({
				methods: { 'tools/list': () => `{"tools":[${tool('a')}],"nextCursor":"same"}` },
			}),
		);
		await sourceOf(upstream).listTools(caller());
		expect(upstream.calls['tools/list']).toBe(2);
	});

	it.each(['{"tools":{}}', 'null', '{}', `{"tools":[${'[{}],'.repeat(600_000)}0]}`])(
		'answers bad_answer or too_large to the list %.40s',
		async (result) => {
			const upstream = await during(startRawUpstream({ methods: { 'tools/list': () => result } }));
			const fault = faultOf(await sourceOf(upstream).listTools(caller()));
			expect(['bad_answer', 'too_large']).toContain(fault.code);
		},
	);

	it('refreshes what it knows of mirrored headers when the upstream misses one', async () => {
		const discovered = {
			resultType: 'complete',
			supportedVersions: ['2026-07-28'],
			capabilities: { tools: {} },
			ttlMs: 0,
			cacheScope: 'private',
		};
		const schema = { type: 'object', properties: { r: { type: 'string', 'x-mcp-header': 'R' } } };
		const upstream = await during(
			startRawUpstream({
				methods: { 'server/discover': () => JSON.stringify(discovered) },
				list: [JSON.stringify({ name: 't', inputSchema: schema })],
				tools: {
					t: (raw) => {
						if (raw.request.headers['mcp-param-r'] === 'x') return OK;
						sendError(raw, -32020, 'header missing', 400);
						return undefined;
					},
				},
			}),
		);
		const source = sourceOf(upstream);
		expect(textOf(await source.callTool({ name: 't', args: { r: 'x' } }, caller()))).toBe('fine');
		expect(upstream.calls).toMatchObject({ 'tools/call t': 2, 'tools/list': 1 });
	});
});
