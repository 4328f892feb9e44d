// Lines of a document that say something and bind nobody, by why. What nothing has said is counted too, so that
// no line is in neither.

/** Why a line binds nothing. */
export type Why = 'frontMatter' | 'comments' | 'links' | 'headings';

/** How many lines. */
export interface Unbound {
	readonly frontMatter: number;
	readonly comments: number;
	/** Of lists and paragraphs that are only links, and definitions of links. */
	readonly links: number;
	/** Headings with nothing under them. */
	readonly headings: number;
}

export const NONE_UNBOUND: Unbound = { frontMatter: 0, comments: 0, links: 0, headings: 0 };

/** Whether a line says anything beside the signs of its blocks. */
const SAYS = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])\s+)*[^\s>]/;
const MARKER = /^[\s>]*(?:[-+*]|\d{1,9}[.)])?\s*$/;

/** Lines of a body as its blocks are read, from 0. */
export class LineCount {
	private readonly said = new Set<number>();
	private readonly why = new Map<number, Why>();

	/** @param map first line, and the line after the last */
	say([from, to]: readonly [number, number]): void {
		for (let line = from; line < to; line++) this.said.add(line);
	}

	count(why: Why, [from, to]: readonly [number, number]): void {
		for (let line = from; line < to; line++) this.why.set(line, why);
	}

	/** By line, of those that hold anything; all that nothing said are definitions of links. */
	rest(lines: readonly string[]): ReadonlyMap<number, Why> {
		for (const [line, text] of lines.entries())
			if (!this.said.has(line) && !this.why.has(line) && SAYS.test(text) && !MARKER.test(text))
				this.why.set(line, 'links');
		return this.why;
	}
}

/** How many lines bind nothing, by why. */
export function unboundOf(lines: ReadonlyMap<number, Why>): Unbound {
	const counts = { ...NONE_UNBOUND };
	for (const why of lines.values()) counts[why]++;
	return counts;
}
