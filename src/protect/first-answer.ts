// How long an answer may be that nobody asked to be long: a glance, from which to ask on
// (docs/protect.md "The first answer").
import { budgetOf, type Weight } from './budget';
import type { FirstAnswer, Policy, View } from './types';

/** Tokens of a whole first answer. */
export const FIRST_ANSWER: FirstAnswer = { list: 1_100, object: 900, text: 800 };

/** The room of a first answer of this kind. */
export function glanceOf(policy: Policy, kind: keyof FirstAnswer): Weight {
	const budget = budgetOf(policy);
	const tokens = Math.min((policy.firstAnswerTokens ?? FIRST_ANSWER)[kind], budget.tokens);
	return { tokens, bytes: budget.bytes };
}

/** Whether a call asks for lines. */
export const isRanged = (view: View): boolean =>
	view.startLine !== undefined || view.endLine !== undefined;

/** The call said how much it wants, or what. */
export const isAsked = (view: View): boolean =>
	view.limit !== undefined || view.fields !== undefined || isRanged(view);
