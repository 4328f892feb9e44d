// A ranked search over tools: names, titles, descriptions and arguments. The index of the latest
// lists is kept, because a conversation searches the same tools again and again.
import MiniSearch from 'minisearch';
import { isRecord } from '../shared/is-record';
import type { ToolDefinition } from './tool-source';

/** A tool under the name its caller uses. */
export interface FoundTool {
	readonly name: string;
	readonly definition: ToolDefinition;
}

export interface ToolIndex {
	/** The tools that fit, best first; all of them, in order, where nothing is searched for. */
	search(query: string): readonly FoundTool[];
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

const textOf = (value: unknown): string =>
	typeof value === 'string' ? value.slice(0, SEARCHED) : '';

export function toolIndex(tools: readonly FoundTool[]): ToolIndex {
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
	return {
		search(query) {
			const named = tools.filter(({ name }) => name === query.trim());
			if (named.length > 0) return named;
			if (words(query).every((word) => STOP_WORDS.has(word))) return tools;
			const hits = index.search(words(query).slice(0, MOST_WORDS).join(' '));
			// What has all the words goes before what has some of them.
			const most = Math.max(0, ...hits.map(({ queryTerms }) => new Set(queryTerms).size));
			const ranked = hits.toSorted(
				(a, b) =>
					Number(new Set(b.queryTerms).size === most) -
						Number(new Set(a.queryTerms).size === most) || b.score - a.score,
			);
			return ranked.map(({ id }) => tools[id as number] as FoundTool);
		},
	};
}

/** Indexes remembered: one for each caller and scope. */
const MOST_INDEXES = 50;

/** Remembers, per isolate, the index of the lists that it was made of. */
export class ToolIndexes {
	readonly #known = new Map<string, { of: readonly unknown[]; index: ToolIndex }>();

	/** @param of the lists that `tools` come from: the index is made again when one is another */
	index(key: string, of: readonly unknown[], tools: () => readonly FoundTool[]): ToolIndex {
		const known = this.#known.get(key);
		const isSame = known?.of.length === of.length && of.every((list, at) => list === known.of[at]);
		if (known && isSame) return known.index;
		const index = toolIndex(tools());
		this.#known.delete(key);
		this.#known.set(key, { of, index });
		const oldest = this.#known.keys().next().value;
		if (this.#known.size > MOST_INDEXES && oldest !== undefined) this.#known.delete(oldest);
		return index;
	}
}
