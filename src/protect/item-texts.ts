// The items of a page as texts, whole or in a size of their selection: written once each, however often a page is tried.

import type { Node, Tape } from '../shared/json/tape';
import { compact } from '../shared/json/write';
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
