// Binding and counted lines of a rule. Their frame (headings,
// fences, blank lines, the front matter) says nothing by itself.
import { parseConstraints } from '../../../memory';

/** `unbound`: it says something, and no constraint holds it. */
export type LineKind = 'binds' | 'frame' | 'unbound';

/** A line of a rule's text, without its end, and whether it binds. */
export interface MarkedLine {
	readonly text: string;
	readonly kind: LineKind;
	/** The constraint that holds it, the innermost. */
	readonly id?: string;
}

/**
 * @param known ids of its constraints, in order, as they are stored
 * @returns undefined where the text is not what was stored: nothing of it can be told then
 */
export function markedLines(
	content: string,
	known: readonly string[],
): readonly MarkedLine[] | undefined {
	const { constraints, places, unboundLines } = parseConstraints(content);
	if (constraints.length !== known.length || constraints.some(({ id }, at) => id !== known[at]))
		return undefined;
	const holders = new Map<number, string>();
	for (const [at, { id }] of constraints.entries())
		for (const [from, to] of places[at] ?? [])
			for (let line = from; line < to; line++) holders.set(line, id);
	return content.split('\n').map((text, at): MarkedLine => {
		const id = holders.get(at);
		if (text.trim() === '') return { text, kind: 'frame' };
		if (id !== undefined) return { text, kind: 'binds', id };
		const why = unboundLines.get(at);
		return { text, kind: why === undefined || why === 'frontMatter' ? 'frame' : 'unbound' };
	});
}
