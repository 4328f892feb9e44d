// How long an answer may be that nobody asked to be long: a glance, from which to ask on
// (docs/protect.md "The first answer").
import { budgetOf, type Weight } from './budget';
import type { FirstAnswer, Policy, View } from './types';

/** Tokens of a whole first answer. */
export const FIRST_ANSWER: FirstAnswer = { list: 700, object: 600, text: 400 };

/** The room of a first answer of this kind. */
export function glanceOf(policy: Policy, kind: keyof FirstAnswer): Weight {
	const budget = budgetOf(policy);
	const tokens = Math.min((policy.firstAnswerTokens ?? FIRST_ANSWER)[kind], budget.tokens);
	return { tokens, bytes: budget.bytes };
}

/** Tokens that a first page may take beside its aim to show all the items of a page, and times the aim. */
const STRETCH = { tokens: 1_000, times: 1.5 };

/** What a first page takes at most, where all its items are small. */
export const stretched = ({ tokens, bytes }: Weight): Weight => ({
	tokens: tokens + Math.min(STRETCH.tokens, tokens * STRETCH.times),
	bytes,
});

/** Whether a call asks for lines. */
export const isRanged = (view: View): boolean =>
	view.startLine !== undefined || view.endLine !== undefined;

/** The call said how much it wants, or what. */
export const isAsked = (view: View): boolean =>
	view.limit !== undefined || view.fields !== undefined || isRanged(view);
