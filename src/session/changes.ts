// Changes that fail no proof and are told: headings, the order of numbered steps, the files that a rule is for. Pure.
import {
	type BindingRule,
	type Constraint,
	compareConstraints,
	normalized,
	plainWords,
} from '../memory';
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

const listed = (what: string, told: readonly string[]): string[] => {
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

/** Returns warnings about what changed since it was told, without a line of it changing. */
export const changeWarnings = (rules: readonly BindingRule[]): string[] => [
	...headingWarnings(
		rules.flatMap(({ told }) => told),
		rules.flatMap(({ constraints }) => constraints),
	),
	...listed(
		'order',
		rules.flatMap((rule) => reordered(rule)),
	),
	...listed(
		'scope changed',
		rules.flatMap(({ path, scopes }) =>
			scopes === undefined ? [] : [`${path} was ${scopes[0]}, is ${scopes[1]}`],
		),
	),
];

/** Returns the steps of each numbered list that stand in another order now. */
function reordered({ path, told, constraints }: BindingRule): string[] {
	const now = new Map(
		constraints.filter(({ list }) => list !== undefined).map(({ key }, at) => [key, at]),
	);
	const lists = Map.groupBy(
		told.filter(({ list, key }) => list !== undefined && now.has(key)),
		({ list }) => list,
	);
	const placeOf = ({ key }: Constraint) => now.get(key) ?? 0;
	return [...lists.values()].flatMap((steps) => {
		const sorted = [...steps].sort((one, other) => placeOf(one) - placeOf(other));
		const moved = steps.filter((step, at) => step !== sorted[at]).map(({ id }) => id);
		return moved.length === 0 ? [] : [`${moved.join(' and ')} of ${path} changed places`];
	});
}
