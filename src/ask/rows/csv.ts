// CSV (RFC 4180, also with tabs, semicolons or bars) as a JSON list of rows under their column names.
// A column whose cells are all numbers gives numbers, spelled as they were; its empty cells are null.

const DELIMITERS = [',', '\t', ';', '|'];
/** Rows that must have the same number of cells for a text to be a table. */
const SAMPLED = 20;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

interface Row {
	readonly cells: readonly string[];
	/** Counted from 1. */
	readonly line: number;
}

/** Undefined where the text is no table of at least two columns and two rows. */
export const csvRows = (
	text: string,
): { readonly json: string; readonly lines: readonly number[] } | undefined => {
	const source = text.startsWith('\ufeff') ? text.slice(1) : text;
	const delimiter = DELIMITERS.find((candidate) => isTable(source, candidate));
	if (delimiter === undefined) return undefined;
	const all = [...readRows(source, delimiter)];
	const width = all[0]?.cells.length ?? 0;
	if (all.some(({ cells }) => cells.length > width)) return undefined;
	const isHeader = all[0]?.cells.every((cell) => cell.trim() !== '' && !NUMBER.test(cell.trim()));
	const names = columnNames(isHeader ? (all[0]?.cells ?? []) : [], width);
	const rows = isHeader ? all.slice(1) : all;
	const isNumeric = names.map((_, column) => isNumberColumn(rows, column));
	const items = rows.map(({ cells }) => {
		const members = names.map(
			(name, column) => `${name}:${cellJson(cells[column] ?? '', isNumeric[column] === true)}`,
		);
		return `{${members.join(',')}}`;
	});
	return { json: `[${items.join(',')}]`, lines: rows.map(({ line }) => line) };
};

/** The first rows have the same number of cells, two at least. */
const isTable = (text: string, delimiter: string): boolean => {
	let width = 0;
	let count = 0;
	for (const { cells } of readRows(text, delimiter)) {
		if (count === 0) width = cells.length;
		if (width < 2 || cells.length !== width || cells.some((cell) => cell.length > 20_000))
			return false;
		// Prose with a comma in each line is no table: its cells are sentences.
		if (count === 0 && cells.some((cell) => cell.length > 60 || /^\s*[{[]/.test(cell)))
			return false;
		if (++count === SAMPLED) return true;
	}
	return count > 1;
};

function* readRows(text: string, delimiter: string): Generator<Row> {
	let at = 0;
	let line = 1;
	while (at < text.length) {
		const begins = line;
		const cells: string[] = [];
		for (;;) {
			let cell: string;
			if (text[at] === '"') {
				const end = closingQuote(text, at);
				cell = text.slice(at + 1, end).replaceAll('""', '"');
				for (let place = text.indexOf('\n', at); place >= 0 && place < end; ) {
					line++;
					place = text.indexOf('\n', place + 1);
				}
				at = end + 1;
				const after = cellEnd(text, at, delimiter);
				cell += text.slice(at, after);
				at = after;
			} else {
				const end = cellEnd(text, at, delimiter);
				cell = text.slice(at, end);
				at = end;
			}
			const isLast = text[at] !== delimiter;
			cells.push(isLast && cell.endsWith('\r') ? cell.slice(0, -1) : cell);
			at++;
			if (isLast) break;
		}
		line++;
		const isBlank = cells.length === 1 && cells[0]?.trim() === '';
		if (!isBlank) yield { cells, line: begins };
	}
}

/** The quote that closes a cell, or the end of the text. */
const closingQuote = (text: string, open: number): number => {
	for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 2))
		if (text[at + 1] !== '"') return at;
	return text.length;
};

const cellEnd = (text: string, from: number, delimiter: string): number => {
	let at = from;
	while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at++;
	return at;
};

/** Quoted names, each once; a column without one is named by its place. */
const columnNames = (header: readonly string[], width: number): readonly string[] => {
	const taken = new Set<string>();
	return Array.from({ length: width }, (_, column) => {
		const wanted = header[column]?.trim() || `column_${column + 1}`;
		let name = wanted;
		for (let copy = 2; taken.has(name); copy++) name = `${wanted}_${copy}`;
		taken.add(name);
		return JSON.stringify(name);
	});
};

const isNumberColumn = (rows: readonly Row[], column: number): boolean => {
	let some = false;
	for (const { cells } of rows) {
		const cell = (cells[column] ?? '').trim();
		if (cell === '') continue;
		if (!NUMBER.test(cell)) return false;
		some = true;
	}
	return some;
};

const cellJson = (cell: string, isNumeric: boolean): string => {
	if (!isNumeric) return JSON.stringify(cell);
	const number = cell.trim();
	return number === '' ? 'null' : number;
};
