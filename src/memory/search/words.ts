// The search index (docs/memory.md, "Search"): the words of documents and queries, with developers' synonyms unified.
import { queryTerms, termsOf } from '../../shared/terms';
import { splitFrontMatter } from '../document/front-matter';
import { partsOf } from '../document/parts';
import type { Version } from '../types';
import { EVERYDAY, RELATED } from './lexicon';
import { withoutTalk } from './small-talk';

const SIGNED: Readonly<Record<string, string>> = {
	'c#': 'csharp',
	'f#': 'fsharp',
	'c++': 'cpp',
	'.net': 'dotnet',
};
const SIGNS = /(?<![\p{L}\p{N}])(?:[cf]#|c\+\+|\.net(?![\p{L}\p{N}]))/giu;

/** Synonyms: the first word of a group replaces the others. */
const SAME: ReadonlyMap<string, string> = new Map(
	`go golang, javascript js ecmascript, typescript ts, python py, kubernetes k8s,
postgresql postgres psql, mongodb mongo, csharp cs, cpp cxx, accessibility a11y,
internationalization internationalisation i18n,
localization localisation localize localise l10n translation translate, database db,
configuration config, environment env, repository repo, authentication auth authn,
authorization authz, documentation docs, application app, infrastructure infra,
administrator admin, directory dir folder, parameter param, specification spec, dependency dep,
vulnerability vuln, color colour, behavior behaviour, license licence, organization organisation, remove delete,
message msg, error err, request req, response res`
		.split(',')
		.map(termsOf)
		.flatMap(([first = '', ...others]) => others.map((other) => [other, first] as const)),
);

const signed = (text: string): string =>
	text.replaceAll(SIGNS, (name) => ` ${SIGNED[name.toLowerCase()] ?? name} `);
const same = (words: readonly string[]): string[] => words.map((word) => SAME.get(word) ?? word);

/** Words in two parts, as in `check-in` and `liveView`: they are found written as one too. */
const COMPOUND =
	/(?<![\p{L}\p{N}])(\p{L}{2,20})(?:-|(?<=\p{Ll})(?=\p{Lu}))(\p{L}{2,20})(?![\p{L}\p{N}-])/gu;
const joined = (text: string): string[] =>
	[...text.matchAll(COMPOUND)].flatMap(([, one = '', other = '']) =>
		termsOf(`${one}${other}`.toLowerCase()),
	);

/** Returns the words of a text in order, with repetitions; compounds in one at the end. */
export const wordsOf = (text: string): string[] => [
	...same(termsOf(signed(text))),
	...same(joined(text)),
];

/** Made at the first query, as the stop words are. */
let groups: readonly (readonly string[])[] | undefined;
let everyday: ReadonlySet<string> | undefined;

/** Returns other words for what a word of a query is about. */
export function relatedWords(term: string): readonly string[] {
	groups ??= RELATED.split(',').map((group) => same(termsOf(group)));
	const near = groups.filter((group) => group.includes(term)).flat();
	return [...new Set(near)].filter((word) => word !== term);
}

/** Returns whether a word of a query is of everyday life. */
export function isEveryday(term: string): boolean {
	everyday ??= new Set(termsOf(EVERYDAY));
	return everyday.has(term);
}

/** Returns the distinct words of a query that tell a topic. */
export const queryWords = (query: string): string[] => [
	...new Set(same(queryTerms(signed(withoutTalk(query))))),
];

/** Returns the words that a search is for: those of its topic, all of a query that names none. */
export function searchWords(query: string): string[] {
	const topic = queryWords(query);
	return topic.length > 0 ? topic : [...new Set(wordsOf(query))];
}

/** Files that a query names: `src/app.ts`, `Dockerfile.dev`. */
export const filesIn = (query: string): string[] =>
	query.match(/(?:[\w@.-]+\/)+[\w.-]+|\b[\w-]+\.[a-z]{1,5}\b/g) ?? [];

/** Words of a path that name a host's folder, not the topic. */
const PLACES =
	/(?:^|[/_.])(?:agents?|claude|cursor|github|copilot|loadline|rules?|commands?|skills?|instructions?|workflow|context|md|mdc)(?=$|[/_.])/gi;

/** Returns the words of a path that name a topic; all where none does. */
export function topicWords(path: string): string[] {
	const bare = path.replaceAll(PLACES, '/').replaceAll(PLACES, '/');
	return wordsOf(/[\p{L}\p{N}]/u.test(bare) ? bare : path);
}

/** Columns of the full-text indexes, with the weight of each. */
export const SEARCH_COLUMNS = {
	name: { path: 3, description: 1, globs: 1 },
	part: { title: 2, text: 1 },
} as const;

/**
 * Returns the words by which a version is found.
 * @returns `name`: words per column; `body`: all words, those of the name too; `parts`: words per column of each part
 */
export function searchDocument({ path, description, content }: Version) {
	const name = [
		topicWords(path),
		wordsOf(description ?? ''),
		wordsOf((splitFrontMatter(content).globs ?? []).join(' ')),
	];
	const parts = partsOf(content).map(({ title, text }) => [wordsOf(title), wordsOf(text)]);
	return { name, body: [...name.flat(), ...parts.flatMap(([, text = []]) => text)], parts };
}
