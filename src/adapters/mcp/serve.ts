// `POST /mcp` and `/mcp/<upstream>`: one HTTP request to one MCP server of its own, both protocol
// eras (docs/gateway.md "Endpoints"). Authentication, Origin and Host come before.
import {
	CLIENT_CAPABILITIES_META_KEY,
	createMcpHandler,
	isJsonContentType,
	type McpServer,
} from '@modelcontextprotocol/server';
import { challenge } from '../../auth/challenge';
import { allows, lacks, type Scope } from '../../auth/scopes';
import type { Gateway, GatewayContext } from '../../gateway/gateway';
import type { JsonObject } from '../../gateway/tool-source';
import {
	begunSession,
	callerOf,
	contextOf,
	type McpRequestParts,
	sessionOf,
	subscriberOf,
	withSession,
} from './caller';
import { asObject } from './json-object';
import { heedCancellations } from './leaving';
import { answerKey, cancelKey, type Mailbox } from './mailbox';
import { type Messages, sortMessages } from './messages';
import { patiently } from './patient-response';
import { AcceptedClients, answerPlainly, plainCallOf } from './plain-call';
import { eventsOf } from './push-stream';
import { MAX_REQUEST_BYTES, readJsonBody } from './read-request';
import { bodyRefusal, refusal } from './refusals';
import type { Caller } from './request-context';
import { buildServer } from './server';
import { endSession, noStream, openStream, sessionNotFound } from './session-requests';
import { createSplices } from './splice';
import { surfaceFor } from './surface';
import type { TransportSession } from './transport-session';

/**
 * Milliseconds between comments on an open stream. A runtime that tells of a caller's departure only
 * at the next write (workerd) cancels the upstream call no later than this.
 */
const KEEP_ALIVE_MS = 1_000;
/** Milliseconds after which an answer becomes a stream, for the same reason. */
const PATIENCE_MS = 250;

/** Answers one request to an MCP endpoint; never throws. */
export const serveMcp = async (request: Request, parts: McpRequestParts): Promise<Response> => {
	if (request.method === 'DELETE') return endSession(request, parts);
	if (request.method === 'GET') return (await openStream(request, parts)) ?? noStream();
	if (request.method !== 'POST')
		return refusal(405, -32_000, 'Method not allowed: use POST', { Allow: 'POST' });
	if (!isJsonContentType(request.headers.get('content-type')))
		return refusal(415, -32_000, 'Unsupported media type: Content-Type must be application/json');
	const maxBytes = parts.maxBodyBytes ?? MAX_REQUEST_BYTES;
	const body = await readJsonBody(request, maxBytes);
	if (!body.ok) return bodyRefusal(body.error, maxBytes);
	const messages = sortMessages(body.value);
	if (!messages.ok) return refusal(400, -32_600, `Invalid Request: ${messages.error}`);
	const missing = await missingScope(parts, messages.value, request.signal);
	if (missing !== undefined) return insufficientScope(missing);
	const begun = await begunSession(parts, messages.value);
	const session = begun ?? (await sessionOf(parts, request));
	if (session === 'ended') return sessionNotFound();
	const mailbox = session && parts.mailboxes?.(parts.principal, session.name);
	if (mailbox) await deliver(messages.value, mailbox);
	const { all, answers } = messages.value;
	if (answers.length > 0 && answers.length === all.length)
		return new Response(null, { status: 202 });
	const sender = { parts, session, mailbox };
	const response = await answerMessages(request, body.value, messages.value, sender);
	return begun ? withSession(response, begun.sealed) : response;
};

/** The scope of a call that the caller lacks; whoever may call anything is not asked about. */
const missingScope = async (
	parts: McpRequestParts,
	{ requests }: Messages,
	signal: AbortSignal,
): Promise<Scope | undefined> => {
	if (allows(parts.principal, 'mcp:use')) return undefined;
	const caller = callerOf(parts, undefined, undefined, () => undefined);
	const context = contextOf(caller, 'modern', signal, false);
	for (const { method, params } of requests.values()) {
		const { name, arguments: args } = asObject(params) ?? {};
		if (method !== 'tools/call' || typeof name !== 'string') continue;
		const needed = await parts.gateway.scopeOf({ name, args: asObject(args) ?? {} }, context);
		if (!allows(parts.principal, needed)) return needed;
	}
	return undefined;
};

/** As MCP has it ("Scope Challenge Handling"): a client can ask for more where it learns what is missing. */
const insufficientScope = (scope: Scope): Response =>
	refusal(403, -32_600, lacks('This call', scope), {
		'WWW-Authenticate': challenge({ error: 'insufficient_scope', scope }),
	});

/** Hands on what another request of the session waits for. */
const deliver = async ({ answers, cancellations }: Messages, mailbox: Mailbox): Promise<void> => {
	for (const answer of answers) await mailbox.put(answerKey(answer.id), { ...answer });
	for (const { params } of cancellations)
		await mailbox.put(cancelKey(asObject(params)?.requestId), {});
};

const accepted = new AcceptedClients();

/**
 * Aborted with a signal. The listener holds nothing else: one that held the request would keep it for ever on Node,
 * where a signal lives as long as the request that was made with it.
 */
export const following = (signal: AbortSignal): AbortController => {
	const controller = new AbortController();
	signal.addEventListener('abort', () => controller.abort(), { once: true });
	return controller;
};

interface Sender {
	readonly parts: McpRequestParts;
	readonly session: TransportSession | undefined;
	readonly mailbox: Mailbox | undefined;
}

const answerMessages = async (
	request: Request,
	body: unknown,
	messages: Messages,
	{ parts, session, mailbox }: Sender,
): Promise<Response> => {
	const report = (error: unknown) => parts.report?.(error, parts.correlationId);
	const splices = createSplices();
	const leaving = following(request.signal);
	let served: McpServer | undefined;
	const caller = callerOf(parts, session, mailbox, () => served);
	const argumentsOf = (id: string | number) => argumentsIn(messages, id);
	const over = new AbortController();
	const track = (work: Promise<unknown>) => parts.defer?.(work.catch(() => {}));
	const subscribe = subscriberOf(parts, session);
	const { gateway } = parts;
	const asGateway: Gateway['callTool'] = (call, context) => gateway.callTool(call, context);
	const handlerOf = (callTool: Gateway['callTool']) =>
		createMcpHandler(
			async ({ era }) => {
				const facts = { caller, era, splices, argumentsOf, report, track, subscribe, callTool };
				const canListen = era === 'modern' || parts.subscriptions !== undefined;
				const context = contextOf(caller, era, leaving.signal, canListen);
				const surface = await surfaceFor(messages, gateway, context);
				const serverInfo = surface.serverInfo ?? parts.serverInfo;
				// Ours first: they say how everything behind is read on.
				const told = [parts.instructions, surface.instructions].filter(
					(text) => text !== undefined,
				);
				const instructions = told.length > 0 ? told.join('\n\n') : undefined;
				served = buildServer({ gateway, ...facts, serverInfo, instructions }, surface);
				served.server.onclose = () => over.abort();
				return served;
			},
			{
				legacy: 'stateless',
				onerror: report,
				keepAliveMs: KEEP_ALIVE_MS,
				...(parts.upstream !== undefined && {
					bus: eventsOf(
						parts.gateway,
						listenerOf(caller, messages, leaving.signal),
						asObject(asObject(messages.all[0]?.params)?.notifications) ?? {},
					),
				}),
			},
		);
	const cancel = (requestId: unknown): void => {
		const params = { requestId: requestId as string | number };
		served?.server.transport?.onmessage?.({
			jsonrpc: '2.0',
			method: 'notifications/cancelled',
			params,
		});
		// A cancelled request has no answer: of one alone, nothing else will come.
		if (messages.requests.size === 1) leaving.abort();
	};
	const { url, method, headers } = request;
	const throughSdk = async (callTool = asGateway): Promise<Response> => {
		const asked = new Request(url, { method, headers, signal: leaving.signal });
		return splices.apply(await handlerOf(callTool).fetch(asked, { parsedBody: body }));
	};
	const plain = plainCallOf(request, body);
	const answer = async (): Promise<Response> => {
		if (plain && accepted.has(plain)) {
			const { signal } = leaving;
			return answerPlainly(plain, { ...parts, caller, signal, track, throughSdk });
		}
		const response = await throughSdk();
		if (plain && response.ok) accepted.note(plain);
		return response;
	};
	try {
		const answered = answer();
		if (mailbox && messages.requests.size > 0 && !isInitialize(messages))
			void heedCancellations(mailbox, [...messages.requests.keys()], cancel, over.signal);
		const takesStreams = headers.get('accept')?.includes('text/event-stream') === true;
		return await (takesStreams
			? patiently(answered, {
					afterMs: PATIENCE_MS,
					keepAliveMs: KEEP_ALIVE_MS,
					onLeave: () => leaving.abort(),
				})
			: answered);
	} catch (error) {
		report(error);
		return refusal(500, -32_603, `Internal error (correlation id ${parts.correlationId})`);
	}
};

/** Whoever listens is known upstream as whoever calls. */
const listenerOf = (caller: Caller, { all }: Messages, signal: AbortSignal): GatewayContext => {
	const meta = asObject(asObject(all[0]?.params)?._meta);
	const clientCapabilities = asObject(meta?.[CLIENT_CAPABILITIES_META_KEY]);
	const context = contextOf(caller, 'modern', signal, true);
	return { ...context, ...(clientCapabilities && { clientCapabilities }) };
};

const isInitialize = ({ all }: Messages): boolean =>
	all.some(({ method }) => method === 'initialize');

const argumentsIn = ({ requests }: Messages, id: string | number): JsonObject =>
	asObject(asObject(requests.get(id)?.params)?.arguments) ?? {};
