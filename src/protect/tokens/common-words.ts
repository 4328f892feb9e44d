// Frequent English words that are one o200k token each when a space stands before them. The
// tokenizer cuts a text at words before anything else, so for these the count is exact.
import tables from './tables.json';

const LONGEST = 14;
const APOSTROPHE = 0x27;

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
