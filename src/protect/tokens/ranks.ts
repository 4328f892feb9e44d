// The 200,000 words of o200k. The Worker has them beside its bundle as text that nothing compiles when it
// starts (wrangler.toml, `rules`); elsewhere they are the package's own module.
import type { RawBytePairRanks } from 'gpt-tokenizer/BytePairEncodingCore';

/** The words, loaded. */
export async function loadRanks(): Promise<RawBytePairRanks> {
	const { default: ranks } = await import('gpt-tokenizer/bpeRanks/o200k_base');
	const given: unknown = ranks;
	return typeof given === 'string' ? ranksOf(given) : ranks;
}

/** The words in the text of the package's module: its arrays, one after the other. */
export const ranksOf = (module: string): RawBytePairRanks =>
	[...module.matchAll(ARRAY)].flatMap(([, array = '[]']) =>
		JSON.parse(array.replace(INDENT, '').replace(UNLIKE_JSON, asJson)),
	);

const ARRAY = /^const \w+ = (\[\n[\s\S]*?\n\]);$/gm;
const INDENT = /^\t+/gm;
/** Escapes, and control characters within a line. */
const UNLIKE_JSON = /\\(?:x(..)|.)|[^\P{Cc}\n]/gu;

/** JavaScript spells some characters as JSON does not. */
const asJson = (spelled: string, hex?: string): string => {
	if (hex !== undefined) return `\\u00${hex}`;
	if (spelled === '\\0') return '\\u0000';
	if (spelled === '\\v') return '\\u000b';
	return spelled.startsWith('\\') ? spelled : JSON.stringify(spelled).slice(1, -1);
};
