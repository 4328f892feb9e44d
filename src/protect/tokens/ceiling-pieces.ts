// The pieces a text falls into for the ceiling: the tokenizer cuts it into words, numbers, signs and
// blanks before anything else, and joins nothing across (o200k_base's split pattern).
import { ROW_BITS } from './ceiling-table';
import { UNITS_PER_TOKEN as TOKEN } from './estimate';

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
