// A ranked search over tools: names, titles, descriptions and arguments. The index of the latest
// lists is kept, because a conversation searches the same tools again and again.
import MiniSearch from 'minisearch';
import { isRecord } from '../../shared/json-values';
import type { ToolDefinition } from '../contract/tool-source';

/** A tool under the name its caller uses. */
export interface FoundTool {
	readonly name: string;
	readonly definition: ToolDefinition;
}

/** UTF-16 units of a description that are searched, and words of a search. */
const SEARCHED = 1_000;
const MOST_WORDS = 24;
/** Words that say nothing of a tool. */
const STOP_WORDS = new Set(
	'a an and are as at be by can do find for from get how i in into is it me my of on or please that the this to tool tools use want with'.split(
		' ',
	),
);

/** `listDirectoryPNGFiles__v2` → list directory png files v2. */
const words = (text: string): string[] =>
	text
		.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
		.replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== '');

/** One form for singular and plural, and for what one does. */
const stem = (word: string): string =>
	word.length > 4
		? word.replace(/(?:ies)$/, 'y').replace(/(?:(?<=[^s])s|ing|(?<=[sx]|ch|sh)es)$/, '')
		: word;

const argumentsOf = ({ inputSchema }: ToolDefinition): string => {
	const properties = isRecord(inputSchema.properties) ? inputSchema.properties : {};
	return Object.entries(properties)
		.map(([name, schema]) => `${name} ${textOf(isRecord(schema) ? schema.description : '')}`)
		.join(' ')
		.slice(0, SEARCHED);
};

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, SEARCHED) : '');

/** Letters of a word that may be a part of another, and of what it is joined to. */
const SHORTEST_PART = 4;
const SHORTEST_REST = 3;
/** Compounds that one word leads to. */
const MOST_RELATED = 20;

/** Names are run together, `openweather`, and so are searches: the words of which one is in the other. */
function relatedTo(word: string, compounds: ReadonlySet<string>): readonly string[] {
	const isIn = (part: string, whole: string): boolean =>
		part.length >= SHORTEST_PART &&
		whole.length >= part.length + SHORTEST_REST &&
		(whole.startsWith(part) || whole.endsWith(part));
	const related: string[] = [];
	for (const compound of compounds) {
		if (isIn(word, compound) || isIn(compound, word)) related.push(compound);
		if (related.length === MOST_RELATED) break;
	}
	return related;
}

/** A part of a name counts for less than the name. */
const AS_IT_IS = {
	boost: { name: 2, title: 1.5, description: 1, arguments: 0.5 },
	processTerm: (term: string) => term,
	prefix: false,
	fuzzy: false,
} as const;

/** Makes a search of tools by words: those that fit, best first; all of them, in order, where nothing is searched for. */
function searchOf(tools: readonly FoundTool[]) {
	const index = new MiniSearch({
		fields: ['name', 'title', 'description', 'arguments'],
		idField: 'id',
		tokenize: words,
		processTerm: (term) => (STOP_WORDS.has(term) ? null : stem(term)),
		searchOptions: {
			boost: { name: 4, title: 3, description: 2, arguments: 1 },
			prefix: (term) => term.length >= 3,
			fuzzy: (term) => (term.length >= 5 ? 0.2 : false),
		},
	});
	index.addAll(
		tools.map(({ name, definition }, id) => ({
			id,
			name,
			title: textOf(definition.title),
			description: textOf(definition.description),
			arguments: argumentsOf(definition),
		})),
	);
	const compounds = new Set(
		tools.flatMap(({ name, definition }) =>
			words(`${name} ${textOf(definition.title)}`)
				.filter((word) => !STOP_WORDS.has(word))
				.map(stem),
		),
	);
	return (query: string): readonly FoundTool[] => {
		const named = tools.filter(({ name }) => name === query.trim());
		if (named.length > 0) return named;
		if (words(query).every((word) => STOP_WORDS.has(word))) return tools;
		const asked = words(query).slice(0, MOST_WORDS);
		const related = new Map<string, string>();
		for (const word of asked.filter((word) => !STOP_WORDS.has(word)).map(stem))
			for (const compound of relatedTo(word, compounds)) related.set(compound, word);
		const hits = index.search({
			combineWith: 'OR',
			queries: [asked.join(' '), { ...AS_IT_IS, queries: [...related.keys()] }],
		});
		// Tools that have all the words go before those that have some.
		const had = ({ queryTerms }: { queryTerms: readonly string[] }): number =>
			new Set(queryTerms.map((term) => related.get(term) ?? term)).size;
		const most = Math.max(0, ...hits.map(had));
		const ranked = hits.toSorted(
			(a, b) => Number(had(b) === most) - Number(had(a) === most) || b.score - a.score,
		);
		return ranked.map(({ id }) => tools[id as number] as FoundTool);
	};
}

type Search = ReturnType<typeof searchOf>;

/** Indexes remembered, one for each caller and scope, and tools in all of them: but always the newest. */
const MOST_INDEXES = 50;
const MOST_INDEXED = 20_000;

/** Remembers, per isolate, the index of the lists that it was made of. */
export class ToolIndexes {
	readonly #known = new Map<string, { of: readonly unknown[]; search: Search; size: number }>();

	/** @param of the lists that `tools` come from: the index is made again when one is another */
	index(key: string, of: readonly unknown[], tools: () => readonly FoundTool[]): Search {
		const known = this.#known.get(key);
		const isSame = known?.of.length === of.length && of.every((list, at) => list === known.of[at]);
		if (known && isSame) return known.search;
		this.#known.delete(key);
		const all = tools();
		const search = searchOf(all);
		this.#known.set(key, { of, search, size: all.length });
		let size = 0;
		for (const one of this.#known.values()) size += one.size;
		for (const [oldest, one] of this.#known) {
			if (oldest === key || (this.#known.size <= MOST_INDEXES && size <= MOST_INDEXED)) break;
			this.#known.delete(oldest);
			size -= one.size;
		}
		return search;
	}
}
