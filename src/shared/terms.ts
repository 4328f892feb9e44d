// Words to search by, made the same way from documents and from queries, so that every store ranks
// alike: lower case, no accents, compound names split, endings cut, scripts without spaces in pairs.

/** Terms of a query that count, at most. */
const MOST_QUERY_TERMS = 32;
/** Characters of a term. */
const MOST_TERM = 40;

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
		UNSPACED.test(word) ? pairs(word) : [stem(word.slice(0, MOST_TERM))],
	);
}

/** Returns the distinct terms of a query, without function words unless there is nothing else. */
export function queryTerms(query: string): string[] {
	const all = [...new Set(termsOf(query))];
	stopWords ??= new Set(termsOf(FUNCTION_WORDS));
	const telling = all.filter((term) => !stopWords?.has(term));
	return (telling.length === 0 ? all : telling).slice(0, MOST_QUERY_TERMS);
}

/** English endings cut off, so that "code", "codes" and "coding" meet; other words mostly stay. */
function stem(word: string): string {
	const one = word.length > 3 && /[^isu]s$/.test(word) ? word.replace(/s$/, '') : word;
	const bare = one.length > 4 ? one.replace(/(?:ing|ed)$/, '') : one;
	if (bare.length < 3 || (bare === one && bare.length < 4)) return one;
	return bare === one
		? bare.replace(/(?<=..)(?:ie|e|y)$/, '')
		: bare.replace(/([^aeiouls])\1$/, '$1');
}

function pairs(word: string): string[] {
	const characters = [...word];
	if (characters.length === 1) return characters;
	return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

// English function words rank everything and say nothing.
const FUNCTION_WORDS =
	'a an and are as at be by do for from how i in is it my of on or our that the this to was we what when which will with you your';
/** Made at the first query: the patterns of terms take long to compile. */
let stopWords: ReadonlySet<string> | undefined;
