// What became of the constraints of a baseline: still in force and not known to the caller, edited, or no
// longer in force. A lost one, an edited one and a withdrawn one are told apart. Pure.
import { compareConstraints } from '../memory';
import type { Edge, ReplayIssue } from '../replay';

const DRIFT = { field: 'constraints', failure_label: 'CONSTRAINT_DRIFT' } as const;

/**
 * @param issues of a validation against the baseline and what binds now
 * @param baseline lines saved before the context changed
 * @param live lines in force
 */
export function explained(
	issues: readonly ReplayIssue[],
	baseline: readonly string[],
	live: readonly string[],
): ReplayIssue[] {
	const at = issues.findIndex(({ field }) => field === 'constraints');
	const found = issues[at];
	if (found === undefined) return [...issues];
	const inForce = new Set(live);
	const before = new Set(baseline);
	const evidence = (found.evidence ?? []).filter((each) => typeof each === 'string');
	const { changed, removed } = compareConstraints(
		evidence.filter((line) => !inForce.has(line)).map(asConstraint),
		live.filter((line) => !before.has(line)).map(asConstraint),
	);
	const edited = changed.map(([before, after]): Edge => [before.text, after.text]);
	// What an edit made of a line is said with it.
	const successors = new Set(edited.map(([, after]) => after));
	const missing = evidence.filter((line) => inForce.has(line) && !successors.has(line));
	const parts: ReplayIssue[] = [
		...issueOf(found.message, missing),
		...issueOf('constraints were edited since: the second text is in force', edited),
		...issueOf(
			'constraints are no longer in force: removed or withdrawn, stop following them',
			removed.map(({ text }) => text),
		),
	];
	return [...issues.slice(0, at), ...(parts.length > 0 ? parts : [found]), ...issues.slice(at + 1)];
}

const issueOf = (message: string, evidence: readonly (string | Edge)[]): ReplayIssue[] =>
	evidence.length === 0 ? [] : [{ ...DRIFT, message, evidence }];

const asConstraint = (line: string) => ({ id: line, key: line, text: line });
