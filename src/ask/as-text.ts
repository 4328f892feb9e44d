// Texts that are ordered by their characters, and of which a reader expects another order: numbers, and dates by day or
// month.
import { byCodePoint } from '../shared/code-point-order';
import { numbered, unitOf } from './compare';
import { type Expression, spelledPath } from './expression/ast';
import { spelledKey } from './outline';
import { asNumber, numberOfText, type Value } from './value';

/** A version has no four digits at its end, nor two everywhere. */
const DAY_OR_MONTH_FIRST =
	/^(?:\d{1,2}([/-])\d{1,2}\1(?:\d{4}|\d{2})|\d{1,2}(\.)\d{1,2}\.\d{4}|\d\d(\.)\d\d\.\d\d)$/;

/** Spells the path of a key, of `&key` too; `@` for anything else. */
export const keyName = (key: Expression | undefined): string => {
	const path = key?.type === 'reference' ? key.of : key;
	return (path && spelledPath(path, spelledKey)) ?? '@';
};

export const isUnordered = (numbers: readonly number[]): boolean =>
	numbers.some((number, at) => at > 0 && number < (numbers[at - 1] as number));

/** Says of keys that are ordered by their characters that they are dates, or numbers in another order; nulls and words are passed over. */
export const textNote = (
	keys: readonly Value[],
	isUnlike: (numbers: readonly number[]) => boolean,
	key: Expression | undefined,
	verb: 'ordered' | 'compared' = 'ordered',
): string | undefined => {
	const spelled = keys.filter((each) => each !== null);
	if (!spelled.every((each) => typeof each === 'string')) return undefined;
	const texts = numbered(spelled);
	const name = keyName(key);
	const [, ...marks] = DAY_OR_MONTH_FIRST.exec(texts[0] ?? '') ?? [];
	const mark = marks.find(Boolean);
	const isDated = mark !== undefined && texts.every((each) => DAY_OR_MONTH_FIRST.test(each));
	if (isDated && texts.some((each) => each !== texts[0]))
		return `${name} holds dates such as ${texts[0]}, ${verb} as text here, not by time: split(${name}, '${mark}')[2] is the year.`;
	const numbers: number[] = [];
	for (const each of texts) {
		const number = asNumber(numberOfText(each));
		if (number === undefined) return undefined;
		numbers.push(number);
	}
	if (!isUnlike(numbers)) return undefined;
	const [by, orders] = verb === 'ordered' ? ['&', 'orders'] : ['', 'compares'];
	return `${name} holds numbers as text, ${verb} as text here: ${by}to_number(${name}) ${orders} them as numbers.`;
};

/** The same of two texts that are compared; of an amount and a number, that the number has no unit. */
export const comparedNote = (a: Value, b: Value, key: Expression): string | undefined => {
	if (typeof a !== 'string' || typeof b !== 'string' || !/^[\s\d+-.]/.test(a)) return undefined;
	const [unit, bare] = [unitOf(a) ?? unitOf(b), [a, b].find((each) => numberOfText(each) !== null)];
	if (unit !== undefined && bare !== undefined)
		return `${keyName(key)} holds amounts, compared as text here: '${bare}${unit}' compares their numbers.`;
	return textNote(byCodePoint(a, b) < 0 ? [a, b] : [b, a], isUnordered, key, 'compared');
};
