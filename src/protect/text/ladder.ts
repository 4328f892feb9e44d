// Which cut is preferred to which, per kind of text (context window protection, FR-021): a ladder
// of rungs, each finding the last cut of its sort in a span.
import type { Boundaries } from './boundaries';
import { Grade } from './grade';
import type { TextKind } from './kind';
import { type LineIndex, lineAt, lineStart } from './lines';
import { lineHead } from './sample';
import { lastSentenceEnd, lastStatementEnd, lastWordEnd } from './sentences';

/** A text with what is known about its lines. */
export interface GradedText {
	readonly text: string;
	readonly lines: LineIndex;
	readonly boundaries: Boundaries;
}

export interface Rung {
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

/** Width of a line's indentation in units; the deepest for a blank line and one that closes a block. */
const indentation = (head: string): number => INDENTED.exec(head)?.[0].length ?? DEEPEST;

/** The last of the least indented lines in the span's second half: in nested data, where a part begins. */
function atOutdent({ text, lines, boundaries }: GradedText, low: number, high: number): number {
	let best = -1;
	let least = DEEPEST;
	for (let line = lineAt(lines, high); ; line -= 1) {
		const start = lineStart(lines, line);
		if (start <= low || start - low < (high - low) / 2) return best;
		if (boundaries.grades[line - 1] === Grade.within) continue;
		const width = indentation(lineHead(text, lines, line));
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
const WITHIN = rung(atLine(Grade.within), 0.5);

/** Rungs from the best cut to the worst; below the last one, any character will do. */
export const LADDERS: Readonly<Record<TextKind, readonly Rung[]>> = {
	log: [ENTRY, rung(atLine(Grade.block), 0.5), LINE, WITHIN, SENTENCE, STATEMENT, WORD],
	diff: [ENTRY, BLOCK, LINE, WITHIN, STATEMENT, SENTENCE, WORD],
	rows: [ENTRY, LINE, WITHIN, SENTENCE, WORD],
	prose: [
		ENTRY,
		BLOCK,
		rung(atLine(Grade.sentence), 0.5),
		rung(atSentence, 0.25, true),
		rung(atLine(Grade.line), 0.5),
		WITHIN,
		WORD,
	],
	lines: [ENTRY, BLOCK, rung(atOutdent, 0.5), LINE, WITHIN, STATEMENT, SENTENCE, WORD],
};
