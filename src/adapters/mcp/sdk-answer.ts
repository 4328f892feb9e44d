// The answer of the SDK: one HTTP request to one MCP server of its own, both protocol eras. JSON text is put into it behind
// its back: it sees a placeholder, so that it neither rounds numbers nor drops members it does not know
// (docs/protect.md "Faithful data").
import type { McpServer } from '@modelcontextprotocol/server';
import type { Gateway, GatewayContext } from '../../gateway';
import { asObject } from '../../shared/json-values';
import { contextOf, type McpRequestParts, openRequest, subscriberOf } from './caller';
import { KEEP_ALIVE_MS } from './event-response';
import { META } from './meta-keys';
import { oneLine } from './plain-call';
import { eventsOf } from './push-stream';
import type { Messages } from './refusals';
import { buildServer, type ServerParts } from './server';
import type { TransportSession } from './transport-session';

interface Posted {
	readonly parts: McpRequestParts;
	readonly request: Request;
	readonly body: unknown;
	readonly messages: Messages;
	readonly session?: TransportSession | undefined;
}

/** The SDK's way of answering one POST. @param leaving aborted when the client has gone */
export function sdkAnswer(
	{ parts, request, body, messages, session }: Posted,
	leaving: AbortSignal,
) {
	const { gateway } = parts;
	const { url, method, headers } = request;
	const track = (work: Promise<unknown>) => parts.defer?.(work.catch(() => {}));
	const report = (error: unknown) => parts.report?.(error, parts.correlationId);
	const splices = createSplices();
	const over = new AbortController();
	let served: McpServer | undefined;
	const send = async (message: object, relatedRequestId: string | number) =>
		served?.server.transport?.send(message as never, { relatedRequestId });
	const subscribe = subscriberOf(parts, session);
	const argumentsOf = (id: string | number) =>
		asObject(messages.requests.get(id)?.params)?.arguments;

	const serverFor = async (era: 'legacy' | 'modern', callTool: Gateway['callTool']) => {
		const canListen = era === 'modern' || parts.subscriptions !== undefined;
		const context = contextOf(parts, era, leaving, canListen, session);
		const surface = await surfaceFor(messages, gateway, context);
		const open: ServerParts['open'] = (received) =>
			openRequest(parts, era, received, session, send);
		const own = { open, era, splices, argumentsOf, report, track, subscribe, callTool };
		served = await buildServer({ ...parts, ...own }, surface);
		served.server.onclose = () => over.abort();
		return served;
	};

	return {
		/** Aborted when its server has closed. */
		over: over.signal,
		/** Answers it. @param callTool unless the gateway's: the answer where there is one already */
		async answer(
			callTool: Gateway['callTool'] = (call, context) => gateway.callTool(call, context),
		): Promise<Response> {
			const { createMcpHandler } = await import('./sdk-server');
			const listener = listenerOf(parts, messages, leaving, session);
			const wanted = asObject(asObject(messages.all[0]?.params)?.notifications) ?? {};
			const handler = createMcpHandler(({ era }) => serverFor(era, callTool), {
				legacy: 'stateless',
				onerror: report,
				keepAliveMs: KEEP_ALIVE_MS,
				bus: eventsOf(gateway, listener, wanted),
			});
			const asked = new Request(url, { method, headers: accepting(headers), signal: leaving });
			return splices.apply(await handler.fetch(asked, { parsedBody: body }));
		},
		/** Cancels one of its requests, as the client would on the same connection. */
		cancel(requestId: unknown) {
			const params = { requestId: requestId as string | number };
			served?.server.transport?.onmessage?.({
				jsonrpc: '2.0',
				method: 'notifications/cancelled',
				params,
			});
		},
	};
}

const ANSWERS = ['application/json', 'text/event-stream'];

/** The headers with `Accept` as the SDK reads it, which knows no `*`, nor that one which is not there takes all. */
function accepting(headers: Headers): Headers {
	const ranges = headers
		.get('accept')
		?.split(',')
		.map((range) => range.replace(/;.*/, '').trim());
	const takes = (type: string) =>
		!ranges || ['*/*', type, type.replace(/\/.*/, '/*')].some((range) => ranges.includes(range));
	const read = new Headers(headers);
	if (ANSWERS.every(takes)) read.set('accept', ANSWERS.join(', '));
	return read;
}

/** Whoever listens is known upstream as whoever calls. */
const listenerOf = (
	parts: McpRequestParts,
	{ all }: Messages,
	signal: AbortSignal,
	session: TransportSession | undefined,
): GatewayContext => {
	const meta = asObject(asObject(all[0]?.params)?._meta);
	const clientCapabilities = asObject(meta?.[META.capabilities]);
	const context = contextOf(parts, 'modern', signal, true, session);
	return { ...context, ...(clientCapabilities && { clientCapabilities }) };
};

/** Methods that need nothing of the scope's capabilities: no upstream is asked for them. */
const TOOL_METHODS = new Set(['tools/list', 'tools/call', 'ping']);

const TOLD_IN_CALLS = { tools: {}, logging: {}, resources: {}, prompts: {} };

/** Loads the capabilities for a request; a scope that does not answer still has tools. */
const surfaceFor = async (
	{ all, requests }: Messages,
	gateway: Gateway,
	context: GatewayContext,
) => {
	const call = [...requests.values()].find(({ method }) => method === 'tools/call');
	const name = call && asObject(call.params)?.name;
	const isChecked = typeof name === 'string' && context.era === 'modern';
	const tool = isChecked ? await gateway.knownTool(name, context) : null;
	const plain = all.every(
		({ method }) =>
			typeof method !== 'string' || TOOL_METHODS.has(method) || method.startsWith('notifications/'),
	);
	// Log messages and changes told in a call belong to the call, whatever the scope declared.
	if (plain) return { capabilities: TOLD_IN_CALLS, tool };
	const declared = await gateway.declared(context);
	if (declared.ok) return { ...declared.value, tool };
	// A server that cannot be used must not look like one that has nothing.
	const instructions = `Not usable now: ${declared.error.message}`;
	return { capabilities: { tools: {} }, instructions, tool };
};

export type Splices = ReturnType<typeof createSplices>;

/** Placeholders for one response; `apply` throws where the SDK has rewritten one. */
const createSplices = () => {
	const held = new Map<string, string>();

	const replace = (text: string): string => {
		let out = text;
		for (const [token, members] of held) {
			const at = out.indexOf(token);
			if (at < 0) continue;
			held.delete(token);
			const start = at - BEFORE.length;
			const end = at + token.length + AFTER.length;
			// Anything else means that the SDK wrote the placeholder otherwise than it was given.
			if (out.slice(start, at) !== BEFORE || out.slice(end - AFTER.length, end) !== AFTER)
				throw new Error('the placeholder of a tool result was rewritten');
			out = out.slice(0, start) + members + out.slice(end);
		}
		return out;
	};

	return {
		/** Holds the members of a tool result (JSON text, `"content":[…]` first); gives the content that stands in for it. */
		hold(members: string) {
			// 122 random bits: nothing a caller or an upstream sends can contain it.
			const token = crypto.randomUUID();
			held.set(token, oneLine(members));
			return [{ type: 'text', text: token }];
		},
		/** The response with every placeholder replaced; JSON and event streams alike. */
		async apply(response: Response): Promise<Response> {
			const { body, headers } = response;
			if (body === null) return response;
			const type = headers.get('content-type') ?? '';
			if (type.startsWith('text/event-stream'))
				return new Response(body.pipeThrough(frames(replace)), response);
			if (held.size === 0 || !type.startsWith('application/json')) return response;
			return new Response(replace(await response.text()), response);
		},
	};
};

const BEFORE = '"content":[{"type":"text","text":"';
const AFTER = '"}]';

/** Rewrites whole events: what follows the last blank line waits for the rest. */
const frames = (rewrite: (text: string) => string): TransformStream<Uint8Array, Uint8Array> => {
	const decoder = new TextDecoder();
	const encoder = new TextEncoder();
	let waiting = '';
	return new TransformStream({
		transform(chunk, controller) {
			waiting += decoder.decode(chunk, { stream: true });
			const end = waiting.lastIndexOf('\n\n') + 2;
			if (end < 2) return;
			controller.enqueue(encoder.encode(rewrite(waiting.slice(0, end))));
			waiting = waiting.slice(end);
		},
		flush(controller) {
			const rest = waiting + decoder.decode();
			if (rest) controller.enqueue(encoder.encode(rewrite(rest)));
		},
	});
};
