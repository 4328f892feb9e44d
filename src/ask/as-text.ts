// Texts that are ordered by their characters, and of which a reader may expect another order: numbers, dates by day or month,
// and what has no scale in common.
import { byCodePoint } from '../shared/code-point-order';
import { shownText } from '../shared/shown-text';
import { inOneGo, type Slices } from '../shared/slices';
import { LONGEST_READ, unitOf } from './amounts';
import { type Expression, spelledPath } from './expression/ast';
import type { Pace } from './meter';
import { isNumbered } from './moment';
import { spelledKey } from './outline';
import {
	areApart,
	commonRanks,
	dayIn,
	isPlaced,
	type Meant,
	meantNote,
	READING_STEPS,
} from './readings';
import { asNumber, numberOfText, type Value } from './value';

/** Spells the path of a key, of `&key` too; `@` for anything else. */
export const keyName = (key: Expression | undefined): string => {
	const path = key?.type === 'reference' ? key.of : key;
	return (path && spelledPath(path, spelledKey)) ?? '@';
};

/** The last word of a key of versions: other words end so too, as `conversion` does. */
const OF_VERSIONS =
	/(?:(?<!(?<!(?:^|[^a-z])i)con|(?:^|[^a-z])(?:a|ambi|animad|di|e|extra|extro|in|intro|ob|per|re|retro|sub|trans))version|(?:^|\.|(?:latest|last|next|current|stable|os|kernel|base|target)_)release)s?(?:[_-]?number)?["'\]]*$/;

/** True for numbers with a dot that are versions by the name of their key. */
const isVersionKey = (key: Expression | undefined): boolean => OF_VERSIONS.test(wordsOf(key));

const wordsOf = (key: Expression | undefined): string =>
	keyName(key)
		.replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2_')
		.toLowerCase();

/** A word of a key of sizes in bytes. */
const OF_SIZES =
	/(?:^|[^a-z])(?:file|disk|mem|total)?(?:size|bytes|mem(?:ory)?|rss|disk|used|avail(?:able)?|capacity)(?![a-z])/;

/** Returns what the values of a key are by its name, or by the others of it. */
export const meantBy = (
	key: Expression | undefined,
	values: readonly Value[],
): Meant | undefined => {
	if (isVersionKey(key)) return 'version';
	const texts = values.filter((each) => typeof each === 'string');
	return dayIn(texts, OF_SIZES.test(wordsOf(key)));
};

const skeletonOf = (text: string): string =>
	numberIn(text) === undefined ? text.replace(/\d+/g, '#') : '#';

const numberIn = (text: string): number | undefined => asNumber(numberOfText(text));

/** A year, of a quarter or a month. */
const YEAR = /\b(?:19|20)\d\d\b/;

/** Returns true for two texts that numbers in them would order the other way. */
const isUnlike = (first: string, then: string): boolean => {
	const [one, other] = [numberIn(first), numberIn(then)];
	if (one !== undefined && other !== undefined && one > other) return true;
	const [year, later] = [first, then].map((text) => YEAR.exec(text)?.[0]);
	if (year !== undefined && later !== undefined && year > later) return true;
	if (skeletonOf(first) !== skeletonOf(then)) return false;
	const [left, right] = [first, then].map((text) => text.match(/\d+/g)?.map(BigInt) ?? []);
	const at = left?.findIndex((number, place) => number !== right?.[place]) ?? -1;
	return at >= 0 && (left?.[at] as bigint) > (right?.[at] as bigint);
};

/** Two texts in the order in which they were put. */
type Pair = readonly [string, string];

/** Returns the neighbours of a sorted list, of each form by itself. */
export function* neighbours(sorted: readonly Value[], pace: Pace): Slices<readonly Pair[]> {
	const last = new Map<string, string>();
	const pairs: Pair[] = [];
	for (const text of sorted) {
		if (pace.isDue(READING_STEPS)) yield;
		if (typeof text !== 'string' || text.length > LONGEST_READ) continue;
		const form = skeletonOf(text);
		const before = last.get(form);
		last.set(form, text);
		if (before !== undefined && form !== text) pairs.push([before, text]);
	}
	return pairs;
}

/**
 * Says of texts that are ordered by their characters where a reader may expect another order: dates, numbers, and what
 * has no scale in common. @param pairs - of which each stands in the order that was found
 */
export function* textNote(
	keys: readonly Value[],
	pairs: readonly Pair[],
	key: Expression | undefined,
	pace: Pace | undefined,
	verb: 'ordered' | 'compared' = 'ordered',
): Slices<string | undefined> {
	const texts = keys.filter((each) => typeof each === 'string');
	const digits = texts.filter((each) => /\d/.test(each));
	const name = keyName(key);
	const isDated = digits.length > 0 && digits.every(isNumbered);
	if (isDated && digits.some((each) => each !== digits[0]))
		return `${name} holds dates such as ${digits[0]}, ${verb} as text here, not by time: split(${name}, '${digits[0]?.match(/\D/)?.[0]}')[2] is the year.`;
	let unlike = pairs.find(([first, then]) => Number(first) > Number(then));
	for (const [first, then] of unlike ? [] : pairs) {
		if (isUnlike(first, then)) unlike = [first, then];
		if (unlike) break;
		if (pace?.isDue(2 * READING_STEPS)) yield;
	}
	const areNumbers = digits.every((each) => numberIn(each) !== undefined);
	const [by, orders] = verb === 'ordered' ? ['&', 'orders'] : ['', 'compares'];
	if (unlike && areNumbers && numberIn(unlike[0]) !== numberIn(unlike[1])) {
		if (Number(unlike[0]) > Number(unlike[1]))
			return `${name} holds numbers as text, ${verb} as text here: ${by}to_number(${name}) ${orders} them as numbers.`;
		return `${name} is ${verb} as text: ${by}join('', ['v', ${name}]) ${orders} versions, ${by}to_number(${name}) decimals.`;
	}
	if (unlike) return `${name} is ${verb} as text: ${shown(unlike[0])} before ${shown(unlike[1])}.`;
	const read = digits.find(isPlaced);
	const other = texts.find(
		(each) => read !== undefined && each !== read && !commonRanks(read, each),
	);
	return read === undefined ||
		other === undefined ||
		areNumbers ||
		texts.every((each) => /^\d{4}-\d\d-\d\d/.test(each))
		? undefined
		: `${name} is ${verb} as text: ${shown(read)} and ${shown(other)} have no order in common.`;
}

const shown = (text: string): string => shownText(text, 20);

/** The same of two texts that are compared; of an amount and a number, that the number has no unit. */
export const comparedNote = (
	a: Value,
	b: Value,
	key: Expression,
	meant?: Meant,
): string | undefined => {
	if (typeof a !== 'string' || typeof b !== 'string') return undefined;
	if (!/\d/.test(a) || !/\d/.test(b)) return undefined;
	if (commonRanks(a, b, meant)) return meantNote(meant, keyName(key));
	if (areApart(a, b))
		return `${keyName(key)} is not compared where it has no order in common: ${shown(a)} and ${shown(b)}.`;
	const unit = unitOf(a) ?? unitOf(b);
	const bare = [a, b].find((each) => numberIn(each) !== undefined);
	if (unit !== undefined && bare !== undefined)
		return `${keyName(key)} holds amounts, compared as text here: '${bare}${unit}' compares their numbers.`;
	const pair: Pair = byCodePoint(a, b) < 0 ? [a, b] : [b, a];
	return inOneGo(textNote([a, b], [pair], key, undefined, 'compared'));
};

/** Seconds since 1970 of this century. */
const isEpoch = (number: number): boolean => number >= 978_307_200 && number < 4_102_444_800;

/** Says of numbers that all are moments since 1970 that some are seconds and some milliseconds. */
export const epochNote = (keys: readonly Value[], key?: Expression): string | undefined => {
	const numbers = keys.map(asNumber).filter((number) => number !== undefined);
	const seconds = numbers.filter(isEpoch).length;
	const isMixed = seconds > 0 && seconds < numbers.length;
	return isMixed && numbers.every((number) => isEpoch(number) || isEpoch(number / 1_000))
		? `${keyName(key)} mixes seconds and milliseconds since 1970: ordered as numbers.`
		: undefined;
};

/** Says in which of several ways the values of a key were read, and what else is to be said. */
export const readingNote = (meant: Meant | undefined, key?: Expression, told = '') =>
	`${meantNote(meant, keyName(key)) ?? ''} ${told}`.trim() || undefined;
