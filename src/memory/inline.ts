// The words of a text that is not code: without the signs by which Markdown marks them up, so that two ways of
// writing one thing are one. What could be a name or a pattern (`**/*.ts`, `foo_bar_`) keeps its signs. Linear.
import { entity } from './markdown';

interface Piece {
	readonly kind: 'words' | 'code' | 'comment';
	readonly text: string;
	/** Where it begins. */
	readonly from: number;
}

/** Code spans and comments, whichever begins first; the rest are words. */
function piecesOf(text: string, isOpenEnded: boolean): Piece[] {
	const runs = new Map<number, number[]>();
	for (const { 0: run, index } of text.matchAll(/`+/g)) {
		const starts = runs.get(run.length) ?? [];
		runs.set(run.length, starts);
		starts.push(index);
	}
	const passed = new Map<number, number>();
	/** Where the next run of the same length begins. */
	const closing = (length: number, after: number): number | undefined => {
		const starts = runs.get(length) ?? [];
		let at = passed.get(length) ?? 0;
		while (at < starts.length && (starts[at] ?? 0) < after) at++;
		passed.set(length, at);
		return starts[at];
	};
	const pieces: Piece[] = [];
	let begun = 0;
	let isOpen = true;
	const cut = (kind: 'code' | 'comment', from: number, to: number): void => {
		if (from > begun) pieces.push({ kind: 'words', text: text.slice(begun, from), from: begun });
		pieces.push({ kind, text: text.slice(from, to), from });
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
	if (begun < text.length) pieces.push({ kind: 'words', text: text.slice(begun), from: begun });
	return pieces;
}

export interface Uncommented {
	/** Line ends of the comments stay. */
	readonly text: string;
	/** Lines that a comment is on, from 0. */
	readonly lines: readonly number[];
}

/**
 * A text without its comments; those in code are none.
 * @param isOpenEnded whether one that is never closed goes on to the end, as in a block of HTML
 */
export function withoutComments(text: string, isOpenEnded = false): Uncommented {
	if (!text.includes('<!--')) return { text, lines: [] };
	const lines: number[] = [];
	let line = 0;
	const said = piecesOf(text, isOpenEnded).map((piece) => {
		const ends = piece.text.split('\n').length - 1;
		if (piece.kind === 'comment')
			for (let at = line; at <= line + ends; at++) if (lines.at(-1) !== at) lines.push(at);
		line += ends;
		return piece.kind === 'comment' ? '\n'.repeat(ends) : piece.text;
	});
	return { text: said.join(''), lines };
}

/** Words on one line, code in them to the letter. */
export const plainWords = (text: string): string =>
	withoutEmphasis(text.replace(/^\s*\[[ xX]\]\s+/, ''))
		.replaceAll(/[\u2018\u2019]/g, "'")
		.replaceAll(/[\u201c\u201d]/g, '"')
		.normalize('NFC')
		.toWellFormed()
		.replaceAll(/\s+/g, ' ')
		.trim();

/** Signs that may emphasize what stands between them. */
interface Run {
	readonly sign: string;
	count: number;
	/** Its place among what is said. */
	readonly at: number;
}

const SIGNS = /\\[\s\S]|&[#\w]{1,32};|\*+|_+|<https?:[^\s<>]{1,500}>|\]\(<[^<>\s]{0,500}>/g;

function withoutEmphasis(text: string): string {
	const said: string[] = [];
	const runs: Run[] = [];
	const open = new Map<string, Run[]>();
	for (const piece of piecesOf(text, false)) {
		if (piece.kind !== 'words') {
			said.push(piece.kind === 'code' ? plainCode(piece.text) : piece.text);
			continue;
		}
		let from = 0;
		for (const { 0: sign, index } of piece.text.matchAll(SIGNS)) {
			said.push(piece.text.slice(from, index));
			from = index + sign.length;
			if (!/^[*_]/.test(sign)) {
				said.push(plainSign(sign));
				continue;
			}
			const place = piece.from + index;
			const run: Run = { sign: sign.charAt(0), count: sign.length, at: said.push('') - 1 };
			runs.push(run);
			const opened = open.get(run.sign) ?? [];
			open.set(run.sign, opened);
			if (canClose(text, place, place + sign.length)) close(run, opened);
			if (run.count > 0 && canOpen(text, place, place + sign.length)) opened.push(run);
		}
		said.push(piece.text.slice(from));
	}
	for (const { sign, count, at } of runs) said[at] = sign.repeat(count);
	return said.join('');
}

/** However many signs are around it, and with or without spaces inside of them. */
function plainCode(span: string): string {
	const signs = /^`+/.exec(span)?.[0].length ?? 0;
	return `\`${span.slice(signs, -signs).trim()}\``;
}

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

/** Stricter than CommonMark, which takes the signs of patterns and paths for emphasis. */
const canOpen = (text: string, from: number, to: number): boolean =>
	/^$|[\s("'“‘[{—–|>*_:,;]/.test(text.charAt(from - 1)) &&
	(to - from > 1 ? /[^\s/,;:!?)\]}]/ : /[^\s/.,;:!?)\]}]/).test(text.charAt(to));

const canClose = (text: string, from: number, to: number): boolean =>
	/[^\s/]/.test(text.charAt(from - 1)) &&
	/^(?:$|\.?(?:$|[^\p{L}\p{N}/.])|\.\.)/u.test(text.slice(to, to + 2));

/** An escape, an entity, or what an address is wrapped in. */
function plainSign(sign: string): string {
	if (sign.startsWith('\\'))
		return /^\\[!-/:-@[-`{-~]/.test(sign) ? sign.slice(1) : /\s$/.test(sign) ? ' ' : sign;
	if (sign.startsWith('&')) return entity(sign);
	return sign.startsWith('](<') ? `](${sign.slice(3, -1)}` : sign.slice(1, -1);
}
