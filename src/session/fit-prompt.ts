// Selects what a prompt context tells again where room is short (docs/replay.md, "Verified context actions"). Pure.
import type { ReplayPayload } from '../replay';
import { largestFit } from './evidence';
import { type LiveConstraint, livePrompt } from './live-constraints';

/** Lists dropped in this order when space is short; then constraints, least important first. */
export const LISTS = ['dependency_chains', 'blockers', 'required_order', 'recovery'] as const;
/** Fraction of the budget reserved for the lists. */
const LISTS_SHARE = 0.25;

/** Selects constraints by importance and returns them in document order. */
export function fitPrompt(
	payload: ReplayPayload,
	missing: readonly LiveConstraint[],
	{
		tokenBudget,
		estimate,
	}: { readonly tokenBudget: number; readonly estimate: (text: string) => number },
): { readonly payload: ReplayPayload; readonly told: readonly LiveConstraint[] } {
	const fits = (candidate: ReplayPayload, told: readonly LiveConstraint[], budget = tokenBudget) =>
		estimate(livePrompt(candidate, told)) <= budget;
	if (fits(payload, missing)) return { payload, told: missing };
	const { constraints: own } = payload;
	let kept = payload;
	// Lists keep their share beside many constraints.
	for (const list of LISTS) {
		if (fits({ ...kept, constraints: [] }, [], tokenBudget * LISTS_SHARE)) break;
		kept = { ...kept, [list]: [] };
	}
	const byImportance = missing
		.map((constraint, at) => ({ constraint, at }))
		.sort((one, other) => one.constraint.rank - other.constraint.rank || one.at - other.at);
	const first = (count: number) => {
		const chosen = new Set(byImportance.slice(0, count).map(({ constraint }) => constraint));
		return missing.filter((constraint) => chosen.has(constraint));
	};
	const count = largestFit(missing.length, (each) => fits(kept, first(each)));
	if (count === 0 && !fits(kept, [])) {
		kept = {
			...kept,
			constraints: own.slice(
				0,
				largestFit(own.length, (each) => fits({ ...kept, constraints: own.slice(0, each) }, [])),
			),
		};
		for (const list of LISTS) if (!fits(kept, [])) kept = { ...kept, [list]: [] };
	}
	const told = first(count);
	// Unused space goes back to the lists.
	for (const list of [...LISTS].reverse()) {
		const more = { ...kept, [list]: payload[list] };
		if (fits(more, told)) kept = more;
	}
	return { payload: kept, told };
}
