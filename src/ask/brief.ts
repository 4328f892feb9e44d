// A long list of scalars in brief: facts of all of it, and its first values.
import { withoutUnseen } from '../shared/shown-text';
import { jsonOf } from './json';
import { literal } from './outline';
import { asNumber, itemsOf, keyOf, tally, type Value } from './value';

/** A shorter list is shown whole: tokens of it, and values. */
const WHOLE = 500;
const LEAST = 20;
/** Tokens of the first values. */
const FIRST = 200;
/** Values that are all told, so many of more, and characters of one. */
const ALL = 8;
const MOST_FREQUENT = 5;
const CHARACTERS = 24;

/** Shortens a result that is a long list of scalars to its first values; undefined for any other. */
export const briefOf = (value: Value, json: string, tokensOf: (text: string) => number) => {
	if (!json.startsWith('[') || tokensOf(json.slice(0, 8 * WHOLE)) <= WHOLE) return undefined;
	const values = itemsOf(value) ?? [];
	if (values.length <= LEAST || values.some((each) => keyOf(each) === undefined)) return undefined;
	const first: string[] = [];
	for (let left = FIRST; left > 0 && first.length < values.length; ) {
		const text = jsonOf(values[first.length] as Value);
		left -= tokensOf(text) + 1;
		first.push(text);
	}
	const facts = `${first.length} of ${values.length} values. All: ${factsOf(values)}.`;
	return { items: first.length, result: `[${first.join(',')}]`, facts };
};

const factsOf = (values: readonly Value[]): string => {
	const counts = tally(values).sort((a, b) => b.count - a.count);
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
