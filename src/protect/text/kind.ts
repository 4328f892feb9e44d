// Tells the kind of a text from a bounded sample (context window protection, FR-021: each kind has its own semantic
// boundaries). A wrong guess costs elegance, never correctness.
import { entryStyles, HEAD_UNITS, isGitLog, sampledLines } from '../../shared/log-entries';
import { type Lines, type RecordHeads, recordHeads } from '../../shared/records';
import { type LineIndex, lineStart } from './lines';

/** Grade of a cut before a line; higher is better. */
export const Grade = {
	/** Nothing but a line ends here. */
	line: 1,
	/** The line before ends a sentence. */
	sentence: 2,
	/** A part begins: a list item, a statement, a hunk, the cause within a stack trace. */
	block: 3,
	/** A log entry, a paragraph, a top-level section of code begins. */
	entry: 4,
} as const;

/**
 * `log`: entries; `diff`: files and hunks; `prose`: paragraphs and sentences; `lines`: code, tables, lists, anything else.
 */
export type TextKind = 'log' | 'diff' | 'prose' | 'lines';

const WORDS = /\p{L}{2,}/gu;
const IDEOGRAPHS = /[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/g;
const SYMBOL = /[{}()[\];=<>$\\|&_@%^~#*+"/]/g;
/** A delimiter right between two values, as in no natural language. */
const CELL = /(?<=[^\s,])[,\t](?=[^\s,])/g;
const CODE_END = /(?:[;{},(=]|\):|\belse:|=>)\s*$/;
const FENCE = /^ {0,3}(?:```|~~~)/;
const SUBHEADING = /^#{2,6} \S/;
const INDENTED = /^(?: {2}|\t).*\S/;

const matches = (piece: string, pattern: RegExp): number => piece.match(pattern)?.length ?? 0;

/** Tells whether a piece of a line reads as a natural language: words, few symbols. */
function reads(piece: string): boolean {
	if (matches(piece, SYMBOL) > piece.length * 0.08) return false;
	if (matches(piece, CELL) >= 3 || piece.endsWith(' ...')) return false;
	if (CODE_END.test(piece) && piece.length < 120) return false;
	const words = matches(piece, WORDS);
	return (words >= 3 && piece.length / words < 16) || matches(piece, IDEOGRAPHS) >= 6;
}

/** Kind of a text, so that any part of it is cut as the whole would be. */
export interface Nature {
	readonly kind: TextKind;
	/** Of a log: how its entries begin. */
	readonly styles: ReturnType<typeof entryStyles>;
	/** Of prose and lines: how the records begin that they consist of. */
	readonly records?: RecordHeads;
}

/** The nature of a text, from at most 160 lines and its first 64 Ki units, whatever its length. */
export function natureOf(text: string, lines: LineIndex): Nature {
	const of = (kind: TextKind, more: Partial<Nature> = {}): Nature => ({
		kind,
		styles: [],
		...more,
	});
	const heads = sampleHeads(text, lines);
	if (isGitLog(lines.count, (line) => lineHead(text, lines, line + 1)))
		return of('log', { styles: ['commits'] });
	if (isDiff(heads)) return of('diff');
	const styles = entryStyles(heads);
	if (styles.length > 0) return of('log', { styles });
	const records = recordHeads(headsOf(text, lines));
	return of(readsAs(text, lines), records && { records });
}

function readsAs(text: string, lines: LineIndex): TextKind {
	let prose = 0;
	let other = 0;
	let fences = 0;
	let headings = 0;
	let indented = 0;
	let filled = 0;
	for (const line of sampledLines(lines.count)) {
		const pieces = linePieces(text, lines, line);
		const [first] = pieces as [string];
		if (/\S/.test(first)) filled += 1;
		if (INDENTED.test(first)) indented += 1;
		for (const piece of pieces) {
			if (FENCE.test(piece)) fences += 1;
			if (SUBHEADING.test(piece)) headings += 1;
			if (headings > 1 || fences > 1) return 'prose';
			const body = piece.trim();
			if (reads(body)) prose += body.length;
			else other += body.length;
		}
	}
	// Code with long comments and structured data read like prose but are laid out by indentation.
	if (indented > filled * 0.3) return 'lines';
	return prose > other ? 'prose' : 'lines';
}

/** The beginning of a line (from 1), without its terminator, at most `HEAD_UNITS` long. */
export function lineHead(text: string, lines: LineIndex, line: number): string {
	const start = lineStart(lines, line);
	let end = Math.min(lineStart(lines, line + 1), start + HEAD_UNITS);
	while (end > start && '\r\n'.includes(text.charAt(end - 1))) end -= 1;
	return text.slice(start, end);
}

/** The beginnings of all lines, from 0. */
export const headsOf = (text: string, lines: LineIndex): Lines => ({
	count: lines.count,
	head: (line) => lineHead(text, lines, line + 1),
});

/** The beginnings of the lines to judge a text by. */
export const sampleHeads = (text: string, lines: LineIndex): string[] =>
	sampledLines(lines.count).map((line) => lineHead(text, lines, line));

/** Pieces of a line to judge its language by: the whole of a short one, three parts of a long one. */
export function linePieces(text: string, lines: LineIndex, line: number): string[] {
	const start = lineStart(lines, line);
	const end = lineStart(lines, line + 1);
	if (end - start <= 3 * HEAD_UNITS) return [text.slice(start, end)];
	const middle = Math.floor((start + end) / 2);
	return [start, middle, end - HEAD_UNITS].map((at) => text.slice(at, at + HEAD_UNITS));
}

const HUNK = /^@@{1,8} -\d{1,9}(?:,\d{1,9})? (?:[-+]\d{1,9}(?:,\d{1,9})? ){1,8}@@/;
const COMMIT = /^(?:commit [0-9a-f]{7,64}\b|From [0-9a-f]{40} )/;
const FILE = /^(?:diff -|Index: \S)/;
/** Lines of a diff: what a hunk consists of, and what stands before the hunks of a file. */
const OURS =
	/^(?:[ +\-\\@\t]|diff -|index |Index: |={20}|(?:new|old|deleted) |similarity |dissimilarity |rename |copy |Binary |GIT |commit |Author|Commit|Merge: |Date: |From|Subject: )/;
/** Share of lines that must be of a diff; the rest are messages of its commits. */
const ENOUGH = 0.8;

/** Tells whether lines that begin so are of a unified diff. */
function isDiff(heads: readonly string[]): boolean {
	if (!heads.some((head) => HUNK.test(head))) return false;
	const filled = heads.filter((head) => head !== '');
	return filled.filter((head) => OURS.test(head)).length >= filled.length * ENOUGH;
}

/** Tells whether the two lines from here name the old and the new file, as plain `diff -u` begins. */
const namesFiles = (text: string, lines: LineIndex, line: number): boolean =>
	text.startsWith('--- ', lineStart(lines, line)) &&
	text.startsWith('+++ ', lineStart(lines, line + 1));

/** Grades a diff: a commit or file begins an entry, a hunk a block; the first hunk stays with its file. */
export function gradeDiff(text: string, lines: LineIndex, grades: Uint8Array): void {
	let above: 'commit' | 'file' | 'hunk' = 'hunk';
	for (let line = 1; line <= lines.count; line += 1) {
		const head = lineHead(text, lines, line);
		if (COMMIT.test(head)) {
			grades[line - 1] = Grade.entry;
			above = 'commit';
		} else if (FILE.test(head) || (above !== 'file' && namesFiles(text, lines, line))) {
			// A commit's own lines stay with its first file where both fit.
			grades[line - 1] = above === 'commit' ? Grade.block : Grade.entry;
			above = 'file';
		} else if (HUNK.test(head)) {
			if (above === 'hunk') grades[line - 1] = Grade.block;
			above = 'hunk';
		}
	}
}
