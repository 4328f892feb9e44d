// Selects ranked documents and their parts for a task within a token budget, as a delta to what the caller holds, and
// renders the result (docs/memory.md, "Activation"). Deterministic: the same question gets the same answer.
import { defined } from '../../shared/json-values';
import { excerptOf, type Part } from '../document/parts';
import { contentHash, holdsHash, shortHash, TEXT_DIGITS } from '../hash';

export interface Candidate {
	readonly id: string;
	readonly path: string;
	readonly description?: string | undefined;
	readonly hash?: string;
	readonly parts: readonly Part[];
	/** Relevance of each part; 0 where it does not match the task. */
	readonly scores: readonly number[];
	/** It belongs into every context, whatever the task: told whole, after what the task is about. */
	readonly always?: boolean;
}

interface ActivatedItem {
	readonly key: string;
	/** Absent where it comes to what the caller holds. */
	readonly action?: 'replace' | 'reuse';
	readonly path: string;
	readonly hash: string;
	/** `2/9` where only some parts are included. */
	readonly parts?: string;
	readonly always?: true;
	/** Absent where the caller holds it. */
	readonly text?: string;
}

interface Omitted {
	readonly key: string;
	readonly path: string;
	readonly about?: string;
}

/** A delta to what the caller holds. */
export interface Activation {
	readonly items: readonly ActivatedItem[];
	/** `gone`: no longer in force; `not_selected`: still in force, but not for this task. */
	readonly removed: readonly { readonly key: string; readonly reason: 'gone' | 'not_selected' }[];
	readonly omitted: readonly Omitted[];
	/** The included parts of each item, in the order of the items. */
	readonly chosen: readonly { readonly key: string; readonly parts: readonly number[] }[];
}

/** Maximum omissions that are listed, and their share of the budget. */
const MAX_OMITTED = 3;
const OMITTED_SHARE = 0.03;
/** Maximum shares of the budget for the best document, for each other, and for all that are always on. */
const BEST_SHARE = 0.4;
const OTHER_SHARE = 0.08;
const ALWAYS_SHARE = 0.3;
/** Share of its best part's score from which a part of a document is told. */
const PART_SHARE = 0.6;
/** Tokens up to which a document is told whole. */
const SMALL = 150;
const MAX_PARTS_TRIED = 40;

/** The members of an activation that its text renders. */
export type Rendered = Pick<Activation, 'items'> &
	Partial<Pick<Activation, 'removed' | 'omitted'>> & {
		readonly near?: readonly Omitted[];
		readonly reviews?: readonly string[];
	};

interface Request {
	/** Hash by alias of each document that the caller holds. */
	readonly known: ReadonlyMap<string, string>;
	/** Returns whether a document is in force, ranked or not. */
	readonly exists: (key: string) => boolean;
	/** Returns whether a document holds whatever the task is. */
	readonly stays?: (key: string) => boolean;
	/** Returns whether what is held of a document is of the version of a hash. */
	readonly isOf?: (key: string, held: string, hash: string) => boolean;
	readonly budget: number;
	/** Returns an upper bound of the tokens of an answer, as the caller reads it. */
	readonly cost: (answer: Rendered) => number;
}

/**
 * Selects the parts of the documents that say most of the task, and lists within the budget what did not fit and what to
 * drop. The answer exceeds the budget only where the aliases to drop alone do: the caller needs all of them.
 * @param ranked best first, those that are always on last
 */
export function activate(ranked: readonly Candidate[], request: Request): Activation {
	const { known, budget, cost } = request;
	const choices = new Map<Candidate, Choice>();
	const gone = cost({ items: [], removed: removedFrom([], request) });
	let room = Math.floor((budget - (known.size > 0 ? gone : 0)) * (1 - OMITTED_SHARE));
	let always = budget * ALWAYS_SHARE;
	for (const candidate of ranked) {
		const isAlways = candidate.always === true;
		const share = choices.size === 0 ? BEST_SHARE : OTHER_SHARE;
		const most = Math.min(room, isAlways ? always : budget * share);
		const choice = choose(candidate, { most, room }, (parts) => {
			const item = itemOf(candidate, parts, request);
			return { item, parts, cost: cost({ items: [item] }) + 1 };
		});
		if (choice === undefined) continue;
		room -= choice.cost;
		if (isAlways) always -= choice.cost;
		choices.set(candidate, choice);
	}
	const chosen = [...choices.values()];
	return trimmed(
		{
			items: chosen.map(({ item }) => item),
			chosen: chosen.map(({ item, parts }) => ({ key: item.key, parts })),
			omitted: omissions(
				ranked.filter((candidate) => !choices.has(candidate)),
				// If nothing fits, the list of omissions is the answer.
				{ ...request, budget: choices.size > 0 ? budget * OMITTED_SHARE : budget },
			),
		},
		request,
	);
}

type Choice = { readonly item: ActivatedItem; parts: readonly number[]; cost: number };

/** Returns a small document whole, else its best part where there is room for it, and others that say nearly as much. */
function choose(
	{ parts, scores, always = false }: Candidate,
	{ most, room }: { readonly most: number; readonly room: number },
	choiceOf: (parts: readonly number[]) => Choice,
): Choice | undefined {
	if (parts.length === 0) return undefined;
	const everything = parts.map((_, at) => at);
	const whole = choiceOf(everything);
	if (whole.cost <= (always ? most : Math.min(SMALL, room))) return whole;
	if (always) return undefined;
	const scoreOf = (part: number) => scores[part] ?? 0;
	const ranked = [...everything].sort((one, other) => scoreOf(other) - scoreOf(one) || one - other);
	const [best = 0] = ranked;
	let choice: Choice | undefined;
	for (const part of ranked.slice(0, MAX_PARTS_TRIED)) {
		if (scoreOf(part) < PART_SHARE * scoreOf(best)) break;
		const next = choiceOf([...(choice?.parts ?? []), part].sort((one, other) => one - other));
		if (next.cost <= (choice ? most : room)) choice = next;
	}
	return choice;
}

function itemOf(
	{ id, path, parts, always, hash: whole }: Candidate,
	chosen: readonly number[],
	{ known, isOf = () => false }: Pick<Request, 'known' | 'isOf'>,
): ActivatedItem {
	const text = excerptOf(chosen.flatMap((part) => parts[part] ?? []));
	const hash = shortHash(contentHash(text), TEXT_DIGITS);
	const held = known.get(id) ?? '';
	const holds =
		holdsHash(held, contentHash(text), TEXT_DIGITS) ||
		(whole !== undefined && holdsHash(held, whole));
	const isPart = chosen.length < parts.length;
	const isAddition = held === '' || (whole !== undefined && isOf(id, held, whole));
	const action = holds ? 'reuse' : isAddition ? undefined : 'replace';
	return {
		key: id,
		...defined({ action } as const),
		path,
		hash,
		...(isPart && { parts: `${chosen.length}/${parts.length}` }),
		...(always && { always }),
		...(holds ? {} : { text }),
	};
}

/** Lists the best omissions: with descriptions, with paths alone, or fewer, as the budget allows. */
function omissions(
	candidates: readonly Candidate[],
	{ budget, cost }: Request,
): readonly Omitted[] {
	const first = candidates.slice(0, MAX_OMITTED);
	const bare = first.map(({ id, path }) => ({ key: id, path }));
	const described = first.map(omittedOf);
	const fits = (omitted: readonly Omitted[]) => cost({ items: [], omitted }) <= budget;
	return [described, bare, bare.slice(0, 2), bare.slice(0, 1)].find(fits) ?? [];
}

/** Returns how a document is named that is not told. */
export const omittedOf = ({ id, path, description }: Candidate): Omitted => {
	return { key: id, path, ...defined({ about: aboutOf(path, description) }) };
};

/** Returns every document that the caller holds and is not among the items. */
function removedFrom(
	items: readonly ActivatedItem[],
	{ known, exists, stays = () => false }: Request,
): Activation['removed'] {
	const there = new Set(items.map(({ key }) => key));
	return [...known.keys()]
		.filter((key) => !there.has(key) && !(exists(key) && stays(key)))
		.map((key) => ({ key, reason: exists(key) ? ('not_selected' as const) : ('gone' as const) }));
}

/** Drops omissions, then the last items, until the answer fits. */
function trimmed(
	selection: Pick<Activation, 'items' | 'chosen' | 'omitted'>,
	request: Request,
): Activation {
	const items = [...selection.items];
	const omitted = [...selection.omitted];
	let removed = removedFrom(items, request);
	while (request.cost({ items, removed, omitted }) > request.budget) {
		if (omitted.pop() !== undefined) continue;
		if (items.pop() === undefined) break;
		removed = removedFrom(items, request);
	}
	return { items, removed, omitted, chosen: selection.chosen.slice(0, items.length) };
}

/** Maximum characters of path and description together: an item costs about 25 tokens. */
const MAX_ABOUT = 56;

/** Shortens a description to whole words; undefined where the path leaves no room. */
export function aboutOf(path: string, description: string | undefined): string | undefined {
	if (description === undefined) return undefined;
	const room = MAX_ABOUT - path.length;
	let about = '';
	for (const word of description.split(' ')) {
		if (about.length + word.length + 1 > room) break;
		about += `${about === '' ? '' : ' '}${word}`;
	}
	if (about === '') return undefined;
	return about === description ? about : `${about}…`;
}

const ACTIONS = { reuse: 'unchanged', replace: 'changed' } as const;
const REASONS = { gone: 'no longer in force', not_selected: 'not for this task' } as const;

/** Minimum ratio of text to path characters at which the path is shown: with short texts it costs too much. */
const TEXT_PER_PATH = 40;

/**
 * Renders an activation as plain text, since a model pays for every escape of JSON: each text under its line
 * `[r12 git/COMMITS.md 3f2a9c1b 2/9]`, with 2 of 9 parts.
 */
export function activationText(answer: Rendered): string {
	const { items, removed = [], omitted = [], near = [], reviews = [] } = answer;
	const lines = items.map(itemText);
	for (const [reason, words] of Object.entries(REASONS)) {
		const keys = removed.filter((each) => each.reason === reason).map(({ key }) => key);
		if (keys.length > 0) lines.push(`[${words}: ${keys.join(', ')}]`);
	}
	if (omitted.length > 0) lines.push(`[no room: memload ${omitted.map(omittedText).join('; ')}]`);
	const hint =
		near.length > 0 ? `near is ${near.map(omittedText).join('; ')}` : 'memdisc lists what there is';
	const told = lines.length > 0 ? lines : [`[nothing here applies to this task; ${hint}]`];
	return [...told, ...reviews.map((review) => `[${review}]`)].join('\n\n');
}

function itemText({ key, path, hash, parts, action, always, text }: ActivatedItem): string {
	const isNamed = (text?.length ?? 0) >= TEXT_PER_PATH * path.length;
	const facts = [
		key,
		isNamed ? path : undefined,
		hash,
		parts,
		always && 'always on',
		action && ACTIONS[action],
	].filter((fact) => fact !== undefined);
	return `[${facts.join(' ')}]${text === undefined ? '' : `\n${text}`}`;
}

const omittedText = ({ key, path, about }: Omitted): string =>
	`${key} ${path}${about === undefined ? '' : `: ${about}`}`;
