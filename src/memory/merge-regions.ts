// Two texts that both go on from a third, part by part: what both agree on or one alone changed, and what
// both changed otherwise (diff3, by lines). Pure.
import { diff3Merge } from 'node-diff3';

/** Two texts and the one that both go on from: whole documents, or the stretch that both changed otherwise. */
export interface Conflict {
	readonly mine: string;
	readonly base: string;
	readonly theirs: string;
}

/** What stands of both, and what it was: in what both began with, and in theirs. */
export interface Settled {
	readonly text: string;
	readonly base: string;
	readonly theirs: string;
}

/** A text that stands, or what nobody but a person can decide. */
export type Region = Settled | { readonly conflict: Conflict };

const lines = (text: string): string[] => text.split('\n');
const joined = (parts: readonly string[] = []): string => parts.join('\n');

/** In order; joined by line ends they are the whole. */
export function regionsOf({ mine, base, theirs }: Conflict): readonly Region[] {
	const [was, published] = [lines(base), lines(theirs)];
	const merged = diff3Merge(lines(mine), was, published, {
		excludeFalseConflicts: true,
	}) as readonly { ok?: string[]; conflict?: Merged }[];
	let [o, b] = [0, 0];
	return merged.map(({ ok, conflict }, at) => {
		if (!conflict) {
			// It ends where the next conflict begins.
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

/** A conflict, and the lines where it begins (node-diff3). */
interface Merged {
	readonly a: string[];
	readonly o: string[];
	readonly b: string[];
	readonly oIndex: number;
	readonly bIndex: number;
}

/** What stands for each conflict, in order; null where nothing was chosen. */
export type Choices = readonly (string | null)[];

/** The whole; undefined while something is not decided. A part chosen empty leaves no line. */
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
