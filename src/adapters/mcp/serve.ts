// `POST /mcp` and `/mcp/<upstream>`: one HTTP request to one MCP server of its own, both protocol
// eras (docs/gateway.md "Endpoints"), but for the call that most requests are, which needs no server. Authentication,
// Origin and Host come before.

import { allows } from '../../auth';
import { jsonFault } from '../../shared/json-fault';
import { asObject, jsonIn, mayHoldOddNumber, parseSpelled } from '../../shared/json-values';
import { remember } from '../../shared/remember';
import { err, ok, type Result } from '../../shared/result';
import { readBoundedText } from '../fetch';
import { type McpRequestParts, SESSION_HEADER, sessionOf } from './caller';
import { following, heedCancellations, PATIENCE_MS, patiently, type Say } from './event-response';
import { answerKey, cancelKey, untilAborted } from './mailbox';
import { answerPlainly, type PlainCall, plainCallOf } from './plain-call';
import { endSession, openStream, sessionNotFound } from './push-stream';
import {
	type BodyFault,
	bodyRefusal,
	identified,
	refusal,
	scopeRefusal,
	sortMessages,
} from './refusals';
import { sdkAnswer } from './sdk-answer';
import { clientFactsOf, type TransportSession } from './transport-session';

/** Descriptions of clients of the newer revision that the SDK has accepted in this isolate; the oldest is evicted first. */
const accepted = new Map<string, true>();
const LONGEST_CLIENT = 4_000;
const MOST_CLIENTS = 500;

/** Answers one request to an MCP endpoint; never throws. */
export const serveMcp = async (request: Request, parts: McpRequestParts): Promise<Response> => {
	const told = (response: Response | Promise<Response>) =>
		identified(response, parts.correlationId);
	if (request.method === 'DELETE') return told(endSession(request, parts));
	const stream = request.method === 'GET' && (await openStream(request, parts));
	if (stream) return told(stream);
	if (request.method !== 'POST') {
		// Clients of 2025-11-25 go on with POST alone.
		const why = request.method === 'GET' ? 'nothing is pushed here, ' : '';
		return told(refusal(405, -32_000, `Method not allowed: ${why}use POST`, { Allow: 'POST' }));
	}
	// Parameters are allowed; most clients send none.
	const type = request.headers.get('content-type');
	if (type !== 'application/json' && !(await import('./sdk-server')).isJsonContentType(type))
		return told(
			refusal(415, -32_000, 'Unsupported media type: Content-Type must be application/json'),
		);
	const read = await readJsonBody(request);
	if (!read.ok) return told(bodyRefusal(read.error, MAX_REQUEST_BYTES));
	const body = read.value;
	const plain = plainCallOf(request, body);
	// A client that the SDK has accepted once; who may not call everything is asked about each call.
	const isOlder = plain?.era === 'legacy';
	if (!plain || !(isOlder || accepted.has(plain.client)) || !allows(parts.principal, 'mcp:use'))
		return told(serveMessages(request, body, plain, parts));
	const session = isOlder ? await sessionOf(parts, request) : undefined;
	if (session === 'gone') return told(sessionNotFound());
	const leaving = following(request.signal);
	return answer(request, parts, leaving, plain, session, async (say) => {
		const plainly = await answerPlainly(plain, parts, leaving.signal, session, say);
		if (plainly instanceof Response) return plainly;
		const messages = sortMessages(body);
		if (!messages.ok) throw new Error(messages.error);
		const posted = { parts, request, body, messages: messages.value, session };
		return told(sdkAnswer(posted, leaving.signal).answer(plainly.callTool));
	});
};

/** Answers the messages of a POST, each kind as its era has it. */
const serveMessages = async (
	request: Request,
	body: unknown,
	plain: PlainCall | undefined,
	parts: McpRequestParts,
): Promise<Response> => {
	const sorted = sortMessages(body);
	if (!sorted.ok) {
		const { id } = asObject(body) ?? {};
		const known = typeof id === 'string' || Number.isSafeInteger(id) ? id : null;
		return refusal(400, -32_600, `Invalid Request: ${sorted.error}`, {}, known);
	}
	const messages = sorted.value;
	const challenged = await scopeRefusal(parts, messages, request.signal);
	if (challenged) return challenged;
	const { all, answers, requests } = messages;
	const initialize = all.find(({ method }) => method === 'initialize');
	// The session has in it what the client says of itself.
	const begun =
		initialize &&
		(await parts.sessions?.mint(parts.principal, clientFactsOf(asObject(initialize.params))));
	const session = begun ?? (await sessionOf(parts, request));
	if (session === 'gone') return sessionNotFound();
	const mailbox = session && parts.mailboxes?.(parts.principal, session.name);
	// Another request of the session waits for these.
	for (const said of answers) await mailbox?.put(answerKey(said.id), { ...said });
	for (const { params } of messages.cancellations)
		await mailbox?.put(cancelKey(asObject(params)?.requestId), {});
	if (answers.length > 0 && answers.length === all.length)
		return new Response(null, { status: 202 });
	const leaving = following(request.signal);
	const response = await answer(request, parts, leaving, undefined, undefined, () => {
		const posted = { parts, request, body, messages, session };
		const sdk = sdkAnswer(posted, leaving.signal);
		const cancel = (requestId: unknown): void => {
			sdk.cancel(requestId);
			// A cancelled request has no answer: of one alone, nothing else will come.
			if (requests.size === 1) leaving.abort();
		};
		const answered = sdk.answer().then((response) => {
			if (plain?.era === 'modern' && response.ok && plain.client.length <= LONGEST_CLIENT)
				remember(accepted, plain.client, true, MOST_CLIENTS);
			return response;
		});
		if (mailbox && requests.size > 0 && !initialize)
			void untilAborted(new Promise((resume) => setTimeout(resume, PATIENCE_MS)), sdk.over).then(
				() => heedCancellations(mailbox, [...requests.keys()], cancel, sdk.over),
			);
		return answered;
	});
	if (!begun || !response.ok) return response;
	const named = new Response(response.body, response);
	named.headers.set(SESSION_HEADER, begun.sealed);
	return named;
};

/**
 * Answers a request soon, or as a stream in which it comes when it is there.
 * @param plain is cancelled here, as the client of its session says; of others their work hears that
 * @param leaving aborted when the client has gone
 */
const answer = async (
	request: Request,
	{ report, correlationId, mailboxes, principal }: McpRequestParts,
	leaving: AbortController,
	plain: PlainCall | undefined,
	session: TransportSession | undefined,
	work: (say: Say) => Promise<Response>,
): Promise<Response> => {
	const leave = () => leaving.abort();
	try {
		if (!request.headers.get('accept')?.includes('text/event-stream')) return await work(() => {});
		return await patiently(work, {
			onLeave: leave,
			isOlder: plain?.era === 'legacy',
			...(plain &&
				session &&
				mailboxes && {
					onLate: (over) =>
						heedCancellations(mailboxes(principal, session.name), [plain.id], leave, over),
				}),
		});
	} catch (error) {
		report?.(error, correlationId);
		const message = `Internal error (correlation id ${correlationId})`;
		return identified(refusal(500, -32_603, message), correlationId);
	}
};

/** Bytes of a request body (docs/gateway.md "Endpoints"). */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;

/**
 * Parsed JSON of a request body, which is at most 4 MiB long as declared and as sent. Only `params.arguments` keeps numbers
 * as the caller spelled them (docs/protect.md "Faithful data"), the rest is plain data.
 */
export const readJsonBody = async (request: Request): Promise<Result<unknown, BodyFault>> => {
	const text = await readBoundedText(request, MAX_REQUEST_BYTES);
	if (!text.ok) return text;
	let body: unknown;
	try {
		body = JSON.parse(text.value);
	} catch {
		return err({ json: jsonFault(text.value) });
	}
	if (!mayHoldOddNumber(text.value)) return ok(body);
	// Undefined when the text nests too deep for a reviver: then numbers stay as they were parsed.
	const raw = jsonIn(text.value, parseSpelled);
	const messages = Array.isArray(body) ? body : [body];
	const raws = Array.isArray(raw) ? raw : [raw];
	for (const [at, message] of messages.entries()) {
		const args = paramsOf(raws[at])?.arguments;
		const params = paramsOf(message);
		if (params && args !== undefined) params.arguments = args;
	}
	return ok(body);
};

const paramsOf = (message: unknown): Record<string, unknown> | undefined =>
	asObject(asObject(message)?.params) as Record<string, unknown> | undefined;
