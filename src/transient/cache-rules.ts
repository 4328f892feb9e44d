// Rules of the providers' prompt caches, as data (docs/llm.md, "When").

/** A lifetime of cache entries in milliseconds, and the price of writing a token that lives so long. */
export interface CacheLife {
	readonly name: string;
	readonly lasts: number;
	readonly write: number;
}

/** Rules of a provider's prompt cache. Prices are relative to an uncached token. */
export interface CacheRules {
	/** Marks that a request may carry; 0: the end of each prompt is an entry, without marks. */
	readonly marks: number;
	/** Blocks in which an entry is looked for, from a mark backwards, the mark's own included. */
	readonly lookBack: number;
	/** True where any beginning of an earlier prompt is found, not its end alone. */
	readonly anywhere: boolean;
	/** Tokens below which nothing is cached. */
	readonly least: number;
	readonly read: number;
	/** The first unless a mark names another. */
	readonly lives: readonly CacheLife[];
}

const MINUTE = 60_000;

const marked = (least: number): CacheRules => ({
	marks: 4,
	lookBack: 20,
	anywhere: false,
	least,
	read: 0.1,
	lives: [
		{ name: '5m', lasts: 5 * MINUTE, write: 1.25 },
		{ name: '1h', lasts: 60 * MINUTE, write: 2 },
	],
});

const automatic = (
	read: number,
	{ least = 1_024, write = 1, lasts = 5 * MINUTE, anywhere = true } = {},
): CacheRules => ({
	marks: 0,
	lookBack: Number.POSITIVE_INFINITY,
	anywhere,
	least,
	read,
	lives: [{ name: '', lasts, write }],
});

/** Rules by the name of the model; the first that fits. */
const MARKED: readonly (readonly [RegExp, CacheRules])[] = [
	[/haiku-4-5|opus-4-[5-7]/, marked(4_096)],
	[/haiku-3|3-5-haiku|3-haiku/, marked(2_048)],
	[/./s, marked(1_024)],
];
const AUTOMATIC: readonly (readonly [RegExp, CacheRules])[] = [
	[/gemini/, automatic(0.1, { least: 4_096 })],
	[/gpt-4o|\bo1/, automatic(0.5)],
	[/gpt-4\.1|\bo[34]/, automatic(0.25)],
	[/gpt-5(?:\.[0-5])?(?![.\d])/, automatic(0.1)],
	[/gpt-/, automatic(0.1, { write: 1.25, lasts: 30 * MINUTE, anywhere: false })],
	[/./s, automatic(0.5)],
];

/**
 * Returns the rules for a model.
 * @param hasMarks true for an API whose requests say themselves what is cached (Anthropic Messages)
 */
export function cacheRulesFor(hasMarks: boolean, model: string): CacheRules {
	const table = hasMarks ? MARKED : AUTOMATIC;
	return (table.find(([name]) => name.test(model)) ?? table[0])?.[1] ?? marked(4_096);
}
