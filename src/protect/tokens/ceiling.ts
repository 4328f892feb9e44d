// An upper bound of a text's tokens, for fitting into a budget that must also hold when counted
// exactly (docs/protect.md "Tokens"). One full pass; each code unit adds what it costs after the
// one before it:
//
// - ASCII and Cyrillic letters cost by the pair they form: in words the pairs are common and nearly
//   free, in random letters they are rare and dear. A run longer than any word costs as random,
//   a common English word after a space costs the one token it is.
// - Digits cost a token for every three, exactly as the tokenizer groups them.
// - Han, kana and Hangul cost a token each, or more where the vocabulary lacks the character, and
//   next to nothing as the second half of a pair it has.
// - Other letters and signs cost by their class and the class before; scripts with little
//   vocabulary as random letters of theirs; whatever is in no class costs its bytes.
//
// A token is never less than a byte, so the bytes bound it all.
import { pairHash } from './ceiling-cjk';
import { ceilingTable } from './ceiling-table';
import { CLASSES, column } from './classes';
import { commonWordEnd } from './common-words';
import { UNITS_PER_TOKEN } from './table';

const COLUMNS = CLASSES.length;
const LETTERS = 27;
const CYRILLIC_LETTERS = 34;
const SMALL_D = 0x64;

// Letters in a row beyond which they are no word, signs in a row beyond which they are no syntax,
// and what each then costs at least: a random letter is half a token, a Cyrillic one most of one.
const LONGEST_WORD = 24;
const RANDOM_LETTER = 28;
const RANDOM_CYRILLIC = 40;
const LONGEST_SYNTAX = 16;
const RANDOM_SIGN = 40;

// Fitted with the tables, in their units (1/48 token).
const COMMON_WORD = 41;
const CAPITAL_INSIDE = 11;
const WORD_AFTER_CAPITALS = 40;
const CYRILLIC_CAPITAL = { first: 22, again: 12, inside: 8 } as const;
const HAN = { single: 51, several: 112, paired: 6 } as const;
const HANGUL = { single: 49, several: 126, paired: 0 } as const;
const KANA = { single: 60, several: 60, paired: 0 } as const;

/**
 * Tokens a text costs at most, counted with o200k: never above its UTF-8 bytes, 0 for the empty
 * string. The exact count is 0.88 of it in the median and at least 0.78 on 98 % of JSON, code,
 * logs and prose (English, CJK, Cyrillic) of a kilobyte and more; rare scripts and random words
 * come out lower. It is a fitted bound, not a proof: short texts of fewer than some hundred
 * characters, and a few rare words repeated without end, can exceed it.
 *
 * Costs add up: for whole characters `ceiling(a) + ceiling(b)` is at least `ceiling(a + b)` but for
 * a few tokens at the seam where a word or number was cut in two, and rounding only adds.
 *
 * @param text - any string, of any length; about 1 ms per 100 KB
 * @returns tokens, a whole number
 * @example ceiling('{"id":1}') // 6
 */
export function ceiling(text: string): number {
	const { classes, merging, singles, pairs, ...table } = ceilingTable();
	let cost = 0;
	let bytes = 0;
	let last = column.nl as number; // class of the code unit before
	let before = -1; // the code unit before
	let letter = 0; // the letter before, 0 where none of its script was
	let capitals = 0; // capitals in a row
	let run = 0; // letters, or signs, in a row
	let digits = 0; // position in a group of three
	let paired = false; // the character before ended a pair
	let spent = 0; // what the code unit before cost
	let piece = UNITS_PER_TOKEN; // what the word so far cost, with the sign or space before it
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		const name = classes[code] as number;
		let unit = 0;
		if (name <= column.upper) {
			const isUpper = name === column.upper;
			const own = isUpper ? code - 0x40 : code - 0x60;
			const inWord = last <= column.upper;
			if (!inWord) {
				letter = 0;
				capitals = 0;
				run = 0;
				const end = last === column.space && !isUpper ? commonWordEnd(text, i) : -1;
				if (end > 0) {
					cost += COMMON_WORD;
					bytes += end - i;
					i = end - 1;
					before = text.charCodeAt(i);
					last = column.lc;
					piece = UNITS_PER_TOKEN;
					continue;
				}
				unit = table.starts[last * 2 + (isUpper ? 1 : 0)] as number;
			}
			if (isUpper) {
				if (inWord && capitals === 0) unit += CAPITAL_INSIDE;
				unit += table.upper[(capitals > 0 ? letter * LETTERS : 0) + own] as number;
				capitals++;
			} else {
				if (capitals > 1) unit += WORD_AFTER_CAPITALS;
				unit += table.lower[letter * LETTERS + own] as number;
				if (code === SMALL_D && isSurrogateEscape(text, i)) unit = Math.max(unit, UNITS_PER_TOKEN);
				capitals = 0;
			}
			if (++run > LONGEST_WORD && unit < RANDOM_LETTER) unit = RANDOM_LETTER;
			piece = inWord ? piece + unit : unit + (last === column.digit ? 0 : spent);
			letter = own;
			// The tables know one kind of lower-case letter before a sign.
			last = isUpper ? name : column.lc;
		} else if (name === column.cyr) {
			const own = cyrillicLetter(code);
			const isUpper = code < 0x430;
			if (last !== column.cyr) {
				unit = table.cyrillicStarts[last] as number;
				unit += table.cyrillic[own] as number;
				if (isUpper) unit += CYRILLIC_CAPITAL.first;
				capitals = isUpper ? 1 : 0;
				run = 0;
			} else if (isUpper && capitals === 0) {
				unit = CYRILLIC_CAPITAL.inside;
				capitals = 1;
			} else {
				unit = table.cyrillic[letter * CYRILLIC_LETTERS + own] as number;
				if (isUpper) unit += CYRILLIC_CAPITAL.again;
				else capitals = 0;
			}
			if (++run > LONGEST_WORD && unit < RANDOM_CYRILLIC) unit = RANDOM_CYRILLIC;
			letter = own;
			last = name;
		} else if (name === column.digit) {
			digits = last === column.digit && digits < 3 ? digits + 1 : 1;
			if (digits === 1) unit = UNITS_PER_TOKEN;
			// A space is never one with the number after it.
			if (last === column.space && spent < UNITS_PER_TOKEN) unit += UNITS_PER_TOKEN - spent;
			last = name;
		} else if (code === before && merging[code] === 1) {
			unit = table.others[last * COLUMNS + column.rep] as number;
			last = column.rep;
		} else if (name === column.han || name === column.kana || name === column.hangul) {
			const costs = name === column.han ? HAN : name === column.kana ? KANA : HANGUL;
			const inCjk = last === column.han || last === column.kana || last === column.hangul;
			if (!inCjk) unit = table.others[last * COLUMNS + column.han] as number;
			// Pairs do not overlap: of three characters, the middle one is in one pair only.
			paired = inCjk && !paired && hasPair(pairs, before, code);
			unit += paired ? costs.paired : singles[code] === 1 ? costs.single : costs.several;
			last = name;
		} else if (name === column.other) {
			unit = bytesOf(code) * UNITS_PER_TOKEN;
			last = name;
		} else {
			unit = table.others[last * COLUMNS + name] as number;
			const isSign = name >= column.quote && name <= column.punct;
			run = !isSign ? 0 : last >= column.quote && last <= column.punct ? run + 1 : 1;
			if (run > LONGEST_SYNTAX && unit < RANDOM_SIGN) unit = RANDOM_SIGN;
			last = name;
		}
		// The tokenizer never joins words: each is a token at least.
		if (name > column.upper && piece < UNITS_PER_TOKEN) {
			cost += UNITS_PER_TOKEN - piece;
			piece = UNITS_PER_TOKEN;
		}
		cost += unit;
		spent = unit;
		bytes += bytesOf(code);
		before = code;
	}
	return Math.min(bytes, Math.ceil(cost / UNITS_PER_TOKEN));
}

// JSON writes a lone surrogate as \ud83d: "\u" is a token that goes on for no letter. The other
// escapes begin with a digit more often than not, and the pairs know them.
function isSurrogateEscape(text: string, at: number): boolean {
	return text.startsWith('ud', at - 1) && text[at - 2] === '\\';
}

/** UTF-8 bytes of a code unit; half of a pair's four for either half. */
function bytesOf(code: number): number {
	if (code < 0x80) return 1;
	return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
}

/** 1 to 32 for а to я whatever their case, 33 for the other letters. */
function cyrillicLetter(code: number): number {
	if (code >= 0x430 && code <= 0x44f) return code - 0x42f;
	return code >= 0x410 && code < 0x430 ? code - 0x40f : 33;
}

function hasPair(pairs: Uint8Array, first: number, second: number): boolean {
	const bit = pairHash(first, second);
	return (((pairs[bit >> 3] as number) >> (bit & 7)) & 1) === 1;
}
