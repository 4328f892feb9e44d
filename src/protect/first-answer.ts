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

/** Tokens that the first page of a list may take to show all the items of a page, and times its aim. */
const STRETCHED = { tokens: 1_700, times: 2.5 };

/** What a first page takes at most, where all its items are small. */
export const stretched = (aim: Weight): Weight => ({
	tokens: Math.max(aim.tokens, Math.min(STRETCHED.tokens, aim.tokens * STRETCHED.times)),
	bytes: aim.bytes,
});

/** Whether a call asks for lines. */
export const isRanged = (view: View): boolean =>
	view.startLine !== undefined || view.endLine !== undefined;

/** The call said how much it wants, or what. */
export const isAsked = (view: View): boolean =>
	view.limit !== undefined || view.fields !== undefined || isRanged(view);
