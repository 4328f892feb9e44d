// The exact tokenizer, for the command line, for sampling after an answer, and where an answer must fit to
// the token (docs/protect.md "Tokens"). Loaded on first use only.

import type { RawBytePairRanks } from 'gpt-tokenizer/BytePairEncodingCore';
import { spread } from './estimate';

/** Runs longer than this are cut: the tokenizer's merge is quadratic in their length. */
const RUN = 256;
/** Longest run that is merged as one while somebody waits: what is longer costs no more time. */
const SHORT_RUN = 64;

const LONGER = `{${SHORT_RUN + 1},}`;
const LONG_RUN = new RegExp(
	`[\\p{L}\\p{M}]${LONGER}|[^\\s\\p{L}\\p{N}]${LONGER}|\\s${LONGER}`,
	'gu',
);
const SAMPLES = 16;

/** Distinct words the tokenizer may keep. Its own default, 100,000, is much of an isolate. */
const CACHED_WORDS = 4096;

/** @param most a text of more need not be counted to its end: it then is anything above that */
type Count = (text: string, most?: number) => number;

// The function, not its promise: on Workers a promise belongs to the request that made it.
let loaded: Count | undefined;

/** The tokenizer, loaded. */
async function exactCounter(): Promise<Count> {
	if (loaded) return loaded;
	const [{ BytePairEncodingCore }, { O200KBase }, ranks] = await Promise.all([
		import('gpt-tokenizer/BytePairEncodingCore'),
		import('gpt-tokenizer/encodingParams/o200k_base'),
		loadRanks(),
	]);
	// All who waited get the one that the first of them makes, in a fifth of a second.
	if (loaded) return loaded;
	const core = new BytePairEncodingCore({ ...O200KBase(ranks), mergeCacheSize: CACHED_WORDS });
	loaded = (text) => core.countNative(text);
	return loaded;
}

/**
 * Counts tokens with o200k_base. Text such as `<|endoftext|>` is text. Runs over 256 characters
 * are cut, which may count a token more per cut and keeps hostile input linear (about 1 s per
 * megabyte at worst): never call this before an answer, and set `maxChars` where time matters.
 * @param maxChars - above this length (UTF-16 code units, 16 at least) sixteen evenly spread
 * parts of `maxChars` in total are counted and scaled up; without it the whole text is counted
 * @returns tokens, and whether they are extrapolated
 * @example (await countExact('hello world')).tokens // 2
 */
export async function countExact(
	text: string,
	{ maxChars = Number.POSITIVE_INFINITY }: { readonly maxChars?: number } = {},
) {
	const count = await exactCounter();
	if (text.length <= maxChars) return { tokens: countCut(text, count, RUN), sampled: false };
	const size = Math.floor(maxChars / SAMPLES);
	let tokens = 0;
	for (const [from, to] of spread(text.length, SAMPLES, size)) {
		tokens += countCut(text.slice(from, to), count, RUN);
	}
	return { tokens: Math.round((tokens * text.length) / (size * SAMPLES)), sampled: true };
}

/** The count answers are fitted by. Runs over 64 characters are cut: 16 KB of random letters take some 50 ms. */
export async function quickCounter(): Promise<Count> {
	const count = await exactCounter();
	// An answer is counted again and again while it is fitted, most of its parts as they were.
	const known = new Map<string, number>();
	return (text, most = Number.POSITIVE_INFINITY) => {
		let tokens = 0;
		for (const part of text.split(AFTER_WORD)) {
			if (tokens > most) break;
			let own = known.get(part);
			if (own === undefined) {
				own =
					part.length > SHORT_RUN && mayRun(part) ? countCut(part, count, SHORT_RUN) : count(part);
				known.set(part, own);
			}
			tokens += own;
		}
		return tokens;
	};
}

/** A text can be parted here, whatever stands around: a word ends before a quote. */
const AFTER_WORD = /(?<=[a-z])(?=")/;

/** Letters, digits, blanks and signs of ASCII. */
const SORTS = Uint8Array.from({ length: 128 }, (_, code) =>
	[/[a-z]/i, /\d/, /\s/, /./].findIndex((sort) => sort.test(String.fromCharCode(code))),
);

/** Tells whether a text may have a run that is cut; what is not ASCII may be of any. */
function mayRun(text: string): boolean {
	let run = 0;
	let any = 0;
	let last = -1;
	for (let at = 0; at < text.length && run <= SHORT_RUN; at++) {
		const code = text.charCodeAt(at);
		const isAny = code >= SORTS.length;
		const sort = isAny ? last : SORTS[code];
		run = sort === last ? run + 1 : any + 1;
		any = isAny ? any + 1 : 0;
		last = sort as number;
	}
	return run > SHORT_RUN;
}

function countCut(text: string, count: Count, most: number): number {
	let tokens = 0;
	let done = 0;
	for (const { index, 0: run } of text.matchAll(LONG_RUN)) {
		const end = index + run.length;
		for (let cut = beforePair(text, index + most); cut < end; cut = beforePair(text, cut + most)) {
			tokens += count(text.slice(done, cut));
			done = cut;
		}
	}
	return tokens + count(text.slice(done));
}

/** The offset, or one less where it would split a surrogate pair. */
function beforePair(text: string, at: number): number {
	return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}

/** The words, loaded. */
export async function loadRanks(): Promise<RawBytePairRanks> {
	const { default: ranks } = await import('gpt-tokenizer/bpeRanks/o200k_base');
	const given: unknown = ranks;
	return typeof given === 'string' ? ranksOf(given) : ranks;
}

/** The words in the text of the package's module: its arrays, one after the other. */
export const ranksOf = (module: string): RawBytePairRanks =>
	[...module.matchAll(ARRAY)].flatMap(([, array = '[]']) =>
		JSON.parse(array.replace(UNLIKE_JSON, asJson)),
	);

const ARRAY = /^const \w+ = (\[\n[\s\S]*?\n\]);$/gm;
/** Escapes, and control characters but indents and line ends. */
const UNLIKE_JSON = /\\(?:x(..)|.)|(?<!^\t*)\t|(?![\t\n])[^ -\uffff]/gm;

/** JavaScript spells some characters as JSON does not. */
const asJson = (spelled: string, hex?: string): string => {
	if (hex !== undefined) return `\\u00${hex}`;
	if (spelled === '\\0') return '\\u0000';
	if (spelled === '\\v') return '\\u000b';
	return spelled.startsWith('\\') ? spelled : JSON.stringify(spelled).slice(1, -1);
};
