// Words that rules are found by (docs/memory.md, "Search"): those of every search here, where what developers
// have two names for is one.
import { queryTerms, termsOf } from '../shared/terms';

/** Names with signs that are no letters. */
const SIGNED: Readonly<Record<string, string>> = {
	'c#': 'csharp',
	'f#': 'fsharp',
	'c++': 'cpp',
	'.net': 'dotnet',
};
const SIGNS = /(?<![\p{L}\p{N}])(?:[cf]#|c\+\+|\.net(?![\p{L}\p{N}]))/giu;

/** The first of a line stands for all of it. */
const SAME: ReadonlyMap<string, string> = new Map(
	`go golang
javascript js ecmascript
typescript ts
python py
kubernetes k8s
postgresql postgres psql
mongodb mongo
csharp cs
cpp cxx
accessibility a11y
internationalization internationalisation i18n
localization localisation localize localise l10n translation translate
database db
configuration config
environment env
repository repo
authentication auth authn
authorization authz
documentation docs
application app
infrastructure infra
administrator admin
directory dir folder
parameter param
specification spec
dependency dep
vulnerability vuln`
		.split('\n')
		.map(termsOf)
		.flatMap(([first = '', ...others]) => others.map((other) => [other, first] as const)),
);

const signed = (text: string): string =>
	text.replaceAll(SIGNS, (name) => ` ${SIGNED[name.toLowerCase()] ?? name} `);
const same = (words: readonly string[]): string[] => words.map((word) => SAME.get(word) ?? word);

/** The words of a text, in its order, repeated as they repeat. */
export const wordsOf = (text: string): string[] => same(termsOf(signed(text)));

/** What to look for: distinct words, without those that say nothing. */
export const queryWords = (query: string): string[] => [
	...new Set(same(queryTerms(signed(query)))),
];
