// Equality and order of values: large integers exactly, times with an offset and written dates by instant, versions and
// amounts of one unit by their numbers, other strings by code point.
import { byCodePoint } from '../shared/code-point-order';
import type { Meter } from './meter';
import { isWritten, momentOf } from './moment';
import {
	asNumber,
	itemsOf,
	LosslessNumber,
	membersOf,
	type Numeric,
	Part,
	typeOf,
	type Value,
} from './value';

const INTEGER = /^-?\d+$/;

/** Compares two numbers: negative, 0 or positive. */
const compareNumbers = (a: Numeric, b: Numeric): number => {
	const left = typeof a === 'number' ? a : a.number;
	const right = typeof b === 'number' ? b : b.number;
	if (left !== right || (typeof a === 'number' && typeof b === 'number'))
		return left < right ? -1 : left > right ? 1 : 0;
	const [first = '', second = ''] = [a, b].map((value) =>
		value instanceof LosslessNumber ? value.text : String(value),
	);
	if (!INTEGER.test(first) || !INTEGER.test(second)) return 0;
	const difference = BigInt(first) - BigInt(second);
	return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/** A time with an offset; bare dates compare as text. */
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** A version: `22.0.0`, `v1.10`, `27.0.0-alpha.1`; a date by day, month and year is none. */
const VERSION =
	/^(?!\d{1,2}\.\d{1,2}\.(?:19|20)\d\d$)v?(\d{1,12}(?:\.\d{1,12})*)(?:-([\w.-]+))?(?:\+[\w.-]+)?$/;
const SURELY_VERSION = /^v\d|^\d+\.\d+\.\d/;
const LONGEST_RANKED = 40;

const AMOUNT = /^-?\d+(?:\.\d+)? ?(%|[a-zµ]{1,5})$/i;

/** Returns the unit of an amount, `12min` or `1.5 GB`; undefined for any other text. */
export const unitOf = (text: string): string | undefined => AMOUNT.exec(text)?.[1];

type Rank = (text: string) => number | string | undefined;

const padded = (text: string): string => text.replace(/\d+/g, (digits) => digits.padStart(12, '0'));

/** Spells a version so that its characters have its order: a prerelease before its release, `1.2` with `1.2.0`. */
const versionRank: Rank = (text) => {
	const [, numbers = '', early] = VERSION.exec(text) ?? [];
	const kept = padded(numbers.replace(/(?:\.0+)+$/, ''));
	return early === undefined ? `${kept}#` : `${kept}!${padded(early)}`;
};

/**
 * Returns what orders texts that are all times, all versions or all amounts of one unit; undefined for others, of which characters do.
 *
 * @param isList - dates without a time are among the times of a list; compared with one, they are its beginning
 */
export const commonRank = (texts: readonly string[], isList = false): Rank | undefined => {
	const isRanked = (is: (text: string) => boolean): boolean =>
		texts.every((text) => text.length <= LONGEST_RANKED && /\d/.test(text) && is(text));
	const [, unit] = AMOUNT.exec(texts[0] ?? '') ?? [];
	if (unit !== undefined && isRanked((text) => unitOf(text) === unit)) return Number.parseFloat;
	const isSure = texts.some((text) => SURELY_VERSION.test(text));
	if (isSure && isRanked((text) => VERSION.test(text))) return versionRank;
	if (!isRanked((text) => !/^\d+$/.test(text) && momentOf(text) !== undefined)) return undefined;
	const moments = texts.filter((text) => MOMENT.test(text)).length;
	const isTimed = isList ? moments > 0 : moments === texts.length;
	return isTimed || texts.some(isWritten) ? timeRank : undefined;
};

/** The moment of a time, with what is beyond its milliseconds. */
const timeRank = (text: string): number =>
	(momentOf(text) ?? Number.NaN) + Number(`0.${/[.,]\d{3}(\d{1,6})/.exec(text)?.[1] ?? 0}`);

const byRank = (left: ReturnType<Rank> = '', right: ReturnType<Rank> = ''): number =>
	left < right ? -1 : left > right ? 1 : 0;

/** Returns the texts with a digit where they are at least half: others, such as `unknown`, stand for no value. */
export const numbered = (texts: readonly string[]): readonly string[] => {
	const some = texts.filter((text) => /\d/.test(text));
	return 2 * some.length >= texts.length ? some : texts;
};

/** Returns whether a text is a number, a version, an amount or a time: a word has no place among such. */
const isPlaced = (text: string): boolean =>
	/^v?\d[\d.,]*$/.test(text) || commonRank([text]) !== undefined || momentOf(text) !== undefined;

/** Returns the order of several values, which is one for all texts, and what has no place in it, as `TBD` among dates. */
export const orderOf = (values: readonly Value[]) => {
	const all = values.filter((value) => typeof value === 'string');
	const texts = numbered(all);
	const isMixed = texts.length > 0 && texts.length < all.length && texts.every(isPlaced);
	const rank = commonRank(texts, true) ?? (isMixed ? (text: string) => text : undefined);
	const ranks = rank && new Map(texts.map((text) => [text, rank(text)]));
	return {
		order: (a: Value, b: Value): number | undefined => {
			if (typeof a !== 'string' || typeof b !== 'string') return order(a, b);
			return ranks ? byRank(ranks.get(a), ranks.get(b)) : byCodePoint(a, b);
		},
		isApart: (value: Value) => typeof value === 'string' && ranks?.has(value) === false,
	};
};

/** Compares two values of one type; undefined where they have no order. */
export const order = (a: Value, b: Value): number | undefined => {
	if (typeof a === 'string' && typeof b === 'string') {
		if (/\d/.test(a) !== /\d/.test(b) && [a, b].some(isPlaced)) return undefined;
		const rank = a === b ? undefined : commonRank([a, b]);
		return rank ? byRank(rank(a), rank(b)) : byCodePoint(a, b);
	}
	const isNumber = (value: Value): value is Numeric => asNumber(value) !== undefined;
	return isNumber(a) && isNumber(b) ? compareNumbers(a, b) : undefined;
};

/** Compares values deeply; members in any order. */
export const isEqual = (a: Value, b: Value, meter: Meter): boolean => {
	meter.step();
	if (a === b) return true;
	if (a === null || b === null || typeof a === 'string' || typeof b === 'string') return false;
	if (typeof a === 'boolean' || typeof b === 'boolean') return false;
	if (asNumber(a) !== undefined || asNumber(b) !== undefined) return order(a, b) === 0;
	if (a instanceof Part && b instanceof Part && a.tree === b.tree && a.node === b.node) return true;
	if (typeOf(a) !== typeOf(b)) return false;
	const items = itemsOf(a, meter);
	if (items) {
		const others = itemsOf(b, meter) as readonly Value[];
		return (
			items.length === others.length &&
			items.every((item, at) => isEqual(item, others[at] as Value, meter))
		);
	}
	const members = membersOf(a, meter) ?? [];
	const others = new Map(membersOf(b, meter));
	if (members.length !== others.size) return false;
	return members.every(([key, value]) => {
		const other = others.get(key);
		return other !== undefined && isEqual(value, other, meter);
	});
};
