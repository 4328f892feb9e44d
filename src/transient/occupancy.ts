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

/** Returns tools by what their results hold, the heaviest first; `idle`: calls since its last. */
export function heldByTool(calls: readonly LedgerCall[]) {
	const held = calls.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0);
	const tools = Map.groupBy(calls.entries(), ([, { tool }]) => tool);
	const rows = [...tools].map(([tool, all]) => {
		const own = all.filter(([, { state }]) => state !== 'forgotten');
		const sum = (of: (call: LedgerCall) => number) => own.reduce((n, [, call]) => n + of(call), 0);
		const tokens = sum(({ tokensAfter }) => tokensAfter);
		const releasable = sum(({ state, tokensAfter, tokensCollapsed = 0 }) =>
			state === 'used' ? tokensAfter - tokensCollapsed : 0,
		);
		const idle = calls.length - 1 - (own.at(-1)?.[0] ?? 0);
		return { tool, tokens, results: own.length, releasable, share: tokens / held, idle };
	});
	return rows.filter(({ results }) => results > 0).sort((a, b) => b.tokens - a.tokens);
}
