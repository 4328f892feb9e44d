// Texts that consist of records: after a rule of dashes, each with the same first key, or numbered (context
// window protection, FR-021: a record is an entry; docs/ask.md).

/** The beginnings of records. */
export interface RecordHeads {
	/** Matches the first line of a record; any line where a rule parts them. */
	readonly head: RegExp;
	/** A record begins only after a blank line or a rule. */
	readonly isParted: boolean;
	/** They have one key. */
	readonly isKeyed?: boolean;
	/** In words, for a digest. */
	readonly label: string;
}

/** Units of the beginnings of lines from which records are told. */
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

/** Lines of a text: how many, and the beginning of each (from 0), without its terminator. */
export interface Lines {
	readonly count: number;
	readonly head: (line: number) => string;
}

/** Returns the beginnings of a text's records; undefined where it has none, or fewer than three. */
export function recordHeads({ count, head }: Lines): RecordHeads | undefined {
	const heads: string[] = [];
	for (let left = SNIFFED; left > 0 && heads.length < count; )
		left -= heads[heads.push(head(heads.length)) - 1]?.length ?? 0;
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
			return { head, isParted, isKeyed: true, label: `each begins ${key}:` };
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
	const isTitle = (at: number) => !isBreak(heads[at - 1] ?? '') && isBreak(heads[at - 2] ?? '');
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

/** Returns the first line (from 0) of every record. */
export function recordStarts(lines: Lines, { head, isParted }: RecordHeads): readonly number[] {
	const starts: number[] = [];
	const anyLine = head.source === '^';
	let isOpen = true;
	for (let line = 0; line < lines.count; line++) {
		const found = lines.head(line);
		const isBlank = found.trim() === '';
		const isRuled = isRule(found);
		if (!isBlank && !isRuled && head.test(found) && (!isParted || isOpen)) starts.push(line);
		if (isRuled || (isBlank && !anyLine)) isOpen = true;
		else if (!isBlank) isOpen = false;
	}
	return starts;
}

/** Returns the key of a line `Key: value`. */
export const fieldOf = (head: string): string | undefined => KEY.exec(head)?.[1];

/** Tells whether a line is no part of the record before it. */
export const isRule = (head: string): boolean => RULE.test(head);

/** A field of records, in how many of them, and the different values of it, as far as they are few. */
export interface RecordField {
	readonly name: string;
	count: number;
	readonly values: Set<string>;
}

const MOST_FIELDS = 200;
/** Different values that are told apart. */
export const FEW_VALUES = 24;

/**
 * Returns the fields of records that consist of lines `Key: value` and lines that continue them, the most frequent
 * first; undefined for other records, and where anything stands before the first.
 */
export function recordFields(
	{ count, head }: Lines,
	{ isKeyed }: RecordHeads,
	starts: readonly number[],
): readonly RecordField[] | undefined {
	const fields = new Map<string, RecordField>();
	let keyed = 0;
	let others = 0;
	for (let line = 0; line < count; line++) {
		const found = head(line);
		if (isBreak(found)) continue;
		const name = fieldOf(found);
		if (!isKeyed || line < (starts[0] ?? count)) return undefined;
		if (name === undefined) {
			if (!/^\s/.test(found)) others++;
			continue;
		}
		keyed++;
		let field = fields.get(name);
		if (!field) {
			if (fields.size >= MOST_FIELDS) return undefined;
			field = { name, count: 0, values: new Set() };
			fields.set(name, field);
		}
		field.count++;
		if (field.values.size <= FEW_VALUES) field.values.add(found.slice(name.length + 1).trim());
	}
	if (others > (keyed + others) * (1 - MOST) || keyed < starts.length * 2) return undefined;
	return [...fields.values()].sort((a, b) => b.count - a.count);
}
