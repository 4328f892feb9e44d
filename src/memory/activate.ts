// Choosing what a task needs within a budget, as a change to what the caller still holds: decided from
// ranked fragments alone, so that the same question gets the same answer.
import { sameHash } from './hash';
import type { Kind } from './types';

/** A constraint, or a whole context. */
export interface Fragment {
	/** `<object id>#<constraint id>`, or the id of a context. */
	readonly key: string;
	readonly objectId: string;
	/** Absent for a context. */
	readonly constraintId?: string;
	readonly kind: Kind;
	readonly path: string;
	/** Of the text. */
	readonly hash: string;
	readonly text: string;
	/** The section's id, for a list item of it. */
	readonly section?: string;
}

export interface ActivatedItem {
	readonly key: string;
	readonly action: 'add' | 'replace' | 'reuse';
	readonly hash: string;
	/** For memref. */
	readonly ruleId?: string;
	readonly constraintId?: string;
	/** Of a context, for memload. */
	readonly id?: string;
	readonly kind: Kind;
	readonly path: string;
	/** Absent for what the caller holds already. */
	readonly text?: string;
}

export interface Activation {
	readonly items: readonly ActivatedItem[];
	/** `gone`: no longer in force, stop following it; `not_selected`: still in force, but not for this task. */
	readonly removed: readonly { readonly key: string; readonly reason: 'gone' | 'not_selected' }[];
	/** What ranked high enough and did not fit, or is a section of which only items are told; best first. */
	readonly omitted: readonly { readonly key: string; readonly tokens: number }[];
	/** Tokens of the items. */
	readonly tokens: number;
}

/** Omissions that are listed. */
const MOST_OMITTED = 10;
/** Tokens of an answer around its lists. */
const FRAME = 40;
/** Of the budget, for what was omitted. */
const OMITTED_SHARE = 0.1;

/**
 * Takes the best fragments that fit, and says within the same budget what did not. Only `removed` is
 * beyond it: the caller must hear of every key that it named.
 * @param ranked best first
 * @param known hash by key, of what the caller holds
 * @param exists whether a key is in force, ranked or not
 * @param budget tokens of the answer
 * @param estimate tokens of a text
 */
export function activate(
	ranked: readonly Fragment[],
	known: ReadonlyMap<string, string>,
	exists: (key: string) => boolean,
	budget: number,
	estimate: (text: string) => number,
): Activation {
	const items: ActivatedItem[] = [];
	const omitted: { key: string; tokens: number }[] = [];
	const chosen = new Set<string>();
	const withItems = new Set<string>();
	const room = Math.floor(budget * (1 - OMITTED_SHARE)) - FRAME;
	let tokens = 0;
	for (const fragment of ranked) {
		const { key, objectId, section } = fragment;
		const sectionKey = section === undefined ? undefined : `${objectId}#${section}`;
		// A section holds its items: what was said once is not said again.
		if (chosen.has(key) || (sectionKey !== undefined && chosen.has(sectionKey))) continue;
		const item = itemOf(fragment, known.get(key));
		const cost = estimate(JSON.stringify(item));
		// Its prose is not among its items: the caller hears that there is more.
		if (tokens + cost > room || withItems.has(key)) {
			if (omitted.length < MOST_OMITTED) omitted.push({ key, tokens: cost });
			continue;
		}
		tokens += cost;
		items.push(item);
		chosen.add(key);
		if (sectionKey !== undefined) withItems.add(sectionKey);
	}
	const lost = [...known.keys()]
		.filter((key) => !chosen.has(key))
		.map((key) => ({ key, reason: exists(key) ? ('not_selected' as const) : ('gone' as const) }));
	return trimmed({ items, removed: lost, omitted, tokens }, known, budget, estimate);
}

/** Leaves out omissions, then the last items, until the answer fits. */
function trimmed(
	activation: Activation,
	known: ReadonlyMap<string, string>,
	budget: number,
	estimate: (text: string) => number,
): Activation {
	const items = [...activation.items];
	const removed = [...activation.removed];
	const omitted = [...activation.omitted];
	let { tokens } = activation;
	while (FRAME + estimate(JSON.stringify({ items, omitted })) > budget) {
		if (omitted.pop() !== undefined) continue;
		const last = items.pop();
		if (last === undefined) break;
		tokens -= estimate(JSON.stringify(last));
		if (known.has(last.key)) removed.push({ key: last.key, reason: 'not_selected' });
	}
	return { items, removed, omitted, tokens };
}

function itemOf(fragment: Fragment, held: string | undefined): ActivatedItem {
	const { key, objectId, constraintId, kind, path, hash, text } = fragment;
	const holds = held !== undefined && held !== '' && sameHash(held, hash);
	return {
		key,
		action: holds ? 'reuse' : held === undefined || held === '' ? 'add' : 'replace',
		...(constraintId === undefined ? { id: objectId } : { ruleId: objectId, constraintId }),
		kind,
		path,
		hash,
		...(holds ? {} : { text }),
	};
}
