// Cuts a long text into chunks, by the text and the limits alone (context window protection, story 4, FR-020 to FR-022).
import type { Weight } from '../budget';
import {
	type Boundaries,
	gradeBoundaries,
	lastSentenceEnd,
	lastStatementEnd,
	lastWordEnd,
	openFence,
} from './boundaries';
import { Grade, lineHead, type Nature, type TextKind } from './kind';
import { indexLines, type LineIndex, lineAt, lineStart } from './lines';

/** A text with what is known about its lines. */
interface GradedText {
	readonly text: string;
	readonly lines: LineIndex;
	readonly boundaries: Boundaries;
}

interface Rung {
	/** The last cut of this sort in (`low`, `high`], or -1. */
	readonly find: (graded: GradedText, low: number, high: number) => number;
	/** A cut is good enough when it leaves the chunk at least this share of what would fit. */
	readonly floor: number;
	/** A unit that fits a chunk of its own is not split, however small the chunk before it gets. */
	readonly whole: boolean;
}

const atLine =
	(grade: number) =>
	({ lines, boundaries }: GradedText, low: number, high: number): number => {
		// The first line begins at 0, which no cut is before.
		for (let line = lineAt(lines, high); ; line -= 1) {
			const start = lineStart(lines, line);
			if (start <= low) return -1;
			if ((boundaries.grades[line - 1] as number) >= grade) return start;
		}
	};

/** Units of indentation that are told apart. */
const DEEPEST = 64;
/** The blanks of a line that says something, and does not close a block. */
const INDENTED = /^[ \t]*(?![ \t)\]}>]|<\/|$)/;

/** The last of the least indented lines in the span's second half: in nested data, where a part begins. */
function atOutdent({ text, lines }: GradedText, low: number, high: number): number {
	let best = -1;
	let least = DEEPEST;
	for (let line = lineAt(lines, high); ; line -= 1) {
		const start = lineStart(lines, line);
		if (start <= low || start - low < (high - low) / 2) return best;
		// The deepest for a blank line and one that closes a block.
		const width = INDENTED.exec(lineHead(text, lines, line))?.[0].length ?? DEEPEST;
		if (width < least) {
			least = width;
			best = start;
		}
	}
}

function atSentence({ text, lines, boundaries }: GradedText, low: number, high: number): number {
	let end = high;
	for (;;) {
		const cut = lastSentenceEnd(text, low, end);
		if (cut < 0) return -1;
		const line = lineAt(lines, cut - 1);
		if (boundaries.literal[line - 1] !== 1) return cut;
		end = lineStart(lines, line);
	}
}

const within =
	(find: (text: string, low: number, high: number) => number) =>
	({ text }: GradedText, low: number, high: number): number =>
		find(text, low, high);

const rung = (find: Rung['find'], floor: number, whole = false): Rung => ({ find, floor, whole });

const WORD = rung(within(lastWordEnd), 0.5);
const STATEMENT = rung(within(lastStatementEnd), 0.5);
const LINE = rung(atLine(Grade.line), 0.5, true);
const ENTRY = rung(atLine(Grade.entry), 0.25, true);
const BLOCK = rung(atLine(Grade.block), 0.25, true);
const SENTENCE = rung(atSentence, 0.5);

/** Rungs from the best cut to the worst; below the last one, any character will do. */
const LADDERS: Readonly<Record<TextKind, readonly Rung[]>> = {
	log: [ENTRY, rung(atLine(Grade.block), 0.5), LINE, SENTENCE, STATEMENT, WORD],
	diff: [ENTRY, BLOCK, LINE, STATEMENT, SENTENCE, WORD],
	prose: [
		ENTRY,
		BLOCK,
		rung(atLine(Grade.sentence), 0.5),
		rung(atSentence, 0.25, true),
		rung(atLine(Grade.line), 0.5),
		WORD,
	],
	lines: [ENTRY, BLOCK, rung(atOutdent, 0.5), LINE, STATEMENT, SENTENCE, WORD],
};

/** Limits of one chunk; every limit holds, the first that is reached ends it. */
export interface ChunkLimits {
	/** Lines a chunk may hold, at most; a part of a line counts as one. */
	readonly maxLines: number;
	readonly maxTokens: number;
	readonly maxBytes: number;
	/**
	 * Prices a piece of at most 512 UTF-16 units, in bytes as sent. Called a bounded number of times per unit of text.
	 * Prices of adjacent pieces are added up, so a sum must bound the whole.
	 */
	readonly cost: (piece: string) => Weight;
}

/** Longest piece priced at once, in UTF-16 units. */
const PIECE = 512;
/** Finest piece tried to fill up a chunk; smaller ones only if nothing has fitted yet. */
const FINE_PIECE = 16;

/** Returns the end of the next piece of at most `size` units: at a line's start if it can, never inside a character. */
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
		// The block that begins here is larger than a chunk: the lower rungs cut inside it.
		low = cut;
	}
	return end;
}

/** Units after the furthest that two chunks can reach, so that lines there are whole. */
const MARGIN = 2_048;

/**
 * Cuts a text into chunks, each within the limits and ending at the best boundary its kind of text offers. Only the
 * part in which a chunk and the one after it can lie is looked at. @param nature - of the whole text
 * @returns in UTF-16 units, `end` of the chunk that begins at `from`; `units`: ends of the first and the last whole unit
 * (entry, record, hunk) within a first chunk, 0 where none ends in it
 */
export function chunker(text: string, nature: Nature, limits: ChunkLimits) {
	const { kind, records } = nature;
	const gradedFrom = (from: number): GradedText => {
		const part = text.slice(from, from + 2 * limits.maxBytes + MARGIN);
		const lines = indexLines(part);
		const fence = kind === 'prose' ? openFence(text, from) : '';
		return { text: part, lines, boundaries: gradeBoundaries(part, lines, nature, fence) };
	};
	const units = () => {
		const isOfUnits = kind === 'log' || records !== undefined;
		if (!isOfUnits && kind !== 'diff') return { first: 0, last: 0 };
		// A part that begins with this grade is a unit of its own.
		const least = isOfUnits ? Grade.entry : Grade.block;
		const graded = gradedFrom(0);
		const most = reach(graded, 0, limits);
		const { starts } = graded.lines;
		const begins = (at: number): boolean => (graded.boundaries.grades[at] as number) >= least;
		const first = starts.findIndex((start, at) => start > 0 && begins(at));
		const end = first < 0 ? text.length : (starts[first] as number);
		const last = most === text.length ? most : atLine(least)(graded, 0, most);
		return { first: end > most ? 0 : end, last: Math.max(0, last) };
	};
	return { end: (from: number) => from + chunkEnd(gradedFrom(from), limits), units };
}

/** Tells whether a cut here would split a surrogate pair or a \r\n. */
export function splitsPair(text: string, offset: number): boolean {
	const before = text.codePointAt(offset - 1) ?? 0;
	return before > 0xffff || (before === 13 && text.charCodeAt(offset) === 10);
}

/** The last offset up to `wanted` that splits no character, past `wanted` where `from` is right before. Always greater than `from`. */
export function characterCut(text: string, from: number, wanted: number): number {
	if (!splitsPair(text, wanted)) return wanted;
	return wanted - 1 > from ? wanted - 1 : wanted + 1;
}
