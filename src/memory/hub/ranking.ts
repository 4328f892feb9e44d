// Ranks documents for a task (docs/memory.md, "Search"): BM25 over names, bodies and parts, by how much of the task they
// say, with weights for the files that a document is for and for how often it was applied.
import { groupOf } from '../files/paths';
import { isFor, type Scope } from '../search/scope';
import {
	fieldOf,
	filesIn,
	namesIn,
	queryWords,
	relatedWords,
	searchWords,
	topicWords,
} from '../search/words';
import type { Kind, ObjectMeta } from '../types';
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
/** Weight of the words in a name, beside that of the words in a document, for what it says of the task. */
const NAMED_SHARE = 0.5;
/** Shares of a word that a document counts for which has it in its body, by its share of the best score. */
const BODY_LEAST = 0.4;
const BODY_MORE = 0.4;
/** Weight of another word for the same. */
const NEAR = 0.5;
/** The same where no document has the word itself. */
const ONLY_NEAR = 0.8;
/** Maximum worth of a word that no document has, as a multiple of its rarity. */
const MOST_WORTH = 2.2;
/**
 * Weight of a word that says little: of what is done or wrong, of what programs are made of, or of those that no document
 * has a word of programs; any, as a project's name, to a document that another of several names; a name's among its parts.
 */
const LITTLE = 0.3;
/** Weight of an everyday word that no document has, beside others that none has. */
const FOREIGN = 4;
/**
 * Least share of the task that a document must say to be about it, by where it names a word of it: those that are
 * silent of most foreign topics and reach 95 % of the tasks that build (`npm run bench -- rules --fit`), less a rounding.
 */
const LEAST_COVERAGE: Readonly<Record<Named, number>> = {
	path: 0.3,
	description: 0.44,
	text: 0.46,
};
/** Documents that a workspace is taken to have at least: in few, how rare a word is says little. */
const LEAST_DOCUMENTS = 50;

interface Ranked {
	readonly id: string;
	readonly path: string;
	readonly score: number;
	/**
	 * Share of the task it is about, by the rarity of the words, half by what the document says and half by what its best
	 * part says: 1 is all of it, or a file that it is for; 0 where only one topic of several is there, and that in its text.
	 */
	readonly coverage: number;
	/** Place that names a word or a file of the task. */
	readonly named: Named;
	readonly parts: ReadonlyMap<number, number>;
}

/** Returns whether a document is about the task that it was ranked for. */
export const isAbout = ({ coverage, named }: Ranked): boolean => coverage >= LEAST_COVERAGE[named];

/** Returns whether it says half of that. */
export const isNear = ({ coverage, named }: Ranked): boolean =>
	2 * coverage >= LEAST_COVERAGE[named];

/** In the path of a document, in its description or patterns, or nowhere but in its text. */
export type Named = 'path' | 'description' | 'text';

/** Of a part; its worth among those of its document; rarity and number of words that are not in the name. */
type Said = Record<'score' | 'choice' | 'rarity' | 'words', number>;

interface Found {
	score: number;
	/** Rarity of what it says, more where its name does: its score is worth that share of the task's. */
	share: number;
	coverage: number;
	/** Rarity and number of the words in its name, with which every part is told; topics that it has anywhere. */
	name: number;
	words: number;
	topics: number;
	named: Named;
	readonly parts: Map<number, Said>;
}

/**
 * Ranks the published objects; those without any score are left out.
 * @param files paths in the repository that the task is about, beside those that it names
 * @param words those to find
 */
export function rankObjects(
	context: HubContext,
	query: string,
	files: readonly string[],
	words: readonly string[] = queryWords(query),
): readonly Ranked[] {
	const { store } = context;
	const objects = store.objects();
	const about = words.length === 0 ? files : [...files, ...filesIn(query)];
	const found = foundBy(context, query, words, objects.length);
	const best = [...found.values()].reduce((most, { score }) => Math.max(most, score), 1);
	const alike = store.searchNames(queryWords(files.join(' ')), MAX_HITS);
	const byFile = new Map(alike.map(({ id, score }) => [id, FILE_WORDS * score]));
	const referred = store.tallies().filter(({ what }) => what === 'refer');
	const references = Map.groupBy(referred, ({ objectId }) => objectId);
	return objects
		.flatMap(({ id, path }): Ranked[] => {
			const { score, coverage, named, parts } = found.get(id) ?? nothing();
			if (score === 0 && about.length === 0) return [];
			const scope = scopeOfObject(context, { id });
			const used = (references.get(id) ?? []).reduce((sum, { count }) => sum + count, 0);
			const always = scope.always ? ALWAYS_SHARE : 0;
			const own = score * (1 + always + USED_SHARE * (used / (used + 10)));
			// A document with patterns is for no other files.
			const isForFile = isFor(scope, about);
			const file = isForFile
				? best * FILE_SHARE
				: scope.globs.length === 0
					? (byFile.get(id) ?? 0)
					: 0;
			const how = isForFile || file > 0 ? FOR_FILE : { coverage, named };
			const scores = new Map([...parts].map(([part, { choice }]) => [part, choice]));
			return [{ id, path, score: own + file, ...how, parts: scores }];
		})
		.filter(({ score }) => score > 0)
		.sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1));
}

const FOR_FILE = { coverage: 1, named: 'path' } as const;
const nothing = (): Found => ({
	...{ score: 0, share: 0, coverage: 0, name: 0, words: 0, topics: 0, named: 'text' },
	parts: new Map(),
});

/** Finds what has one of the words, but in documents that have it in their body too. */
function hitsOf({ store }: HubContext, words: readonly string[], but = new Map<string, number>()) {
	const isOther = ({ id }: { readonly id: string }) => !but.has(id);
	const scores = (hits: ReturnType<typeof store.searchBodies>) =>
		new Map(hits.filter(isOther).map(({ id, score }) => [id, score]));
	return {
		bodies: scores(store.searchBodies(words, MAX_HITS)),
		names: scores(store.searchNames(words, MAX_HITS)),
		parts: store.searchParts(words, MAX_HITS).filter(isOther),
	};
}

/** Returns what the words of a task are found in, word by word, or words for the same instead. */
function foundBy(context: HubContext, query: string, terms: readonly string[], documents: number) {
	const coined = namesIn(query);
	const found = new Map<string, Found>();
	const at = (id: string): Found => {
		const known = found.get(id) ?? nothing();
		found.set(id, known);
		return known;
	};
	let total = 0;
	let known = 0;
	let unknown = 0;
	let strange = 0;
	const foreign: number[] = [];
	let topics = 0;
	const isTopical = (term: string) => !['deed', 'thing'].includes(fieldOf(term) ?? '');
	const isLong = terms.filter(isTopical).length > 2;
	for (const term of terms) {
		const own = hitsOf(context, [term]);
		const near = hitsOf(context, relatedWords(term), own.bodies);
		const having = own.bodies.size || near.bodies.size;
		const field = fieldOf(term);
		// Neither what is done with something nor the number of an issue is a word of its topic.
		if (having === 0 && (!isTopical(term) || /^\d+$/.test(term))) continue;
		const isLittle = !isTopical(term) || (having === 0 && (field === 'topic' || coined.has(term)));
		const rarity =
			(isLittle ? LITTLE : 1) *
			Math.log(1 + (Math.max(documents, LEAST_DOCUMENTS) + 1) / (Math.max(1, having) + 0.5));
		const limits = limitsOf(own, rarity);
		total += rarity;
		if (!isLittle) topics++;
		if (having > 0) known++;
		else {
			unknown += rarity;
			if (!isLittle) strange++;
		}
		const isOdd = field === 'life' || (field === 'talk' && isLong);
		if (having === 0 && isOdd) foreign.push(rarity);
		for (const [{ bodies, names, parts }, weight] of [[own, 1] as const, [near, NEAR] as const]) {
			const sure = weight === 1 ? 1 : own.bodies.size === 0 ? ONLY_NEAR : NEAR;
			const most = Math.max(...bodies.values(), Number.MIN_VALUE);
			const worth = (of: keyof Limits, score: number) =>
				weight === 1 ? score : Math.min(weight * score, limits[of]);
			for (const id of new Set([...bodies.keys(), ...names.keys()])) {
				const one = at(id);
				if (isTopical(term)) one.topics++;
				const [body = 0, name] = [bodies.get(id), names.get(id)];
				one.score += worth('body', body) + (weight === 1 ? NAME_SHARE * (name ?? 0) : 0);
				// Names are in the body too: what is only there begins another word.
				const isNamed = name !== undefined && body > 0;
				const said = sure * rarity * (isNamed ? 1 : BODY_LEAST + BODY_MORE * (body / most));
				one.coverage += said;
				const share = said + (isNamed ? NAMED_SHARE * weight * rarity : 0);
				one.share += weight === 1 ? share : Math.min(share, limits.share);
				if (!isNamed) continue;
				one.name += sure * rarity;
				one.words += weight;
				const words = weight === 1 ? topicWords(context.store.object(id)?.path ?? '') : [];
				if (words.some((word) => word.startsWith(term))) one.named = 'path';
				else if (weight === 1 && one.named === 'text') one.named = 'description';
			}
			for (const { id, part, score } of parts) {
				const one = at(id);
				const said = one.parts.get(part) ?? { score: 0, choice: 0, rarity: 0, words: 0 };
				const isOfName = names.has(id) && bodies.has(id);
				said.score += worth('part', score);
				said.choice += (isOfName ? LITTLE : 1) * worth('part', score);
				if (!isOfName) {
					said.rarity += sure * rarity;
					said.words += weight;
				}
				one.parts.set(part, said);
			}
		}
	}
	// Many words that are known here outweigh the subject of a program.
	const isForeign = 2 * foreign.length >= known && foreign.length > 0;
	if (isForeign) for (const rarity of foreign) total += (FOREIGN - 1) * rarity;
	for (const one of found.values()) {
		const parts = [...one.parts.values()];
		const most = (of: keyof Said) => Math.max(0, ...parts.map((each) => each[of]));
		one.score += PART_SHARE * most('score');
		const isNamed = known > strange && one.named === 'path' && !isForeign;
		const task = total - (isNamed ? (1 - LITTLE) * unknown : 0);
		one.score *= one.share / total;
		const words = Math.max(one.topics, one.words + most('words'));
		const isOneWord = terms.length > 1 && words < 2 && !(topics <= 1 && one.topics >= topics);
		const said = (one.coverage + one.name + most('rarity')) / task / 2;
		one.coverage = isOneWord && one.named === 'text' ? 0 : said;
	}
	return found;
}

/** The most that words for the same are worth to a document: what the word itself is to the one that says least of it. */
type Limits = Record<'body' | 'part' | 'share', number>;

function limitsOf({ bodies, parts }: ReturnType<typeof hitsOf>, rarity: number): Limits {
	const alone = NEAR * MOST_WORTH * rarity;
	if (bodies.size === 0) return { body: alone, part: alone, share: Number.POSITIVE_INFINITY };
	const best = new Map([...bodies.keys()].map((id) => [id, 0]));
	for (const { id, score } of parts) best.set(id, Math.max(score, best.get(id) ?? 0));
	return {
		body: Math.min(...bodies.values()),
		part: Math.min(...best.values()),
		share: BODY_LEAST * rarity,
	};
}

export const scopeOfObject = ({ store }: HubContext, { id }: Pick<ObjectMeta, 'id'>): Scope =>
	store.scopes().get(id) ?? NOWHERE;

const NOWHERE: Scope = { always: false, globs: [] };

export interface Filter {
	readonly kind?: Kind;
	readonly group?: string;
	readonly query?: string;
}

/** Returns the published objects that pass, best first where there is a query, else newest first. */
export function findObjects(context: HubContext, filter: Filter): ObjectMeta[] {
	const { kind, group, query = '' } = filter;
	const passing = context.store
		.objects()
		.filter(
			(object) =>
				object.kind !== 'mpf' &&
				(kind === undefined || object.kind === kind) &&
				inGroup(object.path, group),
		);
	if (query.trim() === '') return passing;
	const objects = new Map(passing.map((object) => [object.id, object]));
	const ranked = rankObjects(context, query, [], searchWords(query)).filter(({ id }) =>
		objects.has(id),
	);
	return ranked.flatMap(({ id }) => objects.get(id) ?? []);
}

export const inGroup = (path: string, group: string | undefined): boolean =>
	group === undefined || groupOf(path) === group.toLowerCase();
