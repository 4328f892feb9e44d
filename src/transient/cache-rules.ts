// Rules of providers' prompt caches as their documents describe them: data, by the name of the model.
import { isRecord } from '../shared/json-values';

/** A lifetime of cache entries in milliseconds, and the price of writing a token that lives so long. */
export interface CacheLife {
	readonly name: string;
	readonly lasts: number;
	/** Milliseconds that an entry may live beyond that; absent: as long again. */
	readonly outlasts?: number | undefined;
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
	/** All of a prompt beyond so many tokens costs so many times as much. */
	readonly long?: { readonly beyond: number; readonly times: number };
	/** True for a model that refuses its own thinking where what stood before it has changed. */
	readonly bindsThinking?: boolean;
	/** Of the last so many turns a model is shown its thinking; absent: of all. */
	readonly thinkingTurns?: number | undefined;
}

const MINUTE = 60_000;
/** Life of an entry by default of many organizations (`prompt_cache_retention: "24h"`). */
const DAY = 24 * 60 * MINUTE;

const marked = (least: number, read = 0.1, bindsThinking = false): CacheRules => ({
	marks: 4,
	lookBack: 20,
	anywhere: false,
	...{ least, read, bindsThinking },
	lives: [
		{ name: '5m', lasts: 5 * MINUTE, write: 1.25 },
		{ name: '1h', lasts: 60 * MINUTE, write: 2 },
	],
});

const automatic = (read: number, own: Partial<CacheRules> = {}, life: Partial<CacheLife> = {}) => ({
	...{ marks: 0, lookBack: Number.POSITIVE_INFINITY, anywhere: true, least: 1_024, read, ...own },
	lives: [{ name: '', lasts: 5 * MINUTE, outlasts: DAY, write: 1, ...life }],
});
const twiceBeyond = (beyond: number) => ({ long: { beyond, times: 2 } });

/** Models that are shown the thinking of the last turn alone: Sonnet and Haiku up to 4.5, Opus up to 4.1. */
const FORGETTING = /claude-3|haiku-[34]|sonnet-4(?![-.][6-9](?!\d))|opus-4(?![-.][5-9](?!\d))/;

/** Rules by the name of the model; the first that fits. */
const MARKED: readonly (readonly [RegExp, CacheRules])[] = [
	[/haiku-4-5|opus-4-[56]/, marked(4_096)],
	[/opus-4-7|haiku-3|3-5-haiku|3-haiku/, marked(2_048)],
	[/(?:opus|fable|mythos)-5(?![-.]\d(?!\d))/, marked(512)],
	[/claude-3|-4|(?:sonnet|haiku)-5(?![-.]\d(?!\d))/, marked(1_024)],
	[/fable-5[-.]1/, marked(512, 0.025, true)],
	[/(?:opus|sonnet|haiku)-5[-.]5/, marked(512, 0.05, true)],
	[/./s, marked(1_024, 0.1, true)],
];
const AUTOMATIC: readonly (readonly [RegExp, CacheRules])[] = [
	[
		/gemini-\d.*pro/,
		automatic(0.1, { least: 4_096, ...twiceBeyond(200_000) }, { outlasts: 5 * MINUTE }),
	],
	[/gemini/, automatic(0.1, { least: 4_096 }, { outlasts: 5 * MINUTE })],
	[/gpt-4o|\bo1/, automatic(0.5)],
	[/gpt-4\.1|\bo[34]/, automatic(0.25)],
	[/gpt-5\.[45](?!.*(?:mini|nano))/, automatic(0.1, twiceBeyond(272_000))],
	[/gpt-5(?:\.[0-5])?(?![.\d])/, automatic(0.1)],
	[/gpt-6\.1-sol/, automatic(0.05, { anywhere: false }, { write: 1.25, lasts: 30 * MINUTE })],
	[/gpt-/, automatic(0.1, { anywhere: false }, { write: 1.25, lasts: 30 * MINUTE })],
	[/./s, automatic(0.5)],
];

/**
 * Returns the rules for a request's model, and for how long it wants its prompt kept.
 * @param hasMarks true for an API whose requests say themselves what is cached (Anthropic Messages)
 */
export function cacheRulesFor(hasMarks: boolean, body: Readonly<Record<string, unknown>>) {
	const table = hasMarks ? MARKED : AUTOMATIC;
	const name = String(body.model ?? '');
	const found = table.find(([each]) => each.test(name)) ?? table[0];
	const thinkingTurns = hasMarks ? shownTurns(name, body.context_management) : undefined;
	const rules = { ...(found?.[1] ?? marked(4_096)), thinkingTurns };
	if (body.prompt_cache_retention !== 'in_memory') return rules;
	return { ...rules, lives: rules.lives.map((life) => ({ ...life, outlasts: undefined })) };
}

/** Turns whose thinking a model is shown, as a request wants it or by itself; undefined for all. */
function shownTurns(model: string, management: unknown): number | undefined {
	const edits = isRecord(management) && Array.isArray(management.edits) ? management.edits : [];
	const edit = edits.filter(isRecord).find(({ type }) => type === 'clear_thinking_20251015');
	if (edit?.keep === 'all' || !(edit || FORGETTING.test(model))) return undefined;
	return isRecord(edit?.keep) ? Math.max(1, Number(edit.keep.value) || 1) : 1;
}

/** Returns the times by which a prompt of so many tokens costs more than a shorter one. */
export const timesOf = (tokens: number, { long }: CacheRules): number =>
	long && tokens > long.beyond ? long.times : 1;
