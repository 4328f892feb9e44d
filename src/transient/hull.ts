// What a conversation's context held, call by call, as a ship's side: every result is a plank that lies
// where it was laid until it leaves; what was laid on it sinks then.
import type { LedgerCall } from './ledger';

/** One result, from its call to the last. */
export interface Plank {
	readonly call: LedgerCall;
	/** Runs of columns in which it lies alike. */
	readonly runs: readonly Run[];
}

/** Columns, one a call, over which a plank keeps its place and its state. */
export interface Run {
	/** Columns, from 0, the last not included. */
	readonly from: number;
	readonly to: number;
	/** Tokens below it, and its own. */
	readonly base: number;
	readonly tokens: number;
	/** It could leave, or what lies here is what took its place. */
	readonly isUsed: boolean;
}

/** The context of a session over time; lists have one entry a call, in call order. */
export interface Hull {
	readonly planks: readonly Plank[];
	/** Tokens held after each call. */
	readonly held: readonly number[];
	/** Tokens that would be held had everything been sent as tools gave it, and nothing left. */
	readonly raw: readonly number[];
}

const GONE: ReadonlySet<LedgerCall['state']> = new Set(['used', 'collapsed', 'forgotten']);

/** @param calls in call order */
export function hullOf(calls: readonly LedgerCall[]): Hull {
	const column = new Map(calls.map(({ id }, at) => [id, at]));
	const planks = calls.map((call): { call: LedgerCall; used: number; runs: Run[] } => {
		const isGone = GONE.has(call.state);
		const partner = isGone ? column.get(call.partner ?? '') : undefined;
		return { call, used: partner ?? Number.POSITIVE_INFINITY, runs: [] };
	});
	const held: number[] = [];
	const raw: number[] = [];
	for (const [at, { tokensOriginal, tokensBefore }] of calls.entries()) {
		let base = 0;
		for (const { call, used, runs } of planks.slice(0, at + 1)) {
			const isUsed = at >= used;
			const tokens = isUsed ? call.tokensAfter : call.tokensBefore;
			const last = runs.at(-1);
			if (last && last.base === base && last.isUsed === isUsed)
				runs[runs.length - 1] = { ...last, to: at + 1 };
			else runs.push({ from: at, to: at + 1, base, tokens, isUsed });
			base += tokens;
		}
		held.push(base);
		raw.push((raw.at(-1) ?? 0) + (tokensOriginal ?? tokensBefore));
	}
	return { planks: planks.map(({ call, runs }) => ({ call, runs })), held, raw };
}

/** What carries most of what is held, and for how many calls nothing has used it. */
export interface Heaviest {
	readonly tool: string;
	readonly tokens: number;
	/** Of all that is held. */
	readonly share: number;
	readonly results: number;
	/** Calls since the newest of its results. */
	readonly idle: number;
	/** Tokens of its results that were used and still lie there. */
	readonly releasable: number;
}

/** The call that takes most of a context, with its share; undefined where nothing is held. */
export function heaviestOf(calls: readonly LedgerCall[]): Heaviest | undefined {
	const held = calls.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0);
	const tools = new Map<
		string,
		{ tokens: number; results: number; newest: number; releasable: number }
	>();
	for (const [at, { tool, tokensAfter, state, tokensCollapsed = 0 }] of calls.entries()) {
		if (state === 'forgotten') continue;
		const known = tools.get(tool) ?? { tokens: 0, results: 0, newest: 0, releasable: 0 };
		tools.set(tool, {
			tokens: known.tokens + tokensAfter,
			results: known.results + 1,
			newest: at,
			releasable: known.releasable + (state === 'used' ? tokensAfter - tokensCollapsed : 0),
		});
	}
	const [first] = [...tools].sort(([, a], [, b]) => b.tokens - a.tokens);
	if (!first || held === 0) return undefined;
	const [tool, { newest, ...figures }] = first;
	return { tool, ...figures, share: figures.tokens / held, idle: calls.length - 1 - newest };
}
