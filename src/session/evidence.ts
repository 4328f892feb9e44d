// The evidence of a verification within a budget: what a context lost may be long, and a status must not
// be (docs/replay.md, "Verified context actions"). Pure.
import type { ReplayIssue, ReplayValidation } from '../replay';

/** What room the evidence has; `estimate` gives the tokens of a text. */
export interface EvidenceBudget {
	/** Tokens of the issues, at most. */
	readonly tokenBudget: number;
	readonly estimate: (text: string) => number;
}

/** A verification whose evidence was cut to the budget; its verdict is untouched. */
export interface FittedEvidence {
	readonly verification: ReplayValidation;
	/** Entries that found no room. */
	readonly left: number;
}

/** Where there is no room, texts are cut to their first words, then entries give way from the last. */
export function fittedEvidence(
	verification: ReplayValidation,
	{ tokenBudget, estimate }: EvidenceBudget,
): FittedEvidence {
	const fits = (issues: readonly ReplayIssue[]) => estimate(JSON.stringify(issues)) <= tokenBudget;
	if (fits(verification.issues)) return { verification, left: 0 };
	const named = verification.issues.map(withNames);
	const all = named.reduce((sum, { evidence = [] }) => sum + evidence.length, 0);
	const count = mostThatFit(all, (candidate) => fits(firstOf(named, candidate)));
	return {
		verification: { ...verification, issues: firstOf(named, count) },
		left: all - count,
	};
}

/** Characters of a text that name it. */
const NAME_LENGTH = 40;

const nameOf = (constraint: string): string =>
	constraint.length > NAME_LENGTH
		? `${constraint.slice(0, NAME_LENGTH).toWellFormed()}…`
		: constraint;

const withNames = (issue: ReplayIssue): ReplayIssue =>
	issue.evidence === undefined
		? issue
		: {
				...issue,
				evidence: issue.evidence.map((each) =>
					typeof each === 'string' ? nameOf(each) : ([nameOf(each[0]), nameOf(each[1])] as const),
				),
			};

/** The issues with the first `count` entries of their evidence, taken together. */
const firstOf = (issues: readonly ReplayIssue[], count: number): ReplayIssue[] => {
	let room = count;
	return issues.map(({ evidence, ...issue }) => {
		const kept = evidence?.slice(0, room) ?? [];
		room -= kept.length;
		return kept.length === 0 ? issue : { ...issue, evidence: kept };
	});
};

/**
 * The most entries that fit, of `all`; 0 is taken to fit.
 *
 * @param fits never false for fewer entries than it is true for
 */
export function mostThatFit(all: number, fits: (count: number) => boolean): number {
	let fewest = 0;
	let most = all;
	while (fewest < most) {
		const count = Math.ceil((fewest + most) / 2);
		if (fits(count)) fewest = count;
		else most = count - 1;
	}
	return fewest;
}
