// The ceiling's tables, decoded on first use, and its own reading of the character classes.
import { fromBase64 } from './base64';
import { HAN_SINGLES, HANGUL_SINGLES, PAIRS } from './ceiling-cjk';
import {
	CYRILLIC_PAIRS,
	CYRILLIC_STARTS,
	LOWER_PAIRS,
	OTHERS,
	UPPER_PAIRS,
	WORD_STARTS,
} from './ceiling-costs';
import { classTable, column } from './classes';

export interface CeilingTable {
	/** Class of each UTF-16 code unit; `other` where only the bytes say anything. */
	readonly classes: Uint8Array;
	/** 1 for the code units whose repeats merge into few tokens. */
	readonly merging: Uint8Array;
	readonly lower: Uint8Array;
	readonly upper: Uint8Array;
	readonly starts: Uint8Array;
	readonly cyrillic: Uint8Array;
	readonly cyrillicStarts: Uint8Array;
	readonly others: Uint8Array;
	/** 1 for the code units of Han, kana and Hangul that are one token. */
	readonly singles: Uint8Array;
	/** Bits of the pairs that are one token, at their `pairHash`. */
	readonly pairs: Uint8Array;
}

// Ranges the estimator's classes cover but whose letters the tokenizer has hardly any tokens for.
const UNKNOWN: readonly (readonly [from: number, to: number])[] = [
	[0x00, 0x08],
	[0x0b, 0x0c],
	[0x0e, 0x1f],
	[0x7f, 0xa0],
	[0x0180, 0x024f],
	[0x0300, 0x036f],
	[0x0460, 0x052f],
	[0x0591, 0x05cf],
	[0x0610, 0x061f],
	[0x064b, 0x065f],
	[0x066e, 0x06ff],
	[0x0750, 0x077f],
	[0x1100, 0x11ff],
	[0x1f00, 0x1fff],
	[0x200b, 0x200f],
	[0x2028, 0x24ff],
	[0x2580, 0x2fff],
	[0x3400, 0x4dbf],
	[0xd800, 0xdfff],
	[0xf900, 0xfaff],
	[0xfeff, 0xfeff],
];
const MERGING = ' \t\n-_=.*#+/;!~─═';
const KANA: readonly [from: number, to: number] = [0x3040, 0x30ff];
const HAN_FROM = 0x4e00;
const HANGUL_FROM = 0xac00;

let built: CeilingTable | undefined;

/** Decodes the tables on first use and keeps them: 200 KB of memory. */
export function ceilingTable(): CeilingTable {
	if (built !== undefined) return built;
	const classes = classTable().slice();
	for (const [from, to] of UNKNOWN) classes.fill(column.other, from, to + 1);
	const merging = new Uint8Array(0x10000);
	for (let i = 0; i < MERGING.length; i++) merging[MERGING.charCodeAt(i)] = 1;
	const singles = new Uint8Array(0x10000).fill(1, KANA[0], KANA[1] + 1);
	setBits(singles, HAN_FROM, fromBase64(HAN_SINGLES));
	setBits(singles, HANGUL_FROM, fromBase64(HANGUL_SINGLES));
	built = {
		classes,
		merging,
		lower: fromBase64(LOWER_PAIRS),
		upper: fromBase64(UPPER_PAIRS),
		starts: fromBase64(WORD_STARTS),
		cyrillic: fromBase64(CYRILLIC_PAIRS),
		cyrillicStarts: fromBase64(CYRILLIC_STARTS),
		others: fromBase64(OTHERS),
		singles,
		pairs: fromBase64(PAIRS),
	};
	return built;
}

function setBits(into: Uint8Array, from: number, bits: Uint8Array): void {
	for (let i = 0; i < bits.length * 8; i++) {
		into[from + i] = ((bits[i >> 3] as number) >> (i & 7)) & 1;
	}
}
