// The tables of the ceiling (docs/protect.md "Tokens"), decoded on first use, and its character classes. The data,
// tables.json, are made by scripts/fit-tokens.ts.
import { fromBase64 } from '../../shared/digits';
import { classTable, column, fillRanges } from './classes';
import tables from './tables.json';

/**
 * Signs that JSON is made of, in the order of the columns from 1 of the table `syntaxSteps`; column 0 is any other
 * sign. What a run of them costs depends on the whole run: `{},` is one token, `]},` two. An automaton counts it
 * sign by sign, and agrees with the tokenizer on every run of these signs alone.
 */
export const SYNTAX_SIGNS = '{}[]":,\\…\n';
export const ROW_LENGTH = SYNTAX_SIGNS.length + 1;

/** State of the automaton after a space; at the beginning of a run it is 0. */
export const AFTER_BLANK = 1;

/**
 * Tokens that a sign adds at least: it may join with those before it into fewer than they were. A step of the table
 * has twelve bits: the next state in the lower nine, in the upper three the tokens added, less this. A sign of
 * column 0 is free and begins the run anew, but a string of such signs alone is a token.
 */
export const FEWEST = -2;

const COMMA = SYNTAX_SIGNS.indexOf(',') + 1;

/** Tells of a column whether its sign, alone before a word, is rarely a token together with it. */
export const joinsNoWord = (column: number): boolean => column > 0 && column <= COMMA;

/** The tables of the ceiling; those by character are indexed by UTF-16 code unit. */
interface CeilingTable {
	/** Class of each UTF-16 code unit; `other` where only the bytes say anything. */
	readonly classes: Uint8Array;
	/** Of Latin letters: `LATIN_LETTER` and what else holds; else 0. */
	readonly latin: Uint8Array;
	/** 1 for the code units whose repeats merge into few tokens. */
	readonly merging: Uint8Array;
	readonly lower: Uint8Array;
	readonly uppers: Uint8Array;
	readonly starts: Uint8Array;
	readonly others: Uint8Array;
	/** Of the letters of `tables.scripts`: `script << 6 | letter`, both from 1, and `CAPITAL`; else 0. */
	readonly letters: Uint16Array;
	/** 1 at `script << 12 | before << 6 | letter` where the two are joined; 0 before is a space. */
	joined: Uint8Array;
	/** 1 for the code units of Han, kana and Hangul that are one token. */
	readonly singles: Uint8Array;
	/** Bits of the pairs that are one token, at their `pairHash`. */
	pairs: Uint8Array;
	/** Of the signs JSON is made of: their column in `steps`; else 0. */
	readonly syntax: Uint8Array;
	/**
	 * A row of `ROW_LENGTH` per state; at a column, what to add to `tokens << ROW_BITS | row` when
	 * the run of signs goes on with that sign.
	 */
	readonly steps: Int32Array;
}

// Ranges the estimator's classes cover but where the tokenizer has hardly any tokens but those of
// the letters in `tables.scripts`.
const UNKNOWN =
	'0-8 b-c e-1f 7f-a0 180-1e9f 1efa-1fff 200b-200f 2028-24ff 2580-2fff 3400-4dbf d800-dfff f900-faff feff-feff ff10-ff19 ff21-ff3a ff41-ff5a ff61-ffef';
/** Signs of theirs that are one token. */
const SINGLE_SIGNS = '،؛؟۔।॥։׳״־၊။។\u00ad\u200b\u200c\u200d\u200e\u200f\u0301\u0308\ufe0f';
/** Accented letters that are two tokens, and signs among them. */
const ACCENTED_OF_TWO =
	'ÛĊĎĒĔĕĖĚĜĠĢĤĥĦĨĪĬĭĮĲĳĴĶĸĹĻĽĿŀŅŇŉŊŋŌŎŏŔŕŖŗŜŤŦŧŪŬŮŰŲŴŶſẪẰẲẴẺẼỄỈỎỖỠỪỬỮỲỴỵỶỸ×÷';
const SPACED = 'ČčĐđŁłŚśŠšŻżŽžŞşİ';
/** Letters that Unicode does not take apart, each before the one that it is taken for. */
const UNFOLDED: Readonly<Record<string, string>> = Object.fromEntries(
	'ÆA ÐD ØO ÞT ßs æa ðd øo þt ĐD đd ħh ıi ŁL łl ŒO œo'.split(' ').map((pair) => [pair[0], pair[1]]),
);
const MERGING = ' \t\n-_=.*#+/;!~─═';
const KANA = '3040-30ff';
const HAN_FROM = 0x4e00;
const HANGUL_FROM = 0xac00;

/** In `latin`, the letter of the English alphabet without its accent, from 1. */
export const LATIN_LETTER = 0x1f;
export const LATIN_CAPITAL = 0x20;
export const LATIN_ACCENT = 0x40;
/** Set for an accented letter that is one token with the space before it. */
export const AFTER_SPACE = 0x80;

/** Set in `letters` for a capital, whose letter is that of its small one. */
export const CAPITAL = 0x8000;

/** Bits in which every row of `steps` can be told. */
export const ROW_BITS = 13;
const STEP_BITS = 12;
const STATE_BITS = 9;

/** The first code unit of the other scripts, whose tables take longest to decode. */
const WIDE = /[\u0370-\uffff]/;

let built: CeilingTable | undefined;
let isWide = false;

/**
 * Decodes the tables on first use and keeps them: 600 KB of memory. Those of scripts other than Latin
 * are decoded with the first text that has them: a few milliseconds that most isolates never spend.
 */
export function ceilingTable(text: string): CeilingTable {
	built ??= latinTable();
	if (!isWide && WIDE.test(text)) {
		isWide = true;
		widen(built);
	}
	return built;
}

function latinTable(): CeilingTable {
	const classes = classTable().slice();
	fillRanges(classes, UNKNOWN, column.other);
	for (const letter of ACCENTED_OF_TWO) classes[letter.charCodeAt(0)] = column.other;
	const merging = new Uint8Array(0x10000);
	for (let i = 0; i < MERGING.length; i++) merging[MERGING.charCodeAt(i)] = 1;
	const singles = new Uint8Array(0x10000);
	for (const sign of SINGLE_SIGNS) singles[sign.charCodeAt(0)] = 1;
	return {
		classes,
		latin: latinLetters(classes),
		merging,
		lower: fromBase64(tables.lowerPairs),
		uppers: fromBase64(tables.upperPairs),
		starts: fromBase64(tables.wordStarts),
		others: fromBase64(tables.others),
		letters: new Uint16Array(0x10000),
		joined: new Uint8Array(0),
		singles,
		pairs: new Uint8Array(0),
		...syntaxSteps(),
	};
}

/** Adds what the other scripts take. */
function widen(table: CeilingTable): void {
	const { classes, letters, singles } = table;
	table.joined = addScripts(letters);
	const known = classTable();
	for (let code = 0; code < letters.length; code++)
		if (letters[code] !== 0) classes[code] = known[code] as number;
	fillRanges(singles, KANA, 1);
	setBits(singles, HAN_FROM, fromBase64(tables.hanSingles));
	setBits(singles, HANGUL_FROM, fromBase64(tables.hangulSingles));
	table.pairs = fromBase64(tables.pairs);
}

function latinLetters(classes: Uint8Array): Uint8Array {
	const latin = new Uint8Array(0x10000);
	for (let code = 0x41; code < 0x1efa; code++) {
		if (code === 0x250) code = 0x1e00;
		const name = classes[code] as number;
		if (name > column.upper && name !== column.accent) continue;
		const character = String.fromCharCode(code);
		const letter = (UNFOLDED[character] ?? character).normalize('NFD').charCodeAt(0);
		const own = (letter | 0x20) - 0x60;
		latin[code] = own | ((letter & 0x20) === 0 ? LATIN_CAPITAL : 0);
		if (code < 0x80) continue;
		latin[code] = (latin[code] as number) | LATIN_ACCENT;
		if (code < 0x100 || SPACED.includes(character))
			latin[code] = (latin[code] as number) | AFTER_SPACE;
	}
	return latin;
}

/** Puts the letters of all scripts in their places; gives which are joined. */
function addScripts(letters: Uint16Array): Uint8Array {
	const all = Object.values(tables.scripts);
	const joined = new Uint8Array((all.length + 1) << 12);
	for (const [at, script] of all.entries()) {
		const own = (at + 1) << 6;
		const offsets = fromBase64(script.letters);
		for (let i = 0; i < offsets.length; i++) {
			const letter = String.fromCharCode(script.from + (offsets[i] as number));
			const capital = letter.toUpperCase();
			letters[letter.charCodeAt(0)] = own | (i + 1);
			if (capital.length > 1 || capital > letter || tables.capitalsOfTwo.includes(capital))
				continue;
			if (letters[capital.charCodeAt(0)] !== 0) continue;
			letters[capital.charCodeAt(0)] = own | (i + 1) | CAPITAL;
		}
		const bits = fromBase64(script.joined);
		for (let bit = 0; bit < (offsets.length + 1) * offsets.length; bit++) {
			const before = Math.floor(bit / offsets.length);
			const letter = 1 + (bit % offsets.length);
			joined[(own << 6) | (before << 6) | letter] = ((bits[bit >> 3] as number) >> (bit & 7)) & 1;
		}
	}
	return joined;
}

function syntaxSteps(): Pick<CeilingTable, 'syntax' | 'steps'> {
	const syntax = new Uint8Array(0x10000);
	for (let i = 0; i < SYNTAX_SIGNS.length; i++) syntax[SYNTAX_SIGNS.charCodeAt(i)] = i + 1;
	const bytes = fromBase64(tables.syntaxSteps);
	const states = Math.floor((bytes.length * 8) / STEP_BITS / ROW_LENGTH);
	const steps = new Int32Array(states * ROW_LENGTH);
	for (let at = 0; at < steps.length; at++) {
		const byte = (at * STEP_BITS) >> 3;
		const both = ((bytes[byte] as number) << 8) | (bytes[byte + 1] as number);
		const step = at % 2 === 0 ? both >> 4 : both & 0xfff;
		const row = at - (at % ROW_LENGTH);
		const next = (step & ((1 << STATE_BITS) - 1)) * ROW_LENGTH;
		const tokens = (step >> STATE_BITS) + FEWEST;
		steps[at] = tokens * (1 << ROW_BITS) + next - row;
	}
	return { syntax, steps };
}

function setBits(into: Uint8Array, from: number, bits: Uint8Array): void {
	for (let i = 0; i < bits.length * 8; i++) {
		into[from + i] = ((bits[i >> 3] as number) >> (i & 7)) & 1;
	}
}
