// Three-way merge of texts by lines (diff3), as regions that are settled or in conflict.
import { diff3Merge } from 'node-diff3';

/** Two texts and their common base: whole documents, or a region that both changed. */
export interface Conflict {
	readonly mine: string;
	readonly base: string;
	readonly theirs: string;
}

/** A region without conflict: its merged text, and the text in `base` and `theirs`. */
export interface Settled {
	readonly text: string;
	readonly base: string;
	readonly theirs: string;
}

export type Region = Settled | { readonly conflict: Conflict };

const lines = (text: string): string[] => text.split('\n');
const joined = (parts: readonly string[] = []): string => parts.join('\n');

/** Returns the regions in order; joined by newlines they are the whole text. */
export function regionsOf({ mine, base, theirs }: Conflict): readonly Region[] {
	const [was, published] = [lines(base), lines(theirs)];
	const merged = diff3Merge(lines(mine), was, published, {
		excludeFalseConflicts: true,
	}) as readonly { ok?: string[]; conflict?: Merged }[];
	let [o, b] = [0, 0];
	return merged.map(({ ok, conflict }, at) => {
		if (!conflict) {
			const next = merged[at + 1]?.conflict;
			return {
				text: joined(ok),
				base: joined(was.slice(o, next?.oIndex)),
				theirs: joined(published.slice(b, next?.bIndex)),
			};
		}
		o = conflict.oIndex + conflict.o.length;
		b = conflict.bIndex + conflict.b.length;
		return {
			conflict: {
				mine: joined(conflict.a),
				base: joined(conflict.o),
				theirs: joined(conflict.b),
			},
		};
	});
}

/** A conflict of node-diff3 with its first lines. */
interface Merged {
	readonly a: string[];
	readonly o: string[];
	readonly b: string[];
	readonly oIndex: number;
	readonly bIndex: number;
}

/** Chosen text for each conflict, in order; null where none was chosen. */
type Choices = readonly (string | null)[];

/** Returns the merged text, or undefined while a conflict is open. An empty choice leaves no line. */
export function resolved(regions: readonly Region[], choices: Choices): string | undefined {
	let at = 0;
	const parts: string[] = [];
	for (const region of regions) {
		if ('text' in region) {
			parts.push(region.text);
			continue;
		}
		const chosen = choices[at++];
		if (chosen === null || chosen === undefined) return undefined;
		if (chosen !== '') parts.push(chosen);
	}
	return parts.join('\n');
}
