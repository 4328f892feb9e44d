// An upper bound of a text's tokens, for fitting into a budget that must also hold when counted
// exactly (docs/protect.md "Tokens"). One full pass, in pieces: the tokenizer cuts a text into words,
// numbers, signs and blanks before anything else, so each costs a token at least, and its bytes
// at most. Within a piece, each code unit adds what it costs after the one before it:
//
// - Latin letters cost by the pair they form: in words the pairs are common and nearly free, in
//   random letters they are rare and dear. A run longer than any word costs as random, a common
//   English word after a space costs the one token it is.
// - A letter of another script is free after one it is joined with in common words, and otherwise
//   a token.
// - Digits cost a token for every three, exactly as the tokenizer groups them.
// - Han, kana and Hangul cost a token each, or more where the vocabulary lacks the character, and
//   next to nothing as the second half of a pair it has.
// - Signs and blanks cost by their class and the class before; the signs of JSON at least the
//   tokens an automaton counts, and one beside their word. All else costs its bytes.
import {
	bounded,
	bytesOf,
	CJK,
	DIGITS,
	hasPair,
	isContraction,
	isEscape,
	isSurrogateEscape,
	LATIN,
	LINES,
	OTHER,
	SCRIPT,
	SIGN_LINES,
	SIGNS,
	SPACES,
} from './ceiling-pieces';
import { AFTER_BLANK, joinsNoWord } from './ceiling-syntax';
import {
	AFTER_SPACE,
	CAPITAL,
	ceilingTable,
	LATIN_ACCENT,
	LATIN_CAPITAL,
	LATIN_LETTER,
	ROW_BITS,
	ROW_LENGTH,
} from './ceiling-table';
import { CLASSES, column } from './classes';
import { commonWordEnd } from './common-words';
import { UNITS_PER_TOKEN as TOKEN } from './table';

const COLUMNS = CLASSES.length;
const LETTERS = 27;
// Looked up once: the loop compares with these for each code unit.
const { lc, upper, digit, space, nl, quote, punct, accent, han, kana, hangul, other, rep } = column;

// A run of signs: its tokens above the row of its state.
const ROW = (1 << ROW_BITS) - 1;
const TWO_TOKENS = 2 << ROW_BITS;
const BLANK = (1 << ROW_BITS) + AFTER_BLANK * ROW_LENGTH;

const SMALL_D = 0x64;
const SPACE = 0x20;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const SEMICOLON = 0x3b;
const BACKSLASH = 0x5c;

// Letters in a row beyond which they are no word, signs in a row beyond which they are no syntax,
// and what each then costs at least: a random letter is half a token. Letters of other scripts
// that repeat the second last more often than any word does.
const LONGEST_WORD = 24;
const RANDOM_LETTER = 28;
const LONGEST_SYNTAX = 16;
const RANDOM_SIGN = 40;
const MOST_REPEATS = 2;

// Fitted with the tables, in their units (1/48 token).
const COMMON_WORD = 41;
const CAPITAL_INSIDE = 11;
const WORD_AFTER_CAPITALS = 40;
const ACCENT = { own: 22, after: 10 } as const;
const TAB_AFTER_WORD = 24;
const SCRIPT_CAPITAL = 12;
const HAN = { single: 51, several: 112, paired: 6 } as const;
const HANGUL = { single: 51, several: 126, paired: 6 } as const;
const KANA = { single: 61, several: 61, paired: 10 } as const;

/**
 * Tokens a text costs at most, counted with o200k: never above its UTF-8 bytes, 0 for the empty
 * string. The exact count is 0.9 of it in the median and at least 0.78 on 99 % of JSON, code and logs
 * of a kilobyte and more, and 0.7 to 0.95 of it for prose in most languages. It is a fitted bound, not
 * a proof: texts of fewer than some hundred characters, and a few rare words repeated without end, can
 * exceed it.
 *
 * Costs add up: for whole characters `ceiling(a) + ceiling(b)` is at least `ceiling(a + b)` but for
 * a few tokens at the seam where a word or number was cut in two, and rounding only adds.
 *
 * @param text - any string, of any length; about 1 ms per 100 KB
 * @param most - tokens beyond which nobody asks how many: what exceeds them is not read to its end
 * @returns tokens, a whole number; of a text that exceeds `most`, any number above it
 * @example ceiling('{"id":1}') // 6
 */
export function ceiling(text: string, most = Number.POSITIVE_INFINITY): number {
	const {
		classes,
		latin,
		lower,
		uppers,
		starts,
		others,
		merging,
		letters,
		joined,
		singles,
		pairs,
		syntax,
		steps,
	} = ceilingTable(text);
	const enough = most * TOKEN;
	let cost = 0; // of the pieces before this one
	let piece = 0; // cost of this one so far
	let bytes = 0; // UTF-8 bytes of it
	let kind: number = LINES; // what it is
	let last = nl; // class of the code unit before
	let before = -1; // the code unit before
	let second = -1; // the one before that, within a word of a script
	let spent = 0; // what the code unit before cost
	let letter = 0; // the letter before, 0 where none of its script was
	let capitals = 0; // capitals in a row
	let run = 0; // letters, or signs, in a row
	let repeats = 0; // letters in a row like the second last before them
	let digits = 0; // position in a group of three
	let paired = false; // the character before ended a pair
	let signs = 0; // what the signs of this piece come to: tokens and row
	for (let i = 0; i < text.length; i++) {
		let code = text.charCodeAt(i);
		let unit = 0;
		let size = 1;
		let next = kind;
		let cut = false; // a piece begins here
		let mark = latin[code] as number;
		if (last === lc && kind === LATIN && mark > 0 && mark < LATIN_CAPITAL) {
			// A word goes on: most code units of most texts, and what the branches below come to for them.
			const from = i;
			for (;;) {
				spent = lower[letter * LETTERS + mark] as number;
				if (code === SMALL_D && spent < TOKEN && isSurrogateEscape(text, i)) spent = TOKEN;
				if (++run > LONGEST_WORD && spent < RANDOM_LETTER) spent = RANDOM_LETTER;
				letter = mark;
				piece += spent;
				before = code;
				if (++i === text.length) break;
				code = text.charCodeAt(i);
				mark = latin[code] as number;
				if (mark === 0 || mark >= LATIN_CAPITAL) break;
			}
			bytes += i - from;
			if (i === text.length) break;
		}
		if (mark !== 0) {
			const own = mark & LATIN_LETTER;
			const isUpper = (mark & LATIN_CAPITAL) !== 0;
			const inWord = last <= upper || last === accent;
			let isWhole = false;
			next = LATIN;
			if (inWord) {
				cut = kind !== LATIN || (isUpper && capitals === 0);
				if (last === accent) unit = ACCENT.after;
			} else {
				// A space or a single sign is of the word after it.
				if (mark >= LATIN_ACCENT || (isUpper && kind === SPACES)) cut = before !== SPACE;
				else cut = kind !== SPACES && kind !== LATIN && (kind !== SIGNS || bytes > 1);
				if (kind === SIGNS && !cut && joinsNoWord(syntax[before] as number)) signs = TWO_TOKENS;
				letter = 0;
				capitals = 0;
				run = 0;
				unit = starts[last * 2 + (isUpper ? 1 : 0)] as number;
				const end = before === SPACE && mark < LATIN_CAPITAL ? commonWordEnd(text, i) : -1;
				if (end > 0) {
					isWhole = true;
					unit = COMMON_WORD;
					size = end - i;
					i = end - 1;
					code = text.charCodeAt(i);
					last = lc;
				} else if (before === BACKSLASH && isEscape(code)) {
					isWhole = true;
					unit = cut ? TOKEN : Math.max(0, TOKEN - spent);
					next = OTHER;
					last = nl;
				}
			}
			if (!isWhole) {
				if (isUpper) {
					// A capital within a word begins another.
					if (inWord && capitals === 0) unit += CAPITAL_INSIDE;
					unit += uppers[(capitals > 0 ? letter * LETTERS : 0) + own] as number;
					capitals++;
				} else {
					if (capitals > 1) unit += WORD_AFTER_CAPITALS;
					unit += lower[letter * LETTERS + own] as number;
					if (code === SMALL_D && unit < TOKEN && isSurrogateEscape(text, i)) unit = TOKEN;
					capitals = 0;
				}
				if (++run > LONGEST_WORD && unit < RANDOM_LETTER) unit = RANDOM_LETTER;
				// The tables know one kind of lower-case letter before a sign.
				last = isUpper ? upper : lc;
				if (mark >= LATIN_ACCENT) {
					unit += ACCENT.own;
					if (!inWord && unit < TOKEN) unit = TOKEN;
					if (!inWord && !cut && mark < AFTER_SPACE) unit += TOKEN - spent;
					size = bytesOf(code);
					last = accent;
				}
			}
			letter = own;
		} else {
			const name = classes[code] as number;
			if (code === before && merging[code] === 1) {
				unit = others[last * COLUMNS + rep] as number;
				size = bytesOf(code);
				last = rep;
				if (kind === SIGN_LINES) signs += steps[(signs & ROW) + (syntax[code] as number)] as number;
			} else if (name === digit) {
				digits = last === digit && digits < 3 ? digits + 1 : 1;
				cut = digits === 1;
				if (cut) unit = TOKEN;
				next = DIGITS;
				last = name;
			} else if (name > punct && letters[code] !== 0) {
				const own = (letters[code] as number) & ~CAPITAL;
				const isUpper = (letters[code] as number) >= CAPITAL;
				const script = (own >> 6) << 12;
				const inWord = kind === SCRIPT && letter >> 6 === own >> 6;
				size = bytesOf(code);
				if (inWord && !(isUpper && capitals === 0)) {
					repeats = code === second ? repeats + 1 : 0;
					second = before;
					const isJoined = joined[script | ((letter & 63) << 6) | (own & 63)] === 1;
					if (!isJoined || isUpper || repeats > MOST_REPEATS) unit = TOKEN;
				} else {
					cut = before !== SPACE;
					unit = isUpper ? TOKEN + SCRIPT_CAPITAL : TOKEN;
					// The space before is priced with the letter.
					if (!cut) unit += (joined[script | (own & 63)] === 1 ? 0 : TOKEN) - spent;
					second = -1;
					repeats = 0;
				}
				capitals = isUpper ? capitals + 1 : 0;
				letter = own;
				next = SCRIPT;
				last = name;
			} else if (name > punct && (name === han || name === kana || name === hangul)) {
				const costs = name === han ? HAN : name === kana ? KANA : HANGUL;
				// Pairs do not overlap: of three characters, the middle one is in one pair only.
				paired = kind === CJK && !paired && hasPair(pairs, before, code);
				unit = paired ? costs.paired : singles[code] === 1 ? costs.single : costs.several;
				cut = kind !== CJK && !(before === SPACE && hasPair(pairs, SPACE, code));
				if (before === SPACE && !cut) unit -= spent;
				size = 3;
				next = CJK;
				last = name;
			} else if (name === other) {
				size = bytesOf(code);
				unit = singles[code] === 1 ? TOKEN : size * TOKEN;
				cut = true;
				next = OTHER;
				last = name;
			} else {
				unit = others[last * COLUMNS + name] as number;
				if (name === space) {
					if (code !== SPACE && last <= upper && unit < TAB_AFTER_WORD) unit = TAB_AFTER_WORD;
					cut = kind !== SPACES;
					next = SPACES;
					run = 0;
				} else if (name === nl) {
					const isOdd = run > 1 && last === punct && before !== SEMICOLON;
					if (isOdd && unit < RANDOM_SIGN) unit = RANDOM_SIGN;
					cut = kind > SIGN_LINES;
					next = LINES;
					if (kind === SIGNS || kind === SIGN_LINES) {
						next = SIGN_LINES;
						signs += steps[(signs & ROW) + (syntax[code] as number)] as number;
					}
					run = 0;
				} else {
					size = bytesOf(code);
					run = name < quote || name > punct ? 0 : last >= quote && last <= punct ? run + 1 : 1;
					if (run > LONGEST_SYNTAX && unit < RANDOM_SIGN) unit = RANDOM_SIGN;
					if (kind !== LATIN || code !== APOSTROPHE || !isContraction(text.charCodeAt(i + 1))) {
						const goesOn = kind === SIGN_LINES && code === SLASH;
						cut = kind !== SIGNS && before !== SPACE && !goesOn;
						if (!goesOn) {
							next = SIGNS;
							if (kind !== SIGNS) {
								if (signs >= TWO_TOKENS) piece = atLeast(piece, signs);
								signs = cut ? 0 : BLANK;
							}
							signs += steps[(signs & ROW) + (syntax[code] as number)] as number;
						}
					}
				}
				last = name;
			}
		}
		if (kind === SPACES && bytes > 1 && next !== SPACES && next !== LINES) {
			// All but the last of the spaces are a piece.
			cost += bounded(piece - spent, bytes - 1);
			piece = spent;
			bytes = 1;
		}
		if (cut) {
			// A piece costs a token in any case; the one that begins here has no more.
			if (signs >= TWO_TOKENS) {
				piece = atLeast(piece, signs);
				signs = 0;
			}
			cost += bounded(piece, bytes);
			if (cost > enough) break;
			piece = 0;
			bytes = 0;
		}
		piece += unit;
		bytes += size;
		spent = unit;
		before = code;
		kind = next;
	}
	return Math.ceil((cost + bounded(atLeast(piece, signs), bytes)) / TOKEN);
}

/** The cost of a piece whose signs come to `signs`. */
function atLeast(piece: number, signs: number): number {
	// Not shifted: a run may have more tokens than 32 bits leave room for.
	return Math.max(piece, Math.floor(signs / (1 << ROW_BITS)) * TOKEN);
}
