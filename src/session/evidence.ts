// Fits the evidence of a verification into a token budget (docs/replay.md, "Verified context actions").
// Pure.
import type { validateReplayPayload } from '../replay';

/** The result of a validation, and a reason of its failure. */
export type Validation = ReturnType<typeof validateReplayPayload>;
export type Issue = Validation['issues'][number];

/** A token budget; `estimate` counts the tokens of a text. */
export interface EvidenceBudget {
	readonly tokenBudget: number;
	readonly estimate: (text: string) => number;
}

/** A verification with reduced evidence; its verdict is unchanged. */
export interface FittedEvidence {
	readonly verification: Validation;
	/** Number of omitted entries. */
	readonly left: number;
}

/** Shortens texts to their first words, then drops entries from the last. */
export function fitEvidence(
	verification: Validation,
	{ tokenBudget, estimate }: EvidenceBudget,
): FittedEvidence {
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

/** Finds the largest count that fits by bisection; `fits` must be monotonic, and 0 always fits. */
export function largestFit(all: number, fits: (count: number) => boolean): number {
	let fewest = 0;
	let most = all;
	while (fewest < most) {
		const count = Math.ceil((fewest + most) / 2);
		if (fits(count)) fewest = count;
		else most = count - 1;
	}
	return fewest;
}
