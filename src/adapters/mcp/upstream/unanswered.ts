// Why a request to an upstream has no answer: what its status, its body or a failed fetch mean.
import { isResponse, memberSource, type RawMessage, readMessages } from './answer';
import { type Outcome, ServerEnded, type Unreached } from './exchange';
import { RedirectRefused } from './frame';
import { readExcerpt } from './read-body';

const MAX_ERROR_BYTES = 65_536;
const REVISION_LOST = -32022;

/** Describes an upstream's answer with a status other than 2xx. */
export async function refusal(
	response: Response,
	sent: Headers,
	signal: AbortSignal,
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
	if (isRevisionLost(message)) return { kind: 'revision_lost' };
	// Many servers answer 400 instead of 404 for a session that a restart has forgotten. An error
	// without the request's id says that the request was not looked at.
	const id = memberSource(message, 'id');
	if (status === 400 && (id === undefined || id === 'null')) {
		if (hadSession && /session/i.test(text)) return { kind: 'session_lost' };
		// A server that has gone back to the older revision asks for a session first.
		if (sent.has('mcp-method') && errorCode(message) === -32000) return { kind: 'revision_lost' };
	}
	return { kind: 'answer', message };
}

/** Status and the beginning of the body, which both may be told. */
export async function httpOutcome(
	response: Response,
	signal: AbortSignal,
): Promise<{ readonly text: string; readonly outcome: Outcome }> {
	const { status, headers } = response;
	const text = await readExcerpt(response, MAX_ERROR_BYTES, signal);
	const challenge = headers.get('www-authenticate')?.slice(0, 2_000);
	const said = { kind: 'http', status, text: text.slice(0, 2_000) } as const;
	return { text, outcome: challenge ? { ...said, challenge } : said };
}

/** The revision that was negotiated is no longer spoken there. */
export const isRevisionLost = (message: RawMessage): boolean =>
	errorCode(message) === REVISION_LOST;

const errorCode = (message: RawMessage): number =>
	Number(memberSource(message, 'error', 'code') ?? 'NaN');

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
