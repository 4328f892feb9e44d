// Texts that consist of records: after a rule of dashes, each with the same first key, or numbered (context
// window protection, FR-021: a record is an entry).
import { type LineIndex, lineAt } from './lines';
import { lineHead } from './sample';

/** The beginnings of records. */
export interface RecordHeads {
	/** Matches the first line of a record; any line where a rule parts them. */
	readonly head: RegExp;
	/** A record begins only after a blank line or a rule. */
	readonly isParted: boolean;
	/** In words, for a digest. */
	readonly label: string;
}

/** Units of a text from which its records are told. */
const SNIFFED = 65_536;
const LEAST = 3;
/** Records have more lines than this on average: else its lines tell as much. */
const LEAST_LINES = 1.5;
/** Times of the usual lines that a record may have. */
const LONGEST = 12;
/** Share of the heads that follow a rule or blank line, of numbers that count on, of rules that underline. */
const MOST = 0.8;
/** First lines whose keys may begin records: a title or two may stand above. */
const FIRST_LINES = 8;

const RULE = /^ {0,3}([-=*_~+#])\1{2,}\s*$/;
const KEY = /^([\p{L}][\p{L}\d _-]{0,30}):(?=\s|$)/u;
const NUMBERED = /^([^\p{L}\d\s]{0,6} ?(?:\p{L}{1,20} )?[#(]?)(\d{1,7})(?=[\s.):\]|,-]|$)/u;
const BANNER = /^(?:([=*~+])\1{2,} ?|-{3,} )\S.{0,120}$/;
const HEADING = /^#{1,6} /;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const isBreak = (head: string): boolean => head.trim() === '' || RULE.test(head);

/** Returns the beginnings of a text's records; undefined where it has none, or fewer than three. */
export function recordHeads(text: string, lines: LineIndex): RecordHeads | undefined {
	const most = lineAt(lines, Math.min(text.length, SNIFFED));
	const heads = Array.from({ length: most }, (_, at) => lineHead(text, lines, at + 1));
	const filled = heads.filter((head) => head.trim() !== '').length;
	const areRecords: Judge = (found) => {
		const gaps = found.map((at, index) => (found[index + 1] ?? heads.length) - at);
		const usual = [...gaps].sort((a, b) => a - b)[gaps.length >> 1] ?? 0;
		const headings = heads.filter((head, at) => HEADING.test(head) && !found.includes(at));
		return (
			found.length >= LEAST &&
			filled >= found.length * LEAST_LINES &&
			(found[0] as number) <= FIRST_LINES + usual &&
			Math.max(...gaps) <= usual * LONGEST + FIRST_LINES &&
			new Set(headings).size < LEAST
		);
	};
	return keyed(heads, areRecords) ?? numbered(heads, areRecords) ?? ruled(heads, areRecords);
}

/** Judges lines (from 0) that may be first lines of records: many, all over the text, of no document with headings. */
type Judge = (found: readonly number[]) => boolean;

/** Records whose first lines have one key, `Title: …`. */
function keyed(heads: readonly string[], areRecords: Judge): RecordHeads | undefined {
	const first = heads.filter((head) => !isBreak(head)).slice(0, FIRST_LINES);
	for (const key of new Set(first.flatMap((head) => KEY.exec(head)?.[1] ?? []))) {
		const head = new RegExp(`^${escaped(key)}:(?=\\s|$)`, 'u');
		const parted = headsOf(heads, head, true);
		const all = headsOf(heads, head, false);
		const isParted = parted.length >= all.length * MOST;
		const found = isParted ? parted : all;
		if (areRecords(found) && areAlike(heads, found))
			return { head, isParted, label: `each begins ${key}:` };
	}
	return undefined;
}

/** Tells records from paragraphs with one word in front: the next key is the same, or all paragraphs begin so. */
function areAlike(heads: readonly string[], found: readonly number[]): boolean {
	const enough = found.length * MOST;
	const isOpen = (at: number): boolean => at === 0 || isBreak(heads[at - 1] as string);
	const blocks = heads.filter((head, at) => isOpen(at) && !isBreak(head)).length;
	if (found.filter(isOpen).length >= blocks * MOST) return true;
	if (found.filter((at) => RULE.test(heads[at - 1] ?? '')).length >= enough - 1) return true;
	const next = found.map((at) => KEY.exec(heads[at + 1] ?? '')?.[1]);
	return next[0] !== undefined && next.filter((key) => key === next[0]).length >= enough;
}

/** Records whose first lines count on: `## 1. …`, `Result 2:`, `[3]`. */
function numbered(heads: readonly string[], areRecords: Judge): RecordHeads | undefined {
	const prefixes = heads.flatMap((head) => NUMBERED.exec(head)?.[1] ?? []);
	for (const prefix of [...new Set(prefixes)].slice(0, FIRST_LINES)) {
		const head = new RegExp(`^${escaped(prefix)}(\\d{1,7})(?=[\\s.):\\]|,-]|$)`);
		const found = headsOf(heads, head, false);
		const numbers = found.map((at) => Number(head.exec(heads[at] as string)?.[1]));
		const on = numbers.filter(
			(number, at) => at === 0 || number === (numbers[at - 1] as number) + 1,
		);
		if (on.length >= found.length * MOST && areRecords(found))
			return { head, isParted: false, label: `numbered ${prefix}${numbers[0]}, …` };
	}
	return undefined;
}

/** Records between rules, or each after a rule with a name in it. */
function ruled(heads: readonly string[], areRecords: Judge): RecordHeads | undefined {
	const banners = heads.flatMap((head, at) => (BANNER.test(head) && !RULE.test(head) ? [at] : []));
	if (areRecords(banners))
		return { head: BANNER, isParted: false, label: 'each after a ruled name' };
	const rules = heads.flatMap((head, at) => (RULE.test(head) ? [at] : []));
	const isTitle = (at: number): boolean =>
		!isBreak(heads[at - 1] ?? '') && isBreak(heads[at - 2] ?? '');
	const titles = rules.filter(isTitle).length;
	if (!areRecords(rules) || titles > rules.length * (1 - MOST)) return undefined;
	const rule = (heads[rules[0] as number] ?? '').trim();
	return { head: /^/, isParted: true, label: `each after ${rule.slice(0, 3)}` };
}

/** Lines (from 0) at which a record begins. */
function headsOf(heads: readonly string[], head: RegExp, isParted: boolean): number[] {
	return heads.flatMap((line, at) =>
		head.test(line) && (!isParted || at === 0 || isBreak(heads[at - 1] as string)) ? [at] : [],
	);
}

/** Visits the first line (from 1) of every record, in order. */
export function eachRecord(
	text: string,
	lines: LineIndex,
	{ head, isParted }: RecordHeads,
	visit: (line: number) => void,
): void {
	const anyLine = head.source === '^';
	let isOpen = true;
	for (let line = 1; line <= lines.count; line++) {
		const found = lineHead(text, lines, line);
		const isBlank = found.trim() === '';
		const isRule = RULE.test(found);
		if (!isBlank && !isRule && head.test(found) && (!isParted || isOpen)) visit(line);
		if (isRule || (isBlank && !anyLine)) isOpen = true;
		else if (!isBlank) isOpen = false;
	}
}
