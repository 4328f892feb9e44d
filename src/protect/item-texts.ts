// The items of a page as texts, whole or in a size of their selection: written once each, however often a page is tried.
import type { Node, Tape } from '../shared/json/tape';
import { compact, isFieldName, planFields, project } from '../shared/json/write';
import { isSpeakable } from '../shared/shown-text';
import { topKey } from './projection';
import type { ListTold } from './selection/describe';
import type { Selection, Selector } from './selection/selector';
import { shapeNote, writeSelection } from './selection/write';

/** The items of a list, from the first of the page on. */
export interface Items {
	readonly tape: Tape;
	/** Those of the page, at most. */
	readonly nodes: ArrayLike<Node>;
	/** The items are members of an object: their keys go with them. */
	readonly keyed: boolean;
	/** Each stands for itself as the source spells it. */
	readonly verbatim: boolean;
	readonly selector: () => Selector;
	readonly told: () => ListTold;
	/** Fields may be left out so that all items of a page are there. */
	readonly mayDrop: boolean;
	/** Fields that are shown of an item at least, of those that it has; those that say what it is unless told. */
	readonly least?: number;
}

/** A size of the selector, and how many steps longer texts are than in that size. */
export interface Shown {
	readonly size: number;
	readonly more: number;
}

interface ItemText {
	/** JSON of the item, or `"key":value` of the member. */
	readonly text: string;
	/** Dotted paths that were cut or left out; none where the item is whole. */
	readonly told: ReadonlySet<string>;
}

/** Texts of the items of a page by their index on it, from 0; each is made on first use and kept. */
export class ItemTexts {
	readonly #whole: string[] = [];
	readonly #shown = new Map<
		string,
		{ readonly selection: Selection; readonly texts: ItemText[] }
	>();

	constructor(readonly items: Items) {}

	/** UTF-16 units of an item by itself. */
	length(at: number): number {
		return this.items.tape.length(this.items.nodes[at] as Node);
	}

	whole(at: number): string {
		const { tape, nodes, keyed, verbatim } = this.items;
		const node = nodes[at] as Node;
		this.#whole[at] ??= verbatim ? tape.raw(node) : compact(tape, node);
		const text = this.#whole[at];
		return keyed ? `${tape.rawKey(node)}:${text}` : text;
	}

	shown(at: number, { size, more }: Shown): ItemText {
		const key = `${size} ${more}`;
		let known = this.#shown.get(key);
		if (!known) {
			known = { selection: this.items.selector().at(size, more), texts: [] };
			this.#shown.set(key, known);
		}
		let item = known.texts[at];
		if (!item) {
			const { tape, keyed, nodes } = this.items;
			const node = nodes[at] as Node;
			let told = new Set<string>();
			let text = writeSelection(tape, node, known.selection, { spell: false, told });
			if (text === '{}' && told.size > 0 && !keyed) {
				told = new Set();
				// Its own best fields, where it has none of the others'.
				const own = this.items.selector().alone(tape, node);
				const best = own.at(Math.min(size, own.core));
				text = writeSelection(tape, node, best, { spell: false, told });
			}
			item = { text: keyed ? `${tape.rawKey(node)}:${text}` : text, told };
			known.texts[at] = item;
		}
		return item;
	}

	/** An item of which nothing fits says how large it is. */
	note(at: number): string {
		const { tape, nodes, keyed } = this.items;
		const node = nodes[at] as Node;
		return `${keyed ? '"…":' : ''}${JSON.stringify(shapeNote(tape.isArray(node), tape.count(node)))}`;
	}
}

/** Fields that one call is spelled with, the identity beside them. */
export const SPELLED_FIELDS = 3;
/** Fields that are looked at, items they are looked at in, and UTF-16 units of these items together. */
const CANDIDATES = 48;
const SAMPLE = 5;
const LOOKED_AT = 400_000;
/** UTF-16 units that the fields take in all items of the page together: some 1,000 tokens. */
const LENGTH = 4_000;

/** Tells whether a path can be spelled in a call, as it is. */
export const isSpelled = (path: string) => path !== '…' && isFieldName(path) && isSpeakable(path);

/**
 * Fields of the items of a page, for a call.
 * @param cut dotted paths of what is not whole, the most telling first
 * @param shown items of the page
 * @returns names; where none is short or in most items, the shortest that there is
 */
export function spelledFields(
	{ tape, nodes }: Items,
	list: Node,
	cut: readonly string[],
	shown: number,
): readonly string[] {
	const top = topKey(tape, list);
	const sample = Array.from(nodes).slice(0, Math.min(SAMPLE, shown));
	let units = 0;
	for (const node of sample) units += tape.length(node);
	const names: string[] = [];
	// A field that begins as the list does is taken for one of the object around it.
	for (const path of cut.slice(0, CANDIDATES))
		if (path !== top && !path.startsWith(`${top}.`) && isSpelled(path)) names.push(path);
	if (units > LOOKED_AT) return names.slice(0, 1);
	const times = shown / Math.max(1, sample.length);
	const chosen: string[] = [];
	let shortest: { readonly name: string; readonly length: number } | undefined;
	let left = LENGTH;
	// One after the other, until there are enough: to look at a field is to go through items.
	for (const name of names) {
		if (chosen.length === SPELLED_FIELDS) break;
		if (chosen.some((other) => `${name}.`.startsWith(`${other}.`) || other.startsWith(`${name}.`)))
			continue;
		const plan = planFields([name]);
		let [having, length] = [0, 0];
		for (const node of sample) {
			const { text, matched } = project(tape, node, plan);
			if (matched === 0) continue;
			having++;
			length += text.length;
		}
		length *= times;
		if (having > 0 && length < (shortest?.length ?? Infinity)) shortest = { name, length };
		if (having * 2 < sample.length || length > left) continue;
		chosen.push(name);
		left -= length;
	}
	return chosen.length > 0 || !shortest ? chosen : [shortest.name];
}
