// Words to search by, made the same way from documents and from queries, so that every store ranks
// alike: lower case, no accents, compound names split, plurals folded, scripts without spaces in pairs.

/** Terms of a query that count, at most. */
const MOST_QUERY_TERMS = 32;
/** Characters of a term. */
const MOST_TERM = 40;

// English function words rank everything and say nothing.
const STOP_WORDS: ReadonlySet<string> = new Set(
	'a an and are as at be by do for from how i in is it my of on or our that the this to was we what when which will with you your'.split(
		' ',
	),
);

const UNSPACED =
	/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** The terms of a text, in its order, repeated as they repeat. */
export function termsOf(text: string): string[] {
	const plain = text
		.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
		.normalize('NFKD')
		.replaceAll(/\p{M}+/gu, '')
		.toLowerCase();
	return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) =>
		UNSPACED.test(word) ? pairs(word) : [singular(word.slice(0, MOST_TERM))],
	);
}

/** What to look for: distinct terms without function words, unless there is nothing else. */
export function queryTerms(query: string): string[] {
	const all = [...new Set(termsOf(query))];
	const telling = all.filter((term) => !STOP_WORDS.has(term));
	return (telling.length === 0 ? all : telling).slice(0, MOST_QUERY_TERMS);
}

const singular = (word: string): string => {
	if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
	if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
	return word.endsWith('s') ? word.slice(0, -1) : word;
};

const pairs = (word: string): string[] => {
	const characters = [...word];
	if (characters.length === 1) return characters;
	return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
};
