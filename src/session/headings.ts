// The headings that constraints stand under. They are labels where they do not change what a constraint says, so
// neither renaming one nor moving a constraint under another is a failure; but it is told. Pure.
import { type BindingRule, compareConstraints, normalized, plainWords } from '../memory';
import { sortedByCodePoint } from '../shared/code-point-order';

/** Of each kind, that a warning names. */
const MOST_NAMED = 5;
/** Characters of a constraint that a warning names. */
const MOST_SAID = 60;

/** A heading with the outer ones before it, `Style > Names`, and the keys of what stands under it. */
export type Heading = readonly [heading: string, ...keys: string[]];

/** Each once; what stands under none, under an empty one. */
export function headingsOf(rules: readonly BindingRule[]): Heading[] {
	const under = new Map<string, Set<string>>();
	for (const { key, heading, above = [] } of rules.flatMap(({ constraints }) => constraints)) {
		const name = heading === undefined ? '' : [...above, heading].map(plainWords).join(' > ');
		under.set(name, (under.get(name) ?? new Set()).add(said(key)));
	}
	return sortedByCodePoint(under.keys()).map((name) => [name, ...(under.get(name) ?? [])]);
}

/** What a document says twice has one key here: which of the two is the second is their order alone. */
const said = (key: string): string => key.split('~')[0] ?? key;

/** @param before undefined where nothing was saved */
export function headingWarnings(
	before: readonly Heading[] | undefined,
	rules: readonly BindingRule[],
): string[] {
	if (before === undefined) return [];
	const after = headingsOf(rules);
	const { changed, removed, added } = compareConstraints(named(before), named(after));
	const told = [
		...changed.map(([was, is]) => `"${was.text}" is now "${is.text}"`),
		...removed.map(({ text }) => `"${text}" is gone`),
		...added.map(({ text }) => `"${text}" is new`),
	];
	return [...listed('headings changed', told), ...listed('moved', moves(before, after, rules))];
}

const named = (headings: readonly Heading[]) =>
	headings.flatMap(([text]) => (text === '' ? [] : [{ id: text, key: text, text }]));

const listed = (what: string, told: readonly string[]): string[] => {
	const more = told.length > MOST_NAMED ? ` and ${told.length - MOST_NAMED} more` : '';
	return told.length === 0 ? [] : [`${what}: ${told.slice(0, MOST_NAMED).join(', ')}${more}`];
};

/** From one heading to another, where both were and are: a new name moves nothing. */
function moves(
	before: readonly Heading[],
	after: readonly Heading[],
	rules: readonly BindingRule[],
): string[] {
	const [places, now] = [placesOf(before), placesOf(after)];
	const [old, left] = [before, after].map((each) => new Set(['', ...each.map(([name]) => name)]));
	const texts = new Map(
		rules.flatMap(({ constraints }) => constraints.map(({ key, text }) => [said(key), text])),
	);
	return [...now].flatMap(([key, headings]) => {
		const was = places.get(key) ?? [];
		const from = was.find((name) => !headings.includes(name) && left?.has(name));
		const to = headings.find((name) => !was.includes(name) && old?.has(name));
		if (from === undefined || to === undefined) return [];
		const text = normalized(texts.get(key) ?? '');
		const short = text.length > MOST_SAID ? `${text.slice(0, MOST_SAID).toWellFormed()}…` : text;
		return [`"${short}" from ${quoted(from)} to ${quoted(to)}`];
	});
}

const quoted = (heading: string): string => (heading === '' ? 'no heading' : `"${heading}"`);

/** Headings by key. */
function placesOf(headings: readonly Heading[]): Map<string, string[]> {
	const places = new Map<string, string[]>();
	for (const [name, ...keys] of headings)
		for (const key of keys) places.set(key, [...(places.get(key) ?? []), name]);
	return places;
}
