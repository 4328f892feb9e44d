// The form of a table of delimited values: its first row, delimiter and header; and the cutting of a text into rows.
import { type Cuts, cellsAt, cutsOf } from './gutters';
import { headingOf, mayName, SURE } from './heading';
import { beginsEntry, entryStyles } from './log-entries';

const DELIMITERS = [',', '\t', ';', '|', '│'] as const;
/** Rows by which a table and its header are told. */
const SAMPLE_SIZE = 50;
/** A number as JSON spells it, or one that begins with its point. */
export const NUMBER = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** UTF-16 units in which the first row ends, and by whose lines a log is told. */
const HEAD_UNITS = 65_536;

export interface TableRow {
	readonly cells: readonly string[];
	/** Number of its first line, from 1. */
	readonly line: number;
	/** Blank lines are before it. */
	readonly isApart: boolean;
}

/** A byte order mark and lines of comment, before the first row. */
const BEFORE = /^\ufeff?(?:(?:#(?:[# ].*|[^\s,;|]*))?\r?\n)*/;
/** Lines above the first row, and below the last one, that are none. */
export const MOST_AROUND = 3;
/** Of those below a blank line: a legend. */
export const MOST_FOOTED = 12;
/** Lines above a legend. */
const LEAST_ABOVE = 4;

/** Returns what a table is like, from its beginning; undefined for a text that is none. */
export function formOf(text: string) {
	const before = BEFORE.exec(text)?.[0].length ?? 0;
	const head = text.slice(before, before + HEAD_UNITS);
	const isWhole = head.length < HEAD_UNITS;
	const lines = head.split(/\r?\n/).slice(0, isWhole ? undefined : -1);
	const heads = lines.slice(0, 160).map((line) => line.slice(0, 160));
	const styles = entryStyles(heads);
	const above: string[] = [];
	let start = before;
	for (const [at, line] of lines.entries()) {
		if (above.length > MOST_AROUND || lines.length - at < 2) return undefined;
		const isEntry = styles.length > 0 && beginsEntry(styles, heads[at] ?? '', undefined);
		const form = line.trim() !== '' && formAt(text, start, lines.slice(at), isWhole);
		if (form && (above.length > 0 || styles.length > 0)) {
			const isNamed = form.header && !form.isSpaced && !isEntry;
			return isNamed && (above.length === 0 || form.isSure) ? { ...form, above } : undefined;
		}
		if (form) return { ...form, above };
		if (styles.length > 0) return undefined;
		if (line.trim() !== '') above.push(line.trim());
		start = text.indexOf('\n', start) + 1;
	}
	return undefined;
}

/** Returns what a table is like whose first line begins at `start`; undefined where none does. */
function formAt(text: string, start: number, lines: readonly string[], isWhole: boolean) {
	const filled = lines.filter((line) => line.trim() !== '');
	let cuts: Cuts | undefined;
	for (let below = 0; below <= (isWhole ? MOST_AROUND : 0) && !cuts; below++)
		cuts = cutsOf(filled.slice(0, filled.length - below));
	const blank = lines.findIndex((line, at) => at > 0 && line.trim() === '');
	if (isWhole && blank >= LEAST_ABOVE && filled.length - blank <= MOST_FOOTED)
		cuts ??= cutsOf(lines.slice(0, blank));
	for (const delimiter of [...DELIMITERS, ...(cuts ? [cuts] : [])]) {
		const rows = sampleOf(text, delimiter, start);
		const ruled = rows?.[1]?.length === 0 ? 2 : 0;
		const [first, ...below] = rows?.filter((cells) => cells.length > 0) ?? [];
		if (!first) continue;
		const heading = ruled ? Number.POSITIVE_INFINITY : headingOf(first, below);
		const header = heading > 0 ? first : undefined;
		// A comma that a blank is behind stands in sentences and names too.
		const isSpaced = delimiter === ',' && first.some((cell, at) => at > 0 && cell.startsWith(' '));
		const isSure = heading >= SURE;
		const longest = Math.max(...first.map((cell) => cell.length));
		const isPair = first.length === 2 && !first.some((cell) => NUMBER.test(cell.trim()));
		const isProse = isSpaced && (longest > 40 || (isPair && !isSure));
		// Long names are certain, and what is below comments has names.
		const isPlain = header ? isSure || longest <= 60 : !text.startsWith('#');
		if (delimiter === cuts && !(isSure && mayName(first))) return undefined;
		return isProse || !isPlain
			? undefined
			: { delimiter, first, header, ruled, isSure, isSpaced, start };
	}
	return undefined;
}

/** Returns the first rows of what may be a table, with the line of Markdown under its head. */
function sampleOf(text: string, delimiter: string | Cuts, start: number) {
	const rows: (readonly string[])[] = [];
	const filled = new Set<number>();
	// Of one column only Markdown with bars around it tells that it is a table.
	const least = delimiter === '|' && text[start] === '|' ? 1 : 2;
	for (const { cells } of readRows(text, delimiter, start)) {
		const width = rows[0]?.length ?? cells.length;
		if (rows.length > 1 && cells.length === 1 && width > 1) break;
		// Below names in a line of comment last cells that are empty may be left out.
		const isNamed = rows[0]?.[0]?.startsWith('#') && !rows[0].includes('');
		const isShort = isNamed && cells.length > 1 && cells.length < width;
		const isFit = isShort || cells.length === width || (rows.length === 1 && cells.length === 0);
		if (width < least || !isFit || cells.some((cell) => cell.length > 20_000)) return undefined;
		// Cells of prose are sentences, those of code end it or open a block.
		if (rows.length === 0 && (/^\s{2}/.test(cells[0] ?? '') || cells.some(isNoName)))
			return undefined;
		for (const [at, cell] of cells.entries()) if (cell.trim() !== '') filled.add(at);
		if (rows.push(cells) === SAMPLE_SIZE) break;
	}
	const isRuled = rows[1]?.length === 0;
	if (rows[0]?.length === 1 && !isRuled) return undefined;
	// Lines that all begin with a tab or end in a comma are indented, or a list.
	const areRows = rows.length > (isRuled ? 2 : 1) && filled.size >= least;
	return areRows && filled.has(0) ? rows : undefined;
}

/** Tells whether a cell can name no column: a long one, an object, a pair `kind=a`, what ends as a line of code does, a parenthesis alone. */
const isNoName = (cell: string): boolean =>
	cell.length > 1000 ||
	/^\S{61}/.test(cell) ||
	/^\s*(?:[{[]|\/[/*]|[A-Za-z_][\w.-]*=)|[;{]\s*$/.test(cell) ||
	cell.split('(').length !== cell.split(')').length;

/** Yields the rows from an offset on, blank lines and comments left out. */
export function* readRows(text: string, delimiter: string | Cuts, start: number) {
	let [line, end] = [text.slice(0, start).split('\n').length, 0];
	let isFramed: boolean | undefined;
	let isNarrow = false;
	let rows = 0;
	/** Names stand in a line of comment: others are no rows. */
	const isCommented = /^#\w/.test(text.slice(start, start + 2));
	const mark = typeof delimiter === 'string' ? delimiter : '';
	for (const span of rowSpans(text, mark, start)) {
		const source = text.slice(span.from, span.end);
		const isBarred = delimiter === '|' || delimiter === '│';
		const isEdge = isBarred && EDGE.test(source);
		const written = isEdge ? source.replace(/[+┌-╿]/g, mark) : source;
		const between = mark === '|' && written.startsWith('|') ? /(?<!\\)\|/ : mark;
		const split = mark === '' ? cellsAt(written, delimiter as Cuts) : written.split(between);
		const found = span.quoted ?? split;
		const ended = found.at(-1)?.endsWith('\r')
			? found.with(-1, found.at(-1)?.slice(0, -1) ?? '')
			: found;
		const inner = isBarred ? withoutFrame(ended, rows === 1) : ended;
		// Among rows in frames others are none.
		const isNoRow = isFramed && inner === ended && (ended.length > 1 || isNarrow);
		const cells = isNoRow ? RULE : inner;
		isNarrow ||= isFramed === undefined && inner !== ended && inner.length === 1;
		isFramed ??= inner !== ended;
		const isComment = isCommented && /^#(?!\w)/.test(written);
		const isNone = isComment || (isEdge && rows !== 1);
		if (!isNone && (cells.length !== 1 || cells[0]?.trim() !== '')) {
			rows++;
			yield { cells, line, isApart: end > 0 && span.from > end };
			end = span.end + 1;
		}
		line += span.quoted ? text.slice(span.from, span.end + 1).split('\n').length - 1 : 1;
	}
}

const RULE: readonly string[] = [];
/** A line of a table in a box, as mysql and sqlite print it: above the names, below them, and below the rows. */
const EDGE = /^[+┌-╿](?:[-─]+[+┌-╿]){2,}\s*$/;

/** Returns the cells of a row of Markdown without the bars around it, {@link RULE} for the line under its head. */
const withoutFrame = (cells: readonly string[], isSecond: boolean): readonly string[] => {
	if (cells.length < 3 || cells[0] !== '' || cells.at(-1)?.trim() !== '') return cells;
	const inner = cells.slice(1, -1).map((cell) => cell.trim());
	const rule = isSecond ? /^:?[-─]+:?$/ : /^:?-{2,}:?$/;
	if (inner.every((cell) => rule.test(cell))) return RULE;
	return inner.map((cell) =>
		cell.replaceAll('\\|', '|').replace(/^([*_]{1,3})(-?[\d.]+)\1$/, '$2'),
	);
};

/** Returns where rows begin and end, and the cells of those that have quotes, where something stands between cells. */
function* rowSpans(text: string, delimiter: string, start = 0) {
	let from = start;
	let quote = delimiter === '' ? -1 : text.indexOf('"');
	while (from < text.length) {
		if (quote >= 0 && quote < from) quote = text.indexOf('"', from);
		const newline = text.indexOf('\n', from);
		const line = newline < 0 ? text.length : newline;
		const row = quote < 0 || quote >= line ? undefined : quotedRow(text, from, delimiter);
		const end = row?.end ?? line;
		yield { from, end, quoted: row?.cells };
		from = end + 1;
	}
}

/** Reads the row at `at`, some of whose cells are quoted, to the end of its last line. */
function quotedRow(text: string, at: number, delimiter: string) {
	const cells: string[] = [];
	let end = at - 1;
	do {
		const from = end + 1;
		const close = (text[from] === '"' ? closingQuote(text, from) : undefined) ?? from - 1;
		end = close + 1;
		while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end++;
		const quoted = close < from ? '' : text.slice(from + 1, close).replaceAll('""', '"');
		cells.push(quoted + text.slice(close + 1, end));
	} while (text[end] === delimiter);
	return { cells, end };
}

/** Units that a cell in quotes may have: a quote that nothing closes before is its first character. */
const LONGEST_CELL = 65_536;

const closingQuote = (text: string, open: number): number | undefined => {
	let at = text.indexOf('"', open + 1);
	while (at >= 0 && text[at + 1] === '"' && at - open <= LONGEST_CELL)
		at = text.indexOf('"', at + 2);
	return at < 0 || at - open > LONGEST_CELL ? undefined : at;
};
