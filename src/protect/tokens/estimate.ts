// Tokens of a text, estimated (docs/protect.md "Tokens"): by one pass of a character-class automaton, or as configured.
import { fromBase64 } from '../../shared/digits';
import { utf8Bytes } from '../../shared/utf8';
import type { Policy } from '../types';
import { type CharClass, CLASSES, classTable, column } from './classes';
import tables from './tables.json';

export const UNITS_PER_TOKEN = 48;

const COLUMNS = CLASSES.length;
const REPEATABLE: readonly CharClass[] = ['space', 'nl', 'dash', 'punct', 'dot', 'box'];

// The states: position 1-10 in a lower-case run, 1-4 in an upper-case run, 1-3 in a digit group
// (cyclic, as the tokenizer groups digits by three), else the class of the character before.
const LOWER = 0;
const LOWER_LAST = 9;
const UPPER = 10;
const UPPER_LAST = 13;
const DIGIT = 14;
const DIGIT_LAST = 16;
const OTHERS = 17;
const RUN_CLASSES: readonly CharClass[] = ['lv', 'lc', 'lr', 'upper', 'digit'];
const STATES = OTHERS + COLUMNS - RUN_CLASSES.length;

function next(state: number, name: CharClass): number {
	const upperRun = state >= UPPER && state <= UPPER_LAST;
	switch (name) {
		case 'lv':
		case 'lc':
		case 'lr':
			// A capital and what follows it are one word: "The" is at its second letter here.
			if (upperRun) return LOWER + 1;
			return state <= LOWER_LAST ? Math.min(state + 1, LOWER_LAST) : LOWER;
		case 'upper':
			return upperRun ? Math.min(state + 1, UPPER_LAST) : UPPER;
		case 'digit':
			return state >= DIGIT && state < DIGIT_LAST ? state + 1 : DIGIT;
		default:
			return OTHERS + column[name] - RUN_CLASSES.length;
	}
}

/** Bits a state is shifted by to make room for the column in an index of `Automaton.steps`. */
export const STATE_BITS = 6;

/** The automaton, ready to run. */
interface Automaton {
	/** `steps[(state << 6) | column]` is `(cost << 8) | next state`, the cost in table units. */
	readonly steps: Uint16Array;
	/** 1 for the columns whose repeats are of class `rep`. */
	readonly repeats: Uint8Array;
	/** The column of each UTF-16 code unit. */
	readonly classes: Uint8Array;
	/** A text begins as if after a newline. */
	readonly start: number;
}

let built: Automaton | undefined;

/** Decodes the table on first use and keeps it. */
export function automaton(): Automaton {
	if (built !== undefined) return built;
	const costs = fromBase64(tables.estimate);
	const steps = new Uint16Array(STATES << STATE_BITS);
	for (let state = 0; state < STATES; state++) {
		for (const name of CLASSES) {
			const cost = costs[state * COLUMNS + column[name]] ?? 0;
			steps[(state << STATE_BITS) | column[name]] = (cost << 8) | next(state, name);
		}
	}
	const repeats = new Uint8Array(COLUMNS);
	for (const name of REPEATABLE) repeats[column[name]] = 1;
	built = { steps, repeats, start: next(LOWER, 'nl'), classes: classTable() };
	return built;
}

/** Above this length (UTF-16 code units) a text is sampled. */
const WHOLE = 16 * 1024;
/** Blocks of a sample, and the UTF-16 units of each. */
const BLOCKS = 24;
const BLOCK = 256;

// The table counts some floods it never saw (Cyrillic without a space, quotes) as nothing; the
// tokenizer's cheapest flood, spaces, is a token for 64.
const CHARS_PER_TOKEN_AT_MOST = 64;

/**
 * Tokens a text costs, as o200k would count them, within 20 % on 99 % of real texts. Linear up to
 * 16 KB; beyond that 24 evenly spread blocks of 256 units stand for the whole, so that no text
 * takes longer. Never throws; lone surrogates, controls and unknown scripts count by their floors.
 * @returns tokens; 0 for the empty string only
 * @example estimate('{"id":1}') // 5
 */
export function estimate(text: string): number {
	const length = text.length;
	let cost = 0;
	if (length <= WHOLE) cost = units(text, 0, length);
	else {
		for (const [from, to] of spread(length, BLOCKS, BLOCK)) cost += units(text, from, to);
		cost = (cost * length) / (BLOCKS * BLOCK);
	}
	const least = Math.ceil(length / CHARS_PER_TOKEN_AT_MOST);
	return Math.max(least, Math.round(cost / UNITS_PER_TOKEN));
}

/** Cost of `text[from, to)` in table units, as if a newline stood before it. */
function units(text: string, from: number, to: number): number {
	const { steps, repeats, start, classes } = built ?? automaton();
	const rep = column.rep;
	let cost = 0;
	let state = start;
	let before = -1;
	for (let i = from; i < to; i++) {
		const code = text.charCodeAt(i);
		let name = classes[code] as number;
		if (code === before && repeats[name] === 1) name = rep;
		const step = steps[(state << STATE_BITS) | name] as number;
		cost += step >> 8;
		state = step & 0xff;
		before = code;
	}
	return cost;
}

/**
 * Tokens by length alone. Kept selectable as specified; it overcounts prose and undercounts
 * identifiers, hashes and scripts other than Latin by up to half. Characters are UTF-16 code units.
 * @example heuristic('abcdefgh') // 3
 */
export function heuristic(text: string): number {
	return Math.ceil((text.length / 4) * 1.2);
}

type Estimators = Readonly<Record<Policy['estimator'], (text: string) => number>>;

/** Bytes a token of ordinary text takes, in UTF-8. */
const BYTES_PER_TOKEN = 4;

const byBytes = (text: string): number => Math.ceil(utf8Bytes(text) / BYTES_PER_TOKEN);

const ESTIMATORS: Estimators = { calibrated: estimate, heuristic, bytes: byBytes };

/**
 * Tokens by the configured estimator, scaled and rounded up. If the estimator throws, the text
 * counts one token per four UTF-8 bytes, so that a defect in estimating costs accuracy, never
 * the request.
 * @param estimators - the estimators to choose from; for tests
 * @example measure('{"id":1}', { estimator: 'calibrated', tokenFamily: 1.3 })
 */
export function measure(
	text: string,
	{ estimator, tokenFamily }: Pick<Policy, 'estimator' | 'tokenFamily'>,
	estimators: Estimators = ESTIMATORS,
): number {
	try {
		return Math.ceil(estimators[estimator](text) * tokenFamily);
	} catch {
		return Math.ceil(byBytes(text) * tokenFamily);
	}
}

/**
 * Start and end offsets (UTF-16 code units) of `blocks` blocks of `size` units, evenly spread over a text of `length`
 * units, which must be at least `size`. @example [...spread(100, 3, 10)] // [[0, 10], [45, 55], [90, 100]]
 */
export function* spread(
	length: number,
	blocks: number,
	size: number,
): Generator<readonly [from: number, to: number]> {
	const room = length - size;
	for (let block = 0; block < blocks; block++) {
		const from = Math.floor((block * room) / (blocks - 1));
		yield [from, from + size];
	}
}

/** UTF-16 units looked at, in so many places. */
const SAMPLE = { places: 3, units: 1_400 };
/** Words that make a text repetitive, when so much of its letters is theirs. */
const FEW = 12;
const SHARE = 0.5;
/** Letters in a row; of ASCII alone they are found in less than half of the time. */
const [WORD, ASCII_WORD, BEYOND_ASCII] = [/\p{L}{3,}/gu, /[A-Za-z]{3,}/g, /[^\0-\x7f]/];

/** True where few words make up most of the letters. Looks at a sample of a long text. */
export function isRepetitive(text: string): boolean {
	const counts = new Map<string, number>();
	let letters = 0;
	const step = Math.max(SAMPLE.units, Math.floor((text.length - SAMPLE.units) / 2));
	for (let place = 0; place < SAMPLE.places; place++) {
		const part = text.slice(place * step, place * step + SAMPLE.units);
		for (const word of part.match(BEYOND_ASCII.test(part) ? WORD : ASCII_WORD) ?? []) {
			letters += word.length;
			counts.set(word, (counts.get(word) ?? 0) + word.length);
		}
	}
	const sorted = Uint32Array.from(counts.values()).sort();
	let few = 0;
	for (const own of sorted.subarray(-FEW)) few += own;
	return letters > 0 && few >= letters * SHARE;
}
