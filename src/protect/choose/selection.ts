// Which fields are shown, and how long their texts and lists may be: one selection for all items
// of a list, in sizes from a few fields to everything (docs/protect.md "Choosing fields").

import type { Node, Tape } from '../json/tape';
import type { Leaf } from './merit';
import { type Field, profileOf } from './profile';
import { type Ranking, ranked } from './rank';

/** What is shown of a value. */
export interface Selection {
	/** UTF-16 units of a text, before it is cut; none where only what is below is chosen. */
	chars: number;
	/** Elements of a list that are shown. */
	elements: number;
	readonly below: ReadonlyMap<string, Selection>;
	/** What is shown of each element of a list. */
	readonly items: Selection | undefined;
}

/** What a reader has of a thing: one of many, whose texts are begun, or the only one. */
export type Setting = 'item' | 'object';

interface Measures {
	/** UTF-16 units of a text at first; titles may be longer. */
	readonly chars: number;
	readonly title: number;
	/** Elements of a list at first. */
	readonly elements: number;
}

const MEASURES: Readonly<Record<Setting, Measures>> = {
	item: { chars: 64, title: 100, elements: 3 },
	object: { chars: 200, title: 200, elements: 2 },
};

/** Identity is shown whole up to this many units. */
const IDENTITY_CHARS = 200;
/** How much longer texts and lists are in each size after the one that has all fields. */
const GROWTH = 1.12;
const GROWTHS = 90;

/** Leaves after those of a size that are worth naming: nobody reads more names than a few. */
const MOST_LOOKED_AT = 400;

/** All selections for one list or object, by size: 1 has the best field, `sizes` everything. */
export class Selector {
	readonly #ranking: Ranking;
	readonly #setting: Setting;
	readonly #essential: ReadonlySet<string>;
	readonly root: Field;

	constructor(
		tape: Tape,
		nodes: ArrayLike<Node>,
		essential: ReadonlySet<string>,
		setting: Setting,
		skip?: Node,
	) {
		this.root = profileOf(tape, nodes, skip);
		this.#ranking = ranked(this.root, essential);
		this.#setting = setting;
		this.#essential = essential;
	}

	/** The selector of one item by itself. */
	alone(tape: Tape, node: Node): Selector {
		return new Selector(tape, [node], this.#essential, this.#setting);
	}

	/** Leaves in the order of what they tell. */
	get leaves(): readonly Leaf[] {
		return this.#ranking.leaves;
	}

	/** The size below which an item is hardly told. */
	get core(): number {
		return this.#ranking.core;
	}

	get sizes(): number {
		return this.leaves.length + GROWTHS;
	}

	/**
	 * The selection of a size, 1 to `sizes`.
	 *
	 * @param more - how many steps longer its texts and lists are than that size has them
	 */
	at(size: number, more = 0): Selection {
		const { chars, title, elements } = MEASURES[this.#setting];
		const growth = GROWTH ** (Math.max(0, size - this.leaves.length) + more);
		const root = emptySelection();
		for (const leaf of this.leaves.slice(0, size)) {
			const base =
				leaf.role === 'identity' ? IDENTITY_CHARS : leaf.role === 'title' ? title : chars;
			add(root, leaf.field, Math.ceil(base * growth), Math.ceil(elements * growth));
		}
		return root;
	}

	/** Dotted paths that a size leaves out, the most telling first, of those that pass. */
	leftOut(size: number, passes: (path: string) => boolean): string[] {
		const paths = new Set<string>();
		for (const { path } of this.leaves.slice(size, size + MOST_LOOKED_AT))
			if (passes(path)) paths.add(path);
		return [...paths];
	}

	/** The dotted path of what identifies an item, if anything does. */
	get identity(): string | undefined {
		return this.leaves.find((leaf) => leaf.role === 'identity')?.path;
	}
}

interface Growing extends Selection {
	readonly below: Map<string, Growing>;
	items: Growing | undefined;
}

const emptySelection = (): Growing => ({
	chars: 0,
	elements: 0,
	below: new Map(),
	items: undefined,
});

function add(root: Growing, field: Field, chars: number, elements: number): void {
	let at = root;
	for (const key of field.path) {
		let below = key === '[]' ? at.items : at.below.get(key);
		if (!below) {
			below = emptySelection();
			if (key === '[]') at.items = below;
			else at.below.set(key, below);
		}
		if (key === '[]') at.elements = Math.max(at.elements, elements);
		at = below;
	}
	at.chars = Math.max(at.chars, chars);
	at.elements = Math.max(at.elements, elements);
}
