// The order in which fields are taken: the best of each sort before the second best of any.
import { judged, type Leaf } from './merit';
import type { Field } from './profile';
import type { Role } from './words';

/** The fields of an item in the order in which they are taken. */
export interface Ranking {
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

/** What the second, third … of a role is worth of the first. */
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
export function ranked(root: Field, essential: ReadonlySet<string>): Ranking {
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

/** What a leaf adds to an item, in characters: its key, its value and the signs between. */
const charsOf = ({ field, length }: Leaf): number =>
	field.key.length + 4 + Math.min(length, SHOWN_CHARS);

/** Once the best are there, short values go before long ones: more of them fit. */
const PLAIN_CORE = 4;
const brevity = (leaf: Leaf): number => (40 / (20 + charsOf(leaf))) ** 0.3;

/** What was taken before. */
interface Told {
	/** What the next of a role is worth, of those of which there is one already. */
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
