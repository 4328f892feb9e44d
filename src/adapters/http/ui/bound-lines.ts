// Which lines of a rule bind, and which say something that binds nobody. What frames them (headings,
// fences, blank lines, the front matter) says nothing by itself.
import { parseConstraints } from '../../../memory/constraints';

/** `unbound`: it says something, and no constraint holds it. */
export type LineKind = 'binds' | 'frame' | 'unbound';

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
	const { constraints, places } = parseConstraints(content);
	if (constraints.length !== known.length || constraints.some(({ id }, at) => id !== known[at]))
		return undefined;
	const holders = new Map<number, string>();
	for (const [at, { id }] of constraints.entries())
		for (const [from, to] of places[at] ?? [])
			for (let line = from; line < to; line++) holders.set(line, id);
	const lines = content.split('\n');
	const body = frontMatterEnd(lines);
	return lines.map((text, at): MarkedLine => {
		const id = holders.get(at);
		if (isBlank(text)) return { text, kind: 'frame' };
		if (id !== undefined) return { text, kind: 'binds', id };
		return { text, kind: at < body || isFrame(text) ? 'frame' : 'unbound' };
	});
}

const isBlank = (line: string): boolean => line.trim() === '';

/** Headings, rules, heads of tables. */
const isFrame = (line: string): boolean => /^\s*(?:#{1,6}\s|[-=*_]{3,}\s*$|\|)/.test(line);

/** The line after the front matter; 0 where there is none. */
function frontMatterEnd(lines: readonly string[]): number {
	if (lines[0]?.trim() !== '---') return 0;
	const end = lines.findIndex((line, at) => at > 0 && line.trim() === '---');
	return end < 0 ? 0 : end + 1;
}
