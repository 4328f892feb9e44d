// Choosing what a task needs within a budget, as a change to what the caller still holds: decided from
// ranked documents and their parts alone, so that the same question gets the same answer.
import { defined } from '../shared/defined';
import { aboutOf } from './about';
import { contentHash, holdsHash, shortHash } from './hash';
import type { Part } from './parts';

/** A document that the task may need. */
export interface Candidate {
	/** Short name. */
	readonly id: string;
	readonly path: string;
	readonly description?: string | undefined;
	readonly parts: readonly Part[];
	/** Of each part, 0 where it says nothing of the task. */
	readonly scores: readonly number[];
}

/** One document that the task needs, with its text or with word that the caller has it. */
export interface ActivatedItem {
	/** Short name of the document. */
	readonly key: string;
	/** Absent for what the caller has not named. */
	readonly action?: 'replace' | 'reuse';
	readonly path: string;
	/** The first digits of the hash of the text. */
	readonly hash: string;
	/** `2/9`, where the document is not told whole. */
	readonly parts?: string;
	/** Absent for what the caller holds already. */
	readonly text?: string;
}

/** What was relevant and had no room, and what it would have cost. */
export interface Omitted {
	readonly key: string;
	readonly path: string;
	readonly about?: string;
}

/** What the caller should hold now, as a change to what it named as held. */
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
/** Of the budget, for what was omitted. */
const OMITTED_SHARE = 0.03;
/** Of the room that is left, for one document; the next has its share of the rest. */
const DOCUMENT_SHARE = 0.4;
/** Of the budget, and in tokens, under which a document is not begun: the line that names it would cost too much. */
const LEAST_SHARE = 0.1;
const LEAST_TOKENS = 150;
/** Of the budget, at most, for what a document must have to be begun. */
const MOST_LEAST = 0.5;
/** Hex digits of what the text of an item is known by. */
const DIGITS = 8;
/** Parts of a document that are tried. */
const MOST_PARTS = 40;

type Told = Pick<Activation, 'items'> & Partial<Pick<Activation, 'removed' | 'omitted'>>;

export interface Request {
	/** Hash by key, of what the caller holds. */
	readonly known: ReadonlyMap<string, string>;
	/** Whether a key is in force, ranked or not. */
	readonly exists: (key: string) => boolean;
	/** Tokens of the answer. */
	readonly budget: number;
	/** Tokens of what is told, as the caller reads it, at most. */
	readonly cost: (told: Told) => number;
}

/**
 * Takes of the best documents what fits, and says within the same budget what did not, and what to let go. Only
 * where the keys to let go exceed the budget alone, it does not hold: the caller must hear of every one.
 * @param ranked best first
 */
export function activate(ranked: readonly Candidate[], request: Request): Activation {
	const { known, budget, cost } = request;
	const chosen = new Map<Candidate, Choice>();
	const least = Math.min(budget * MOST_LEAST, Math.max(budget * LEAST_SHARE, LEAST_TOKENS));
	const gone = cost({ items: [], removed: removedFrom([], request) });
	let room = Math.floor((budget - (known.size > 0 ? gone : 0)) * (1 - OMITTED_SHARE));
	const take = (candidate: Candidate, share: number): void => {
		const before = chosen.get(candidate)?.cost ?? 0;
		const choice = choose(
			candidate,
			(parts) => {
				const item = itemOf(candidate, parts, known);
				return { item, parts, cost: cost({ items: [item] }) + 1 };
			},
			{ least, most: share + before },
		);
		if (choice === undefined || choice.cost <= before) return;
		room -= choice.cost - before;
		chosen.set(candidate, choice);
	};
	for (const candidate of ranked)
		if (room >= least) take(candidate, Math.max(least, Math.floor(room * DOCUMENT_SHARE)));
	// What their shares left over goes to the best first.
	for (const candidate of ranked)
		if (chosen.size < 2 || chosen.has(candidate)) take(candidate, room);
	const choices = ranked.flatMap((candidate) => chosen.get(candidate) ?? []);
	return trimmed(
		{
			items: choices.map(({ item }) => item),
			told: choices.map(({ item, parts }) => ({ key: item.key, parts })),
			omitted: omissions(
				ranked.filter((candidate) => !chosen.has(candidate)),
				// Where nothing fits, what there is must be said all the same.
				{ ...request, budget: chosen.size > 0 ? budget * OMITTED_SHARE : budget },
			),
		},
		request,
	);
}

interface Choice {
	readonly item: ActivatedItem;
	readonly parts: readonly number[];
	readonly cost: number;
}

/**
 * The whole document where it fits, else its best parts, in their order.
 * @param least tokens of parts; a whole document may be shorter
 */
function choose(
	{ parts, scores }: Candidate,
	choiceOf: (parts: readonly number[]) => Choice,
	{ least, most }: { readonly least: number; readonly most: number },
): Choice | undefined {
	if (parts.length === 0) return undefined;
	const everything = parts.map((_, at) => at);
	const whole = choiceOf(everything);
	if (whole.cost <= most) return whole;
	const scoreOf = (part: number) => scores[part] ?? 0;
	const best = [...everything].sort((one, other) => scoreOf(other) - scoreOf(one));
	let choice: Choice | undefined;
	for (const part of best.slice(0, MOST_PARTS)) {
		// What says nothing of the task is only there to begin the document with enough.
		if (scoreOf(part) === 0 && (choice?.cost ?? 0) >= least) break;
		const next = choiceOf([...(choice?.parts ?? []), part].sort((one, other) => one - other));
		if (next.cost <= most) choice = next;
	}
	return (choice?.cost ?? 0) >= least ? choice : undefined;
}

function itemOf(
	{ id, path, parts }: Candidate,
	chosen: readonly number[],
	known: ReadonlyMap<string, string>,
): ActivatedItem {
	const text = chosen.map((part) => parts[part]?.text ?? '').join('\n\n');
	const hash = shortHash(contentHash(text), DIGITS);
	const held = known.get(id) ?? '';
	const holds = holdsHash(held, contentHash(text), DIGITS);
	return {
		key: id,
		...(held !== '' && { action: holds ? ('reuse' as const) : ('replace' as const) }),
		path,
		hash,
		...(chosen.length < parts.length && { parts: `${chosen.length}/${parts.length}` }),
		...(holds ? {} : { text }),
	};
}

/** The best of them, with what they are about, or only their paths, or fewer, as little costs. */
function omissions(
	candidates: readonly Candidate[],
	{ budget, cost }: Request,
): readonly Omitted[] {
	const first = candidates.slice(0, MOST_OMITTED);
	const bare = first.map(({ id, path }) => ({ key: id, path }));
	const described = first.map(({ id, path, description }) => {
		const about = aboutOf(path, description);
		return { key: id, path, ...defined({ about }) };
	});
	const fits = (omitted: readonly Omitted[]) => cost({ items: [], omitted }) <= budget;
	return [described, bare, bare.slice(0, 2), bare.slice(0, 1)].find(fits) ?? [];
}

/** Every key that the caller named and is not told. */
function removedFrom(
	items: readonly ActivatedItem[],
	{ known, exists }: Request,
): Activation['removed'] {
	const there = new Set(items.map(({ key }) => key));
	return [...known.keys()]
		.filter((key) => !there.has(key))
		.map((key) => ({ key, reason: exists(key) ? ('not_selected' as const) : ('gone' as const) }));
}

/** Leaves out omissions, then the last items, until the answer fits. */
function trimmed(
	chosen: Pick<Activation, 'items' | 'told' | 'omitted'>,
	request: Request,
): Activation {
	const items = [...chosen.items];
	const omitted = [...chosen.omitted];
	let removed = removedFrom(items, request);
	while (request.cost({ items, removed, omitted }) > request.budget) {
		if (omitted.pop() !== undefined) continue;
		if (items.pop() === undefined) break;
		removed = removedFrom(items, request);
	}
	return { items, removed, omitted, told: chosen.told.slice(0, items.length) };
}
