// The headings that constraints stand under. They are labels where they do not change what a constraint says, so
// renaming one is no failure; but it is told. Pure.
import { compareConstraints } from '../memory/compare';
import type { BindingRule } from '../memory/hub/binding';
import { sortedByCodePoint } from '../shared/code-point-order';

/** Headings that a warning names. */
const MOST_NAMED = 5;

/** Each once, the outer ones before it: `Style > Names`. */
export const headingsOf = (rules: readonly BindingRule[]): string[] =>
	sortedByCodePoint(
		new Set(
			rules.flatMap(({ constraints }) =>
				constraints.flatMap(({ heading, above = [] }) =>
					heading === undefined ? [] : [[...above, heading].join(' > ')],
				),
			),
		),
	);

/** @param before undefined where nothing was saved */
export function headingWarnings(
	before: readonly string[] | undefined,
	after: readonly string[],
): string[] {
	if (before === undefined) return [];
	const { changed, removed, added } = compareConstraints(before.map(named), after.map(named));
	const told = [
		...changed.map(([was, is]) => `"${was.text}" is now "${is.text}"`),
		...removed.map(({ text }) => `"${text}" is gone`),
		...added.map(({ text }) => `"${text}" is new`),
	];
	if (told.length === 0) return [];
	const more = told.length > MOST_NAMED ? ` and ${told.length - MOST_NAMED} more` : '';
	return [`headings changed: ${told.slice(0, MOST_NAMED).join(', ')}${more}`];
}

const named = (text: string) => ({ id: text, key: text, text });
