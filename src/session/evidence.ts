// Fits the evidence of a verification into a token budget (docs/replay.md, "Verified context actions").
// Explains what became of told lines, and selects what is told again. Pure.

import { type BindingRule, type Constraint, compareConstraints } from '../memory';
import type { ReplayPayload, validateReplayPayload } from '../replay';
import { largestFit } from '../shared/fair-share';
import { type LiveConstraint, live, liveConstraints, livePrompt } from './live-constraints';

/** The result of a validation, and a reason of its failure. */
export type Validation = ReturnType<typeof validateReplayPayload>;
type Issue = Validation['issues'][number];

/** A token budget; `estimate` counts the tokens of a text. */
interface EvidenceBudget {
	readonly tokenBudget: number;
	readonly estimate: (text: string) => number;
}

/** Shortens texts to their first words, then drops entries from the last. */
export function fitEvidence(verification: Validation, { tokenBudget, estimate }: EvidenceBudget) {
	const fits = (issues: readonly Issue[]) => estimate(JSON.stringify(issues)) <= tokenBudget;
	if (fits(verification.issues)) return { verification, left: 0 };
	const named = verification.issues.map(withNames);
	const all = named.reduce((sum, { evidence = [] }) => sum + evidence.length, 0);
	const count = largestFit(all, (candidate) => fits(firstOf(named, candidate)));
	return {
		verification: { ...verification, issues: firstOf(named, count) },
		left: all - count,
	};
}

const NAME_LENGTH = 40;

const nameOf = (constraint: string): string =>
	constraint.length > NAME_LENGTH
		? `${constraint.slice(0, NAME_LENGTH).toWellFormed()}…`
		: constraint;

const withNames = (issue: Issue): Issue =>
	issue.evidence === undefined
		? issue
		: {
				...issue,
				evidence: issue.evidence.map((each) =>
					typeof each === 'string' ? nameOf(each) : ([nameOf(each[0]), nameOf(each[1])] as const),
				),
			};

/** Keeps the first `count` entries of all evidence together. */
const firstOf = (issues: readonly Issue[], count: number): Issue[] => {
	let room = count;
	return issues.map(({ evidence, ...issue }) => {
		const kept = evidence?.slice(0, room) ?? [];
		room -= kept.length;
		return kept.length === 0 ? issue : { ...issue, evidence: kept };
	});
};

/**
 * Returns the issues of told lines, each compared with what its own document says now: those that the caller lacks, and
 * those that were edited, removed or withdrawn.
 * @param held lines that the caller has
 */
export function driftOf(rules: readonly BindingRule[], held: ReadonlySet<string>): Issue[] {
	const inForce = new Set(liveConstraints(rules).map(({ line }) => line));
	const found = rules.map((rule) => {
		const { changed, removed } = compareConstraints(rule.told, rule.constraints);
		const lineOf = (constraint: Constraint) => live(rule, constraint).line;
		const stands = new Set(rule.constraints.map(({ key }) => key));
		return {
			lacking: rule.told
				.filter(({ key }) => stands.has(key))
				.map(lineOf)
				.filter((line) => !held.has(line)),
			edited: changed.map(([one, other]) => [lineOf(one), lineOf(other)] as const),
			// A line that another document still has is missing from this one alone.
			gone: removed
				.map(lineOf)
				.map((line) => (inForce.has(line) ? `${line} (of ${rule.path})` : line)),
		};
	});
	const issueOf = (message: string, evidence: NonNullable<Issue['evidence']>): Issue[] =>
		evidence.length === 0
			? []
			: [{ field: 'constraints', failure_label: 'CONSTRAINT_DRIFT', message, evidence }];
	return [
		...issueOf('payload lost constraints of the baseline', [
			...new Set(found.flatMap(({ lacking }) => lacking)),
		]),
		...issueOf(
			'constraints were edited since: the second text is in force',
			found.flatMap(({ edited }) => edited),
		),
		...issueOf(
			'constraints are no longer in force: removed or withdrawn, stop following them',
			found.flatMap(({ gone }) => gone),
		),
	];
}

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
