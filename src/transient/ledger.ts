// The ledger of a session: what was fetched, what of it could leave the context since it was used up, and
// what did leave, by whose word. Pure and bounded; nothing counts as released that nobody said was.
import type { ContextMarks } from '../shared/context-marks';
import { addPairs, chooseUsed, type Pair } from '../shared/context-pairing';
import { sum } from './price';

/** Who says that a result left the context: a host's library, or the pass-through that left it out. */
export type Proof = 'client' | 'pass-through';

/** A call in the timeline. */
export interface LedgerCall {
	readonly id: string;
	/** The tool's name as the caller used it. */
	readonly tool: string;
	/** What was asked: its arguments as a JSON text, shortened; absent where there were none, or none are kept. */
	readonly arguments?: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/**
	 * `plain`: concerns the context in no way. `transient`: waits for its consumer. `consumed`: a consumer.
	 * `used`: could leave. `collapsed`: left. `forgotten`: went with a cleared or compacted context.
	 */
	readonly state: 'plain' | 'transient' | 'consumed' | 'used' | 'collapsed' | 'forgotten';
	/** Tokens of what the tool gave, where less of it was sent. */
	readonly tokensOriginal?: number;
	/** Tokens of the result as it was sent. */
	readonly tokensBefore: number;
	/** Tokens it takes in the context now, as far as anybody said. */
	readonly tokensAfter: number;
	/** Of what may leave: tokens of what takes its place. */
	readonly tokensCollapsed?: number;
	readonly summary?: string;
	/**
	 * Of a consumer: the result it used up, the first of several. Of a result: its consumer, or the call by
	 * which the context was cleared or compacted.
	 */
	readonly partner?: string;
	/** Of a consumer: all that it used up, where there are several. */
	readonly partners?: readonly string[];
	/** Of a result that left: who says so. */
	readonly leftBy?: Proof;
	/** The call failed. */
	readonly failed?: true;
}

/** A fetched result that waits for its consumer. */
export interface PendingResult {
	readonly id: string;
	readonly tool: string;
	readonly tokensBefore: number;
	/** What it will take once collapsed. */
	readonly tokensAfter: number;
	/** Of what it holds: a consumer may name them. */
	readonly ids?: readonly string[];
}

/** Counts of results and sums of tokens over the whole session, also of calls no longer listed. */
export interface LedgerTotals {
	readonly calls: number;
	readonly transient: number;
	/** Used up: could leave, or did. */
	readonly used: number;
	/** Left, by somebody's word. */
	readonly left: number;
	readonly tokensBefore: number;
	/** Without what left, or went with a cleared or compacted context. */
	readonly tokensAfter: number;
	/** What all used results together could release, but those that went with a context. */
	readonly tokensReleasable: number;
	/** What those that left released. */
	readonly tokensReleased: number;
}

/** The program at the other end, as it names itself. */
export interface SessionClient {
	readonly name?: string;
	readonly version?: string;
	/** The host that it is known for, or that its address names. */
	readonly host?: string;
}

/** Plain data, for any store. */
export interface Ledger {
	/** The last that said who it is. */
	readonly client?: SessionClient;
	readonly pairs: readonly Pair[];
	/** In call order. */
	readonly pending: readonly PendingResult[];
	/** The newest calls, in call order. */
	readonly calls: readonly LedgerCall[];
	readonly totals: LedgerTotals;
}

/** A finished call and what its answer said. */
export interface LedgerEvent {
	/** Unique in the session; a call already listed is not counted again. */
	readonly id: string;
	readonly tool: string;
	readonly arguments?: string;
	readonly client?: SessionClient;
	readonly at: number;
	/** Of the answer as it was sent; a failed one has none. */
	readonly marks: ContextMarks;
	/** Tokens of the answer as it was sent. */
	readonly tokens: number;
	/** Tokens of what the tool gave, where less of it was sent. */
	readonly originalTokens?: number;
	/** Tokens of what takes its place once collapsed. */
	readonly collapsedTokens?: number;
	/** Of a transient result: ids of what it holds. */
	readonly ids?: readonly string[];
	readonly failed?: true;
}

/** Calls in the timeline, and pending results: beyond that the oldest are forgotten. */
export const MAX_CALLS = 300;
export const MAX_PENDING = 300;

export const EMPTY_LEDGER: Ledger = {
	pairs: [],
	pending: [],
	calls: [],
	totals: {
		calls: 0,
		transient: 0,
		used: 0,
		left: 0,
		tokensBefore: 0,
		tokensAfter: 0,
		tokensReleasable: 0,
		tokensReleased: 0,
	},
};

/** The ledger after a call; the very same one, with nothing used, where the call was entered before. */
export interface LedgerStep {
	readonly ledger: Ledger;
	/** The call as it was entered. */
	readonly call: LedgerCall;
	/** The results that this call used up. */
	readonly used: readonly PendingResult[];
}

/**
 * Enters a call. A consumer's success uses up pending results of its tools; nothing happens to results when
 * it is unknown, when nothing is pending, or when it failed. An answer that asks for the context to be
 * cleared or compacted forgets what was pending and what was used: it goes with the context.
 */
export function ledger(state: Ledger, event: LedgerEvent): LedgerStep {
	const listed = state.calls.find(({ id }) => id === event.id);
	if (listed) return { ledger: state, call: listed, used: [] };
	const { marks, tokens } = event;
	const pairs = addPairs(state.pairs, marks.hints);
	const used = marks.consumed
		? chooseUsed(pairs, event.tool, marks.used ?? [], state.pending, 'all')
		: [];
	const call = entered(event, used);
	const gone = new Set(used.map(({ id }) => id));
	const left = state.pending.filter(({ id }) => !gone.has(id));
	const waiting = marks.action ? [] : left;
	const lying = marks.action ? state.calls.filter((earlier) => earlier.state === 'used') : [];
	const forgotten = marks.action
		? sum([...left, ...lying].map((result) => result.tokensBefore))
		: 0;
	const pending = marks.transient ? [...waiting, pendingOf(event)] : waiting;
	const { totals } = state;
	const changed = (earlier: LedgerCall): LedgerCall => {
		if (gone.has(earlier.id)) return { ...earlier, state: 'used', partner: event.id };
		return marks.action && MAY_LEAVE.has(earlier.state)
			? { ...earlier, state: 'forgotten', tokensAfter: 0, partner: event.id }
			: earlier;
	};
	const client = event.client ?? state.client;
	const next: Ledger = {
		...(client && { client }),
		pairs,
		pending: pending.slice(-MAX_PENDING),
		calls: [...state.calls.map(changed), call].slice(-MAX_CALLS),
		totals: {
			...totals,
			calls: totals.calls + 1,
			transient: totals.transient + (marks.transient ? 1 : 0),
			used: totals.used + used.length,
			tokensBefore: totals.tokensBefore + tokens,
			tokensAfter: totals.tokensAfter + tokens - forgotten,
			tokensReleasable:
				totals.tokensReleasable + sum(used.map(releasable)) - sum(lying.map(spared)),
		},
	};
	return { ledger: next, call, used };
}

/** A result that left a context, as whoever left it out says. */
export interface LeftResult {
	readonly id: string;
	/** Of a host's own tool, which this session never saw: what it was. */
	readonly host?: Pick<LedgerCall, 'tool' | 'at' | 'tokensBefore' | 'tokensAfter'> & {
		readonly summary?: string;
	};
}

/** Enters that results left; each counts once, and one that is not listed only with what it was. */
export function leave(state: Ledger, results: readonly LeftResult[], proof: Proof): Ledger {
	let { calls, pending, totals } = state;
	for (const { id, host } of results) {
		const at = calls.findIndex((call) => call.id === id);
		const listed = calls[at] ?? (host && { ...host, id, state: 'transient' as const });
		if (!listed || !MAY_LEAVE.has(listed.state)) continue;
		const tokensAfter = host?.tokensAfter ?? listed.tokensCollapsed ?? listed.tokensBefore;
		const released = Math.max(0, listed.tokensBefore - tokensAfter);
		const left: LedgerCall = { ...listed, state: 'collapsed', tokensAfter, leftBy: proof };
		const isNew = at < 0;
		const wasUsed = listed.state === 'used';
		calls = isNew ? [...calls, left].slice(-MAX_CALLS) : calls.with(at, left);
		pending = pending.filter((each) => each.id !== id);
		totals = {
			...totals,
			calls: totals.calls + (isNew ? 1 : 0),
			transient: totals.transient + (isNew ? 1 : 0),
			used: totals.used + (wasUsed ? 0 : 1),
			left: totals.left + 1,
			tokensBefore: totals.tokensBefore + (isNew ? listed.tokensBefore : 0),
			tokensAfter: totals.tokensAfter + (isNew ? listed.tokensBefore : 0) - released,
			tokensReleasable: totals.tokensReleasable + (wasUsed ? 0 : released),
			tokensReleased: totals.tokensReleased + released,
		};
	}
	return { ...state, calls, pending, totals };
}

const MAY_LEAVE: ReadonlySet<LedgerCall['state']> = new Set(['transient', 'used']);

const releasable = ({ tokensBefore, tokensAfter }: PendingResult): number =>
	Math.max(0, tokensBefore - tokensAfter);

/** What a used result would still have released. */
const spared = ({ tokensBefore, tokensCollapsed = 0 }: LedgerCall): number =>
	Math.max(0, tokensBefore - tokensCollapsed);

function entered(event: LedgerEvent, used: readonly PendingResult[]): LedgerCall {
	const { id, tool, at, marks, tokens, originalTokens, collapsedTokens } = event;
	const [first] = used;
	return {
		id,
		tool,
		...(event.arguments !== undefined && { arguments: event.arguments }),
		at,
		state: marks.transient ? 'transient' : first ? 'consumed' : 'plain',
		...(originalTokens !== undefined && { tokensOriginal: originalTokens }),
		tokensBefore: tokens,
		tokensAfter: tokens,
		...(marks.transient && { tokensCollapsed: collapsedTokens ?? 0 }),
		...(marks.transient?.summary !== undefined && { summary: marks.transient.summary }),
		...(first && { partner: first.id }),
		...(used.length > 1 && { partners: used.map((result) => result.id) }),
		...(event.failed && { failed: true }),
	};
}

const pendingOf = ({ id, tool, tokens, collapsedTokens, ids }: LedgerEvent): PendingResult => ({
	id,
	tool,
	tokensBefore: tokens,
	tokensAfter: collapsedTokens ?? 0,
	...(ids && ids.length > 0 && { ids }),
});
