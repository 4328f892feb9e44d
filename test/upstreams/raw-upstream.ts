// A scripted upstream: answers chosen tools with chosen bytes, for everything a real server would not do.
// It speaks 2025-11-25 without sessions and plain JSON unless a handler does otherwise.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RunningServer, readBody, startHttp } from './node-http';

export interface RawCall {
	readonly id: string;
	readonly method: string;
	readonly params: Record<string, unknown>;
	/** The whole message as it was sent. */
	readonly body: string;
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
	/** Aborted when the client has closed the connection. */
	readonly gone: AbortSignal;
}

/** Gives the JSON text of the `result`; anything but a string: the handler has answered by itself. */
export type RawHandler = (call: RawCall) => unknown;

export interface RawHandlers {
	/** By tool name; `arguments` are in `params.arguments`. */
	readonly tools?: Readonly<Record<string, RawHandler>>;
	/** By method; goes before everything else, `initialize` included. */
	readonly methods?: Readonly<Record<string, RawHandler>>;
	/** JSON text of each listed tool, instead of one definition per handler. */
	readonly list?: readonly string[];
}

export interface RawUpstream extends RunningServer {
	/** Requests so far: by method, and tools as `tools/call NAME`. */
	readonly calls: Readonly<Record<string, number>>;
	/** Headers of every request, newest last. */
	readonly requests: readonly IncomingMessage['headers'][];
}

/** Starts a scripted upstream on a random loopback port. */
export async function startRawUpstream(handlers: RawHandlers = {}): Promise<RawUpstream> {
	const calls: Record<string, number> = {};
	const requests: IncomingMessage['headers'][] = [];
	const running = await startHttp((request, response) => {
		void (async () => {
			const body = await readBody(request);
			const message = JSON.parse(body || '{}') as {
				id?: unknown;
				method?: string;
				params?: Record<string, unknown>;
			};
			const method = message.method ?? request.method ?? '';
			const params = message.params ?? {};
			const tool = method === 'tools/call' ? String(params.name) : undefined;
			const counted = tool === undefined ? method : `${method} ${tool}`;
			calls[counted] = (calls[counted] ?? 0) + 1;
			requests.push(request.headers);
			const gone = new AbortController();
			response.on('close', () => gone.abort());
			const id = JSON.stringify(message.id ?? null);
			const call = { id, method, params, body, request, response, gone: gone.signal };
			const result = await respond(handlers, call, tool);
			if (typeof result !== 'string') return;
			if (message.id === undefined) return void response.writeHead(202).end();
			sendJson(response, `{"jsonrpc":"2.0","id":${id},"result":${result}}`);
		})().catch((error: unknown) => response.destroy(error as Error));
	});
	return { ...running, calls, requests };
}

/** Ends a response with a JSON body. */
export function sendJson(response: ServerResponse, body: string, status = 200): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

/** A JSON-RPC error instead of a result. */
export function sendError(
	{ response, id }: RawCall,
	code: number,
	message: string,
	status = 200,
): void {
	const error = { code, message };
	sendJson(response, `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`, status);
}

async function respond(
	handlers: RawHandlers,
	call: RawCall,
	tool: string | undefined,
): Promise<unknown> {
	const own = handlers.methods?.[call.method];
	if (own !== undefined) return own(call);
	if (call.method === 'initialize') {
		return JSON.stringify({
			protocolVersion: '2025-11-25',
			capabilities: { tools: {}, resources: {}, prompts: {} },
			serverInfo: { name: 'raw', version: '1' },
		});
	}
	if (call.method === 'notifications/initialized' || call.method === 'ping') return '{}';
	if (call.method === 'tools/list') {
		const names = Object.keys(handlers.tools ?? {});
		const list =
			handlers.list ??
			names.map((name) => JSON.stringify({ name, inputSchema: { type: 'object' } }));
		return `{"tools":[${list.join(',')}]}`;
	}
	const handler = tool === undefined ? undefined : handlers.tools?.[tool];
	if (handler !== undefined) return handler(call);
	if (call.request.method === 'GET') return void call.response.writeHead(405).end();
	sendError(call, -32601, 'Method not found');
	return undefined;
}
