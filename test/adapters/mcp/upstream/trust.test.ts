import { describe, expect, it } from 'vitest';
import { readToolDefinitions } from '../../../../src/adapters/mcp/upstream/tool-definitions';
import { sendError, sendJson, startRawUpstream } from '../../../upstreams/raw-upstream';
import { caller, during, faultOf, sourceOf, textOf } from './harness';

const call = { name: 't', args: {} };
const OK = '{"content":[{"type":"text","text":"fine"}]}';
const headers = { authorization: 'Bearer s3cret-token-value', 'x-api-key': 'key-0123456789' };

describe('redirects', () => {
	const redirecting = (status: number, location: string) =>
		startRawUpstream({
			tools: { t: ({ response }) => void response.writeHead(status, { location }).end() },
		});

	it.each([301, 302, 303, 307, 308])('does not follow %i to another origin', async (status) => {
		const elsewhere = await during(startRawUpstream({ tools: { t: () => OK } }));
		const upstream = await during(redirecting(status, `${elsewhere.origin}/mcp`));
		const fault = faultOf(await sourceOf(upstream, { headers }).callTool(call, caller()));
		expect(fault.code).toBe('unavailable');
		expect(elsewhere.requests).toEqual([]);
	});

	it.each(['http://169.254.169.254/', 'file:///etc/passwd', 'http://[', ''])(
		'does not follow one to %j',
		async (location) => {
			const upstream = await during(redirecting(307, location));
			expect(faultOf(await sourceOf(upstream).callTool(call, caller())).code).toBe('unavailable');
		},
	);

	it('follows 307 and 308 within the origin, method, body and credentials kept, not for ever', async () => {
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: ({ request, response }) => {
						if (request.url === '/moved') return OK;
						return void response.writeHead(308, { location: '/moved' }).end();
					},
					loop: ({ response }) => void response.writeHead(307, { location: '/mcp' }).end(),
				},
			}),
		);
		const source = sourceOf(upstream, { headers });
		expect(textOf(await source.callTool(call, caller()))).toBe('fine');
		expect(upstream.requests.at(-1)).toMatchObject(headers);
		const fault = faultOf(await source.callTool({ name: 'loop', args: {} }, caller()));
		expect(fault.message).toContain('too many redirects');
		expect(upstream.calls['tools/call loop']).toBe(4);
	});
});

it.each(['n'.repeat(129), 'a\r\nx-evil: 1', '\u202ename', ''])(
	'a tool that no upstream could list is not asked for: %j',
	async (name) => {
		const upstream = await during(startRawUpstream({ tools: { [name]: () => OK } }));
		const fault = faultOf(await sourceOf(upstream).callTool({ name, args: {} }, caller()));
		expect(fault.code).toBe('unknown_tool');
		expect(upstream.requests).toEqual([]);
	},
);

describe('credentials', () => {
	it('sends the configured headers and nothing that we did not put there', async () => {
		const upstream = await during(startRawUpstream({ tools: { t: () => OK } }));
		await sourceOf(upstream, { headers }).callTool(call, caller());
		for (const sent of upstream.requests) {
			expect(sent).toMatchObject(headers);
			expect(sent.cookie).toBeUndefined();
			expect(sent['x-loadline-exchange']).toBeUndefined();
		}
	});

	it('shares no client between credentials', async () => {
		const upstream = await during(startRawUpstream({ tools: { t: () => OK } }));
		await sourceOf(upstream, { headers }).callTool(call, caller());
		await sourceOf(upstream, { headers: { authorization: 'Bearer other' } }).callTool(
			call,
			caller(),
		);
		expect(upstream.calls.initialize).toBe(2);
		expect(upstream.requests.at(-1)?.authorization).toBe('Bearer other');
	});

	it('refuses a header value with a line break, without showing it', async () => {
		const upstream = await during(startRawUpstream({ tools: { t: () => OK } }));
		const broken = { authorization: 'Bearer s3cret\r\nx-evil: 1' };
		const fault = faultOf(await sourceOf(upstream, { headers: broken }).callTool(call, caller()));
		expect(fault.message).not.toContain('s3cret');
		expect(upstream.requests).toEqual([]);
	});

	it('sends nothing to an address that is not allowed', async () => {
		const upstream = await during(startRawUpstream({ tools: { t: () => OK } }));
		const fault = faultOf(
			await sourceOf(upstream, { allowLoopback: false }).callTool(call, caller()),
		);
		expect(fault.message).toContain('dev mode');
		expect(upstream.requests).toEqual([]);
	});

	it('takes secrets out of what an upstream says in an error', async () => {
		const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
		const words = `bad key s3cret-token-value (key-0123456789) ${jwt} at https://a.example/x?token=abc`;
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: ({ id, response }) => {
						const error = { code: -32050, message: words.repeat(50), data: { words } };
						sendJson(response, `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`);
					},
				},
			}),
		);
		const fault = faultOf(await sourceOf(upstream, { headers }).callTool(call, caller()));
		const shown = JSON.stringify(fault);
		for (const secret of ['s3cret-token-value', 'key-0123456789', jwt, 'token=abc']) {
			expect(shown).not.toContain(secret);
		}
		expect(fault.rpc?.code).toBe(-32050);
		expect(shown.length).toBeLessThan(2_500);
	});

	it("keeps a server's own message as it was sent, with its lines", async () => {
		const message = 'MCP error -32603: No browser:\n\n║ Install one.   ║\n\tThen call again.';
		const error = JSON.stringify({ code: -32603, message: `${message}\u0007\u202e` });
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: ({ id, response }) =>
						sendJson(response, `{"jsonrpc":"2.0","id":${id},"error":${error}}`),
				},
			}),
		);
		const fault = faultOf(await sourceOf(upstream).callTool(call, caller()));
		expect(fault.rpc).toEqual({ code: -32603, message });
	});

	it.each([401, 403, 404, 429, 500])(
		'says what HTTP %i means, without the body',
		async (status) => {
			const upstream = await during(
				startRawUpstream({
					tools: { t: ({ response }) => sendJson(response, 'stack trace /srv/app.js', status) },
				}),
			);
			const fault = faultOf(await sourceOf(upstream).callTool(call, caller()));
			expect(fault.code).toBe('unavailable');
			expect(fault.message).toContain(`HTTP ${status}`);
			expect(fault.message).not.toContain('stack');
		},
	);
});

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
