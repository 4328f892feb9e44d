// Strips inline Markdown, so that two spellings of one text are equal. Names and patterns (`**/*.ts`, `foo_bar_`) keep
// their characters. Runs in linear time.
import { entity } from './markdown';

interface Span {
	readonly kind: 'words' | 'code' | 'comment';
	readonly text: string;
	readonly from: number;
}

function spansOf(text: string, isOpenEnded: boolean): Span[] {
	const runs = new Map<number, number[]>();
	for (const { 0: run, index } of text.matchAll(/`+/g)) {
		const starts = runs.get(run.length) ?? [];
		runs.set(run.length, starts);
		starts.push(index);
	}
	const passed = new Map<number, number>();
	/** Returns the offset of the next run of backticks of this length. */
	const closing = (length: number, after: number): number | undefined => {
		const starts = runs.get(length) ?? [];
		let at = passed.get(length) ?? 0;
		while (at < starts.length && (starts[at] ?? 0) < after) at++;
		passed.set(length, at);
		return starts[at];
	};
	const spans: Span[] = [];
	let begun = 0;
	let isOpen = true;
	const cut = (kind: 'code' | 'comment', from: number, to: number): void => {
		if (from > begun) spans.push({ kind: 'words', text: text.slice(begun, from), from: begun });
		spans.push({ kind, text: text.slice(from, to), from });
		begun = to;
	};
	const signs = /\\[\s\S]|`+|<!--/g;
	for (let sign = signs.exec(text); sign !== null; sign = signs.exec(text)) {
		const [mark] = sign;
		const after = sign.index + mark.length;
		let end: number | undefined;
		if (mark.startsWith('`')) {
			const close = closing(mark.length, after);
			end = close === undefined ? undefined : close + mark.length;
			if (end !== undefined) cut('code', sign.index, end);
		} else if (mark === '<!--' && isOpen) {
			const close = text.indexOf('-->', after);
			isOpen = close >= 0;
			end = isOpen ? close + 3 : isOpenEnded ? text.length : undefined;
			if (end !== undefined) cut('comment', sign.index, end);
		}
		if (end !== undefined) signs.lastIndex = end;
	}
	if (begun < text.length) spans.push({ kind: 'words', text: text.slice(begun), from: begun });
	return spans;
}

/**
 * Removes comments, except in code and except their newlines.
 * @param isOpenEnded removes an unclosed comment up to the end, as in an HTML block
 * @returns `lines` with a comment, from 0
 */
export function withoutComments(text: string, isOpenEnded = false) {
	if (!text.includes('<!--')) return { text, lines: [] };
	const lines: number[] = [];
	let line = 0;
	const texts = spansOf(text, isOpenEnded).map((span) => {
		const ends = span.text.split('\n').length - 1;
		if (span.kind === 'comment')
			for (let at = line; at <= line + ends; at++) if (lines.at(-1) !== at) lines.push(at);
		line += ends;
		return span.kind === 'comment' ? '\n'.repeat(ends) : span.text;
	});
	return { text: texts.join(''), lines };
}

/** Stands for each further blank of a run in a code span. */
export const BLANK = '\u2420';

/** Strips inline Markdown and line breaks; code stays. @param toTheLetter marks runs of blanks in code, else one blank */
export const plainWords = (text: string, toTheLetter = false): string =>
	withoutEmphasis(text.replace(/^\s*\[[ xX]\]\s+/, ''), toTheLetter)
		.replaceAll(/[\u2018\u2019]/g, "'")
		.replaceAll(/[\u201c\u201d]/g, '"')
		.normalize('NFC')
		.toWellFormed()
		.replaceAll(/\s+/g, ' ')
		.trim();

interface Run {
	readonly sign: string;
	count: number;
	readonly at: number;
}

const SIGNS = /\\[\s\S]|&[#\w]{1,32};|\*+|_+|<https?:[^\s<>]{1,500}>|\]\(<[^<>\s]{0,500}>/g;

function withoutEmphasis(text: string, toTheLetter: boolean): string {
	const output: string[] = [];
	const runs: Run[] = [];
	const open = new Map<string, Run[]>();
	for (const span of spansOf(text, false)) {
		if (span.kind !== 'words') {
			const code = span.kind === 'code' ? plainCode(span.text) : span.text;
			output.push(toTheLetter ? withBlanks(code) : code);
			continue;
		}
		let from = 0;
		for (const { 0: sign, index } of span.text.matchAll(SIGNS)) {
			output.push(span.text.slice(from, index));
			from = index + sign.length;
			if (!/^[*_]/.test(sign)) {
				output.push(plainSign(sign));
				continue;
			}
			const place = span.from + index;
			const run: Run = { sign: sign.charAt(0), count: sign.length, at: output.push('') - 1 };
			runs.push(run);
			const opened = open.get(run.sign) ?? [];
			open.set(run.sign, opened);
			if (canClose(text, place, place + sign.length)) close(run, opened);
			if (run.count > 0 && canOpen(text, place, place + sign.length)) opened.push(run);
		}
		output.push(span.text.slice(from));
	}
	for (const { sign, count, at } of runs) output[at] = sign.repeat(count);
	return output.join('');
}

/** Normalizes a code span: one backtick on each side, no spaces inside of them. */
function plainCode(code: string): string {
	const signs = /^`+/.exec(code)?.[0].length ?? 0;
	return `\`${code.slice(signs, -signs).trim()}\``;
}

/** Keeps runs of blanks apart from single ones; a line break is one blank. */
const withBlanks = (code: string): string =>
	code
		.replaceAll(/\s*\n\s*/g, ' ')
		.replaceAll(/[ \t]{2,}/g, (run) => ` ${BLANK.repeat(run.length - 1)}`);

function close(run: Run, opened: Run[]): void {
	while (run.count > 0) {
		const last = opened.at(-1);
		if (last === undefined) return;
		const both = Math.min(last.count, run.count);
		last.count -= both;
		run.count -= both;
		if (last.count === 0) opened.pop();
	}
}

/** Stricter than CommonMark, which reads emphasis into patterns and paths. */
const canOpen = (text: string, from: number, to: number): boolean =>
	/^$|[\s("'“‘[{—–|>*_:,;]/.test(text.charAt(from - 1)) &&
	(to - from > 1 ? /[^\s/,;:!?)\]}]/ : /[^\s/.,;:!?)\]}]/).test(text.charAt(to));

const canClose = (text: string, from: number, to: number): boolean =>
	/[^\s/]/.test(text.charAt(from - 1)) &&
	/^(?:$|\.?(?:$|[^\p{L}\p{N}/.])|\.\.)/u.test(text.slice(to, to + 2));

/** Decodes an escape or an entity, or unwraps a URL. */
function plainSign(sign: string): string {
	if (sign.startsWith('\\'))
		return /^\\[!-/:-@[-`{-~]/.test(sign) ? sign.slice(1) : /\s$/.test(sign) ? ' ' : sign;
	if (sign.startsWith('&')) return entity(sign);
	return sign.startsWith('](<') ? `](${sign.slice(3, -1)}` : sign.slice(1, -1);
}
