// Explains a drift of constraints: which are lacking, which were edited, which were withdrawn (docs/replay.md, "Verified
// context actions"). Pure.
import { compareConstraints } from '../memory';
import type { Issue } from './evidence';

const DRIFT = { field: 'constraints', failure_label: 'CONSTRAINT_DRIFT' } as const;

/** Splits constraint drift into missing, edited and withdrawn lines, given the bound and the live ones. */
export function explainDrift(
	issues: readonly Issue[],
	bound: readonly string[],
	live: readonly string[],
): Issue[] {
	const at = issues.findIndex(({ field }) => field === 'constraints');
	const found = issues[at];
	if (found === undefined) return [...issues];
	const inForce = new Set(live);
	const before = new Set(bound);
	const evidence = (found.evidence ?? []).filter((each) => typeof each === 'string');
	const { changed, removed } = compareConstraints(
		evidence.filter((line) => !inForce.has(line)).map(asConstraint),
		live.filter((line) => !before.has(line)).map(asConstraint),
	);
	const parts: Issue[] = [
		...issueOf(
			found.message,
			evidence.filter((line) => inForce.has(line)),
		),
		...issueOf(
			'constraints were edited since: the second text is in force',
			changed.map(([one, other]) => [one.text, other.text] as const),
		),
		...issueOf(
			'constraints are no longer in force: removed or withdrawn, stop following them',
			removed.map(({ text }) => text),
		),
	];
	return [...issues.slice(0, at), ...(parts.length > 0 ? parts : [found]), ...issues.slice(at + 1)];
}

const issueOf = (message: string, evidence: NonNullable<Issue['evidence']>): Issue[] =>
	evidence.length === 0 ? [] : [{ ...DRIFT, message, evidence }];

const asConstraint = (line: string) => ({ id: line, key: line, text: line });
