// Proofs of documents that were edited behind the back of a session, and their verdicts.
import { parseConstraints } from '../../src/memory/document/document';
import type { BindingRule } from '../../src/memory/hub/binding-rules';
import { replaySection } from '../../src/session/replay-section';
import { livePayload } from '../../src/session/verified-action';

export const ruleOf = (content: string, path = 'A.md'): BindingRule => {
	const { constraints } = parseConstraints(content);
	return { ruleId: 'p-1', kind: 'rule', path, hash: '', told: constraints, constraints };
};

/** The verdict on what is in force after an edit of what was told. */
export function verdict(before: BindingRule, after: BindingRule) {
	const rules = [{ ...after, told: before.told }];
	return replaySection({
		live: livePayload({ task: 't', rules }),
		baseline: livePayload({ task: 't', rules: [before] }),
		...{ rules, tokenBudget: 1e9, estimate: (text: string) => text.length },
	}).section.verification;
}

/** Lines of a text that another does not have, from 0; blank ones say nothing. */
function missing(before: string, after: string): number[] {
	const [lines, others] = [before.split('\n'), after.split('\n')];
	const isSaid = (at: number) => lines[at]?.trim() !== '';
	if (lines.length === others.length)
		return [...lines.keys()].filter((at) => lines[at] !== others[at] && isSaid(at));
	const left = new Map<string, number>();
	for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
	return lines.flatMap((line, at) => {
		const count = left.get(line) ?? 0;
		left.set(line, count - 1);
		return count > 0 || !isSaid(at) ? [] : [at];
	});
}

/** The way an edit shows: a failed proof, a warning, lines that are counted as binding nobody, or not at all. */
export type Shown = 'refused' | 'warned' | 'unbound' | 'unseen';

/** Documents before their edits: each is edited in many ways. */
const known = new Map<string, Original>();
const MOST_KNOWN = 200;

type Original = Pick<ReturnType<typeof parseConstraints>, 'unboundLines'> & { rule: BindingRule };

function original(content: string): Original {
	const found = known.get(content);
	if (found) return found;
	if (known.size === MOST_KNOWN) known.clear();
	const { unboundLines } = parseConstraints(content);
	const made = { rule: ruleOf(content), unboundLines };
	known.set(content, made);
	return made;
}

export function shown(before: string, after: string): Shown {
	const { rule, unboundLines } = original(before);
	const { admissible, warnings } = verdict(rule, ruleOf(after));
	if (!admissible) return 'refused';
	if (warnings !== undefined) return 'warned';
	const lines = missing(before, after);
	const isCounted = lines.length > 0 && lines.every((line) => unboundLines.has(line));
	return isCounted ? 'unbound' : 'unseen';
}
