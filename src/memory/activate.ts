// Choosing what a task needs within a budget, as a change to what the caller still holds: decided from
// ranked documents and their parts alone, so that the same question gets the same answer.
import { contentHash, holdsHash, shortHash } from './hash';
import type { Part } from './parts';

/** A document that the task may need. */
export interface Candidate {
	/** Short name. */
	readonly id: string;
	readonly path: string;
	/** What it is about, in a line. */
	readonly about?: string | undefined;
	readonly parts: readonly Part[];
	/** Of each part, 0 where it says nothing of the task. */
	readonly scores: readonly number[];
}

export interface ActivatedItem {
	/** Short name of the document. */
	readonly key: string;
	/** Absent for what the caller has not named. */
	readonly action?: 'replace' | 'reuse';
	readonly path: string;
	/** The first digits of the hash of the text. */
	readonly hash: string;
	/** `2 of 9`, where the document is not told whole. */
	readonly parts?: string;
	/** Absent for what the caller holds already. */
	readonly text?: string;
}

export interface Omitted {
	readonly key: string;
	readonly path: string;
	readonly about?: string;
}

export interface Activation {
	readonly items: readonly ActivatedItem[];
	/** `gone`: no longer in force, stop following it; `not_selected`: still in force, but not for this task. */
	readonly removed: readonly { readonly key: string; readonly reason: 'gone' | 'not_selected' }[];
	/** What ranked high and did not fit; best first. */
	readonly omitted: readonly Omitted[];
	/** Which parts of each item were told, in the order of the items. */
	readonly told: readonly { readonly key: string; readonly parts: readonly number[] }[];
}

/** Omissions that are listed. */
const MOST_OMITTED = 3;
/** Tokens of an answer around its lists. */
const FRAME = 30;
/** Of the budget, for what was omitted. */
const OMITTED_SHARE = 0.05;
/** Of the room that is left, for one document; the next has its share of the rest. */
const DOCUMENT_SHARE = 0.4;
/** Tokens under which a document is not begun. */
const LEAST_ROOM = 150;

export interface Request {
	/** Hash by key, of what the caller holds. */
	readonly known: ReadonlyMap<string, string>;
	/** Whether a key is in force, ranked or not. */
	readonly exists: (key: string) => boolean;
	/** Tokens of the answer. */
	readonly budget: number;
	/** Tokens of a text. */
	readonly estimate: (text: string) => number;
}

/**
 * Takes of the best documents what fits, and says within the same budget what did not. Only `removed` is
 * beyond it: the caller must hear of every key that it named.
 * @param ranked best first
 */
export function activate(ranked: readonly Candidate[], request: Request): Activation {
	const { known, budget, estimate } = request;
	const costOf = (item: ActivatedItem) => estimate(JSON.stringify(item)) + 1;
	const chosen = new Map<Candidate, Choice>();
	let room = Math.floor(budget * (1 - OMITTED_SHARE)) - FRAME;
	const take = (candidate: Candidate, share: number): void => {
		const before = chosen.get(candidate);
		const choice = choose(candidate, share + (before?.cost ?? 0), known, costOf);
		if (choice === undefined || choice.cost <= (before?.cost ?? 0)) return;
		room -= choice.cost - (before?.cost ?? 0);
		chosen.set(candidate, choice);
	};
	for (const candidate of ranked)
		if (room >= LEAST_ROOM)
			take(candidate, Math.max(LEAST_ROOM, Math.floor(room * DOCUMENT_SHARE)));
	// What their shares left over goes to the best first.
	for (const candidate of ranked)
		if (chosen.size < 2 || chosen.has(candidate)) take(candidate, room);
	const told = ranked.filter((candidate) => chosen.has(candidate));
	const choices = told.flatMap((candidate) => chosen.get(candidate) ?? []);
	return trimmed(
		{
			items: choices.map(({ item }) => item),
			told: told.map(({ id }, at) => ({ key: id, parts: choices[at]?.parts ?? [] })),
			omitted: ranked
				.filter((candidate) => !chosen.has(candidate))
				.slice(0, MOST_OMITTED)
				.map(omission),
		},
		request,
	);
}

interface Choice {
	readonly item: ActivatedItem;
	readonly parts: readonly number[];
	readonly cost: number;
}

/** The whole document where it fits, else its best parts, in their order. */
function choose(
	candidate: Candidate,
	share: number,
	known: ReadonlyMap<string, string>,
	costOf: (item: ActivatedItem) => number,
): Choice | undefined {
	const { parts, scores } = candidate;
	const everything = parts.map((_, at) => at);
	const whole = itemOf(candidate, everything, known);
	const cost = costOf(whole);
	if (parts.length > 0 && cost <= share) return { item: whole, parts: everything, cost };
	const best = [...everything].sort(
		(one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other,
	);
	let chosen: number[] = [];
	for (const part of best.slice(0, 40)) {
		const next = [...chosen, part].sort((one, other) => one - other);
		// Parts that say nothing of the task are no better than none.
		if (chosen.length > 0 && (scores[part] ?? 0) === 0) break;
		if (costOf(itemOf(candidate, next, known)) <= share) chosen = next;
	}
	if (chosen.length === 0) return undefined;
	const item = itemOf(candidate, chosen, known);
	return { item, parts: chosen, cost: costOf(item) };
}

function itemOf(
	{ id, path, parts }: Candidate,
	chosen: readonly number[],
	known: ReadonlyMap<string, string>,
): ActivatedItem {
	const text = chosen.map((part) => parts[part]?.text ?? '').join('\n\n');
	const hash = shortHash(contentHash(text));
	const held = known.get(id) ?? '';
	const holds = held !== '' && holdsHash(held, contentHash(text));
	return {
		key: id,
		...(held !== '' && { action: holds ? ('reuse' as const) : ('replace' as const) }),
		path,
		hash,
		...(chosen.length < parts.length && { parts: `${chosen.length} of ${parts.length}` }),
		...(holds ? {} : { text }),
	};
}

const omission = ({ id, path, about }: Candidate): Omitted => ({
	key: id,
	path,
	...(about !== undefined && about !== '' && { about: about.slice(0, 60).toWellFormed() }),
});

/** Leaves out omissions, then the last items, until the answer fits. */
function trimmed(
	chosen: Pick<Activation, 'items' | 'told' | 'omitted'>,
	{ known, exists, budget, estimate }: Request,
): Activation {
	const items = [...chosen.items];
	const omitted = [...chosen.omitted];
	while (FRAME + estimate(JSON.stringify({ items, omitted })) > budget) {
		if (omitted.pop() !== undefined) continue;
		if (items.pop() === undefined) break;
	}
	const there = new Set(items.map(({ key }) => key));
	const removed = [...known.keys()]
		.filter((key) => !there.has(key))
		.map((key) => ({ key, reason: exists(key) ? ('not_selected' as const) : ('gone' as const) }));
	return { items, removed, omitted, told: chosen.told.slice(0, items.length) };
}
