// The pieces a text falls into for the ceiling: the tokenizer cuts it into words, numbers, signs and
// blanks before anything else, and joins nothing across (o200k_base's split pattern).
import { ROW_BITS } from './ceiling-table';
import { UNITS_PER_TOKEN as TOKEN } from './estimate';
import tables from './tables.json';

// Limits and costs that stand in no table, in table units (1/48 token), and the characters that are named.
export const SMALL_D = 0x64;
export const SPACE = 0x20;
export const APOSTROPHE = 0x27;
export const SLASH = 0x2f;
export const SEMICOLON = 0x3b;
export const BACKSLASH = 0x5c;

// Letters in a row beyond which they are no word, signs in a row beyond which they are no syntax,
// and what each then costs at least: a random letter is half a token. Letters of other scripts
// that repeat the second last more often than any word does.
export const LONGEST_WORD = 24;
export const RANDOM_LETTER = 28;
export const LONGEST_SYNTAX = 16;
export const RANDOM_SIGN = 40;
export const MOST_REPEATS = 2;

// Fitted with the tables, in their units (1/48 token).
export const COMMON_WORD = 41;
export const CAPITAL_INSIDE = 11;
export const WORD_AFTER_CAPITALS = 40;
export const ACCENT = { own: 22, after: 10 } as const;
export const TAB_AFTER_WORD = 24;
export const SCRIPT_CAPITAL = 12;
export const HAN = { single: 51, several: 112, paired: 6 } as const;
export const HANGUL = { single: 51, several: 126, paired: 6 } as const;
export const KANA = { single: 61, several: 61, paired: 10 } as const;

// Kinds of pieces. A line break goes on with the first four.
export const LINES = 0;
export const SPACES = 1;
export const SIGNS = 2;
export const SIGN_LINES = 3;
export const LATIN = 4;
export const SCRIPT = 5;
export const CJK = 6;
export const DIGITS = 7;
export const OTHER = 8;

/** Returns the cost of a whole piece: a token at least, its bytes at most. */
export function bounded(piece: number, bytes: number): number {
	if (piece <= TOKEN) return bytes === 0 ? 0 : TOKEN;
	return Math.min(piece, bytes * TOKEN);
}

/** Returns the cost of a piece whose signs come to `signs`, in table units. */
export function atLeast(piece: number, signs: number): number {
	// Not shifted: a run may have more tokens than 32 bits leave room for.
	return Math.max(piece, Math.floor(signs / (1 << ROW_BITS)) * TOKEN);
}

/** Tells whether an apostrophe before this letter belongs to the word, as in `it's`. */
export function isContraction(code: number): boolean {
	return 'strvmld'.includes(String.fromCharCode(code));
}

/** Tells whether `\n`, `\r` or `\t` is written: an escape that is a token. */
export function isEscape(code: number): boolean {
	return code === 0x6e || code === 0x72 || code === 0x74;
}

/**
 * Tells whether half of a surrogate pair, written as an escape, stands at a place. JSON writes it as \ud83d: "\u" is a
 * token that goes on for no letter. Other escapes begin with a digit more often than not, and the pairs know them.
 */
export function isSurrogateEscape(text: string, at: number): boolean {
	return text.startsWith('ud', at - 1) && text[at - 2] === '\\';
}

/** Returns the UTF-8 bytes of a code unit; half of a surrogate pair's four for either half. */
export function bytesOf(code: number): number {
	if (code < 0x80) return 1;
	return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
}

/** Tells whether two characters may be one token: always where they are, by chance where they are not. */
export function hasPair(pairs: Uint8Array, first: number, second: number): boolean {
	const bit = pairHash(first, second);
	return (((pairs[bit >> 3] as number) >> (bit & 7)) & 1) === 1;
}

/** Bit of a pair in the table of pairs; one unknown pair in twenty shares a bit with a known one. */
export const pairHash = (first: number, second: number): number =>
	((Math.imul(first, 0x9e3b) + second * 0x65b1) >>> 8) & 0xffff;

const LONGEST = 14;

// A hash set of the words' hashes alone: cutting each word out of the text would cost more time
// than all the rest of the ceiling.
const SLOTS = 1 << 13;

let table: Int32Array | undefined;

function hashes(): Int32Array {
	const slots = new Int32Array(SLOTS);
	let word = '';
	for (const [, shared, others] of tables.commonWords.matchAll(/(\d)(\D+)/g)) {
		word = word.slice(0, Number(shared)) + others;
		let hash = 0;
		for (let i = 0; i < word.length; i++) hash = mixed(hash, word.charCodeAt(i));
		let at = slotOf(hash);
		while (slots[at] !== 0) at = (at + 1) & (SLOTS - 1);
		slots[at] = hash;
	}
	return slots;
}

const mixed = (hash: number, code: number): number => Math.imul(hash ^ code, 0x9e3779b1);
const slotOf = (hash: number): number => hash >>> 19;

/**
 * The end of the common word that begins at `start`, or -1: lower-case letters, no letter or apostrophe after them.
 * @param start offset (UTF-16 units) of a letter after a space
 */
export function commonWordEnd(text: string, start: number): number {
	table ??= hashes();
	const most = Math.min(text.length, start + LONGEST + 1);
	let end = start;
	let hash = 0;
	let code = 0;
	for (; end < most; end++) {
		code = text.charCodeAt(end);
		if (!isLower(code)) break;
		hash = mixed(hash, code);
	}
	if (end < text.length && !isBreak(code)) return -1;
	for (let at = slotOf(hash); table[at] !== 0; at = (at + 1) & (SLOTS - 1)) {
		if (table[at] === hash) return end;
	}
	return -1;
}

const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a;

/** An ASCII character that ends a word for good. */
const isBreak = (code: number): boolean =>
	code < 0x80 && code !== APOSTROPHE && !isLower(code) && !(code >= 0x41 && code <= 0x5a);
