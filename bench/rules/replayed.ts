// What a proof says of a document that was edited behind the back of a session.
import { parseConstraints } from '../../src/memory/constraints';
import type { BindingRule } from '../../src/memory/hub/binding';
import type { ReplayValidation } from '../../src/replay/types';
import { headingsOf, headingWarnings } from '../../src/session/headings';
import { replaySection } from '../../src/session/held';
import { liveConstraints } from '../../src/session/live-constraints';
import { livePayload } from '../../src/session/live-payload';

export const ruleOf = (content: string, path = 'A.md'): BindingRule => {
	const { constraints } = parseConstraints(content);
	return { ruleId: 'p-1', kind: 'rule', path, hash: '', constraints };
};

/** The verdict on what is told after an edit, against what was saved before it. */
export const verdict = (before: BindingRule, after: BindingRule): ReplayValidation =>
	replaySection({
		live: livePayload({ task: 't', rules: [after] }),
		constraints: liveConstraints([after]),
		baseline: livePayload({ task: 't', rules: [before] }),
		warnings: headingWarnings(headingsOf([before]), headingsOf([after])),
		tokenBudget: 1e9,
		estimate: (text) => text.length,
	}).verification;

/** Lines of a text that another does not have in their place, from 0. */
function differing(before: string, after: string): number[] {
	const [one, other] = [before.split('\n'), after.split('\n')];
	let from = 0;
	while (from < one.length && one[from] === other[from]) from++;
	let to = one.length;
	while (to > from && one[to - 1] === other[other.length - one.length + to - 1]) to--;
	return Array.from({ length: to - from }, (_, at) => from + at);
}

/** How an edit shows: a failed proof, a warning, or lines that are counted as binding nobody. */
export type Shown = 'refused' | 'warned' | 'unbound' | 'unseen';

export function shown(before: string, after: string): Shown {
	const { admissible, warnings } = verdict(ruleOf(before), ruleOf(after));
	if (!admissible) return 'refused';
	if (warnings !== undefined) return 'warned';
	const { unboundLines } = parseConstraints(before);
	const lines = differing(before, after);
	const isCounted = lines.length > 0 && lines.every((line) => unboundLines.has(line));
	return isCounted ? 'unbound' : 'unseen';
}
