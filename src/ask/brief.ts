// A long list of scalars in brief: facts of all of it, and its first values.
import { withoutUnseen } from '../shared/shown-text';
import { keyOf } from './functions/signature';
import { jsonOf } from './json';
import { literal } from './outline';
import { asNumber, Part, typeOf, type Value, valueAt } from './value';

export interface Brief {
	/** How many values are shown. */
	readonly items: number;
	/** They, as a JSON list. */
	readonly result: string;
	readonly facts: string;
}

/** A shorter list is shown whole: tokens of it, and values. */
const WHOLE = 500;
const LEAST = 20;
/** Tokens of the first values. */
const FIRST = 200;
/** Values that are all told, so many of more, and characters of one. */
const ALL = 8;
const MOST_FREQUENT = 5;
const CHARACTERS = 24;

/** Shortens a result that is a long list of scalars; undefined for any other. */
export const briefOf = (
	value: Value,
	json: string,
	tokensOf: (text: string) => number,
): Brief | undefined => {
	if (!json.startsWith('[') || tokensOf(json.slice(0, 8 * WHOLE)) <= WHOLE) return undefined;
	const values = Array.isArray(value)
		? (value as readonly Value[])
		: value instanceof Part
			? Array.from(value.tree.children(value.node), (child) => valueAt(value.tree, child))
			: [];
	const counts = countsOf(values);
	if (counts === undefined || values.length <= LEAST) return undefined;
	const first: string[] = [];
	for (let left = FIRST; left > 0 && first.length < values.length; ) {
		const text = jsonOf(values[first.length] as Value);
		left -= tokensOf(text) + 1;
		first.push(text);
	}
	const facts = `${first.length} of ${values.length} values. All: ${factsOf(values, counts)}.`;
	return { items: first.length, result: `[${first.join(',')}]`, facts };
};

interface Count {
	readonly value: Value;
	count: number;
}

/** Counts equal scalars; undefined where there is anything else. */
const countsOf = (values: readonly Value[]): readonly Count[] | undefined => {
	const counts = new Map<string, Count>();
	for (const value of values) {
		const name = keyOf(value);
		if (name === undefined) return undefined;
		const tagged = `${typeOf(value)}${name}`;
		const known = counts.get(tagged);
		if (known) known.count++;
		else counts.set(tagged, { value, count: 1 });
	}
	return [...counts.values()].sort((a, b) => b.count - a.count);
};

const factsOf = (values: readonly Value[], counts: readonly Count[]): string => {
	const repeated = counts.filter(({ count }) => count > 1);
	const told = counts.length <= ALL ? counts : repeated.slice(0, MOST_FREQUENT);
	const numbers = values.map(asNumber).filter((number) => number !== undefined);
	let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const number of numbers) {
		low = Math.min(low, number);
		high = Math.max(high, number);
	}
	return [
		`${counts.length} different`,
		...(numbers.length === 0 ? [] : [`numbers ${low} to ${high}`]),
		...told.map(({ value, count }) => `${shown(value)}×${count}`),
	].join(', ');
};

const shown = (value: Value): string => {
	if (typeof value !== 'string') return jsonOf(value);
	const plain = withoutUnseen(value);
	if (plain.length <= CHARACTERS) return literal(plain);
	return `${literal(plain.slice(0, CHARACTERS).toWellFormed())}…`;
};
