// `POST /mcp` and `/mcp/<upstream>`: one HTTP request to one MCP server of its own, both protocol
// eras (docs/gateway.md "Endpoints"). Authentication, Origin and Host come before.
import {
	createMcpHandler,
	isJsonContentType,
	type ServerEventBus,
} from '@modelcontextprotocol/server';
import type { Principal } from '../../auth/principal';
import { hostOfClient } from '../../config/hosts';
import type { Gateway, GatewayContext } from '../../gateway/gateway';
import type { JsonObject } from '../../gateway/tool-source';
import { asObject } from './json-object';
import type { Address } from './read-address';
import { type BodyFault, MAX_REQUEST_BYTES, readJsonBody } from './read-request';
import type { Caller } from './request-context';
import { buildServer, type Surface } from './server';
import { createSplices } from './splice';
import { hostOfSession, type TransportSessions } from './transport-session';

/**
 * Milliseconds between comments on an open stream. A runtime that tells of a caller's departure only
 * at the next write (workerd) cancels the upstream call no later than this.
 */
const KEEP_ALIVE_MS = 3_000;

export interface McpRequestParts {
	readonly gateway: Gateway;
	readonly principal: Principal;
	/** The upstream of `/mcp/<upstream>`; absent on `/mcp`. */
	readonly upstream?: string | undefined;
	/** What the address asks for. */
	readonly address?: Address | undefined;
	/** Appears in error texts and logs. */
	readonly correlationId: string;
	readonly serverInfo: { readonly name: string; readonly version: string };
	/** For the model, at `initialize` and `server/discover`. */
	readonly instructions?: string | undefined;
	/** Receives errors for the log; never shown to a caller. */
	readonly report?: ((error: unknown, correlationId: string) => void) | undefined;
	/** Mints and opens `Mcp-Session-Id`; absent: there is none. */
	readonly sessions?: TransportSessions | undefined;
	/** Carries change events to `subscriptions/listen`; absent: streams open and stay silent. */
	readonly bus?: ServerEventBus | undefined;
	/** Bytes; 4 MiB unless told. */
	readonly maxBodyBytes?: number | undefined;
}

const SESSION_HEADER = 'Mcp-Session-Id';

/** Answers one request to an MCP endpoint; never throws. */
export const serveMcp = async (request: Request, parts: McpRequestParts): Promise<Response> => {
	const report = (error: unknown) => parts.report?.(error, parts.correlationId);
	if (request.method !== 'POST')
		return refusal(405, -32_000, 'Method not allowed: use POST', { Allow: 'POST' });
	if (!isJsonContentType(request.headers.get('content-type')))
		return refusal(415, -32_000, 'Unsupported media type: Content-Type must be application/json');
	const maxBytes = parts.maxBodyBytes ?? MAX_REQUEST_BYTES;
	const body = await readJsonBody(request, maxBytes);
	if (!body.ok) return bodyRefusal(body.error, maxBytes);
	const splices = createSplices();
	const caller = await callerOf(parts, request);
	const argumentsOf = (id: string | number) => argumentsIn(body.value, id);
	const handler = createMcpHandler(
		async ({ era }) => {
			const { gateway, serverInfo } = parts;
			const facts = { caller, era, serverInfo, splices, argumentsOf, report };
			const surface = await surfaceFor(body.value, gateway, contextOf(caller, era, request));
			// Ours first: they say how everything behind is read on.
			const told = [parts.instructions, surface.instructions].filter((text) => text !== undefined);
			const instructions = told.length > 0 ? told.join('\n\n') : undefined;
			return buildServer({ gateway, ...facts, instructions }, surface);
		},
		{
			legacy: 'stateless',
			onerror: report,
			keepAliveMs: KEEP_ALIVE_MS,
			...(parts.bus && { bus: parts.bus }),
		},
	);
	try {
		const response = await splices.apply(await handler.fetch(request, { parsedBody: body.value }));
		const begun = initializeIn(body.value);
		return begun ? await withSession(response, parts, begun) : response;
	} catch (error) {
		report(error);
		return refusal(500, -32_603, `Internal error (correlation id ${parts.correlationId})`);
	}
};

const callerOf = async (parts: McpRequestParts, { headers }: Request): Promise<Caller> => {
	const { principal, upstream, correlationId, sessions } = parts;
	const { host: named, ...asked } = parts.address ?? {};
	const sealed = headers.get(SESSION_HEADER);
	const transportSession = sealed === null ? undefined : await sessions?.open(sealed, principal);
	const host = named ?? hostOfSession(transportSession);
	return {
		principal,
		correlationId,
		scope: { ...(upstream !== undefined && { upstream }), ...asked },
		...(host !== undefined && { host }),
		...(transportSession !== undefined && { transportSession }),
	};
};

const initializeIn = (body: unknown): JsonObject | undefined =>
	messagesIn(body).find(({ method }) => method === 'initialize');

/** The answer to an older client's `initialize` names the session that it has begun. */
const withSession = async (
	response: Response,
	{ sessions, principal }: McpRequestParts,
	{ params }: JsonObject,
): Promise<Response> => {
	if (!sessions || !response.ok) return response;
	const headers = new Headers(response.headers);
	const host = hostOfClient(asObject(asObject(params)?.clientInfo)?.name);
	headers.set(SESSION_HEADER, await sessions.mint(principal, host));
	return new Response(response.body, { status: response.status, headers });
};

/** The context of questions that the adapter itself has about a request. */
const contextOf = (caller: Caller, era: 'legacy' | 'modern', request: Request): GatewayContext => ({
	...caller,
	era,
	signal: request.signal,
	meta: {},
	wantsProgress: false,
	notify: () => {},
});

/** Methods that need nothing of the scope's capabilities: no upstream is asked for them. */
const TOOL_METHODS = new Set(['tools/list', 'tools/call', 'ping']);

/** What the server of this request must know; a scope that does not answer still has tools. */
const surfaceFor = async (
	body: unknown,
	gateway: Gateway,
	context: GatewayContext,
): Promise<Surface> => {
	const messages = messagesIn(body);
	const call = messages.find(({ method }) => method === 'tools/call');
	const name = call && asObject(call.params)?.name;
	const isChecked = typeof name === 'string' && context.era === 'modern';
	const tool = isChecked ? await gateway.knownTool(name, context) : null;
	const plain = messages.every(
		({ method }) =>
			typeof method !== 'string' || TOOL_METHODS.has(method) || method.startsWith('notifications/'),
	);
	// Log messages of a call belong to the call, whatever the scope declared.
	if (plain) return { capabilities: { tools: {}, logging: {} }, tool };
	const declared = await gateway.declared(context);
	return { ...(declared.ok ? declared.value : { capabilities: { tools: {} } }), tool };
};

const argumentsIn = (body: unknown, id: string | number): JsonObject => {
	const message = messagesIn(body).find((candidate) => candidate.id === id);
	return asObject(asObject(message?.params)?.arguments) ?? {};
};

const messagesIn = (body: unknown): readonly JsonObject[] =>
	(Array.isArray(body) ? (body as unknown[]) : [body])
		.map(asObject)
		.filter((item) => item !== undefined);

const bodyRefusal = (fault: BodyFault, maxBytes: number): Response => {
	switch (fault) {
		case 'too_large':
			return refusal(413, -32_000, `Payload too large: at most ${maxBytes} bytes`);
		case 'unreadable':
			return refusal(400, -32_700, 'Parse error: the request body could not be read');
		case 'not_json':
			return refusal(400, -32_700, 'Parse error: the request body is not valid JSON');
	}
};

const refusal = (
	status: number,
	code: number,
	message: string,
	headers: Record<string, string> = {},
): Response =>
	Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
