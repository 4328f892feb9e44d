// The pieces a text falls into for the ceiling: the tokenizer cuts it into words, numbers, signs and
// blanks before anything else, and joins nothing across (o200k_base's split pattern).
import { pairHash } from './ceiling-cjk';
import { UNITS_PER_TOKEN as TOKEN } from './table';

// What a piece is. A line break goes on with the first four.
export const LINES = 0;
export const SPACES = 1;
export const SIGNS = 2;
export const SIGN_LINES = 3;
export const LATIN = 4;
export const SCRIPT = 5;
export const CJK = 6;
export const DIGITS = 7;
export const OTHER = 8;

/** The cost of a whole piece: a token at least, its bytes at most. */
export function bounded(piece: number, bytes: number): number {
	if (piece <= TOKEN) return bytes === 0 ? 0 : TOKEN;
	return Math.min(piece, bytes * TOKEN);
}

/** The tokenizer leaves these endings with their word. */
export function isContraction(code: number): boolean {
	return 'strvmld'.includes(String.fromCharCode(code));
}

/** The second letters of the escapes in JSON that are a token each. */
export function isEscape(code: number): boolean {
	return code === 0x6e || code === 0x72 || code === 0x74;
}

// JSON writes a lone surrogate as \ud83d: "\u" is a token that goes on for no letter. The other
// escapes begin with a digit more often than not, and the pairs know them.
/** Whether half of a pair, written as an escape, stands at a place. */
export function isSurrogateEscape(text: string, at: number): boolean {
	return text.startsWith('ud', at - 1) && text[at - 2] === '\\';
}

/** UTF-8 bytes of a code unit; half of a pair's four for either half. */
export function bytesOf(code: number): number {
	if (code < 0x80) return 1;
	return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
}

/** Whether two pieces may be one token; sometimes true of a pair that is none, never false of one that is. */
export function hasPair(pairs: Uint8Array, first: number, second: number): boolean {
	const bit = pairHash(first, second);
	return (((pairs[bit >> 3] as number) >> (bit & 7)) & 1) === 1;
}
