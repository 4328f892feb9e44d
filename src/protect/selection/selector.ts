// Selects the fields that are shown, and the lengths of their texts and lists: one selection for all items
// of a list, in sizes from a few fields to everything (docs/protect.md "Choosing fields").

import type { Node, Tape } from '../../shared/json/tape';
import type { Role } from './field-names';
import { type Field, profileOf } from './profile';
import { judged, type Leaf } from './scores';

/** The fields of an item in the order in which they are taken. */
interface Ranking {
	readonly leaves: readonly Leaf[];
	/** The first so many say what an item is: fewer items rather than items without these. */
	readonly core: number;
}

/** Leaves that are put in order; what comes after them is taken as it comes. */
const MOST_RANKED = 80;
/** A leaf of this much worth when its turn comes belongs to what an item is. */
const CORE_WORTH = 44;
const MOST_CORE = 7;
/** So does one of less, as long as an item stays as short as this, in characters. */
const SHORT_ITEM = 440;
const SHORT_WORTH = 9;
/** Characters of a text that count: no more of it is shown at first. */
const SHOWN_CHARS = 64;

/** Factor for the second, third … field of a role. */
const FADING: Readonly<Record<Role, number>> = {
	identity: 0.6,
	title: 0.5,
	text: 0.5,
	status: 0.64,
	who: 0.7,
	amount: 0.76,
	when: 0.76,
	kind: 0.8,
	where: 0.75,
	link: 0.8,
	noise: 0.9,
	none: 0.97,
};

/** The second thing said of the same container: `assignee.email` after `assignee.displayName`. */
const SAID_ALREADY = 0.5;

/** Fields by how much they tell, those that are essential first. */
function ranked(root: Field, essential: ReadonlySet<string>): Ranking {
	const all = judged(root, essential);
	const open = all.slice(0, MOST_RANKED).map((leaf) => ({ leaf, brevity: brevity(leaf) }));
	const core: Leaf[] = [];
	const rest: Leaf[] = [];
	const told: Told = { fading: {}, spoken: new Set() };
	const roles = new Map<Role, number>();
	let chars = 0;
	while (open.length > 0) {
		let best = 0;
		let worth = -1;
		for (let at = 0; at < open.length; at++) {
			const { leaf, brevity } = open[at] as (typeof open)[number];
			const its = worthOf(leaf, told) * (core.length < PLAIN_CORE ? 1 : brevity);
			if (its > worth) {
				best = at;
				worth = its;
			}
		}
		const [{ leaf }] = open.splice(best, 1) as [(typeof open)[number]];
		const isTelling = worth >= CORE_WORTH && core.length < MOST_CORE;
		const isCheap = worth >= SHORT_WORTH && chars + charsOf(leaf) <= SHORT_ITEM;
		if (isTelling || isCheap) {
			core.push(leaf);
			chars += charsOf(leaf);
		} else rest.push(leaf);
		const count = (roles.get(leaf.role) ?? 0) + 1;
		roles.set(leaf.role, count);
		told.fading[leaf.role] = FADING[leaf.role] ** count;
		if (leaf.speaksFor) told.spoken.add(leaf.speaksFor);
	}
	const leaves = [...core, ...rest, ...all.slice(MOST_RANKED)];
	return { leaves, core: Math.max(1, core.length) };
}

/** Returns what a leaf adds to an item, in characters: its key, its value and the signs between. */
const charsOf = ({ field, length }: Leaf): number =>
	field.key.length + 4 + Math.min(length, SHOWN_CHARS);

/** Once the best are there, short values go before long ones: more of them fit. */
const PLAIN_CORE = 4;
const brevity = (leaf: Leaf): number => (40 / (20 + charsOf(leaf))) ** 0.3;

/** Fields taken before. */
interface Told {
	/** Factor for the next of a role, of those of which there is one already. */
	readonly fading: Partial<Record<Role, number>>;
	readonly spoken: Set<Field>;
}

function worthOf(leaf: Leaf, { fading, spoken }: Told): number {
	let worth = leaf.merit * (fading[leaf.role] ?? 1);
	// A title makes a text the second thing to read, and the other way round.
	if (leaf.role === 'text' && fading.title !== undefined) worth *= 0.72;
	if (leaf.role === 'title' && fading.text !== undefined) worth *= 0.9;
	if (leaf.speaksFor && spoken.has(leaf.speaksFor)) worth *= SAID_ALREADY;
	return worth;
}

/** Part of a value that is shown. */
export interface Selection {
	/** UTF-16 units of a text, before it is cut; none where only what is below is chosen. */
	chars: number;
	/** Elements of a list that are shown. */
	elements: number;
	readonly below: ReadonlyMap<string, Selection>;
	/** Part of each element of a list. */
	readonly items: Selection | undefined;
}

/** One of many items, whose texts are begun, or the only object. */
type Setting = 'item' | 'object';

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
/** Growth of texts and lists with each size after the one that has all fields. */
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
