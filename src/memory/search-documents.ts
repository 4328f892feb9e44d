// What of a version can be found, as words: the same for every store.

import { splitFrontMatter } from './front-matter';
import { partsOf } from './parts';
import type { Version } from './types';
import { wordsOf } from './words';

/** Words of a path that say where a host keeps its rules, not what they are about. */
const PLACES =
	/(?:^|[/_.])(?:agents?|claude|cursor|github|copilot|loadline|rules?|commands?|skills?|instructions?|workflow|context|md|mdc)(?=$|[/_.])/gi;

/** Words per column, in the order of NAME_COLUMNS. */
export const nameDocument = ({ path, description, content }: Version): string[][] => {
	const bare = path.replaceAll(PLACES, '/').replaceAll(PLACES, '/');
	return [
		wordsOf(/[\p{L}\p{N}]/u.test(bare) ? bare : path),
		wordsOf(description ?? ''),
		wordsOf((splitFrontMatter(content).globs ?? []).join(' ')),
	];
};

/** All words, those of its name too. */
export const bodyDocument = (version: Version): string[] => [
	...nameDocument(version).flat(),
	...partDocuments(version).flatMap(({ columns: [, text = []] }) => text),
];

export interface PartDocument {
	/** Number of the part, from 0. */
	readonly part: number;
	/** Words per column, in the order of PART_COLUMNS. */
	readonly columns: readonly (readonly string[])[];
}

/** A version by its parts, title and text apart, to be searched. */
export const partDocuments = ({ content }: Version): PartDocument[] =>
	partsOf(content).map(({ title, text }, part) => ({
		part,
		columns: [wordsOf(title), wordsOf(text)],
	}));
