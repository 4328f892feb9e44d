// Reads texts of delimited values (RFC 4180; also with tabs, semicolons or bars): their columns and rows.

export const DELIMITERS = [',', '\t', ';', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];
/** Rows that must have equally many cells. */
const SAMPLE_SIZE = 20;
/** A number as JSON spells it. */
export const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const PAIR = /^\s*[A-Za-z_][\w.-]*=/;
/** UTF-16 units in which the first row ends. */
const HEAD_UNITS = 65_536;

export interface TableRow {
	readonly cells: readonly string[];
	/** Number of its first line, from 1. */
	readonly line: number;
}

export interface Column {
	/** Unique; columns without a name are numbered. */
	readonly name: string;
	/** All of its cells that are not empty are numbers, one at least. */
	readonly isNumeric: boolean;
}

/** Rows may have fewer cells than there are columns. */
export interface Table {
	readonly columns: readonly Column[];
	readonly rows: readonly TableRow[];
	/** Rows of the text, those that were not kept too. */
	readonly total: number;
}

/**
 * Reads a table of at least two columns and rows; undefined for any other text.
 * @param every of so many rows one is kept, of the first ones the first; what the columns are is told from all
 */
export const readTable = (text: string, every = 1): Table | undefined => {
	const { source, delimiter } = delimited(text);
	if (delimiter === undefined) return undefined;
	const rows: TableRow[] = [];
	/** By column: whether all of its cells are numbers; absent as long as all are empty. */
	const areNumbers: boolean[] = [];
	let [width, total] = [0, 0];
	let header: readonly string[] = [];
	for (const row of readRows(source, delimiter)) {
		const { cells } = row;
		if (width === 0) {
			width = cells.length;
			if (isHeader(cells)) header = cells;
			if (header === cells) continue;
		}
		if (cells.length > width) return undefined;
		for (const [at, cell] of cells.entries()) {
			if (areNumbers[at] === false) continue;
			const written = cell.trim();
			if (written !== '') areNumbers[at] = NUMBER.test(written);
		}
		if (total % every === placeIn(Math.floor(total / every), every)) rows.push(row);
		total++;
	}
	const columns = columnNames(header, width).map((name, at) => ({
		name,
		isNumeric: areNumbers[at] === true,
	}));
	return { columns, rows, total };
};

/** Counts the rows that {@link readTable} reads, of a text of any length; undefined for a text that is no table. */
export const tableRows = (text: string): number | undefined => {
	const { source, delimiter } = delimited(text);
	if (delimiter === undefined) return undefined;
	if (delimiter === '|') return readTable(text, Number.POSITIVE_INFINITY)?.total;
	const mark = delimiter.charCodeAt(0);
	let [width, total] = [0, 0];
	for (const { from, end, quoted } of rowSpans(source, delimiter)) {
		let cells = quoted?.length ?? 1;
		if (!quoted) for (let at = from; at < end; at++) if (source.charCodeAt(at) === mark) cells++;
		if (width === 0) {
			width = cells;
			if (isHeader(quoted ?? source.slice(from, end).split(delimiter))) continue;
		}
		if (cells > width) return undefined;
		if (cells > 1 || quoted || source.slice(from, end).trim() !== '') total++;
	}
	return total;
};

const delimited = (text: string) => {
	const source = text.startsWith('\ufeff') ? text.slice(1) : text;
	const isLine = source.slice(0, HEAD_UNITS).includes('\n');
	return { source, delimiter: DELIMITERS.find((one) => isLine && isTable(source, one)) };
};

/** Tells whether cells name columns: the first or the last may have no name, an index and what ends with a delimiter. */
const isHeader = (cells: readonly string[]): boolean =>
	cells.every((cell, at) => {
		const isOuter = cells.length > 2 && (at === 0 || at === cells.length - 1);
		return cell.trim() === '' ? isOuter : !NUMBER.test(cell.trim());
	});

/** Returns which of the rows of a step is kept: by no pattern that rows may have. */
const placeIn = (step: number, every: number): number => {
	let mixed = Math.imul(step ^ 0x9e3779b9, 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return ((mixed ^ (mixed >>> 16)) >>> 0) % every;
};

const isTable = (text: string, delimiter: string): boolean => {
	let width = 0;
	let count = 0;
	const filled = new Set<number>();
	for (const { cells } of readRows(text, delimiter)) {
		if (count === 0) width = cells.length;
		if (width < 2 || cells.length !== width || cells.some((cell) => cell.length > 20_000))
			return false;
		// Lines of fields, `kind=a,size=3`, have no header.
		const pairs = count < 2 ? cells.filter((cell) => PAIR.test(cell)).length : 0;
		if (pairs > 1 && pairs * 2 >= width) return false;
		// Cells of prose are sentences, those of code end it or open a block.
		if (count === 0 && (/^\s{2}/.test(cells[0] ?? '') || cells.some(isNoName))) return false;
		// Behind the comma of a clock's seconds stand its milliseconds.
		if (/\d:\d\d$/.test(cells[0] ?? '') && /^\d{3}(?!\d)/.test(cells[1] ?? '')) return false;
		for (const [at, cell] of cells.entries()) if (cell.trim() !== '') filled.add(at);
		if (++count === SAMPLE_SIZE) break;
	}
	// Lines that all begin with a tab or end in a comma are indented, or a list.
	return count > 1 && filled.size > 1 && filled.has(0);
};

/** Tells whether a cell can name no column: a long one, an object, what ends as a line of code does, a parenthesis alone. */
const isNoName = (cell: string): boolean =>
	cell.length > 60 ||
	/^\s*[{[]|[;{]\s*$/.test(cell) ||
	cell.split('(').length !== cell.split(')').length;

function* readRows(text: string, delimiter: string): Generator<TableRow> {
	let line = 1;
	for (const { from, end, quoted } of rowSpans(text, delimiter)) {
		const found = quoted ?? text.slice(from, end).split(delimiter);
		const ended = found.with(-1, (found.at(-1) as string).replace(/\r$/, ''));
		const cells = delimiter === '|' ? withoutFrame(ended) : ended;
		const isBlank = cells.length === 1 && cells[0]?.trim() === '';
		if (!isBlank && cells !== RULE) yield { cells, line };
		line += quoted ? text.slice(from, end + 1).split('\n').length - 1 : 1;
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
