// One object larger than its threshold: a preview with its identifying fields, and the call that
// gives the rest (context window protection, FR-010, FR-011, FR-016, FR-018).
import type { Weight } from './budget';
import { condenser } from './condense';
import type { Bench, Draft } from './draft';
import { guideToObject } from './guidance';
import { isArray, type Tape } from './json/tape';
import type { NextCall } from './types';

/** Makes previews of the document, each within the room it is given. */
export function summarizer(
	bench: Bench,
	tape: Tape,
	essential: ReadonlySet<string>,
	next: NextCall,
): (room: Weight) => Draft {
	const condensed = condenser(tape, 0, { weigh: bench.weigh, essential });
	const form = isArray(tape, 0) ? 'list' : 'object';
	return (room) => {
		const { text, cut } = condensed(room);
		return {
			act: 'summarized',
			data: { form, text },
			positions: cut.length > 0 ? [{ kind: 'whole', offset: 0, limit: 0 }] : [],
			additions: (handles) =>
				cut.length > 0 ? { summary: guideToObject(cut, next, handles?.[0], bench) } : {},
		};
	};
}

/** Share of the budget that a summary of a larger object fills; a little more than it must. */
const WELL_FILLED = 0.64;

/**
 * Tokens a summary may take: the budget, but four fifths of an object that would nearly fit, more
 * where that would leave the budget badly filled, and never less than the threshold that asked
 * for it.
 *
 * @param original - what the object weighs, and what it is estimated at
 */
export function summaryTarget(
	original: { readonly weight: Weight; readonly tokens: number },
	item: number,
	budget: number,
): number {
	const share = Math.min(0.97, Math.max(0.8, (WELL_FILLED * budget) / original.tokens));
	return Math.min(budget, Math.max(item, Math.floor(original.weight.tokens * share)));
}
