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
import * as pieces from './ceiling-pieces';
import * as table from './ceiling-table';
import { CLASSES, column } from './classes';
import { UNITS_PER_TOKEN as TOKEN } from './estimate';

const COLUMNS = CLASSES.length;
const LETTERS = 27;
// Looked up once: the loop compares with these for each code unit.
const { lc, upper, digit, space, nl, quote, punct, accent, han, kana, hangul, other, rep } = column;

// A run of signs: its tokens above the row of its state.
const ROW = (1 << table.ROW_BITS) - 1;
const TWO_TOKENS = 2 << table.ROW_BITS;
const BLANK = (1 << table.ROW_BITS) + table.AFTER_BLANK * table.ROW_LENGTH;

/**
 * Tokens a text costs at most, counted with o200k: never above its UTF-8 bytes, 0 for the empty
 * string. The exact count is 0.9 of it in the median and at least 0.78 on 99 % of JSON, code and logs
 * of a kilobyte and more, and 0.7 to 0.95 of it for prose in most languages. It is a fitted bound, not
 * a proof: texts of fewer than some hundred characters, and a few rare words repeated without end, can
 * exceed it.
 * Costs add up: for whole characters `ceiling(a) + ceiling(b)` is at least `ceiling(a + b)` but for
 * a few tokens at the seam where a word or number was cut in two, and rounding only adds.
 * @param text - any string, of any length; about 1 ms per 100 KB
 * @param most - tokens beyond which nobody asks how many: what exceeds them is not read to its end
 * @returns tokens, a whole number; of a text that exceeds `most`, any number above it
 * @example ceiling('{"id":1}') // 6
 */
export function ceiling(text: string, most = Number.POSITIVE_INFINITY): number {
	const made = table.ceilingTable(text);
	const { classes, latin, lower, uppers, starts, others, merging } = made;
	const { letters, joined, singles, pairs, syntax, steps } = made;
	const enough = most * TOKEN;
	let cost = 0; // of the pieces before this one
	let piece = 0; // cost of this one so far
	let bytes = 0; // UTF-8 bytes of it
	let kind: number = pieces.LINES; // what it is
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
		if (last === lc && kind === pieces.LATIN && mark > 0 && mark < table.LATIN_CAPITAL) {
			// A word goes on: most code units of most texts, and what the branches below come to for them.
			const from = i;
			for (;;) {
				spent = lower[letter * LETTERS + mark] as number;
				if (code === pieces.SMALL_D && spent < TOKEN && pieces.isSurrogateEscape(text, i))
					spent = TOKEN;
				if (++run > pieces.LONGEST_WORD && spent < pieces.RANDOM_LETTER)
					spent = pieces.RANDOM_LETTER;
				letter = mark;
				piece += spent;
				before = code;
				if (++i === text.length) break;
				code = text.charCodeAt(i);
				mark = latin[code] as number;
				if (mark === 0 || mark >= table.LATIN_CAPITAL) break;
			}
			bytes += i - from;
			if (i === text.length) break;
		}
		if (mark !== 0) {
			const own = mark & table.LATIN_LETTER;
			const isUpper = (mark & table.LATIN_CAPITAL) !== 0;
			const inWord = last <= upper || last === accent;
			let isWhole = false;
			next = pieces.LATIN;
			if (inWord) {
				cut = kind !== pieces.LATIN || (isUpper && capitals === 0);
				if (last === accent) unit = pieces.ACCENT.after;
			} else {
				// A space or a single sign is of the word after it.
				if (mark >= table.LATIN_ACCENT || (isUpper && kind === pieces.SPACES))
					cut = before !== pieces.SPACE;
				else
					cut =
						kind !== pieces.SPACES && kind !== pieces.LATIN && (kind !== pieces.SIGNS || bytes > 1);
				if (kind === pieces.SIGNS && !cut && table.joinsNoWord(syntax[before] as number))
					signs = TWO_TOKENS;
				letter = 0;
				capitals = 0;
				run = 0;
				unit = starts[last * 2 + (isUpper ? 1 : 0)] as number;
				const end =
					before === pieces.SPACE && mark < table.LATIN_CAPITAL
						? pieces.commonWordEnd(text, i)
						: -1;
				if (end > 0) {
					isWhole = true;
					unit = pieces.COMMON_WORD;
					size = end - i;
					i = end - 1;
					code = text.charCodeAt(i);
					last = lc;
				} else if (before === pieces.BACKSLASH && pieces.isEscape(code)) {
					isWhole = true;
					unit = cut ? TOKEN : Math.max(0, TOKEN - spent);
					next = pieces.OTHER;
					last = nl;
				}
			}
			if (!isWhole) {
				if (isUpper) {
					// A capital within a word begins another.
					if (inWord && capitals === 0) unit += pieces.CAPITAL_INSIDE;
					unit += uppers[(capitals > 0 ? letter * LETTERS : 0) + own] as number;
					capitals++;
				} else {
					if (capitals > 1) unit += pieces.WORD_AFTER_CAPITALS;
					unit += lower[letter * LETTERS + own] as number;
					if (code === pieces.SMALL_D && unit < TOKEN && pieces.isSurrogateEscape(text, i))
						unit = TOKEN;
					capitals = 0;
				}
				if (++run > pieces.LONGEST_WORD && unit < pieces.RANDOM_LETTER) unit = pieces.RANDOM_LETTER;
				// The tables know one kind of lower-case letter before a sign.
				last = isUpper ? upper : lc;
				if (mark >= table.LATIN_ACCENT) {
					unit += pieces.ACCENT.own;
					if (!inWord && unit < TOKEN) unit = TOKEN;
					if (!inWord && !cut && mark < table.AFTER_SPACE) unit += TOKEN - spent;
					size = pieces.bytesOf(code);
					last = accent;
				}
			}
			letter = own;
		} else {
			const name = classes[code] as number;
			if (code === before && merging[code] === 1) {
				unit = others[last * COLUMNS + rep] as number;
				size = pieces.bytesOf(code);
				last = rep;
				if (kind === pieces.SIGN_LINES)
					signs += steps[(signs & ROW) + (syntax[code] as number)] as number;
			} else if (name === digit) {
				digits = last === digit && digits < 3 ? digits + 1 : 1;
				cut = digits === 1;
				if (cut) unit = TOKEN;
				next = pieces.DIGITS;
				last = name;
			} else if (name > punct && letters[code] !== 0) {
				const own = (letters[code] as number) & ~table.CAPITAL;
				const isUpper = (letters[code] as number) >= table.CAPITAL;
				const script = (own >> 6) << 12;
				const inWord = kind === pieces.SCRIPT && letter >> 6 === own >> 6;
				size = pieces.bytesOf(code);
				if (inWord && !(isUpper && capitals === 0)) {
					repeats = code === second ? repeats + 1 : 0;
					second = before;
					const isJoined = joined[script | ((letter & 63) << 6) | (own & 63)] === 1;
					if (!isJoined || isUpper || repeats > pieces.MOST_REPEATS) unit = TOKEN;
				} else {
					cut = before !== pieces.SPACE;
					unit = isUpper ? TOKEN + pieces.SCRIPT_CAPITAL : TOKEN;
					// The space before is priced with the letter.
					if (!cut) unit += (joined[script | (own & 63)] === 1 ? 0 : TOKEN) - spent;
					second = -1;
					repeats = 0;
				}
				capitals = isUpper ? capitals + 1 : 0;
				letter = own;
				next = pieces.SCRIPT;
				last = name;
			} else if (name > punct && (name === han || name === kana || name === hangul)) {
				const each = name === han ? pieces.HAN : name === kana ? pieces.KANA : pieces.HANGUL;
				// Pairs do not overlap: of three characters, the middle one is in one pair only.
				paired = kind === pieces.CJK && !paired && pieces.hasPair(pairs, before, code);
				unit = paired ? each.paired : singles[code] === 1 ? each.single : each.several;
				cut =
					kind !== pieces.CJK &&
					!(before === pieces.SPACE && pieces.hasPair(pairs, pieces.SPACE, code));
				if (before === pieces.SPACE && !cut) unit -= spent;
				size = 3;
				next = pieces.CJK;
				last = name;
			} else if (name === other) {
				size = pieces.bytesOf(code);
				unit = singles[code] === 1 ? TOKEN : size * TOKEN;
				cut = true;
				next = pieces.OTHER;
				last = name;
			} else {
				unit = others[last * COLUMNS + name] as number;
				if (name === space) {
					if (code !== pieces.SPACE && last <= upper && unit < pieces.TAB_AFTER_WORD)
						unit = pieces.TAB_AFTER_WORD;
					cut = kind !== pieces.SPACES;
					next = pieces.SPACES;
					run = 0;
				} else if (name === nl) {
					const isOdd = run > 1 && last === punct && before !== pieces.SEMICOLON;
					if (isOdd && unit < pieces.RANDOM_SIGN) unit = pieces.RANDOM_SIGN;
					cut = kind > pieces.SIGN_LINES;
					next = pieces.LINES;
					if (kind === pieces.SIGNS || kind === pieces.SIGN_LINES) {
						next = pieces.SIGN_LINES;
						signs += steps[(signs & ROW) + (syntax[code] as number)] as number;
					}
					run = 0;
				} else {
					size = pieces.bytesOf(code);
					run = name < quote || name > punct ? 0 : last >= quote && last <= punct ? run + 1 : 1;
					if (run > pieces.LONGEST_SYNTAX && unit < pieces.RANDOM_SIGN) unit = pieces.RANDOM_SIGN;
					if (
						kind !== pieces.LATIN ||
						code !== pieces.APOSTROPHE ||
						!pieces.isContraction(text.charCodeAt(i + 1))
					) {
						const goesOn = kind === pieces.SIGN_LINES && code === pieces.SLASH;
						cut = kind !== pieces.SIGNS && before !== pieces.SPACE && !goesOn;
						if (!goesOn) {
							next = pieces.SIGNS;
							if (kind !== pieces.SIGNS) {
								if (signs >= TWO_TOKENS) piece = pieces.atLeast(piece, signs);
								signs = cut ? 0 : BLANK;
							}
							signs += steps[(signs & ROW) + (syntax[code] as number)] as number;
						}
					}
				}
				last = name;
			}
		}
		if (kind === pieces.SPACES && bytes > 1 && next !== pieces.SPACES && next !== pieces.LINES) {
			// All but the last of the spaces are a piece.
			cost += pieces.bounded(piece - spent, bytes - 1);
			piece = spent;
			bytes = 1;
		}
		if (cut) {
			// A piece costs a token in any case; the one that begins here has no more.
			if (signs >= TWO_TOKENS) {
				piece = pieces.atLeast(piece, signs);
				signs = 0;
			}
			cost += pieces.bounded(piece, bytes);
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
	return Math.ceil((cost + pieces.bounded(pieces.atLeast(piece, signs), bytes)) / TOKEN);
}
