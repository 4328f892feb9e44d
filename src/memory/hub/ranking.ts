// Which documents a task needs, best first (docs/memory.md, "Search"): what their names say and what their
// bodies say, each by BM25; files that they are for, and how often they were applied, weigh in.

import { isFor, type Scope } from '../scope';
import type { Tally } from '../store';
import type { ObjectMeta } from '../types';
import { queryWords } from '../words';
import type { HubContext } from './context';

/** Objects of which a search knows the score. */
const MOST_HITS = 500;
/** What a match of the name counts beside a match of the body. */
const NAME_SHARE = 0.5;
/** What its best part counts: a long document is not the worse for what else it says. */
const PART_SHARE = 0.5;
/** Of the best score, for a document whose patterns name the file at hand. */
const FILE_SHARE = 0.6;
/** What a word of a file's path counts that a name has too, where the document names no files. */
const FILE_WORDS = 0.25;
/** Of its own score, for one that is always on; and at most, for one that is often referred to. */
const ALWAYS_SHARE = 0.1;
const USED_SHARE = 0.1;

/** An object with how well it meets a question. */
export interface RankedObject {
	readonly id: string;
	readonly path: string;
	readonly score: number;
}

/** @param files that the task is about, as paths of the repository */
export function rankObjects(
	context: HubContext,
	query: string,
	files: readonly string[],
): RankedObject[] {
	const { store } = context;
	const terms = queryWords(query);
	const scores = new Map<string, number>();
	const add = (id: string, score: number) => scores.set(id, (scores.get(id) ?? 0) + score);
	for (const { id, score } of store.searchBodies(terms, MOST_HITS)) add(id, score);
	for (const { id, score } of store.searchNames(terms, MOST_HITS)) add(id, NAME_SHARE * score);
	const told = new Set<string>();
	for (const { objectId, score } of store.searchParts(terms, MOST_HITS))
		if (!told.has(objectId)) {
			told.add(objectId);
			add(objectId, PART_SHARE * score);
		}
	const best = Math.max(1, ...scores.values());
	const named = store.searchNames(queryWords(files.join(' ')), MOST_HITS);
	const byFile = new Map(named.map(({ id, score }) => [id, FILE_WORDS * score]));
	const references = referencesOf(store.tallies());
	for (const object of store.objects()) {
		const { id } = object;
		const score = scores.get(id) ?? 0;
		if (score === 0 && files.length === 0) continue;
		const scope = scopeOfObject(context, object);
		const used = references.get(id) ?? 0;
		add(id, score * (scope.always ? ALWAYS_SHARE : 0));
		add(id, score * USED_SHARE * (used / (used + 10)));
		// Who says which files are meant means no others.
		if (isFor(scope, files)) add(id, best * FILE_SHARE);
		else if (scope.globs.length === 0) add(id, byFile.get(id) ?? 0);
	}
	return store
		.objects()
		.map(({ id, path }) => ({ id, path, score: scores.get(id) ?? 0 }))
		.filter(({ score }) => score > 0)
		.sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1));
}

/** Where a published object applies. */
export const scopeOfObject = ({ store }: HubContext, { id }: Pick<ObjectMeta, 'id'>): Scope =>
	store.scopes().get(id) ?? NOWHERE;

const NOWHERE: Scope = { always: false, globs: [] };

function referencesOf(tallies: readonly Tally[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const { objectId, what, count } of tallies)
		if (what === 'refer') counts.set(objectId, (counts.get(objectId) ?? 0) + count);
	return counts;
}
