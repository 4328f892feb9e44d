// Where a long text is cut into chunks (context window protection, story 4, FR-020 to FR-022). The
// plan depends on the text and the limits alone.
import { gradeBoundaries, openFence } from './boundaries';
import { characterCut } from './characters';
import type { Nature } from './kind';
import { type GradedText, LADDERS, type Rung } from './ladder';
import { indexLines, lineAt, lineStart } from './lines';

/** What a piece of text costs. Costs of adjacent pieces are added up, so a sum must bound the whole. */
export interface Cost {
	readonly tokens: number;
	/** UTF-8 bytes, as sent. */
	readonly bytes: number;
}

/** What one chunk may hold; every limit holds, the first that is reached ends it. */
export interface ChunkLimits {
	/** Lines a chunk may hold, at most; a part of a line counts as one. */
	readonly maxLines: number;
	readonly maxTokens: number;
	readonly maxBytes: number;
	/** Prices a piece of at most 512 UTF-16 units. Called a bounded number of times per unit of text. */
	readonly cost: (piece: string) => Cost;
}

/** Longest piece priced at once, in UTF-16 units. */
const PIECE = 512;
/** Finest piece tried to fill up a chunk; smaller ones only if nothing has fitted yet. */
const FINE_PIECE = 16;

/** Where the next piece of at most `size` units ends: at a line's start if it can, never inside a character. */
function pieceEnd({ text, lines }: GradedText, at: number, size: number, stop: number): number {
	if (at + size >= stop) return stop;
	const start = lineStart(lines, lineAt(lines, at + size));
	return start > at ? start : characterCut(text, at, at + size);
}

/** The furthest offset that a chunk from `from` can reach within its limits. */
function reach(graded: GradedText, from: number, limits: ChunkLimits): number {
	const { text, lines } = graded;
	const stop = lineStart(lines, lineAt(lines, from) + Math.max(1, limits.maxLines));
	let at = from;
	let tokens = 0;
	let bytes = 0;
	let size = PIECE;
	while (at < stop && (size >= FINE_PIECE || (at === from && size >= 1))) {
		const end = pieceEnd(graded, at, size, stop);
		const cost = limits.cost(text.slice(at, end));
		if (tokens + cost.tokens <= limits.maxTokens && bytes + cost.bytes <= limits.maxBytes) {
			tokens += cost.tokens;
			bytes += cost.bytes;
			at = end;
		} else {
			size = Math.floor(Math.min(size, end - at) / 2);
		}
	}
	// One character is always taken, or reading would never come to an end.
	return at > from ? at : characterCut(text, from, from + 1);
}

/** The first chunk's end: the best cut in what its limits let it reach. */
function chunkEnd(graded: GradedText, limits: ChunkLimits): number {
	const { length } = graded.text;
	const end = reach(graded, 0, limits);
	if (end === length) return end;
	const isWhole = (rung: Rung, cut: number): boolean => {
		const next = reach(graded, cut, limits);
		return next === length || rung.find(graded, end, next) > end;
	};
	let low = 0;
	for (const rung of LADDERS[graded.boundaries.kind]) {
		const cut = rung.find(graded, low, end);
		if (cut <= low) continue;
		if (cut >= rung.floor * end) return cut;
		if (!rung.whole) continue;
		if (isWhole(rung, cut)) return cut;
		// What begins here is larger than a chunk: it is cut inside, by the lower rungs.
		low = cut;
	}
	return end;
}

/** Units after the furthest that two chunks can reach, so that lines there are whole. */
const MARGIN = 2_048;

/** Where the chunks of one text end, found when they are asked for. */
export interface Chunker {
	/** The end of the chunk that begins at `from`, both in UTF-16 units. */
	end(from: number): number;
}

/**
 * Cuts a text into chunks, each within the limits and ending at the best boundary its kind of text
 * offers. Only the part in which a chunk and the one after it can lie is looked at.
 *
 * @param nature - of the whole text
 */
export function chunker(text: string, nature: Nature, limits: ChunkLimits): Chunker {
	const { kind } = nature;
	const end = (from: number): number => {
		const part = text.slice(from, from + 2 * limits.maxBytes + MARGIN);
		const lines = indexLines(part);
		const fence = kind === 'prose' ? openFence(text, from) : '';
		const graded = { text: part, lines, boundaries: gradeBoundaries(part, lines, nature, fence) };
		return from + chunkEnd(graded, limits);
	};
	return { end };
}
