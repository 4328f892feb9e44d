// Ranks documents for a task (docs/memory.md, "Search"): BM25 over names, bodies and parts, with weights for the
// files that a document is for and for how often it was applied.
import { isFor, type Scope } from '../search/scope';
import { queryWords } from '../search/words';
import type { Tally } from '../store';
import type { ObjectMeta } from '../types';
import type { HubContext } from './context';

const MAX_HITS = 500;
/** Weight of a match of the name, relative to one of the body. */
const NAME_SHARE = 0.5;
/** Weight of the best part, which offsets the penalty of BM25 for long documents. */
const PART_SHARE = 0.5;
/** Bonus for a document whose patterns match a file, as a share of the best score. */
const FILE_SHARE = 0.6;
/** Weight of path words that match the name of a document without patterns. */
const FILE_WORDS = 0.25;
/** Bonus for always-on documents, and maximum bonus for references, as shares of the own score. */
const ALWAYS_SHARE = 0.1;
const USED_SHARE = 0.1;

/**
 * Ranks the published objects; those without any score are left out.
 * @param files paths in the repository that the task is about
 */
export function rankObjects(context: HubContext, query: string, files: readonly string[]) {
	const { store } = context;
	const terms = queryWords(query);
	const scores = new Map<string, number>();
	const add = (id: string, score: number) => scores.set(id, (scores.get(id) ?? 0) + score);
	for (const { id, score } of store.searchBodies(terms, MAX_HITS)) add(id, score);
	for (const { id, score } of store.searchNames(terms, MAX_HITS)) add(id, NAME_SHARE * score);
	const seen = new Set<string>();
	for (const { objectId, score } of store.searchParts(terms, MAX_HITS))
		if (!seen.has(objectId)) {
			seen.add(objectId);
			add(objectId, PART_SHARE * score);
		}
	const best = Math.max(1, ...scores.values());
	const named = store.searchNames(queryWords(files.join(' ')), MAX_HITS);
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
		// A document with patterns is for no other files.
		if (isFor(scope, files)) add(id, best * FILE_SHARE);
		else if (scope.globs.length === 0) add(id, byFile.get(id) ?? 0);
	}
	return store
		.objects()
		.map(({ id, path }) => ({ id, path, score: scores.get(id) ?? 0 }))
		.filter(({ score }) => score > 0)
		.sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1));
}

export const scopeOfObject = ({ store }: HubContext, { id }: Pick<ObjectMeta, 'id'>): Scope =>
	store.scopes().get(id) ?? NOWHERE;

const NOWHERE: Scope = { always: false, globs: [] };

function referencesOf(tallies: readonly Tally[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const { objectId, what, count } of tallies)
		if (what === 'refer') counts.set(objectId, (counts.get(objectId) ?? 0) + count);
	return counts;
}
