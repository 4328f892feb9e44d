// Selects the fields that are shown, and the lengths of their texts and lists: one selection for all items
// of a list, in sizes from a few fields to everything (docs/protect.md "Choosing fields").

import type { Node, Tape } from '../../shared/json/tape';
import { profileOf } from './profile';
import { charsAtFirst, MEASURES, type Measures, ranked, type Setting, timeChars } from './ranking';
import { judged, type Leaf, type Wishes } from './scores';

/** Part of a value that is shown. */
export interface Selection {
	/** UTF-16 units of a text, before it is cut; none where only what is below is chosen. */
	chars: number;
	/** Elements of a list that are shown. */
	elements: number;
	readonly below: ReadonlyMap<string, Selection>;
	/** Part of each element of a list. */
	readonly items: Selection | undefined;
	/** Shows cuts of a text by an ellipsis alone. */
	readonly brief: boolean;
}

/** Growth of texts and lists with each size after the one that has all fields. */
const GROWTH = 1.12;
const GROWTHS = 90;

/** Leaves after those of a size that are worth naming: nobody reads more names than a few. */
const MOST_LOOKED_AT = 400;

/** Rules by which fields are chosen. */
export interface Choice extends Wishes {
	readonly setting: Setting;
	/** Those of these fields that are told beside the items. */
	readonly elsewhere?: (leaves: readonly Leaf[]) => Parameters<typeof ranked>[1];
	readonly skip?: Node;
}

/** All selections for one list or object, by size: 1 has the best field, `sizes` everything. */
export class Selector {
	/** In the order of what they tell. */
	readonly leaves: readonly Leaf[];
	/** The size below which an item is hardly told. */
	readonly core: number;
	/** The size that has all fields but those that are the same everywhere. */
	readonly telling: number;
	readonly #measures: Measures;

	constructor(
		tape: Tape,
		nodes: ArrayLike<Node>,
		private readonly choice: Choice,
	) {
		const leaves = judged(profileOf(tape, nodes, choice.skip), choice);
		this.#measures = MEASURES[choice.setting];
		const told = choice.elsewhere?.(leaves) ?? { constants: new Set() };
		({
			leaves: this.leaves,
			core: this.core,
			telling: this.telling,
		} = ranked(leaves, told, this.#measures));
	}

	/** The selector of one item by itself. */
	alone(tape: Tape, node: Node): Selector {
		const { elsewhere: _, ...choice } = this.choice;
		return new Selector(tape, [node], choice);
	}

	get sizes(): number {
		return this.leaves.length + GROWTHS;
	}

	/** The selection of a size, 1 to `sizes`, with texts and lists by `more` steps longer than it has them. */
	at(size: number, more = 0): Selection {
		const { elements, brief } = this.#measures;
		const growth = GROWTH ** (Math.max(0, size - this.leaves.length) + more);
		const root = emptySelection(brief);
		for (const leaf of this.leaves.slice(0, size)) {
			const base = charsAtFirst(leaf, this.#measures);
			const least = brief ? timeChars(leaf) : 0;
			const length = least > 0 ? Math.floor(least * Math.max(1, growth)) : base * growth;
			const most = Math.ceil(elements * growth);
			let at = root;
			for (const key of leaf.field.path) {
				const isItems = key === '[]';
				if (isItems) at.elements = Math.max(at.elements, most);
				const below = (isItems ? at.items : at.below.get(key)) ?? emptySelection(brief);
				if (isItems) at.items = below;
				else at.below.set(key, below);
				at = below;
			}
			at.chars = Math.max(at.chars, Math.ceil(length));
			at.elements = Math.max(at.elements, most);
		}
		return root;
	}

	/** Dotted paths that a size leaves out, the most telling first. */
	leftOut(size: number): ReadonlySet<string> {
		return new Set(this.leaves.slice(size, size + MOST_LOOKED_AT).map(({ path }) => path));
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

const emptySelection = (brief: boolean): Growing => ({
	brief,
	chars: 0,
	elements: 0,
	below: new Map(),
	items: undefined,
});

/** Chosen of what is on the way to a place that is left free. */
export const NOTHING: Selection = emptySelection(false);
