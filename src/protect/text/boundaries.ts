// Grades a cut before each line of a text (context window protection, FR-021), one pass over the lines, one byte each;
// and finds cuts inside a line on demand: where a sentence, a statement or a word ends.
import { beginsEntry, continues, type EntryStyle } from '../../shared/log-entries';
import { recordStarts } from '../../shared/records';
import { Grade, gradeDiff, headsOf, lineHead, type Nature, type TextKind } from './kind';
import { type LineIndex, lineStart } from './lines';

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

/** Units looked ahead over closing marks, and over white space, after a full stop. */
const CLOSERS_AHEAD = 8;
const SPACE_AHEAD = 64;

const STOPS = new Set('.!?…‽؟۔।॥。！？｡．։።');
/** Scripts that put no space after these. */
const STOPS_ALONE = new Set('。！？｡．॥');
const CLOSERS = new Set('"\'”’»›)]}」』）】〉》〕］*_`');
const CLAUSE_ENDS = new Set(',;、，；：､؛،');

/** Never the end of a sentence, whatever follows. */
const ABBREVIATIONS = new Set(
	'mr mrs ms mx dr prof st sen rep gov gen col capt lt sgt rev hon e.g i.e cf vs fig figs eq no nos nr vol pp p ch sec approx ca z.b d.h u.a bzw vgl m mm mme mlle sr sra art p.ej al'.split(
		' ',
	),
);

const SPACES = new Set(' \n\t\r\u3000\u00a0');
const isSpace = (unit: string | undefined): boolean => SPACES.has(unit ?? '');

const isDigit = (unit: string | undefined) => unit !== undefined && unit >= '0' && unit <= '9';

/** Tells whether the full stop at `stop` only shortens a word: `e.g.`, `Mr.`, an initial, a list number. */
function abbreviates(text: string, stop: number): boolean {
	const head = text.slice(Math.max(0, stop - 12), stop);
	const word = /[\p{L}\p{N}.]+$/u.exec(head)?.[0] ?? '';
	if (ABBREVIATIONS.has(word.toLowerCase())) return true;
	if (/^\p{Lu}$/u.test(word) || /^(?:\p{Lu}\.)+\p{Lu}$/u.test(word)) return true;
	// A number alone at the start of its line counts a list item.
	return /^\d{1,3}$/.test(word) && /(?:^|[\n\r])[ \t]*\d{1,3}$/.test(head);
}

/** Tells whether the sentence goes on after the mark at `stop`: an abbreviation, or `"Why?" he asked`. */
function goesOn(text: string, stop: number, closed: boolean, next: string | undefined): boolean {
	const pauses = text[stop] === '.' || text[stop] === '…';
	if ((pauses || closed) && /^\p{Ll}/u.test(next ?? '')) return true;
	return text[stop] === '.' && abbreviates(text, stop);
}

/** Returns the start of the next sentence after the mark at `stop`; -1 if it ends none. */
function afterSentence(text: string, stop: number): number {
	const mark = text[stop] as string;
	if (STOPS.has(text.charAt(stop + 1))) return -1;
	let at = stop + 1;
	while (at - stop <= CLOSERS_AHEAD && CLOSERS.has(text.charAt(at))) at += 1;
	const closed = at > stop + 1;
	if (at < text.length && !STOPS_ALONE.has(mark) && !isSpace(text[at])) return -1;
	const limit = at + SPACE_AHEAD;
	while (at < limit && isSpace(text[at])) at += 1;
	if (isSpace(text[at])) return -1;
	return goesOn(text, stop, closed, text[at]) ? -1 : at;
}

/** The last offset in (`low`, `high`] at which a sentence is complete, or -1. Spaces stay with it. */
export function lastSentenceEnd(text: string, low: number, high: number): number {
	for (let stop = high - 1; stop >= low; stop -= 1) {
		if (!STOPS.has(text[stop] as string)) continue;
		const cut = afterSentence(text, stop);
		if (cut > low && cut <= high) return cut;
	}
	return -1;
}

/** Tells whether the text before `end` (a line's end, its terminator included) completes a sentence. */
export function endsSentence(text: string, start: number, end: number): boolean {
	let at = end;
	while (at > start && isSpace(text[at - 1])) at -= 1;
	for (let seen = 0; seen < CLOSERS_AHEAD && at > start; seen += 1) {
		const mark = text[at - 1] as string;
		if (STOPS.has(mark)) return !goesOn(text, at - 1, seen > 0, text[end]);
		if (!CLOSERS.has(mark)) return false;
		at -= 1;
	}
	return false;
}

/** The last offset in (`low`, `high`] after a `;`, a closed block or an element of a list, or -1. */
export function lastStatementEnd(text: string, low: number, high: number): number {
	for (let cut = high; cut > low; cut -= 1) {
		const mark = text[cut - 1];
		if (mark === ';') return cut;
		if (mark === ',' && cut - 2 >= low && /[}\]]/.test(text[cut - 2] as string)) return cut;
		if (mark === '}' && !/[,;)\]}]/.test(text.charAt(cut))) return cut;
	}
	return -1;
}

/** The last offset in (`low`, `high`] at which a word begins or a clause has ended, or -1. */
export function lastWordEnd(text: string, low: number, high: number): number {
	for (let cut = high; cut > low; cut -= 1) {
		const mark = text[cut - 1] as string;
		// A space stays with the word before it; \r\n is never parted.
		if (isSpace(mark) && !isSpace(text[cut])) return cut;
		if (!CLAUSE_ENDS.has(mark) || isSpace(text[cut]) || CLOSERS.has(text.charAt(cut))) continue;
		// 1,000 is one word.
		if (!isDigit(text[cut]) || !isDigit(text[cut - 2])) return cut;
	}
	return -1;
}
