// The direct way of a call against the SDK's: what a client and the gateway see of it is the same.
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GatewayContext } from '../../../src/gateway/contract/gateway';
import type {
	SourceFault,
	ToolCall,
	ToolDefinition,
} from '../../../src/gateway/contract/tool-source';
import { err, ok } from '../../../src/shared/result';
import { finished, serving, type Table, URL_OF_MCP } from './fake-gateway';
import { requestOf, type Sent } from './plain-request';

// Files share their modules: these are loaded anew for this one, and again after it.
const seen = vi.hoisted(() => {
	vi.resetModules();
	return { handlers: 0 };
});
vi.mock('@modelcontextprotocol/server', async (original) => {
	const sdk = await original<typeof import('@modelcontextprotocol/server')>();
	return {
		...sdk,
		createMcpHandler: (...parts: Parameters<typeof sdk.createMcpHandler>) => {
			seen.handlers++;
			return sdk.createMcpHandler(...parts);
		},
	};
});
beforeEach(() => {
	seen.handlers = 0;
});
afterAll(() => {
	vi.doUnmock('@modelcontextprotocol/server');
	vi.resetModules();
});

const tool: ToolDefinition = { name: 'echo', inputSchema: { type: 'object' } };
let clients = 0;

const nothing: Table['call'] = async () => finished({ content: [] });
/** Says its arguments as they came. */
const echoing: Table['call'] = async ({ args }) =>
	finished({ content: [{ type: 'text', text: JSON.stringify(args) }] });
const refusing =
	(fault: SourceFault): Table['call'] =>
	async () =>
		err(fault);

/** The same request twice, from one client: what came of each, what the gateway saw, and handlers of the SDK. */
async function twice(table: Table, sent: Sent) {
	const calls: { call: ToolCall; context: Partial<GatewayContext> }[] = [];
	const watched: Table = {
		tools: [tool],
		...table,
		call: async (call, context) => {
			const { signal: _, notify: __, ...rest } = context;
			calls.push({ call, context: rest });
			return table.call?.(call, context) ?? finished({ content: [] });
		},
	};
	const point = serving(watched);
	const client = `client-${++clients}`;
	const answers = [];
	const handlers = [];
	for (let turn = 0; turn < 2; turn++) {
		const before = seen.handlers;
		const response = await point.fetch(URL_OF_MCP, requestOf(sent, client));
		handlers.push(seen.handlers - before);
		const { status } = response;
		const type = response.headers.get('content-type');
		answers.push({ status, type, text: await response.text() });
	}
	return { answers, calls, handlers };
}

const same = ([one, other]: readonly { status: number; type: string | null; text: string }[]) => {
	const read = (answer: typeof one) => answer && { ...answer, text: JSON.parse(answer.text) };
	expect(read(other)).toEqual(read(one));
};

describe('a plain call', () => {
	it.each<[string, Table['call'], Sent]>([
		[
			'text and images',
			async () =>
				finished({
					content: [
						{ type: 'text', text: 'é\n😀 "x"' },
						{ type: 'image', data: 'AA', mimeType: 'image/png' },
					],
				}),
			{},
		],
		[
			'structured content as it is spelled',
			async () => finished({ content: [], structured: '{"a":\n [1.0, 12345678901234567890]}' }),
			{},
		],
		[
			'an array as structured content',
			async () => finished({ content: [], structured: '[1, 2]' }),
			{},
		],
		[
			'an error of the tool',
			async () => finished({ content: [{ type: 'text', text: 'no' }], isError: true }),
			{},
		],
		[
			'its meta',
			async () =>
				finished({
					content: [],
					meta: { own: 1, 'io.modelcontextprotocol/serverInfo': { name: 'x', version: 'y' } },
				}),
			{},
		],
		[
			'its arguments as they are spelled',
			echoing,
			{ body: (text) => text.replace('"a":1', '"a":1.0,"b":123456789012345678901') },
		],
		['no arguments', echoing, { params: { arguments: undefined } }],
		[
			'a text as id, and meta of its own',
			nothing,
			{ message: { id: 'seven' }, meta: { traceparent: '00-1-2-03', 'dev.loadline/session': 's' } },
		],
	])('is answered directly as the SDK answers it: %s', async (_, call, sent) => {
		const { answers, calls, handlers } = await twice(call ? { call } : {}, sent);
		expect(handlers).toEqual([1, 0]);
		expect(answers[0]?.status).toBe(200);
		same(answers);
		expect(answers[1]?.text.replaceAll('\n', '')).toBe(answers[0]?.text);
		expect(calls[1]).toEqual(calls[0]);
	});

	it.each<[string, Table['call']]>([
		['a tool that is not there', refusing({ code: 'unknown_tool', message: 'Unknown tool: echo' })],
		[
			'an error of the upstream',
			refusing({
				code: 'rejected',
				message: 'x',
				rpc: { code: -32042, message: 'Go there', data: { a: 1 } },
			}),
		],
		[
			'an upstream that does not answer',
			refusing({ code: 'timeout', message: 'It did not answer.' }),
		],
		[
			'a question',
			async () =>
				ok({
					kind: 'input_required',
					value: {
						inputRequests: {
							a: {
								method: 'elicitation/create',
								params: { message: 'Really?', requestedSchema: { type: 'object', properties: {} } },
							},
						},
					},
				}),
		],
		['a fault in the program', async () => Promise.reject(new Error('secret'))],
	])('whose answer is unusual is written by the SDK, and made once: %s', async (_, call) => {
		const { answers, calls, handlers } = await twice(call ? { call } : {}, {
			capabilities: { elicitation: {} },
		});
		expect(handlers).toEqual([1, 1]);
		expect(calls).toHaveLength(2);
		expect(calls[1]).toEqual(calls[0]);
		same(answers);
		expect(answers[1]?.text).not.toContain('secret');
	});
});

describe('any other request', () => {
	it.each<[string, Sent]>([
		['asks for progress', { meta: { progressToken: 1 } }],
		['asks for log messages', { meta: { 'io.modelcontextprotocol/logLevel': 'info' } }],
		['answers a question', { params: { inputResponses: {}, requestState: 's' } }],
		['has a member more', { params: { task: { ttl: 1 } } }],
		['is of another version', { headers: { 'mcp-protocol-version': '2025-11-25' } }],
		['says another name', { headers: { 'mcp-name': 'other' } }],
		['says another method', { headers: { 'mcp-method': 'tools/list' } }],
		['is a batch', { body: (text) => `[${text}]` }],
		['has arguments that are no object', { params: { arguments: [1] } }],
		['has a session', { headers: { 'mcp-session-id': 'x' } }],
		['claims capabilities that are none', { capabilities: { sampling: 'yes' } }],
		['has no capabilities', { meta: { 'io.modelcontextprotocol/clientCapabilities': undefined } }],
	])('is left to the SDK where it %s', async (_, sent) => {
		const { handlers } = await twice({}, sent);
		expect(handlers).toEqual([1, 1]);
	});

	it.each<[string, Sent]>([
		['has a member of JSON-RPC more', { message: { extra: 1 } }],
		['has no id that is one', { message: { id: 1.5 } }],
	])('is refused before that where it %s', async (_, sent) => {
		const { answers, calls, handlers } = await twice({}, sent);
		expect([handlers, calls]).toEqual([[0, 0], []]);
		expect(answers.map(({ status }) => status)).toEqual([400, 400]);
	});

	it('is left to the SDK where arguments stand in headers too', async () => {
		const properties = { a: { type: 'string', 'x-mcp-header': 'A' } };
		const mirrored = { ...tool, inputSchema: { type: 'object', properties } };
		const { handlers, answers } = await twice(
			{ tools: [mirrored] },
			{ params: { arguments: { a: 'x' } }, headers: { 'mcp-param-a': 'x' } },
		);
		expect(handlers).toEqual([1, 1]);
		expect(answers[1]?.status).toBe(200);
	});
});

describe('a call of an older client', () => {
	const older = async (
		table: Table,
		{ headers = {}, params = {} }: Pick<Sent, 'headers' | 'params'> = {},
	) => {
		const call = { name: 'echo', arguments: {}, ...params };
		const message = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: call };
		const sent = {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			'mcp-protocol-version': '2025-11-25',
			...headers,
		};
		const point = serving({ tools: [tool], ...table });
		const request = { method: 'POST', headers: sent, body: JSON.stringify(message) };
		const response = await point.fetch(URL_OF_MCP, request);
		return { response, text: await response.text(), handlers: seen.handlers };
	};

	it('needs no server of the SDK, what its server says before the answer included', async () => {
		const { text, handlers } = await older(
			{
				call: async (_, { notify }) => {
					notify('notifications/progress', { progress: 1 });
					notify('notifications/message', { level: 'info', data: 'x' });
					return finished({ content: [], structured: '{"a":\n1.0}' });
				},
			},
			{ params: { _meta: { progressToken: 'p' } } },
		);
		expect(handlers).toBe(0);
		const said = [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => json);
		expect(said).toEqual([
			'{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1,"progressToken":"p"}}',
			'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}',
			'{"result":{"content":[],"structuredContent":{"a":1.0}},"jsonrpc":"2.0","id":7}',
		]);
	});

	it('whose answer is unusual is written by the SDK, and made once', async () => {
		const call = vi.fn(async () => err({ code: 'unknown_tool' as const, message: 'Unknown tool' }));
		const { text, handlers } = await older({ call });
		expect([handlers, call.mock.calls.length]).toEqual([1, 1]);
		expect(text).toContain('"code":-32602');
	});

	it.each<[string, Parameters<typeof older>[1]]>([
		['takes no stream', { headers: { accept: 'application/json' } }],
		['says a method as the newer revision does', { headers: { 'mcp-method': 'tools/call' } }],
		['is of a revision that there is not', { headers: { 'mcp-protocol-version': '2024-01-01' } }],
		[
			'says something of the newer revision',
			{ params: { _meta: { 'io.modelcontextprotocol/x': 1 } } },
		],
		['has a token of progress that is none', { params: { _meta: { progressToken: {} } } }],
	])('is left to the SDK where it %s', async (_, sent) => {
		const { handlers } = await older({ call: nothing }, sent);
		expect(handlers).toBe(1);
	});
});
