// Selects the fields that are shown, and the lengths of their texts and lists: one selection for all items
// of a list, in sizes from a few fields to everything (docs/protect.md "Choosing fields").

import type { Node, Tape } from '../../shared/json/tape';
import type { Role } from './field-names';
import { type Field, profileOf } from './profile';
import { ESSENTIAL, judged, type Leaf, type Wishes } from './scores';

/** The fields of an item in the order in which they are taken. */
interface Ranking {
	readonly leaves: readonly Leaf[];
	/** The first so many say what an item is: fewer items rather than items without these. */
	readonly core: number;
}

/** Leaves that are put in order; what comes after them is taken as it comes. */
const MOST_RANKED = 80;
/** A leaf of this much worth when its turn comes belongs to what an item is. */
const CORE_WORTH = 36;
const MOST_CORE = 7;
/** Factor for the second, third … field of a role. */
const FADING: Readonly<Record<Role, number>> = {
	identity: 0.6,
	title: 0.5,
	text: 0.5,
	status: 0.75,
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

/** Characters of one more identity that people can use. */
const SHORT_IDENTITY = 24;

/** Factor for a field that is the same everywhere: it tells nothing of one item. */
const CONSTANT = 0.1;

/** Fields by how much they tell, those that are essential first. */
function ranked(all: readonly Leaf[], constants: ReadonlySet<string>, measures: Measures): Ranking {
	const open = all.slice(0, MOST_RANKED).map((leaf) => {
		const chars = charsOf(leaf, measures);
		// Short values go before long ones: more of them fit.
		const brevity = (40 / (20 + chars)) ** measures.thrift;
		const isConstant = constants.has(leaf.path) && leaf.merit < ESSENTIAL / 2;
		return { leaf, chars, brevity, factor: isConstant ? CONSTANT : 1 };
	});
	const core: Leaf[] = [];
	const rest: Leaf[] = [];
	const told: Told = { fading: {}, spoken: new Set(), values: new Set() };
	let length = 0;
	while (open.length > 0) {
		let best = 0;
		let worth = -1;
		for (const [at, { leaf, brevity, factor }] of open.entries()) {
			const plain = worthOf(leaf, told, measures) * factor;
			const its = plain * (core.length < measures.plain ? 1 : brevity);
			if (its > worth) [best, worth] = [at, its];
		}
		const [{ leaf, chars }] = open.splice(best, 1) as [(typeof open)[number]];
		const isTelling = worth >= CORE_WORTH && core.length < MOST_CORE;
		if (isTelling || (worth >= measures.cheap && length + chars <= measures.item)) {
			core.push(leaf);
			length += chars;
		} else rest.push(leaf);
		told.fading[leaf.role] = (told.fading[leaf.role] ?? 1) * FADING[leaf.role];
		if (leaf.speaksFor) told.spoken.add(leaf.speaksFor);
		if (leaf.field.values.size > 1) told.values.add(valuesOf(leaf));
	}
	const leaves = [...core, ...rest, ...all.slice(MOST_RANKED)];
	return { leaves, core: Math.max(1, core.length) };
}

/** Returns what a leaf adds to an item, in characters: its key, its value and the signs between. */
const charsOf = (leaf: Leaf, { brief, chars }: Measures): number => {
	const { field, length } = leaf;
	const shown = (brief && timeChars(leaf)) || Math.min(length, chars);
	return field.key.length + 4 + shown;
};

/** Fields taken before. */
interface Told {
	/** Factor for the next of a role, of those of which there is one already. */
	readonly fading: Partial<Record<Role, number>>;
	readonly spoken: Set<Field>;
	/** Of each of those whose values differ, the first of these. */
	readonly values: Set<string>;
}

const COMPARED = 8;

const valuesOf = ({ field }: Leaf): string =>
	[...field.values.keys()].slice(0, COMPARED).join('\u0000');

function worthOf(leaf: Leaf, { fading, spoken, values }: Told, { second }: Measures): number {
	let worth = leaf.merit * (fading[leaf.role] ?? 1);
	// A title makes a text the second thing to read, and the other way round.
	if (leaf.role === 'text' && fading.title !== undefined) worth *= second;
	if (leaf.role === 'title' && fading.text !== undefined) worth *= 0.9;
	if (leaf.speaksFor && spoken.has(leaf.speaksFor)) worth *= SAID_ALREADY;
	if (leaf.role === 'identity' && fading.identity !== undefined && leaf.length > SHORT_IDENTITY)
		worth *= SAID_ALREADY;
	if (leaf.field.values.size > 1 && values.has(valuesOf(leaf))) worth *= CONSTANT;
	// An underscore marks fields of the server's own, such as the score of a search.
	if (leaf.field.key.startsWith('_') && leaf.role !== 'identity') worth *= SAID_ALREADY;
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
	/** Shows cuts of a text by an ellipsis alone. */
	readonly brief: boolean;
}

/** One of many items, whose texts are begun; one in a first answer, where many are told in little; or the only object. */
export type Setting = 'item' | 'glance' | 'object';

interface Measures {
	/** UTF-16 units of a text at first; titles may be longer. */
	readonly chars: number;
	readonly title: number;
	/** Elements of a list at first. */
	readonly elements: number;
	/** UTF-16 units of an item that is short. */
	readonly item: number;
	/** A leaf of this much worth belongs to what an item is as long as that stays short. */
	readonly cheap: number;
	/** Factor for a text where there is a title. */
	readonly second: number;
	/** Fields that are taken before what is short goes before what is long, and how much before. */
	readonly plain: number;
	readonly thrift: number;
	/** Shows cuts in short, and times to the day. */
	readonly brief: boolean;
}

const ITEM: Measures = {
	chars: 64,
	title: 100,
	elements: 3,
	item: 440,
	cheap: 9,
	second: 0.72,
	plain: 4,
	thrift: 0.3,
	brief: false,
};
const MEASURES: Readonly<Record<Setting, Measures>> = {
	item: ITEM,
	glance: {
		chars: 40,
		title: 48,
		elements: 2,
		item: 150,
		cheap: 16,
		second: 0.6,
		plain: 3,
		thrift: 0.4,
		brief: true,
	},
	object: { ...ITEM, chars: 200, title: 200, elements: 2 },
};

/** Identity is shown whole up to this many units. */
const IDENTITY_CHARS = 200;
/** Growth of texts and lists with each size after the one that has all fields. */
const GROWTH = 1.12;
const GROWTHS = 90;

/** Leaves after those of a size that are worth naming: nobody reads more names than a few. */
const MOST_LOOKED_AT = 400;

/** Rules by which fields are chosen. */
export interface Choice extends Wishes {
	readonly setting: Setting;
	/** Dotted paths of fields, of these, that are the same in all items. */
	readonly constants?: (leaves: readonly Leaf[]) => ReadonlySet<string>;
	readonly skip?: Node;
}

/** All selections for one list or object, by size: 1 has the best field, `sizes` everything. */
export class Selector {
	readonly #ranking: Ranking;
	readonly #measures: Measures;

	constructor(
		tape: Tape,
		nodes: ArrayLike<Node>,
		private readonly choice: Choice,
	) {
		const leaves = judged(profileOf(tape, nodes, choice.skip), choice);
		this.#measures = MEASURES[choice.setting];
		this.#ranking = ranked(leaves, choice.constants?.(leaves) ?? new Set(), this.#measures);
	}

	/** The selector of one item by itself. */
	alone(tape: Tape, node: Node): Selector {
		const { constants: _, ...choice } = this.choice;
		return new Selector(tape, [node], choice);
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

	/** The selection of a size, 1 to `sizes`, with texts and lists by `more` steps longer than it has them. */
	at(size: number, more = 0): Selection {
		const { chars, title, elements, brief } = this.#measures;
		const growth = GROWTH ** (Math.max(0, size - this.leaves.length) + more);
		const root = emptySelection(brief);
		for (const leaf of this.leaves.slice(0, size)) {
			const isLonger = leaf.role === 'title' || leaf.isWanted;
			const base = leaf.role === 'identity' ? IDENTITY_CHARS : isLonger ? title : chars;
			const least = brief ? timeChars(leaf) : 0;
			const length = least > 0 ? Math.floor(least * Math.max(1, growth)) : base * growth;
			add(root, leaf.field, Math.ceil(length), Math.ceil(elements * growth));
		}
		return root;
	}

	/** Dotted paths that a size leaves out, the most telling first. */
	leftOut(size: number): ReadonlySet<string> {
		const paths = new Set<string>();
		for (const { path } of this.leaves.slice(size, size + MOST_LOOKED_AT)) paths.add(path);
		return paths;
	}

	/** The dotted path of what identifies an item, if anything does. */
	get identity(): string | undefined {
		return this.leaves.find((leaf) => leaf.role === 'identity')?.path;
	}
}

const DAY = /^\d{4}-\d{2}-\d{2}(?=[T ])/;
const MINUTE = 16;

/** Characters of a time that tell it from the others: its day, or its minute; 0 of what is no time, or needs more. */
function timeChars({ role, field }: Leaf): number {
	if (role !== 'when' || field.texts < field.seen) return 0;
	const values = [...field.values.keys()];
	if (!values.every((value) => DAY.test(value))) return 0;
	const differ = (chars: number) =>
		values.some((value) => value.slice(0, chars) !== values[0]?.slice(0, chars));
	return [10, MINUTE].find(differ) ?? 0;
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

function add(root: Growing, field: Field, chars: number, elements: number): void {
	let at = root;
	for (const key of field.path) {
		if (key === '[]') {
			at.elements = Math.max(at.elements, elements);
			at = at.items ??= emptySelection(root.brief);
			continue;
		}
		const below = at.below.get(key) ?? emptySelection(root.brief);
		at.below.set(key, below);
		at = below;
	}
	at.chars = Math.max(at.chars, chars);
	at.elements = Math.max(at.elements, elements);
}
