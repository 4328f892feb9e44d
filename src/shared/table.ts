// Reads texts of delimited values (RFC 4180; also with tabs, semicolons or bars): their columns and rows.
import { beginsEntry, entryStyles } from './log-entries';

export const DELIMITERS = [',', '\t', ';', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];
/** Rows by which a table and its header are told. */
const SAMPLE_SIZE = 50;
/** A number as JSON spells it. */
export const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const PAIR = /^\s*[A-Za-z_][\w.-]*=/;
/** UTF-16 units in which the first row ends, and by whose lines a log is told. */
const HEAD_UNITS = 65_536;

export interface TableRow {
	readonly cells: readonly string[];
	/** Number of its first line, from 1. */
	readonly line: number;
	/** Blank lines are before it. */
	readonly isApart: boolean;
}

export interface Column {
	/** Unique; columns without a name are numbered. */
	readonly name: string;
	/** All of its cells that are not empty are numbers, one at least. */
	readonly isNumeric: boolean;
}

export interface Table {
	readonly columns: readonly Column[];
	readonly rows: readonly TableRow[];
	/** Rows of the text, those that were not kept too. */
	readonly total: number;
}

/**
 * Reads a table of at least two columns and rows, each of as many cells; undefined for any other text.
 * @param every of so many rows one is kept, of the first ones the first; what the columns are is told from all
 * @param whole what `text` is parts of: its header is theirs, and rows may be cut off where they end
 */
export const readTable = (text: string, every = 1, whole = text): Table | undefined => {
	const form = formOf(unmarked(whole));
	if (!form) return undefined;
	const { first, hasNames, header, ruled } = form;
	const width = first.length;
	const rows: TableRow[] = [];
	/** By column: whether all of its cells are numbers; absent as long as all are empty. */
	const areNumbers: boolean[] = [];
	let [seen, total] = [0, 0];
	for (const row of readRows(unmarked(text), form.delimiter)) {
		const { cells } = row;
		if (++seen === ruled || (header && seen === 1)) continue;
		const isShort = cells.length < width && whole === text;
		if (cells.length > width || (isShort && cells.length < 2)) return undefined;
		// Words, or another table: with the header again, or with names, apart or fewer, below numbers.
		const isAgain = hasNames && seen > 1 && first.every((name, at) => name === cells[at]);
		const isOther = (row.isApart || isShort) && areNumbers.includes(true) && isNames(cells);
		if (isAgain || isOther) return undefined;
		for (const [at, cell] of cells.entries()) {
			if (areNumbers[at] === false) continue;
			const written = cell.trim();
			if (written !== '') areNumbers[at] = NUMBER.test(written);
		}
		if (total % every === placeIn(Math.floor(total / every), every)) rows.push(row);
		total++;
	}
	const names = columnNames(header ?? [], width);
	const columns = names.map((name, at) => ({ name, isNumeric: areNumbers[at] === true }));
	return { columns, rows, total };
};

const unmarked = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

function formOf(text: string) {
	const start = text.slice(0, HEAD_UNITS);
	for (const delimiter of start.includes('\n') ? DELIMITERS : []) {
		const rows = sampleOf(text, delimiter);
		const ruled = rows?.[1] === RULE ? 2 : 0;
		const [first, ...below] = rows?.filter((cells) => cells !== RULE) ?? [];
		if (!first) continue;
		const hasNames = isNames(first, below);
		const { isTyped, isSpelled } = toldBy(first, below);
		const header = ruled || (hasNames && (isTyped || isSpelled)) ? first : undefined;
		const heads = start.split('\n', 160).map((line) => line.slice(0, 160));
		const styles = entryStyles(heads);
		// A comma that a blank is behind stands in sentences and names too.
		const isSpaced = delimiter === ',' && first.some((cell, at) => at > 0 && cell.startsWith(' '));
		const isLog = !header || isSpaced || beginsEntry(styles, heads[0] ?? '', undefined);
		const isList = isSpaced && !isTyped && !first.some((cell) => NUMBER.test(cell.trim()));
		if (isList || (styles.length > 0 && isLog)) return undefined;
		return { delimiter, first, hasNames, header, ruled };
	}
	return undefined;
}

/** Begins as a number. */
const DIGIT = /^[-+$€£(]?\.?\d/;
/** No name: a size, a hash, what has no letter. */
const NO_NAME =
	/^\d+(?:\.\d+)?[KMGTP]i?B?$|^(?=.*\d)(?=.*[a-fA-F])[\da-fA-F-]{7,64}$|^[^\p{L}\p{N}#%]+$/u;
/** Beginning of an entry of a log or a list: a number, a date, a time. */
const STAMP = /^\W*\d+(?:[-/.: ]|$)|\d:\d\d/;
/** Sorts of cells that are no name above others of theirs: a number, a path or an address, a letter for a state, a file. */
const SORTS = [DIGIT, /[/@]/, /^[A-Z]\d{0,3}$/, /\w\.\w{1,5}$/];
const isYear = (name: string): boolean => /^(?:1[89]|20)\d\d$/.test(name);
type Cells = readonly string[];

/** Tells whether cells may name columns: most are filled, of numbers there are years alone, which count up. */
function isNames(cells: Cells, below: readonly Cells[] = [cells]): boolean {
	const names = cells.map((cell) => cell.trim()).filter((name) => name !== '');
	const years = names.filter((name) => NUMBER.test(name));
	const isUp = years.every((year, at) => isYear(year) && year > (years[at - 1] ?? ''));
	if (!isUp || years.length === 1 || years.length === names.length) return false;
	if (names.length * 2 <= cells.length || names.some((name) => NO_NAME.test(name))) return false;
	const isStamped = ([cell = '']: Cells) => STAMP.test(cell.trim());
	return !isStamped(cells) || !below.some(isStamped);
}

/** Tells whether the cells below, or the spelling alone, make a header of the first row. */
function toldBy(first: Cells, rows: readonly Cells[]) {
	const columns = first.map((cell, at) => ({
		name: cell.trim(),
		below: rows.flatMap((cells) => cells[at]?.trim() || []),
	}));
	const isTyped = columns.some(({ name, below }) => {
		if (name === '' || below.length === 0) return false;
		if (isYear(name)) return !below.some(isYear);
		return [NUMBER, DIGIT].some((one) => !one.test(name) && below.every((cell) => one.test(cell)));
	});
	const isSpelled = columns.every(({ name, below }, at) => {
		if (name === '') return at === 0 || at === first.length - 1;
		const sorts = SORTS.filter((sort) => sort.test(name));
		const again = below.filter((other) => other === name).length;
		// The name of a column may be a value in a list of columns.
		if (again * 10 >= below.length && again > (below.length < 8 ? 0 : 1)) return false;
		return !below.some((other) => sorts.some((sort) => sort.test(other)));
	});
	return { isTyped, isSpelled };
}

/** Returns which of the rows of a step is kept: by no pattern that rows may have. */
const placeIn = (step: number, every: number): number => {
	let mixed = Math.imul(step ^ 0x9e3779b9, 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return ((mixed ^ (mixed >>> 16)) >>> 0) % every;
};

/** Returns the first rows of what may be a table, with the line of Markdown under its head. */
function sampleOf(text: string, delimiter: string): readonly Cells[] | undefined {
	const rows: Cells[] = [];
	const filled = new Set<number>();
	for (const { cells } of readRows(text, delimiter)) {
		const count = rows.length;
		const width = rows[0]?.length ?? cells.length;
		const isFit = cells.length === width || (count === 1 && cells === RULE);
		if (width < 2 || !isFit || cells.some((cell) => cell.length > 20_000)) return undefined;
		// Lines of fields, `kind=a,size=3`, have no header.
		const pairs = count < 2 ? cells.filter((cell) => PAIR.test(cell)).length : 0;
		if (pairs > 1 && pairs * 2 >= width) return undefined;
		// Cells of prose are sentences, those of code end it or open a block.
		if (count === 0 && (/^\s{2}/.test(cells[0] ?? '') || cells.some(isNoName))) return undefined;
		for (const [at, cell] of cells.entries()) if (cell.trim() !== '') filled.add(at);
		if (rows.push(cells) === SAMPLE_SIZE) break;
	}
	const least = rows[1] === RULE ? 3 : 2;
	// Lines that all begin with a tab or end in a comma are indented, or a list.
	return rows.length >= least && filled.size > 1 && filled.has(0) ? rows : undefined;
}

/** Tells whether a cell can name no column: a long one, an object, what ends as a line of code does, a parenthesis alone. */
const isNoName = (cell: string): boolean =>
	cell.length > 60 ||
	/^\s*[{[]|[;{]\s*$/.test(cell) ||
	cell.split('(').length !== cell.split(')').length;

function* readRows(text: string, delimiter: string): Generator<TableRow> {
	let [line, end] = [1, 0];
	let isFramed: boolean | undefined;
	for (const span of rowSpans(text, delimiter)) {
		const found = span.quoted ?? text.slice(span.from, span.end).split(delimiter);
		const last = found.at(-1) as string;
		const ended = last.endsWith('\r') ? found.with(-1, last.slice(0, -1)) : found;
		const inner = delimiter === '|' ? withoutFrame(ended) : ended;
		// Among rows in frames others are none.
		const cells = isFramed && inner === ended && ended.length > 1 ? RULE : inner;
		isFramed ??= inner !== ended;
		if (cells.length !== 1 || cells[0]?.trim() !== '') {
			yield { cells, line, isApart: end > 0 && span.from > end };
			end = span.end + 1;
		}
		line += span.quoted ? text.slice(span.from, span.end + 1).split('\n').length - 1 : 1;
	}
}

const RULE: readonly string[] = [];

/** Returns the cells of a row of Markdown without the bars around it, {@link RULE} for the line under its head. */
const withoutFrame = (cells: readonly string[]): readonly string[] => {
	if (cells.length < 3 || cells[0] !== '' || cells.at(-1)?.trim() !== '') return cells;
	const inner = cells.slice(1, -1).map((cell) => cell.trim());
	return inner.every((cell) => /^:?-{2,}:?$/.test(cell)) ? RULE : inner;
};

/** Returns where rows begin and end, and the cells of those that have quotes. */
export function* rowSpans(text: string, delimiter: string) {
	let from = 0;
	let quote = text.indexOf('"');
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

/** Returns unique names; unnamed columns are numbered. */
const columnNames = (header: readonly string[], width: number): readonly string[] => {
	const taken = new Set<string>();
	return Array.from({ length: width }, (_, column) => {
		const wanted = header[column]?.trim() || `column_${column + 1}`;
		let name = wanted;
		for (let copy = 2; taken.has(name); copy++) name = `${wanted}_${copy}`;
		taken.add(name);
		return name;
	});
};

/** Returns what writes a row as a JSON object: an empty cell of a column of numbers is null. */
export const rowWriter = (columns: readonly Column[]): ((row: TableRow) => string) => {
	const names = columns.map(({ name }) => JSON.stringify(name));
	return ({ cells }) => {
		const members = columns.map(
			({ isNumeric }, at) => `${names[at]}:${cellJson(cells[at] ?? '', isNumeric)}`,
		);
		return `{${members.join(',')}}`;
	};
};

export const cellJson = (cell: string, isNumeric: boolean): string => {
	if (!isNumeric) return JSON.stringify(cell);
	const number = cell.trim();
	return number === '' ? 'null' : number;
};
