// The order in which fields are taken: the best of each sort before the second best of any.
import { judged, type Leaf } from './merit';
import type { Field } from './profile';
import type { Role } from './words';

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

/** What the second, third … of a role is worth of the first. */
const FADING: Readonly<Record<Role, number>> = {
	identity: 0.6,
	title: 0.5,
	text: 0.5,
	status: 0.58,
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
const SAID_ALREADY = 0.35;

export function ranked(root: Field, essential: ReadonlySet<string>): Ranking {
	const all = judged(root, essential);
	const open = all.slice(0, MOST_RANKED);
	const taken: Leaf[] = [];
	const roles = new Map<Role, number>();
	const spoken = new Set<Field>();
	let core = 0;
	while (open.length > 0) {
		let best = 0;
		let bestWorth = -1;
		for (const [at, leaf] of open.entries()) {
			const worth = worthOf(leaf, roles, spoken);
			if (worth > bestWorth) {
				best = at;
				bestWorth = worth;
			}
		}
		const [leaf] = open.splice(best, 1) as [Leaf];
		if (bestWorth >= CORE_WORTH && taken.length === core && core < MOST_CORE) core++;
		taken.push(leaf);
		roles.set(leaf.role, (roles.get(leaf.role) ?? 0) + 1);
		if (leaf.speaksFor) spoken.add(leaf.speaksFor);
	}
	return { leaves: [...taken, ...all.slice(MOST_RANKED)], core: Math.max(1, core) };
}

function worthOf(leaf: Leaf, roles: ReadonlyMap<Role, number>, spoken: ReadonlySet<Field>): number {
	let worth = leaf.merit * FADING[leaf.role] ** (roles.get(leaf.role) ?? 0);
	// A title makes a text the second thing to read, and the other way round.
	if (leaf.role === 'text' && roles.has('title')) worth *= 0.72;
	if (leaf.role === 'title' && roles.has('text')) worth *= 0.9;
	if (leaf.speaksFor && spoken.has(leaf.speaksFor)) worth *= SAID_ALREADY;
	return worth;
}
