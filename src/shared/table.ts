// Reads texts of delimited values (RFC 4180; also with tabs, semicolons or bars): their columns and rows.
import { type Cuts, cellsAt, cutsOf } from './gutters';
import { headingOf, mayName, SURE } from './heading';
import { beginsEntry, entryStyles } from './log-entries';
import { inOneGo, type Slices } from './slices';

export const DELIMITERS = [',', '\t', ';', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];
/** Rows by which a table and its header are told. */
const SAMPLE_SIZE = 50;
/** Rows that are read, or written, without a pause. */
const AT_ONCE = 2_000;
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
	/** Names of the columns were found: of a guess, nothing tells that the first line is no row. */
	readonly header?: 'sure' | 'guessed';
	/** Lines behind the last row that are none: a sum, a source. */
	readonly below: readonly string[];
}

/**
 * Reads a table of at least two columns and rows, each of as many cells, in slices; undefined for any other text.
 * @param every of so many rows one is kept, of the first ones the first; what the columns are is told from all
 * @param whole what `text` is parts of: its header is theirs, and rows may be cut off where they end
 */
export function* readingTable(text: string, every = 1, whole = text): Slices<Table | undefined> {
	const form = formOf(whole);
	if (!form) return undefined;
	const { first, header, ruled } = form;
	const isFramed = ruled > 0 && typeof form.delimiter === 'string';
	const width = first.length;
	const rows: TableRow[] = [];
	/** By column: whether all of its cells are numbers; absent as long as all are empty. */
	const areNumbers: boolean[] = [];
	const below: string[] = [];
	let [seen, total] = [0, 0];
	/** The row before is no blank line above. */
	let isDense = false;
	for (const row of readRows(text, form.delimiter)) {
		const { cells } = row;
		if (++seen === ruled || (header && seen === 1)) continue;
		const isShort = cells.length < width && whole === text;
		const isLine = isShort && cells.length < 2;
		if (isLine && header && !isFramed && below.push(...cells) <= MOST_BELOW) continue;
		if (cells.length > width || isLine || below.length > 0) return undefined;
		// Another table: with the header again, or with names, apart from rows that are not or fewer below numbers.
		const isAgain = seen > 1 && first.every((name, at) => name === cells[at]);
		const isOther = (row.isApart && isDense) || (isShort && areNumbers.includes(true));
		if ((isAgain || isOther) && mayName(cells)) return undefined;
		isDense = !row.isApart && seen > 1;
		for (const [at, cell] of cells.entries()) {
			if (areNumbers[at] === false) continue;
			const written = cell.trim();
			if (written !== '') areNumbers[at] = NUMBER.test(written);
		}
		if (total % every === placeIn(Math.floor(total / every), every)) rows.push(row);
		if (++total % AT_ONCE === 0) yield;
	}
	const names = columnNames(header ?? [], width);
	const columns = names.map((name, at) => ({ name, isNumeric: areNumbers[at] === true }));
	const found = header && (form.isSure ? 'sure' : 'guessed');
	return { columns, rows, total, below, ...(found && { header: found }) };
}

/** Reads a table as {@link readingTable} does, without a pause. */
export const readTable = (...of: Parameters<typeof readingTable>): Table | undefined =>
	inOneGo(readingTable(...of));

/** A byte order mark and lines of comment, before the first row. */
const BEFORE = /^\ufeff?(?:(?:#(?:[# ].*|[^\s,;|]*))?\r?\n)*/;
/** Lines below the last row that are none. */
const MOST_BELOW = 3;

function formOf(text: string) {
	const before = BEFORE.exec(text)?.[0].length ?? 0;
	const start = text.slice(before, before + HEAD_UNITS);
	const lines = start.split(/\r?\n/).slice(0, start.length < HEAD_UNITS ? undefined : -1);
	const cuts = lines.length > 1 ? cutsOf(lines) : undefined;
	for (const delimiter of [...(lines.length > 1 ? DELIMITERS : []), ...(cuts ? [cuts] : [])]) {
		const rows = sampleOf(text, delimiter);
		const ruled = rows?.[1]?.length === 0 ? 2 : 0;
		const [first, ...below] = rows?.filter((cells) => cells.length > 0) ?? [];
		if (!first) continue;
		const heading = ruled ? Number.POSITIVE_INFINITY : headingOf(first, below);
		const header = heading > 0 ? first : undefined;
		const heads = lines.slice(0, 160).map((line) => line.slice(0, 160));
		const styles = entryStyles(heads);
		// A comma that a blank is behind stands in sentences and names too.
		const isSpaced = delimiter === ',' && first.some((cell, at) => at > 0 && cell.startsWith(' '));
		const isLog = !header || isSpaced || beginsEntry(styles, heads[0] ?? '', undefined);
		const isSure = heading >= SURE;
		const longest = Math.max(...first.map((cell) => cell.length));
		const isPair = first.length === 2 && !first.some((cell) => NUMBER.test(cell.trim()));
		const isProse = isSpaced && (longest > 40 || (isPair && !isSure));
		// Long names are certain, and what is below comments has names.
		const isPlain = header ? isSure || longest <= 60 : !text.startsWith('#');
		if (delimiter === cuts && !(isSure && mayName(first))) return undefined;
		if (isProse || !isPlain || (styles.length > 0 && isLog)) return undefined;
		return { delimiter, first, header, ruled, isSure };
	}
	return undefined;
}

/** Returns which of the rows of a step is kept: by no pattern that rows may have. */
const placeIn = (step: number, every: number): number => {
	let mixed = Math.imul(step ^ 0x9e3779b9, 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return ((mixed ^ (mixed >>> 16)) >>> 0) % every;
};

/** Returns the first rows of what may be a table, with the line of Markdown under its head. */
function sampleOf(
	text: string,
	delimiter: string | Cuts,
): readonly (readonly string[])[] | undefined {
	const rows: (readonly string[])[] = [];
	const filled = new Set<number>();
	for (const { cells } of readRows(text, delimiter)) {
		const width = rows[0]?.length ?? cells.length;
		if (rows.length > 1 && cells.length === 1) break;
		// Below names in a line of comment last cells that are empty may be left out.
		const isNamed = rows[0]?.[0]?.startsWith('#') && !rows[0].includes('');
		const isShort = isNamed && cells.length > 1 && cells.length < width;
		const isFit = isShort || cells.length === width || (rows.length === 1 && cells.length === 0);
		if (width < 2 || !isFit || cells.some((cell) => cell.length > 20_000)) return undefined;
		// Cells of prose are sentences, those of code end it or open a block.
		if (rows.length === 0 && (/^\s{2}/.test(cells[0] ?? '') || cells.some(isNoName)))
			return undefined;
		for (const [at, cell] of cells.entries()) if (cell.trim() !== '') filled.add(at);
		if (rows.push(cells) === SAMPLE_SIZE) break;
	}
	const least = rows[1]?.length === 0 ? 3 : 2;
	// Lines that all begin with a tab or end in a comma are indented, or a list.
	return rows.length >= least && filled.size > 1 && filled.has(0) ? rows : undefined;
}

/** Tells whether a cell can name no column: a long one, an object, a pair `kind=a`, what ends as a line of code does, a parenthesis alone. */
const isNoName = (cell: string): boolean =>
	cell.length > 1000 ||
	/^\S{61}/.test(cell) ||
	/^\s*(?:[{[]|\/[/*]|[A-Za-z_][\w.-]*=)|[;{]\s*$/.test(cell) ||
	cell.split('(').length !== cell.split(')').length;

function* readRows(text: string, delimiter: string | Cuts): Generator<TableRow> {
	const before = BEFORE.exec(text)?.[0] ?? '';
	let [line, end] = [before.split('\n').length, 0];
	let isFramed: boolean | undefined;
	/** Names stand in a line of comment: others are no rows. */
	const isCommented = /^#\w/.test(text.slice(before.length, before.length + 2));
	const mark = typeof delimiter === 'string' ? delimiter : '';
	for (const span of rowSpans(text, mark, before.length)) {
		const written = text.slice(span.from, span.end);
		const split = mark === '' ? cellsAt(written, delimiter as Cuts) : written.split(mark);
		const found = span.quoted ?? split;
		const ended = found.at(-1)?.endsWith('\r')
			? found.with(-1, found.at(-1)?.slice(0, -1) ?? '')
			: found;
		const inner = delimiter === '|' ? withoutFrame(ended) : ended;
		// Among rows in frames others are none.
		const cells = isFramed && inner === ended && ended.length > 1 ? RULE : inner;
		isFramed ??= inner !== ended;
		const isComment = isCommented && /^#(?!\w)/.test(written);
		if (!isComment && (cells.length !== 1 || cells[0]?.trim() !== '')) {
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

/** Returns where rows begin and end, and the cells of those that have quotes, where something stands between cells. */
export function* rowSpans(text: string, delimiter: string, start = 0) {
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

/** Writes a table as a JSON list, in slices. */
export function* writingRows({ columns, rows }: Table): Slices<string> {
	const write = rowWriter(columns);
	const parts: string[] = [];
	for (let at = 0; at < rows.length; at += AT_ONCE, yield)
		parts.push(
			rows
				.slice(at, at + AT_ONCE)
				.map(write)
				.join(','),
		);
	return `[${parts.join(',')}]`;
}

export const cellJson = (cell: string, isNumeric: boolean): string => {
	if (!isNumeric) return JSON.stringify(cell);
	const number = cell.trim();
	return number === '' ? 'null' : number.replace(/^-?(?=\.)/, '$&0');
};
