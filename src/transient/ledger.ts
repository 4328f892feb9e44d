// The ledger of a session: what was fetched, what of it has been used up, and how many tokens that
// released. Pure and bounded; it makes totals true also when no client collapses anything.
import type { ContextMarks } from '../shared/context-marks';
import { addPairs, chooseConsumed, type Pair } from '../shared/context-pairing';

/** A call in the timeline. */
export interface LedgerCall {
	readonly id: string;
	/** The tool's name as the caller used it. */
	readonly tool: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** `plain`: concerns the context in no way. */
	readonly state: 'plain' | 'transient' | 'consumed' | 'collapsed';
	/** Tokens of the result as it was sent. */
	readonly tokensBefore: number;
	/** Tokens it takes in the context now. */
	readonly tokensAfter: number;
	readonly summary?: string;
	/** Of a consumer: the result it used up. Of a collapsed result: its consumer. */
	readonly partner?: string;
	/** Opens the original, while it is kept. */
	readonly handle?: string;
}

/** A fetched result that waits for its consumer. */
export interface PendingResult {
	readonly id: string;
	readonly tool: string;
	readonly tokensBefore: number;
	/** What it will take once collapsed. */
	readonly tokensAfter: number;
}

/** Counts of results and sums of tokens over the whole session, also of calls no longer listed. */
export interface LedgerTotals {
	readonly calls: number;
	readonly transient: number;
	readonly collapsed: number;
	readonly tokensBefore: number;
	readonly tokensAfter: number;
	readonly tokensReleased: number;
}

/** Plain data, for any store. */
export interface Ledger {
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
	readonly at: number;
	/** Of the answer as it was sent; a failed one has none. */
	readonly marks: ContextMarks;
	/** Tokens of the answer as it was sent. */
	readonly tokens: number;
	/** Tokens of what takes its place once collapsed. */
	readonly collapsedTokens?: number;
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
		collapsed: 0,
		tokensBefore: 0,
		tokensAfter: 0,
		tokensReleased: 0,
	},
};

export interface LedgerStep {
	readonly ledger: Ledger;
	/** The call as it was entered. */
	readonly call: LedgerCall;
	/** The result that this call used up. */
	readonly collapsed?: PendingResult;
}

/**
 * Enters a call. A consumer's success collapses the oldest pending result of its tools; nothing
 * happens to results when it is unknown, when nothing is pending, or when it failed.
 */
export function ledger(state: Ledger, event: LedgerEvent): LedgerStep {
	const listed = state.calls.find(({ id }) => id === event.id);
	if (listed) return { ledger: state, call: listed };
	const { marks, tokens } = event;
	const pairs = addPairs(state.pairs, marks.hints);
	const collapsed = marks.consumed
		? chooseConsumed(pairs, event.tool, state.pending, 'oldest')
		: undefined;
	const call = entered(event, collapsed);
	const waiting = state.pending.filter((result) => result !== collapsed);
	const pending = marks.transient ? [...waiting, pendingOf(event)] : waiting;
	const released = collapsed ? collapsed.tokensBefore - collapsed.tokensAfter : 0;
	const { totals } = state;
	const next: Ledger = {
		pairs,
		pending: pending.slice(-MAX_PENDING),
		calls: [
			...state.calls.map((earlier) =>
				earlier.id === collapsed?.id ? collapsedCall(earlier, collapsed, event.id) : earlier,
			),
			call,
		].slice(-MAX_CALLS),
		totals: {
			calls: totals.calls + 1,
			transient: totals.transient + (marks.transient ? 1 : 0),
			collapsed: totals.collapsed + (collapsed ? 1 : 0),
			tokensBefore: totals.tokensBefore + tokens,
			tokensAfter: totals.tokensAfter + tokens - released,
			tokensReleased: totals.tokensReleased + released,
		},
	};
	return { ledger: next, call, ...(collapsed && { collapsed }) };
}

function entered(event: LedgerEvent, collapsed: PendingResult | undefined): LedgerCall {
	const { id, tool, at, marks, tokens } = event;
	return {
		id,
		tool,
		at,
		state: marks.transient ? 'transient' : collapsed ? 'consumed' : 'plain',
		tokensBefore: tokens,
		tokensAfter: tokens,
		...(marks.transient?.summary !== undefined && { summary: marks.transient.summary }),
		...(collapsed && { partner: collapsed.id }),
	};
}

const pendingOf = ({ id, tool, tokens, collapsedTokens }: LedgerEvent): PendingResult => ({
	id,
	tool,
	tokensBefore: tokens,
	tokensAfter: collapsedTokens ?? 0,
});

const collapsedCall = (
	call: LedgerCall,
	{ tokensAfter }: PendingResult,
	consumer: string,
): LedgerCall => ({ ...call, state: 'collapsed', tokensAfter, partner: consumer });
