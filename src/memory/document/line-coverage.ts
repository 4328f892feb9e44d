// Line coverage: every line with text belongs to a constraint or a heading over one, or is unbound for a known reason.

export type UnboundReason = 'frontMatter' | 'comments' | 'links' | 'headings';

/** Numbers of lines; `links` are lists and paragraphs of links alone, and link definitions. */
type Unbound = Readonly<Record<UnboundReason, number>>;

export const NONE_UNBOUND: Unbound = { frontMatter: 0, comments: 0, links: 0, headings: 0 };

/** A line with text beside block markers. */
const TEXT = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])\s+)*[^\s>]/;
const MARKER = /^[\s>]*(?:[-+*]|\d{1,9}[.)])?\s*$/;

/** Tracks the lines of a document, from 0, while its blocks are read. */
export class LineCoverage {
	private readonly covered = new Set<number>();
	private readonly unbound = new Map<number, UnboundReason>();

	/** @param map first line, and the line after the last */
	cover([from, to]: readonly [number, number]): void {
		for (let line = from; line < to; line++) this.covered.add(line);
	}

	exclude(reason: UnboundReason, [from, to]: readonly [number, number]): void {
		for (let line = from; line < to; line++) this.unbound.set(line, reason);
	}

	/** Returns the unbound lines; lines that no block has covered are link definitions. */
	finish(lines: readonly string[]): ReadonlyMap<number, UnboundReason> {
		for (const [line, text] of lines.entries())
			if (
				!this.covered.has(line) &&
				!this.unbound.has(line) &&
				TEXT.test(text) &&
				!MARKER.test(text)
			)
				this.unbound.set(line, 'links');
		return this.unbound;
	}
}

export function unboundOf(lines: ReadonlyMap<number, UnboundReason>): Unbound {
	const counts = { ...NONE_UNBOUND };
	for (const reason of lines.values()) counts[reason]++;
	return counts;
}
