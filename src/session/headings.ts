// Changes of headings above constraints. Renaming a heading or moving a constraint is reported as a
// warning, not a failure. Pure.
import { type Constraint, compareConstraints, normalized, plainWords } from '../memory';
import { sortedByCodePoint } from '../shared/code-point-order';

/** Per kind of warning. */
const MAX_NAMED = 5;
/** Maximum length of a quoted constraint. */
const MAX_SAID = 60;

/** A heading path (`Style > Names`) and the keys of its constraints. */
type Heading = readonly [heading: string, ...keys: string[]];

/** Returns each heading with its keys; constraints without one are under an empty heading. */
function headingsOf(constraints: readonly Constraint[]): Heading[] {
	const under = new Map<string, Set<string>>();
	for (const { key, heading, above = [] } of constraints) {
		const name =
			heading === undefined ? '' : [...above, heading].map((each) => plainWords(each)).join(' > ');
		under.set(name, (under.get(name) ?? new Set()).add(baseKey(key)));
	}
	return sortedByCodePoint(under.keys()).map((name) => [name, ...(under.get(name) ?? [])]);
}

/** Drops the counter of duplicates, which depends on their order alone. */
const baseKey = (key: string): string => key.split('~')[0] ?? key;

/** Returns warnings about headings that changed between what was told and what is in force. */
export function headingWarnings(
	before: readonly Constraint[],
	inForce: readonly Constraint[],
): string[] {
	const [was, is] = [headingsOf(before), headingsOf(inForce)];
	const { changed, removed, added } = compareConstraints(named(was), named(is));
	const told = [
		...changed.map(([one, other]) => `"${one.text}" is now "${other.text}"`),
		...removed.map(({ text }) => `"${text}" is gone`),
		...added.map(({ text }) => `"${text}" is new`),
	];
	return [...listed('headings changed', told), ...listed('moved', moves(was, is, inForce))];
}

const named = (headings: readonly Heading[]) =>
	headings.flatMap(([text]) => (text === '' ? [] : [{ id: text, key: text, text }]));

export const listed = (what: string, told: readonly string[]): string[] => {
	const more = told.length > MAX_NAMED ? ` and ${told.length - MAX_NAMED} more` : '';
	return told.length === 0 ? [] : [`${what}: ${told.slice(0, MAX_NAMED).join(', ')}${more}`];
};

/** Reports constraints that moved between headings that exist before and after. */
function moves(
	before: readonly Heading[],
	after: readonly Heading[],
	inForce: readonly Constraint[],
): string[] {
	const [places, now] = [placesOf(before), placesOf(after)];
	const [old, left] = [before, after].map((each) => new Set(['', ...each.map(([name]) => name)]));
	const texts = new Map(inForce.map(({ key, text }) => [baseKey(key), text]));
	return [...now].flatMap(([key, headings]) => {
		const was = places.get(key) ?? [];
		const from = was.find((name) => !headings.includes(name) && left?.has(name));
		const to = headings.find((name) => !was.includes(name) && old?.has(name));
		if (from === undefined || to === undefined) return [];
		const text = normalized(texts.get(key) ?? '');
		const short = text.length > MAX_SAID ? `${text.slice(0, MAX_SAID).toWellFormed()}…` : text;
		return [`"${short}" from ${quoted(from)} to ${quoted(to)}`];
	});
}

const quoted = (heading: string): string => (heading === '' ? 'no heading' : `"${heading}"`);

function placesOf(headings: readonly Heading[]): Map<string, string[]> {
	const places = new Map<string, string[]>();
	for (const [name, ...keys] of headings)
		for (const key of keys) places.set(key, [...(places.get(key) ?? []), name]);
	return places;
}
