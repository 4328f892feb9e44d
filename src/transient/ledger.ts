// The ledger of a session: fetched results, those that could leave the context, and those that did. Pure
// and bounded; results count as released only when someone reported it.
import type { ContextMarks } from '../shared/context-marks';
import { addPairs, chooseUsed, type Pair } from '../shared/context-pairing';
import { addCosts, NO_COSTS, type PromptCosts, sum } from './prompt-costs';

/** Source of a report that a result left the context: a host's library, or the LLM pass-through. */
export type Proof = 'client' | 'pass-through';

/** A call in the timeline. */
export interface LedgerCall {
	readonly id: string;
	/** As named by the caller. */
	readonly tool: string;
	/** JSON text of the arguments, shortened; absent where none were given or kept. */
	readonly arguments?: string;
	readonly at: number;
	/**
	 * `plain`: no effect on the context. `transient`: waits for its consumer. `consumed`: a consumer.
	 * `used`: could leave. `collapsed`: left. `forgotten`: went with a cleared or compacted context.
	 */
	readonly state: 'plain' | 'transient' | 'consumed' | 'used' | 'collapsed' | 'forgotten';
	/** Tokens of the tool's own result, where less was sent. */
	readonly tokensOriginal?: number;
	/** Tokens of the result as sent. */
	readonly tokensBefore: number;
	/** Tokens it takes in the context now, as far as reported. */
	readonly tokensAfter: number;
	/** Tokens of the replacement, for a result that may leave. */
	readonly tokensCollapsed?: number;
	readonly summary?: string;
	/** A consumer's first used result; a result's consumer, or the call that cleared or compacted the context. */
	readonly partner?: string;
	/** All results used by a consumer, where there are several. */
	readonly partners?: readonly string[];
	readonly leftBy?: Proof;
	readonly failed?: true;
}

/** A fetched result that waits for its consumer. */
export interface PendingResult extends Pick<LedgerCall, 'id' | 'tool' | 'tokensBefore'> {
	/** Tokens of its replacement. */
	readonly tokensAfter: number;
	/** Ids of its contents, which a consumer may name. */
	readonly ids?: readonly string[];
}

/**
 * Counts of results and sums of tokens over the whole session. `used`: could leave, or did; `tokensAfter`: without what
 * left or went with a context; `tokensReleasable`: of all used results.
 */
export type LedgerTotals = Readonly<
	Record<'calls' | 'transient' | 'used' | 'left', number> &
		Record<`tokens${'Before' | 'After' | 'Releasable' | 'Released'}`, number>
>;

/**
 * The client's self-description. `host`: it is known for, or its address names; `server`: the one whose address it
 * called, `/mcp/NAME`; `toolsets`, `tools`: the lists that its address asked for, `?toolsets=a,b`, `?tools=search`.
 */
export type SessionClient = Readonly<
	Partial<Record<'name' | 'version' | 'host' | 'server' | 'toolsets' | 'tools', string>>
>;

/** The state of a session's ledger; plain data. */
export interface Ledger {
	readonly client?: SessionClient;
	readonly pairs: readonly Pair[];
	readonly pending: readonly PendingResult[];
	/** The newest calls, in call order. */
	readonly calls: readonly LedgerCall[];
	readonly totals: LedgerTotals;
	/** Tokens of rules that calls before those gave; absent where they gave none. */
	readonly earlierRules?: number;
	/** Of the conversation's requests to its model, where they pass through Loadline. */
	readonly prompts?: PromptCosts;
}

/** A finished call and the marks of its answer. Its id is unique in the session; a listed call is not counted again. */
export interface LedgerEvent
	extends Pick<LedgerCall, 'id' | 'tool' | 'arguments' | 'at' | 'failed'> {
	readonly client?: SessionClient;
	/** Marks of the answer as sent; empty for a failed call. */
	readonly marks: ContextMarks;
	readonly tokens: number;
	/** Tokens of the tool's own result, where less was sent. */
	readonly originalTokens?: number;
	/** Tokens of the replacement. */
	readonly collapsedTokens?: number;
	/** Ids of the contents of a transient result. */
	readonly ids?: readonly string[];
}

/** Bounds of the timeline and of pending results; the oldest are dropped. */
export const MAX_CALLS = 300;
export const MAX_PENDING = 300;

export const EMPTY_LEDGER: Ledger = {
	pairs: [],
	pending: [],
	calls: [],
	totals: {
		...{ calls: 0, transient: 0, used: 0, left: 0 },
		...{ tokensBefore: 0, tokensAfter: 0, tokensReleasable: 0, tokensReleased: 0 },
	},
};

/**
 * Records a call. A consumer's success uses up pending results of its tools; an answer that clears or
 * compacts the context forgets all that it held.
 */
export function recordCall(state: Ledger, event: LedgerEvent) {
	for (const listed of state.calls)
		if (listed.id === event.id) return { ledger: state, call: listed, used: [] };
	const { marks, tokens } = event;
	const pairs = marks.hints.length > 0 ? addPairs(state.pairs, marks.hints) : state.pairs;
	const used = marks.consumed
		? chooseUsed(pairs, event.tool, marks.used ?? [], state.pending, 'all')
		: [];
	const [first] = used;
	const { originalTokens, collapsedTokens } = event;
	const call: LedgerCall = {
		...{ id: event.id, tool: event.tool },
		...(event.arguments !== undefined && { arguments: event.arguments }),
		...{ at: event.at, state: marks.transient ? 'transient' : first ? 'consumed' : 'plain' },
		...(originalTokens !== undefined && { tokensOriginal: originalTokens }),
		...{ tokensBefore: tokens, tokensAfter: tokens },
		...(marks.transient && { tokensCollapsed: collapsedTokens ?? 0 }),
		...(marks.transient?.summary !== undefined && { summary: marks.transient.summary }),
		...(first && { partner: first.id }),
		...(used.length > 1 && { partners: used.map((result) => result.id) }),
		...(event.failed && { failed: true }),
	};
	const gone = new Set(used.map(({ id }) => id));
	const waiting = marks.action ? [] : state.pending.filter(({ id }) => !gone.has(id));
	const still = state.calls.flatMap(({ state, tokensBefore, tokensCollapsed: tokensAfter = 0 }) =>
		marks.action && state === 'used' ? releasable({ tokensBefore, tokensAfter }) : [],
	);
	const pending = marks.transient ? [...waiting, pendingOf(event)] : waiting;
	const { totals, earlierRules: _, ...kept } = state;
	const changed = (earlier: LedgerCall): LedgerCall => {
		if (!marks.action || earlier.state === 'forgotten')
			return gone.has(earlier.id) ? { ...earlier, state: 'used', partner: event.id } : earlier;
		if (earlier.state === 'collapsed') return { ...earlier, tokensAfter: 0 };
		const { partners: _, ...facts } = earlier;
		return { ...facts, state: 'forgotten', tokensAfter: 0, partner: event.id };
	};
	const isPlain = gone.size === 0 && !marks.action;
	const released = isPlain ? 0 : sum(used.map(releasable)) - sum(still);
	const next: Ledger = {
		...kept,
		...(event.client && { client: event.client }),
		pairs,
		pending: pending.slice(-MAX_PENDING),
		...newest(marks.action ? {} : state, [
			...(isPlain ? state.calls : state.calls.map(changed)),
			call,
		]),
		totals: {
			...totals,
			...{ calls: totals.calls + 1, used: totals.used + used.length },
			transient: totals.transient + (marks.transient ? 1 : 0),
			tokensBefore: totals.tokensBefore + tokens,
			tokensAfter: (marks.action ? 0 : totals.tokensAfter) + tokens,
			tokensReleasable: totals.tokensReleasable + released,
		},
	};
	return { ledger: next, call, used };
}

/** A report that a result left a context. */
export interface RemovedResult {
	readonly id: string;
	/** Description of a host's own tool result, which this session never saw. */
	readonly host?: Pick<LedgerCall, 'tool' | 'at' | 'tokensBefore' | 'tokensAfter'> & {
		readonly summary?: string;
	};
}

/**
 * Records that results left the context; each counts once, unlisted ones only with a description.
 * @param costs of requests to the model
 */
export function recordRemovals(
	state: Ledger,
	results: readonly RemovedResult[],
	proof: Proof,
	costs?: PromptCosts,
): Ledger {
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
		calls = isNew ? [...calls, left] : calls.with(at, left);
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
	const prompts = costs && { prompts: addCosts(state.prompts ?? NO_COSTS, costs) };
	return { ...state, ...newest(state, calls), pending, totals, ...prompts };
}

/** Returns whether a tool gives rules. */
export const givesRules = ({ tool }: Pick<LedgerCall, 'tool'>): boolean =>
	/^mem(?:setup|load|activate|disc)$/.test(tool);

/** Keeps the newest calls; what rules of older ones hold stays counted. */
function newest({ earlierRules = 0 }: Partial<Ledger>, calls: readonly LedgerCall[]) {
	const older = calls.slice(0, -MAX_CALLS).filter(givesRules);
	const rules = earlierRules + sum(older.map(({ tokensAfter }) => tokensAfter));
	return { calls: calls.slice(-MAX_CALLS), ...(rules > 0 && { earlierRules: rules }) };
}

const MAY_LEAVE: ReadonlySet<LedgerCall['state']> = new Set(['transient', 'used']);

const releasable = (of: Pick<LedgerCall, `tokens${'Before' | 'After'}`>): number =>
	Math.max(0, of.tokensBefore - of.tokensAfter);

const pendingOf = ({ id, tool, tokens, collapsedTokens, ids }: LedgerEvent): PendingResult => ({
	...{ id, tool, tokensBefore: tokens, tokensAfter: collapsedTokens ?? 0 },
	...(ids && ids.length > 0 && { ids }),
});
