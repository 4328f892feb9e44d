// Three-way merge of texts by lines (diff3).
import { diff3Merge } from 'node-diff3';

/** Two texts and their common base. */
export interface Sides {
	readonly mine: string;
	readonly base: string;
	readonly theirs: string;
}

const lines = (text: string): string[] => text.split('\n');

/**
 * Merges two texts; places that both changed hold both, between marks.
 * @returns `conflicts`: how many such places there are
 */
export function mergeTexts({ mine, base, theirs }: Sides): {
	readonly text: string;
	readonly conflicts: number;
} {
	const regions = diff3Merge(lines(mine), lines(base), lines(theirs), {
		excludeFalseConflicts: true,
	}) as readonly { ok?: string[]; conflict?: { a: string[]; b: string[] } }[];
	const text = regions.flatMap(({ ok = [], conflict }) =>
		conflict === undefined
			? ok
			: ['<<<<<<< here', ...conflict.a, '=======', ...conflict.b, '>>>>>>> published'],
	);
	const conflicts = regions.filter(({ conflict }) => conflict !== undefined).length;
	return { text: text.join('\n'), conflicts };
}
