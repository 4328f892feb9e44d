// The character classes of the calibrated estimator (docs/protect.md "Tokens"): a code unit's class by one look-up.
import { once } from '../../shared/once';

/**
 * Characters of ASCII by class, in the order of the table's columns. `lv` are the vowels, `lr` the rarer letters, `lc`
 * the other lower-case letters.
 */
const ASCII = {
	lv: 'aeiou',
	lc: 'bcdfghlmnprst',
	lr: 'jkqvwxyz',
	upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
	digit: '0123456789',
	space: ' \t',
	nl: '\n\r',
	quote: '"\'`',
	comma: ',',
	colon: ':',
	brack: '{}[]()<>',
	dot: '.',
	slash: '/\\',
	dash: '-_=',
	punct: '!#$%&*+;?@^|~',
};

/**
 * Ranges of code units beyond ASCII by class, hexadecimal; of two that hold a unit the later counts. `rep` is "the same
 * character again", used instead of the class for what comes in runs; `other` is whatever no range has.
 */
const BEYOND = {
	accent: 'c0-24f 1e00-1eff',
	cyr: '400-52f',
	greek: '370-3ff 1f00-1fff',
	han: '3400-4dbf 4e00-9fff f900-faff',
	kana: '3040-30ff',
	hangul: '1100-11ff ac00-d7af',
	arab: '600-6ff 750-77f',
	hebr: '590-5ff',
	deva: '900-97f',
	beng: '980-9ff',
	guru: 'a00-a7f',
	gujr: 'a80-aff',
	taml: 'b80-bff',
	telu: 'c00-c7f',
	knda: 'c80-cff',
	mlym: 'd00-d7f',
	thai: 'e00-e7f',
	mymr: '1000-109f',
	geor: '10a0-10ff',
	armn: '530-58f',
	khmr: '1780-17ff',
	emojihi: 'd800-dbff',
	surrlo: 'dc00-dfff',
	otherpunct: '80-bf 2000-24ff 3000-303f ff00-ffef',
	other: '',
	rep: '',
	box: '2500-257f',
	fmt: '300-36f 200b-200f 2028-202e 2060-206f feff-feff',
	sym: '2580-2bff',
};

/** A class of characters that cost about the same. */
export type CharClass = keyof typeof ASCII | keyof typeof BEYOND;

/** Classes of UTF-16 code units, in the order of the table's columns. */
export const CLASSES = [...Object.keys(ASCII), ...Object.keys(BEYOND)] as readonly CharClass[];

/** Column of a class in the tables. */
export const column = Object.fromEntries(CLASSES.map((name, at) => [name, at])) as Record<
	CharClass,
	number
>;

/** Fills the ranges of code units that a text names, hexadecimal: `c0-24f 1e00-1eff`. */
export function fillRanges(table: Uint8Array, ranges: string, value: number): void {
	for (const [, from = '', to = ''] of ranges.matchAll(/(\w+)-(\w+)/g))
		table.fill(value, Number.parseInt(from, 16), Number.parseInt(to, 16) + 1);
}

/** The class (a column) of each UTF-16 code unit: 65,536 bytes, built on first use and kept. */
export const classTable = once(() => {
	const table = new Uint8Array(0x10000).fill(column.other);
	for (const [name, ranges] of Object.entries(BEYOND))
		fillRanges(table, ranges, column[name as CharClass]);
	for (const [name, characters] of Object.entries(ASCII))
		for (const one of characters) table[one.charCodeAt(0)] = column[name as CharClass];
	return table;
});
