// A scripted MCP server (2025-11-25, without sessions) whose answers are fixed bytes: lists, texts, objects, errors,
// pages of its own, progress, and a call that never ends unless it is left.
import type { WebHandler } from '../upstreams/node-http';
import { type Args, PROSE, RESOURCES, TOOLS, text } from './upstream-tools';

const LISTED = Object.entries(TOOLS).map(([name, { description, inputSchema, more }]) => ({
	name,
	description,
	inputSchema: inputSchema ?? { type: 'object', properties: {} },
	...more,
}));
const SPECIAL = ['fail_rpc', 'fail_http', 'fail_json', 'fail_shape', 'slow', 'steps'].map(
	(name) => ({
		name,
		description: `Does ${name}`,
		inputSchema: { type: 'object', properties: {} },
	}),
);

interface Message {
	readonly id?: unknown;
	readonly method?: string;
	readonly params?: {
		readonly name?: string;
		readonly uri?: string;
		readonly arguments?: Args;
		readonly _meta?: { readonly progressToken?: unknown };
	};
}

/** Numbers of calls of `slow`, by what became of them. */
export const slow = { started: 0, cancelled: 0 };

const reply = (id: unknown, result: string) =>
	new Response(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`, {
		headers: { 'content-type': 'application/json' },
	});
const refuse = (id: unknown, code: number, message: string, data?: unknown) =>
	Response.json({
		jsonrpc: '2.0',
		id,
		error: { code, message, ...(data !== undefined && { data }) },
	});

/** Answers a request of Loadline. */
export const shop: WebHandler = async (request) => {
	if (request.method !== 'POST') return new Response(null, { status: 405 });
	const { id, method, params = {} } = (await request.json()) as Message;
	if (id === undefined) return new Response(null, { status: 202 });
	switch (method) {
		case 'initialize':
			return reply(
				id,
				JSON.stringify({
					protocolVersion: '2025-11-25',
					capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
					serverInfo: { name: 'shop', version: '2' },
					instructions: 'The shop sells chairs and tables.',
				}),
			);
		case 'ping':
			return reply(id, '{}');
		case 'tools/list':
			return reply(id, JSON.stringify({ tools: [...LISTED, ...SPECIAL] }));
		case 'resources/list':
			return reply(
				id,
				JSON.stringify({
					resources: Object.keys(RESOURCES).map((uri) => ({ uri, name: uri.slice(7) })),
				}),
			);
		case 'resources/templates/list':
			return reply(
				id,
				JSON.stringify({ resourceTemplates: [{ uriTemplate: 'shop://item/{id}', name: 'item' }] }),
			);
		case 'resources/read': {
			const found = RESOURCES[params.uri ?? ''];
			return found
				? reply(id, JSON.stringify({ contents: [{ uri: params.uri, ...found }] }))
				: refuse(id, -32002, 'Resource not found', { uri: params.uri });
		}
		case 'prompts/list':
			return reply(
				id,
				JSON.stringify({
					prompts: [
						{ name: 'greet', description: 'Greets', arguments: [{ name: 'who', required: true }] },
						{ name: 'long' },
					],
				}),
			);
		case 'prompts/get':
			if (params.name !== 'greet' && params.name !== 'long')
				return refuse(id, -32602, `Unknown prompt: ${params.name}`);
			return reply(
				id,
				JSON.stringify({
					messages: [
						{
							role: 'user',
							content: {
								type: 'text',
								text: params.name === 'greet' ? `Greet ${String(params.arguments?.who)}.` : PROSE,
							},
						},
					],
				}),
			);
		case 'completion/complete':
			return reply(id, '{"completion":{"values":["Ada","Alan"],"total":2,"hasMore":false}}');
		case 'tools/call':
			return called(id, params, request);
		default:
			return refuse(id, -32601, `Method not found: ${method}`);
	}
};

async function called(
	id: unknown,
	params: NonNullable<Message['params']>,
	request: Request,
): Promise<Response> {
	const { name = '', arguments: args = {}, _meta } = params;
	const found = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
	if (found) return reply(id, found.run(args));
	switch (name) {
		case 'fail_rpc':
			return refuse(id, -32050, 'The till is jammed.', { till: 4 });
		case 'fail_http':
			return new Response('out of order', { status: 503 });
		case 'fail_json':
			return new Response('{"jsonrpc":"2.0","id":', {
				headers: { 'content-type': 'application/json' },
			});
		case 'fail_shape':
			return reply(id, '{"content":"no list"}');
		case 'slow':
			slow.started++;
			await new Promise<void>((resolve) =>
				request.signal.addEventListener('abort', () => resolve()),
			);
			slow.cancelled++;
			return reply(id, text('cancelled'));
		case 'steps': {
			const token = _meta?.progressToken;
			const told =
				token === undefined
					? []
					: [1, 2, 3].map((progress) => ({
							jsonrpc: '2.0',
							method: 'notifications/progress',
							params: { progressToken: token, progress, total: 3, message: `step ${progress}` },
						}));
			const events = [...told, { jsonrpc: '2.0', id, result: JSON.parse(text('all steps done')) }];
			return new Response(
				events.map((event) => `event: message\ndata: ${JSON.stringify(event)}\n\n`).join(''),
				{
					headers: { 'content-type': 'text/event-stream' },
				},
			);
		}
		default:
			return refuse(id, -32602, `Unknown tool: ${name}`);
	}
}
