// Waits for the JSON-RPC response to one request, in JSON or an event stream (MCP Streamable HTTP); passes on the rest.
import { EventStreamParser } from '../../../shared/event-stream';
import { isRecord, type JsonObject } from '../../../shared/json-values';
import { ok } from '../../../shared/result';
import { FREE_BYTES, Hold, inFlight, momentFor, NoRoom } from '../../fetch';
import {
	answers,
	type Exchange,
	isResponse,
	memberSource,
	type Outcome,
	parseMember,
	type RawMessage,
	readMessages,
	ServerEnded,
	type Unreached,
} from './answer';
import { RedirectRefused } from './frame';
import { BodyTooLarge, bodyChunks, readBytes, readExcerpt } from './read-body';

const MAX_ERROR_BYTES = 65_536;
const REVISION_LOST = -32022;

/** Describes an upstream's answer with a status other than 2xx; of a handshake it is that status, unless it names revisions. */
export async function refusal(
	response: Response,
	sent: Headers,
	signal: AbortSignal,
	isGreeting: boolean,
): Promise<Outcome> {
	const { status } = response;
	const hadSession = sent.has('mcp-session-id');
	const { text, outcome } = await httpOutcome(response, signal);
	if (signal.aborted) return failure(signal.reason);
	// Whatever else it says: who calls was not let in.
	if (status === 401) return outcome;
	if (hadSession && status === 404) return { kind: 'session_lost' };
	const messages = readMessages(text);
	const message = messages.ok ? messages.value.find(isResponse) : undefined;
	if (message === undefined || message.span.members?.get('error')?.kind !== 'object')
		return outcome;
	const lost = revisionLost(message);
	if (lost || isGreeting) return lost ?? outcome;
	// Many servers answer 400 instead of 404 for a session that a restart has forgotten. An error
	// without the request's id says that the request was not looked at.
	const id = memberSource(message, 'id');
	if (status === 400 && (id === undefined || id === 'null')) {
		if (hadSession && /session/i.test(text)) return { kind: 'session_lost' };
		// A server that has gone back to the older revision asks for a session first.
		if (sent.has('mcp-method') && errorCode(message) === -32000)
			return { kind: 'revision_lost', supported: [] };
	}
	return { kind: 'answer', message };
}

/** Status and the beginning of the body, which both may be told. */
export async function httpOutcome(response: Response, signal: AbortSignal) {
	const { status, headers } = response;
	const text = await readExcerpt(response, MAX_ERROR_BYTES, signal);
	const challenge = headers.get('www-authenticate')?.slice(0, 2_000);
	const said = { kind: 'http', status, text: text.slice(0, 2_000) } as const;
	return { text, outcome: challenge ? { ...said, challenge } : said };
}

/** The outcome of an error that says that the revision is not spoken there; undefined of any other answer. */
export function revisionLost(message: RawMessage): Outcome | undefined {
	if (errorCode(message) !== REVISION_LOST) return undefined;
	const data = parseMember(message, NOTIFICATION_LIMITS, 'error', 'data');
	const supported = revisionsIn(data.ok && isRecord(data.value) ? data.value.supported : []);
	return { kind: 'revision_lost', supported };
}

/** Returns the revisions in a list, as far as they have the form of one. */
export const revisionsIn = (list: unknown): readonly string[] =>
	(Array.isArray(list) ? list : []).filter(
		(each): each is string => typeof each === 'string' && REVISION.test(each),
	);
const REVISION = /^[\w.-]{1,20}$/;

const errorCode = (message: RawMessage) => Number(memberSource(message, 'error', 'code') ?? 'NaN');

/** Classifies a failed fetch. */
export function failure(error: unknown): Outcome {
	if (error instanceof RedirectRefused) return { kind: 'redirect', detail: error.message };
	if (error instanceof ServerEnded) return { kind: 'ended', detail: error.message };
	return { kind: 'network', why: unreached(error) };
}

/** Codes and words of Node; a Worker's fetch is made to say the same (cloudflare/told-fetch.ts). */
const SAID: readonly (readonly [RegExp, Unreached])[] = [
	[/^(?:ENOTFOUND|EAI_)/, 'dns'],
	[/CERT|TLS|SSL|^UNABLE_TO|^EPROTO /, 'tls'],
	[/^ECONNREFUSED /, 'refused'],
	[/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET) /, 'broken'],
	[/^\w*(?:TIMEDOUT|TIMEOUT) |^(?:EHOST|ENET)UNREACH /, 'late'],
];

function unreached(error: unknown): Unreached {
	const { cause } = error instanceof Error ? error : {};
	if (!(cause instanceof Error)) return 'unknown';
	const said = `${String(Reflect.get(cause, 'code') ?? '')} ${cause.message}`;
	return SAID.find(([form]) => form.test(said))?.[1] ?? 'unknown';
}

/** The one response that is waited for, within how many bytes, and who hears what comes before it. */
export interface Awaited extends Omit<Exchange, 'onRequest'> {
	/** JSON source of the request's id. */
	readonly id: string;
	/** A request of the server to us (legacy): the whole message. */
	onRequest(message: JsonObject): void;
	/** Opens the rest of a broken stream (legacy), or gives undefined where that is impossible. */
	resume(lastEventId: string, afterMs: number): Promise<Response | undefined>;
}

/** Larger notifications are dropped, in values and levels. */
const NOTIFICATION_LIMITS = { values: 1_000, depth: 50 };
/** Requests carry messages for a model, or a form. */
const REQUEST_LIMITS = { values: 20_000, depth: 100 };
/** UTF-16 units of a server's request. */
const LONGEST_REQUEST = 1_000_000;
/** Notifications and requests of a server that are heeded before its answer, and broken streams taken up again. */
const MAX_NOTIFICATIONS = 1_000;
const MAX_SERVER_REQUESTS = 20;
const MAX_RESUMES = 3;

/** Reads a 2xx answer to its end or to the response, whichever comes first. */
export async function readAnswer(response: Response, awaited: Awaited): Promise<Outcome> {
	const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
	let held: Hold | undefined;
	const hold = () => {
		held ??= new Hold(inFlight, awaited.signal, awaited.whose);
		return held;
	};
	try {
		if (type === 'text/event-stream') return await readStream(response, awaited, hold);
		if (type !== 'application/json' && !type.endsWith('+json')) {
			void response.body?.cancel().catch(() => {});
			return bad(type === '' ? 'no content' : `content of type ${type.slice(0, 60)}`);
		}
		const body = await readBytes(response, awaited.maxBytes, awaited.signal, hold);
		const isLong = body.length > FREE_BYTES;
		const messages = isLong ? await messagesIn(body, awaited.whose) : readMessages(body);
		if (!messages.ok) return bad(`a body that is not JSON (${messages.error})`);
		const [first, ...others] = messages.value;
		const isAlone = first && others.length === 0 && isResponse(first) && answers(first, awaited.id);
		const found = isAlone ? first : new Dispatcher(awaited).take(messages.value);
		return found ? { kind: 'answer', message: found } : bad('no response to the request');
	} catch (error) {
		if (error instanceof BodyTooLarge) return { kind: 'too_large' };
		if (error instanceof NoRoom) {
			void response.body?.cancel().catch(() => {});
			return { kind: 'no_room' };
		}
		if (awaited.signal.aborted) throw error;
		// It has begun to answer: whatever the runtime calls it, the server was reached.
		const outcome = failure(error);
		return outcome.kind === 'network' ? { kind: 'network', why: 'broken' } : outcome;
	} finally {
		held?.release();
	}
}

/** Long ones are read in a moment of their own, and what is made of them in another. */
async function messagesIn(body: Uint8Array | string, whose?: string) {
	await momentFor(body.length, whose);
	const messages = readMessages(body);
	await momentFor(body.length, whose);
	return messages;
}

const bad = (detail: string): Outcome => ({ kind: 'bad_answer', detail });

async function readStream(first: Response, awaited: Awaited, hold: () => Hold): Promise<Outcome> {
	const dispatcher = new Dispatcher(awaited);
	let budget = awaited.maxBytes;
	let response: Response | undefined = first;
	let lastEventId: string | undefined;
	let broken: { readonly error: unknown } | undefined;
	for (let resumes = 0; response !== undefined; resumes++) {
		const parser = new EventStreamParser();
		const decoder = new TextDecoder();
		let unfinished = 0;
		let taken: Hold | undefined;
		broken = undefined;
		try {
			for await (const chunk of bodyChunks(response, budget, awaited.signal)) {
				budget -= chunk.byteLength;
				unfinished += chunk.byteLength;
				if (unfinished > FREE_BYTES) {
					taken = hold();
					await taken.need(awaited.maxBytes);
				}
				for (const event of parser.push(decoder.decode(chunk, { stream: true }))) {
					unfinished = 0;
					const isLong = event.data.length > FREE_BYTES;
					const messages = isLong
						? await messagesIn(event.data, awaited.whose)
						: readMessages(event.data);
					if (!messages.ok) return bad(`an event that is not JSON (${messages.error})`);
					const found = dispatcher.take(messages.value);
					if (found) return { kind: 'answer', message: found };
					taken?.release();
				}
			}
		} catch (error) {
			const isOver = error instanceof BodyTooLarge || error instanceof NoRoom;
			if (isOver || awaited.signal.aborted) throw error;
			broken = { error };
		}
		lastEventId = parser.lastEventId ?? lastEventId;
		if (lastEventId === undefined || resumes === MAX_RESUMES) break;
		response = await awaited.resume(lastEventId, parser.retryMs ?? 1_000);
	}
	if (broken) throw broken.error;
	return bad('a stream that ended without the response');
}

/** Sorts what arrives: the response is given back, the rest passed on, floods dropped. */
class Dispatcher {
	#notifications = 0;
	#requests = 0;

	constructor(private readonly awaited: Awaited) {}

	take(messages: readonly RawMessage[]): RawMessage | undefined {
		for (const message of messages) {
			if (isResponse(message)) {
				if (answers(message, this.awaited.id)) return message;
				continue;
			}
			this.awaited.onSign();
			if (message.span.members?.has('id')) this.#passRequest(message);
			else this.#passNotification(message);
		}
		return undefined;
	}

	#passRequest(message: RawMessage): void {
		if (++this.#requests > MAX_SERVER_REQUESTS || message.text.length > LONGEST_REQUEST) return;
		const parsed = parseMember(message, REQUEST_LIMITS);
		if (parsed.ok && isRecord(parsed.value)) this.awaited.onRequest(parsed.value);
	}

	#passNotification(message: RawMessage): void {
		const { mostNotifications = MAX_NOTIFICATIONS } = this.awaited;
		if (++this.#notifications > mostNotifications) return;
		const method = parseMember(message, NOTIFICATION_LIMITS, 'method');
		const isBare = !message.span.members?.has('params');
		const params = isBare ? ok({}) : parseMember(message, NOTIFICATION_LIMITS, 'params');
		if (!method.ok || typeof method.value !== 'string') return;
		if (!params.ok || typeof params.value !== 'object' || params.value === null) return;
		if ((memberSource(message, 'params') ?? '').length > 65_536) return;
		this.awaited.onNotification(method.value, params.value as JsonObject);
	}
}
