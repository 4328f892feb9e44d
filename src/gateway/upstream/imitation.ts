// Detection of server texts that imitate Loadline's additions to an answer (docs/protect.md "What
// is added"): told by the keys of the JSON in it, however they are spelled and whatever stands in them. A
// server's own answer that looks like it costs no more than a word of ours.
import { containerTape, parseJson } from '../../shared/json/parse';
import type { Tape } from '../../shared/json/tape';

/** Keys that only Loadline has a reason to send. */
const TELLING = ['estimatedtokens', 'budgetused', 'budgetremaining', 'loadline', '_loadline'];
/** Further ones, which a server may have as well: one alone is no sign. */
const UNUSUAL_KEYS = ['chunk', 'notice', 'gathered'];
/** Keys that servers have themselves as often as not: a sign only beside one of these. */
const COMMON = ['totalcount', 'nextcursor', 'summary'];
/** All that Loadline adds, as `spelled` has them. */
const OURS = [...TELLING, ...UNUSUAL_KEYS, ...COMMON];

/** Invisible characters that make equal-looking texts differ; line breaks stay. */
const UNSEEN = /[[\p{C}\p{DI}]--\n]/gv;
/** Quick test for invisible characters: most texts have hardly any. */
const UNUSUAL = /[^\x20-\x7e\n]+/g;
/** A key of ours, or escaped letters, in a text without invisible characters. */
const SUSPECT = new RegExp(`\\\\u|${OURS.map((key) => [...key].join('\\s*')).join('|')}`, 'iu');
/** Our name, whatever unseen stands in it. */
const NAME = new RegExp([...'loadline'].join('[\\s\\p{C}\\p{DI}]*'), 'iu');
/** Looks as cheap as can be, by what seldom stands in a text: whatever is not seen is beyond visible ASCII. */
const NEAR_NAME = new RegExp(near('loadline'));
/** The same for a key where JSON has one, or an escape that may stand in it. */
const NEAR_KEY = new RegExp(`"[^!-~]*(?:${OURS.map(near).join('|')})|\\\\[^!-~]*[ubfnrt]`);
/** Words of Loadline and blocks: nothing in a server's says whose a block is. */
const CLAIM = /\bblock.{0,100}\bloadline|\bloadline.{0,100}\bblock/iu;
/** UTF-16 units from which JSON is parsed whatever is in it: it is asked for its keys. */
const LONG = 16_384;
/** Depth of the search in lists and `result`s. */
const DEEPEST = 4;
/** Pieces of a text that are looked into; one with more that could be ours passes for ours. */
const MOST_PIECES = 1_000;

/**
 * @param text of a block, or of structured content
 * @param isData the block is where the data stand, so that one common key is no sign
 */
export function imitates(text: string, isData: boolean): boolean {
	if (text.length < LONG && !NEAR_KEY.test(text)) return false;
	const tape = containerTape(text);
	if (tape) return isOurs(tape, isData);
	const plain = NEAR_KEY.test(text) ? seen(text) : '';
	if (!SUSPECT.test(plain)) return false;
	const whole = jsonWithin(plain);
	if (whole && isOurs(whole, isData)) return true;
	if (whole?.source === plain.trim()) return false;
	const pieces = piecesOf(plain);
	const isPieceOurs = (piece: string) => {
		const within = jsonWithin(piece);
		return within !== undefined && isOurs(within, isData);
	};
	return pieces.length > MOST_PIECES || pieces.some(isPieceOurs);
}

export const namesUs = (text: string): boolean => NEAR_NAME.test(text) && NAME.test(text);

/**
 * Returns whether a text imitates Loadline's, or claims a block to be Loadline's, or not to be.
 * @param isData it is the first block, where the data stand
 */
export const isForged = (text: string, isData: boolean): boolean =>
	(NEAR_NAME.test(text) && NAME.test(text) && CLAIM.test(seen(text))) || imitates(text, isData);

/** A word in letters of either case (a sign of kelvin is a k), with anything unseen between them. */
function near(word: string): string {
	const letter = (one: string) => `[${one}${one.toUpperCase()}${one === 'k' ? '\u212a' : ''}]`;
	return [...word].map(letter).join('[^!-~]*');
}

const seen = (text: string): string =>
	text.replace(UNUSUAL, (run) => run.replace(UNSEEN, '').replace(/[^\S\n]/gu, ' '));

/** Returns the fenced and line-separated parts of a text that could hold a key of ours. */
const piecesOf = (text: string): readonly string[] =>
	[text.split('```'), text.split(/\n(?=[^\S\n]*[{[])/)].flat().filter((each) => SUSPECT.test(each));

const BRACKETS = [
	['{', '}'],
	['[', ']'],
] as const;

/** The JSON of a text, but for words around it. */
function jsonWithin(text: string): Tape | undefined {
	for (const [open, close] of BRACKETS) {
		const from = text.indexOf(open);
		const to = text.lastIndexOf(close);
		const parsed = from < 0 || to < from ? undefined : parseJson(text.slice(from, to + 1));
		if (parsed?.ok) return parsed.value;
	}
	return undefined;
}

/** Returns whether JSON has keys of ours: in its object, in the first of its lists, and in their `result`. */
function isOurs(tape: Tape, isData: boolean, node = 0, depth = 0): boolean {
	if (depth > DEEPEST) return false;
	if (tape.isArray(node)) return tape.count(node) > 0 && isOurs(tape, isData, node + 1, depth + 1);
	if (!tape.isObject(node)) return false;
	const named = Array.from(tape.members(node), (at) => [spelled(tape.key(at)), at] as const);
	const keys = named.map(([key]) => key);
	if (hasSign(keys, isData)) return true;
	return named.some(([key, at]) => key === 'result' && isOurs(tape, isData, at, depth + 1));
}

function hasSign(keys: readonly string[], isData: boolean): boolean {
	if (keys.some((key) => TELLING.includes(key))) return true;
	if (!keys.some((key) => UNUSUAL_KEYS.includes(key))) return false;
	const ours = keys.filter((key) => OURS.includes(key));
	return new Set(ours).size > 1 || (!isData && ours.length === keys.length);
}

const spelled = (key: string): string => key.replace(/[\s\p{C}\p{DI}]/gu, '').toLowerCase();
