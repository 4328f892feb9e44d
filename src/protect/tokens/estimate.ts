// The calibrated estimator (docs/protect.md "Tokens"): one pass of a character-class automaton.
import { classTable, column } from './classes';
import { spread } from './spread';
import { automaton, STATE_BITS, UNITS_PER_TOKEN } from './table';

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
 *
 * @param text - any string
 * @returns tokens, a whole number; 0 for the empty string only
 * @example estimate('{"id":1}') // 5
 */
export function estimate(text: string): number {
	const length = text.length;
	if (length <= WHOLE) return inTokens(units(text, 0, length), length);
	let sampled = 0;
	for (const [from, to] of spread(length, BLOCKS, BLOCK)) sampled += units(text, from, to);
	return inTokens((sampled * length) / (BLOCKS * BLOCK), length);
}

function inTokens(cost: number, length: number): number {
	const least = Math.ceil(length / CHARS_PER_TOKEN_AT_MOST);
	return Math.max(least, Math.round(cost / UNITS_PER_TOKEN));
}

/** Cost of `text[from, to)` in table units, as if a newline stood before it. */
function units(text: string, from: number, to: number): number {
	const classes = classTable();
	const { steps, repeats, start } = automaton();
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
