// One object larger than its threshold: a preview with its identifying fields, and the call that
// gives the rest (seed 003, FR-010, FR-011, FR-016, FR-018).
import { NOT_KEPT, spellCall } from './additions';
import type { Weight } from './budget';
import { condense } from './condense';
import type { Bench, Draft } from './draft';
import { isArray, type Tape } from './json/tape';
import { nameable } from './list';
import type { NextCall } from './types';

/** A preview of the document within `room`. */
export function draftSummary(
	bench: Bench,
	tape: Tape,
	essential: ReadonlySet<string>,
	next: NextCall,
	room: Weight,
): Draft {
	const made = condense(tape, 0, room, { weigh: bench.weigh, essential });
	const truncatedFields = nameable(made.cut);
	const positions = made.cut.length > 0 ? [{ kind: 'whole' as const, offset: 0, limit: 0 }] : [];
	return {
		act: 'summarized',
		data: { form: isArray(tape, 0) ? 'list' : 'object', text: made.text },
		positions,
		additions: (handles) => {
			if (positions.length === 0) return {};
			const handle = handles?.[0];
			if (handle === undefined)
				return { summary: { kind: 'preview', truncatedFields, instructions: NOT_KEPT } };
			const wanted = truncatedFields.filter((path) => path !== '…').slice(0, 3);
			const instructions = `${spellCall(next, handle, wanted)} gives these fields whole; without fields, everything.`;
			return { summary: { kind: 'preview', truncatedFields, handle, instructions } };
		},
	};
}

/**
 * Tokens a summary may take: the budget, but four fifths of an object that would nearly fit, and
 * never less than the threshold that asked for it.
 */
export const summaryTarget = (original: number, item: number, budget: number): number =>
	Math.min(budget, Math.max(item, Math.floor(original * 0.8)));
