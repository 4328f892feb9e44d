// Says in one short, safe sentence why an upstream gave no result.
import { type SourceFault, timeoutFault } from '../../../gateway';
import { memberSource, type Outcome, parseMember, type RawMessage, type Unreached } from './answer';
import type { CallEnd } from './call';
import { REVISIONS } from './frame';
import { type Redact, safeData, safeMessage, safeWords } from './redact';

/** Context of a fault: the upstream, its limit in bytes, and the redactors for its credentials. */
export interface FaultContext {
	readonly name: string;
	readonly maxBytes: number;
	/** For words of ours: takes queries of URLs out, too. */
	readonly redact: Redact;
	/** For words of the server: a query in them may be data. */
	readonly clean: Redact;
}

/**
 * A request that was ended from our side: what is known of it, and what is not.
 * @param isWork it may take long where its server is well, unlike a list or a handshake
 */
export function abortFault(ended: CallEnd, { name }: FaultContext, isWork: boolean): SourceFault {
	const upstream = `Upstream "${name}"`;
	if (ended.cause === 'cancelled') {
		const message = `The call to upstream "${name}" was cancelled by the caller.`;
		return { code: 'unavailable', message };
	}
	if (ended.cause === 'late') return timeoutFault(name, ended.ms);
	const { limit, ms, signs } = ended;
	if (!isWork && signs === 0) return silentFault(name, ms);
	const times = `${signs} time${signs === 1 ? '' : 's'}`;
	const known =
		limit === 'maxTimeoutMs'
			? `${upstream} was still at work after ${ms} ms (it reported ${times})`
			: signs === 0
				? `${upstream} did not answer within ${ms} ms and reported no progress`
				: `${upstream} reported ${times}, then nothing for ${ms} ms`;
	return {
		code: 'timeout',
		message: `${known}. Loadline has asked it to stop; what was done before is not undone. An administrator can raise ${limit} for it.`,
	};
}

/** A server that gave no sign of life, asked for what takes no time. */
export const silentFault = (name: string, ms: number): SourceFault => ({
	code: 'timeout',
	message: `Upstream "${name}" did not answer within ${ms} ms. Check that it runs.`,
});

/** The fault of an exchange that ended without a response. */
export const outcomeFault = (
	outcome: Exclude<Outcome, { kind: 'answer' }>,
	context: FaultContext,
): SourceFault => ({
	code: CODES[outcome.kind] ?? 'unavailable',
	message: `Upstream "${context.name}" ${wordsOf(outcome, context)}`,
});

/** Revisions that a server offers, as many as are told. */
const MOST_OFFERED = 10;

const CODES: Readonly<Partial<Record<Outcome['kind'], SourceFault['code']>>> = {
	...{ too_large: 'too_large', no_room: 'too_large' },
	...{ bad_answer: 'bad_answer', foreign: 'bad_answer', unknown_method: 'unknown_method' },
};

function wordsOf(
	outcome: Exclude<Outcome, { kind: 'answer' }>,
	{ maxBytes, redact }: FaultContext,
): string {
	switch (outcome.kind) {
		case 'network':
			return UNREACHED[outcome.why];
		case 'ended':
			return `cannot be used: ${safeMessage(outcome.detail, redact)}.`;
		case 'redirect':
			return `answered with ${safeMessage(outcome.detail, redact)}, which is not followed. Set its "url" to the final address.`;
		case 'too_large':
			return `answered with more than ${maxBytes} bytes. Narrow the call (filters, fewer items, a smaller range).`;
		case 'no_room':
			return 'answered with more than there is room for now: other large answers are being read. What the call did is done; if it only reads, repeat it in a moment, or narrow it.';
		case 'bad_answer':
			return `gave an answer that is not valid MCP: ${safeMessage(outcome.detail, redact)}.`;
		case 'foreign': {
			const offered = outcome.offered.slice(0, MOST_OFFERED).join(', ') || 'none that it names';
			return `speaks no revision of MCP that Loadline speaks: it offers ${offered}, Loadline ${REVISIONS.join(', ')}. Update the older of the two.`;
		}
		case 'session_lost':
		case 'revision_lost':
			return 'no longer knows this connection. Try again.';
		case 'unknown_method':
			return 'does not support this method.';
		case 'http':
			break;
	}
	const { status } = outcome;
	if (status === 401)
		return `refused Loadline's credentials (HTTP ${status}). Check its "headers" in the configuration.`;
	if (status === 403)
		return `refused Loadline (HTTP ${status}). Check its "headers" and its "url" in the configuration.`;
	if (status === 404) return 'has no MCP endpoint at its "url" (HTTP 404).';
	if (status === 429) return 'is rate limited (HTTP 429). Try again later.';
	const unreached = EDGE[status];
	return unreached ? UNREACHED[unreached] : `failed with HTTP ${status}.`;
}

/** Advice for failed connections. */
const UNREACHED: Readonly<Record<Unreached, string>> = {
	dns: 'could not be reached: its host name was not found (DNS). Check its "url".',
	tls: 'could not be reached: no secure connection could be made (TLS). Check its certificate and its "url".',
	refused: 'could not be reached: nothing listens at its "url". Start it, or correct the address.',
	broken:
		'broke off the connection before it had answered, after it had been called: what it did by then is not undone. Look at what was done, or into its own log, before you call again.',
	late: 'could not be reached: no connection in time. Check its "url", and whether the network lets it through.',
	unknown:
		'could not be reached, and it is not known why: a wrong host name, nothing that listens, or no secure connection. Check its "url".',
};

/** Status codes of Cloudflare's network for an unreachable server. */
const EDGE: Readonly<Record<number, Unreached>> = {
	521: 'refused',
	522: 'late',
	523: 'late',
	525: 'tls',
	526: 'tls',
	530: 'dns',
};

/** Prefix that a server's library adds to a message, and a client's adds again. */
const PREFIX = /^(?:MCP error -?\d+: )+/;

/** The upstream's own JSON-RPC error: shortened, secrets taken out. */
export function rejection(message: RawMessage, { name, redact, clean }: FaultContext): SourceFault {
	const code = Number(memberSource(message, 'error', 'code') ?? 'NaN');
	const words = parseMember(message, { values: 1, depth: 0 }, 'error', 'message');
	const text = words.ok && typeof words.value === 'string' ? words.value : 'no message';
	const source = memberSource(message, 'error', 'data');
	const data = source === undefined ? undefined : safeData(source, clean);
	return {
		code: 'rejected',
		message: `Upstream "${name}" refused the request: ${safeMessage(text.replace(PREFIX, ''), redact)}`,
		rpc: {
			code: Number.isSafeInteger(code) ? code : -32603,
			message: safeWords(text, clean),
			...(data !== undefined && { data }),
		},
	};
}
