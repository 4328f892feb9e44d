// `POST /mcp` and `/mcp/<upstream>`: one HTTP request to one MCP server of its own, both protocol
// eras (docs/gateway.md "Endpoints"). Authentication, Origin and Host come before.
import { begunSession, type McpRequestParts, sessionOf, withSession } from './caller';
import { asObject } from './json-object';
import { following, heedCancellations } from './leaving';
import { answerKey, cancelKey, type Mailbox } from './mailbox';
import { type Messages, sortMessages } from './messages';
import { patiently } from './patient-response';
import { AcceptedClients, answerPlainly, type PlainParts, plainCallOf } from './plain-call';
import { MAX_REQUEST_BYTES, readJsonBody } from './read-request';
import { bodyRefusal, refusal } from './refusals';
import { scopeRefusal } from './scope-challenge';
import { type Posted, sdkAnswer } from './sdk-answer';
import { endSession, noStream, openStream, sessionNotFound } from './session-requests';

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
	if (!(await isJson(request.headers.get('content-type'))))
		return refusal(415, -32_000, 'Unsupported media type: Content-Type must be application/json');
	const maxBytes = parts.maxBodyBytes ?? MAX_REQUEST_BYTES;
	const read = await readJsonBody(request, maxBytes);
	if (!read.ok) return bodyRefusal(read.error, maxBytes);
	const body = read.value;
	const sorted = sortMessages(body);
	if (!sorted.ok) return refusal(400, -32_600, `Invalid Request: ${sorted.error}`);
	const messages = sorted.value;
	const challenged = await scopeRefusal(parts, messages, request.signal);
	if (challenged) return challenged;
	const begun = await begunSession(parts, messages);
	const session = begun ?? (await sessionOf(parts, request));
	if (session === 'ended') return sessionNotFound();
	const mailbox = session && parts.mailboxes?.(parts.principal, session.name);
	if (mailbox) await deliver(messages, mailbox);
	const { all, answers } = messages;
	if (answers.length > 0 && answers.length === all.length)
		return new Response(null, { status: 202 });
	const response = await answer({ parts, request, body, messages, session, mailbox });
	return begun ? withSession(response, begun.sealed) : response;
};

/** Parameters are allowed; most clients send none. */
const isJson = async (contentType: string | null): Promise<boolean> =>
	contentType === 'application/json' ||
	(await import('./sdk-server')).isJsonContentType(contentType);

/** Hands on what another request of the session waits for. */
const deliver = async ({ answers, cancellations }: Messages, mailbox: Mailbox): Promise<void> => {
	for (const answer of answers) await mailbox.put(answerKey(answer.id), { ...answer });
	for (const { params } of cancellations)
		await mailbox.put(cancelKey(asObject(params)?.requestId), {});
};

/** Answers a request soon, or as a stream in which it comes when it is there. */
const answer = async (posted: Posted): Promise<Response> => {
	const { parts, request, messages, mailbox } = posted;
	const leaving = following(request.signal);
	const track = (work: Promise<unknown>) => parts.defer?.(work.catch(() => {}));
	const sdk = sdkAnswer(posted, KEEP_ALIVE_MS, leaving.signal, track);
	const cancel = (requestId: unknown): void => {
		sdk.cancel(requestId);
		// A cancelled request has no answer: of one alone, nothing else will come.
		if (messages.requests.size === 1) leaving.abort();
	};
	try {
		const { caller, answer: throughSdk } = sdk;
		const ways = { ...parts, caller, signal: leaving.signal, track, throughSdk };
		const answered = plainlyOrNot(posted, ways);
		if (mailbox && messages.requests.size > 0 && !isInitialize(messages))
			void heedCancellations(mailbox, [...messages.requests.keys()], cancel, sdk.over);
		const takesStreams = request.headers.get('accept')?.includes('text/event-stream') === true;
		return await (takesStreams
			? patiently(answered, {
					afterMs: PATIENCE_MS,
					keepAliveMs: KEEP_ALIVE_MS,
					onLeave: () => leaving.abort(),
				})
			: answered);
	} catch (error) {
		parts.report?.(error, parts.correlationId);
		return refusal(500, -32_603, `Internal error (correlation id ${parts.correlationId})`);
	}
};

const accepted = new AcceptedClients();

/** The call that most requests are, of a client that the SDK has accepted once, needs no server of it. */
const plainlyOrNot = async ({ request, body }: Posted, ways: PlainParts): Promise<Response> => {
	const plain = plainCallOf(request, body);
	if (plain && accepted.has(plain)) return answerPlainly(plain, ways);
	const response = await ways.throughSdk();
	if (plain && response.ok) accepted.note(plain);
	return response;
};

const isInitialize = ({ all }: Messages): boolean =>
	all.some(({ method }) => method === 'initialize');
