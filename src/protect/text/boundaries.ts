// Grades a cut before each line of a text (context window protection, FR-021). One pass over
// the lines, one byte each; cuts inside lines are found on demand by `sentences.ts`.
import { beginsEntry, continues, type EntryStyle } from '../../shared/log-entries';
import { recordStarts } from '../../shared/records';
import { gradeDiff } from './diff';
import { Grade } from './grade';
import { headsOf, lineHead, type Nature, type TextKind } from './kind';
import { type LineIndex, lineStart } from './lines';
import { endsSentence } from './sentences';

/** Grades of cuts, line by line, and the kind of text they are for. */
export interface Boundaries {
	readonly kind: TextKind;
	/** The grade of a cut before line n, at index n - 1. */
	readonly grades: Uint8Array;
	/** 1 where a line is code or a table row inside prose: no sentence is looked for in it. */
	readonly literal: Uint8Array;
}

const FENCE = /^\s*(?:>\s?)?(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
const UNDERLINE = /^ {0,3}(?:={3,}|-{3,})\s*$/;
const ITEM = /^\s*(?:[-*+•]|\d{1,4}[.)])\s/;
const ROW = /^\s*\||\s\|\s|^[-:| ]+\|[-:| ]*$/;
const REASON =
	/^(?:Caused by|Suppressed:|Traceback|During handling of|The above exception|goroutine )/;
/** Lines of code that belong to the line before, and those that introduce the line after. */
const GOES_ON =
	/^(?:\s|[)\]}>|&+.,;:?]|(?:else|elif|except|finally|catch|rescue|ensure|end|fi|done|esac|then|do|while \(.*\);)\b)/;
const INTRODUCES = /^\s*(?:\/\/|\/\*|\*\/|\*\s|@\w|#(?!\s*$)|--\s|<!--)/;
/** Mean length from which lines are whole paragraphs rather than wrapped ones, in UTF-16 units. */
const UNWRAPPED = 120;

/** Grades logs: an entry where one begins, a block at the cause within a stack trace. */
function gradeLog(
	text: string,
	lines: LineIndex,
	grades: Uint8Array,
	styles: readonly EntryStyle[],
): void {
	let previous: string | undefined;
	for (let line = 1; line <= lines.count; line += 1) {
		const head = lineHead(text, lines, line);
		if (beginsEntry(styles, head, previous)) grades[line - 1] = Grade.entry;
		else if (REASON.test(head)) grades[line - 1] = Grade.block;
		previous = head;
	}
}

/** Grades code, lists and data: blank lines and indentation tell what belongs together. */
function gradeLines(text: string, lines: LineIndex, grades: Uint8Array): void {
	let previous = '';
	for (let line = 1; line <= lines.count; line += 1) {
		const head = lineHead(text, lines, line);
		if (head.trim() !== '') {
			const outer = !GOES_ON.test(head) && !continues(head);
			if (previous === '' && outer) grades[line - 1] = Grade.entry;
			else if (previous === '' && /^\s/.test(head)) grades[line - 1] = Grade.block;
			else if (outer && !INTRODUCES.test(previous)) grades[line - 1] = Grade.block;
		}
		previous = head.trim() === '' ? '' : head;
	}
}

/** Grades prose and markdown: paragraphs, headings with what follows, fences, tables, list items. */
function gradeProse(
	text: string,
	lines: LineIndex,
	grades: Uint8Array,
	literal: Uint8Array,
	open: string,
): void {
	const unwrapped = lines.length / lines.count > UNWRAPPED;
	let fence = open;
	let inList = false;
	let headed = false;
	let blank = true;
	let previous = '';
	for (let line = 1; line <= lines.count; line += 1) {
		const at = line - 1;
		const head = lineHead(text, lines, line);
		const mark = FENCE.exec(head)?.[1] ?? '';
		if (fence !== '') {
			literal[at] = 1;
			if (blank && head.trim() !== '') grades[at] = Grade.block;
			if (mark.startsWith(fence) && /^[\s>`~]*$/.test(head)) {
				grades[at] = Grade.line;
				fence = '';
			}
			blank = head.trim() === '';
			previous = head;
			continue;
		}
		if (head.trim() === '') {
			blank = true;
			continue;
		}
		const item = ITEM.test(head);
		const indented = /^(?: {2}|\t)/.test(head);
		const heading = HEADING.test(head);
		const row = ROW.test(head);
		if (!indented && blank && !item) inList = false;
		if (mark !== '' || row || (indented && blank && !inList && !item)) literal[at] = 1;

		// A heading and the block after it stay together, blank lines between them or not.
		if (!headed) {
			if (heading || blank) {
				grades[at] = !heading && inList && indented ? Grade.block : Grade.entry;
			} else if (item || FENCE.test(previous)) {
				grades[at] = Grade.block;
			} else if (!row && endsSentence(text, lineStart(lines, line - 1), lineStart(lines, line))) {
				grades[at] = unwrapped && !inList ? Grade.entry : Grade.sentence;
			}
		}
		// The line that announces a list, a block or a table stays with its first line.
		if (previous.trim().endsWith(':') && (item || mark !== '' || row)) grades[at] = Grade.line;
		if (item) inList = true;
		headed = heading || (!blank && UNDERLINE.test(head));
		fence = mark;
		blank = false;
		previous = head;
	}
}

/** The fence that is open at `offset`, '' for none: its mark, as ``` or ~~~. */
export function openFence(text: string, offset: number): string {
	const fences = /^[^\S\n]*(?:>\s?)?(`{3,}|~{3,})(.*)$/gm;
	let open = '';
	for (let match = fences.exec(text); match && match.index < offset; match = fences.exec(text)) {
		const [, mark = '', rest = ''] = match;
		if (open === '') open = mark;
		else if (mark.startsWith(open) && /^[\s>`~]*$/.test(rest)) open = '';
	}
	return open;
}

/**
 * Grades a cut before every line of a text. Linear; two bytes of memory per line.
 * @param nature - of the text, or of the one it is a part of
 * @param fence - the fence that is open where it begins, '' for none
 */
export function gradeBoundaries(
	text: string,
	lines: LineIndex,
	{ kind, styles, records }: Nature,
	fence: string,
): Boundaries {
	const grades = new Uint8Array(lines.count).fill(Grade.line);
	const literal = new Uint8Array(lines.count);
	if (kind === 'log') gradeLog(text, lines, grades, styles);
	else if (kind === 'diff') gradeDiff(text, lines, grades);
	else if (kind === 'prose') gradeProse(text, lines, grades, literal, fence);
	else gradeLines(text, lines, grades);
	if (records) {
		for (let at = 0; at < grades.length; at++)
			grades[at] = Math.min(grades[at] as number, Grade.block);
		for (const line of recordStarts(headsOf(text, lines), records)) grades[line] = Grade.entry;
	}
	return { kind, grades, literal };
}
