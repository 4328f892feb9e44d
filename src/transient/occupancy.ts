// The occupancy of a context over time: a layer per result, from its call until it leaves, and the heaviest tool.
import type { LedgerCall } from './ledger';

/** A stretch of columns, one per call, over which a layer keeps its position and state. */
export interface Run {
	/** First column, and the one after the last; from 0. */
	readonly from: number;
	readonly to: number;
	/** Tokens below the layer, and of the layer. */
	readonly base: number;
	readonly tokens: number;
	/** The result could leave, or was replaced. */
	readonly isUsed: boolean;
}

const GONE: ReadonlySet<LedgerCall['state']> = new Set(['used', 'collapsed', 'forgotten']);

/**
 * Computes the occupancy from calls in call order: a layer for each, in stretches of one position and state; tokens in the
 * context after each call (`held`), and without any reduction, results as tools gave them and none removed (`raw`).
 */
export function occupancyOf(calls: readonly LedgerCall[]) {
	const column = new Map(calls.map(({ id }, at) => [id, at]));
	const layers = calls.map((call): { call: LedgerCall; used: number; runs: Run[] } => {
		const isGone = GONE.has(call.state);
		// One that left by its client's word alone is gone by now: nobody said when.
		const used = column.get(call.partner ?? '') ?? calls.length - 1;
		return { call, used: isGone ? used : Number.POSITIVE_INFINITY, runs: [] };
	});
	const held: number[] = [];
	const raw: number[] = [];
	for (const [at, { tokensOriginal, tokensBefore }] of calls.entries()) {
		let base = 0;
		for (const { call, used, runs } of layers.slice(0, at + 1)) {
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
	return { layers: layers.map(({ call, runs }) => ({ call, runs })), held, raw };
}

/** Returns the heaviest tool; undefined for an empty context. */
export function heaviestTool(calls: readonly LedgerCall[]) {
	const held = calls.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0);
	const none = { tokens: 0, results: 0, newest: 0, releasable: 0 };
	const tools = new Map<string, typeof none>();
	for (const [at, { tool, tokensAfter, state, tokensCollapsed = 0 }] of calls.entries()) {
		if (state === 'forgotten') continue;
		const known = tools.get(tool) ?? none;
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
