// Arguments that do not fit what is read: named, with what to use instead. Nothing asked for is passed over in silence.
import { budgetOf, type Weight } from './budget';
import type { Policy, Read, View } from './types';

/** Tokens of a whole first answer. */
const FIRST_ANSWER: Readonly<Record<Read, number>> = { list: 600, object: 450, text: 350 };

/** The room of a first answer of this kind. */
export function glanceOf(policy: Policy, kind: Read): Weight {
	const budget = budgetOf(policy);
	const tokens = Math.min((policy.firstAnswerTokens ?? FIRST_ANSWER)[kind], budget.tokens);
	return { tokens, bytes: budget.bytes };
}

/** Tells whether a call asks for lines. */
export const isRanged = (view: View): boolean =>
	view.startLine !== undefined || view.endLine !== undefined;

/** The call said how much it wants, or what. */
export const isAsked = (view: View): boolean =>
	view.limit !== undefined || view.fields !== undefined || isRanged(view);

const ADVICE: Readonly<
	Record<Read, { readonly lines?: string; readonly limit?: string; readonly fields?: string }>
> = {
	text: {
		limit: 'this result is text, which has no items. Use "startLine" and "endLine", or its cursor.',
		fields:
			'this result is text, which has no fields. Use "startLine" and "endLine", or its cursor.',
	},
	list: {
		lines:
			'this result is a list, which has no lines. Use "limit" and its cursor, "fields", or read_result with "pointer".',
	},
	object: {
		lines:
			'this result is an object, which has no lines. Use "fields", or read_result with "pointer".',
		limit: 'this result is an object, not a list. Use "fields", or read_result with "pointer".',
	},
};

/** The first argument of a view that cannot be honoured, and what to use instead. */
export function misplaced(view: View, read: Read): string | undefined {
	const { lines, limit, fields } = ADVICE[read];
	if (lines && view.startLine !== undefined) return `startLine: ${lines}`;
	if (lines && view.endLine !== undefined) return `endLine: ${lines}`;
	if (limit && view.limit !== undefined) return `limit: ${limit}`;
	if (fields && view.fields !== undefined) return `fields: ${fields}`;
	return undefined;
}

/** The view without what a cursor stands for already: a caller may repeat the call it continues. */
export function withoutRepeats(view: View, asked: View): View {
	const left = Object.entries(view).filter(
		([name, value]) => JSON.stringify(value) !== JSON.stringify(asked[name as keyof View]),
	);
	return Object.fromEntries(left);
}
