// Reads texts as JSON lists that can be queried: rows of CSV and NDJSON, log entries `{line, text, time,
// level}`, records of fields, lines.

import { jsonIn } from '../shared/json-values';
import { eachEntry, HEAD_UNITS, type LogEntry } from '../shared/log-entries';
import { fieldOf, isRule, recordFields, recordHeads, recordStarts } from '../shared/records';

/** A text as a list. */
interface Rows {
	readonly kind: 'csv' | 'ndjson' | 'log' | 'records' | 'lines';
	/** A JSON list. */
	readonly json: string;
	/** Line number of each item, from 1; absent where the items contain it. */
	readonly lines?: readonly number[];
}

/** Converts a text to a list: NDJSON, CSV (also with tabs, semicolons or bars), a log, records, or lines. */
export const textToRows = (text: string): Rows => {
	const ndjson = ndjsonRows(text);
	if (ndjson) return { kind: 'ndjson', ...ndjson };
	const csv = csvRows(text);
	if (csv) return { kind: 'csv', ...csv };
	const lines = linesOf(text);
	const entries = entriesIn(lines);
	if (entries) return { kind: 'log', json: logRows(lines, entries) };
	const records = readRecords(lines);
	return records?.areFields()
		? { kind: 'records', json: recordRows(lines, records.starts) }
		: { kind: 'lines', json: plainLines(lines, records?.starts) };
};

/** Reads lines that are JSON objects or lists; at least two. */
const ndjsonRows = (text: string): Omit<Rows, 'kind'> | undefined => {
	if (!/^\s*[{[]/.test(text)) return undefined;
	const rows: string[] = [];
	const lines: number[] = [];
	for (const [at, line] of text.split('\n').entries()) {
		const row = line.trim();
		if (row === '') continue;
		if (!/^[{[]/.test(row) || jsonIn(row) === undefined) return undefined;
		rows.push(row);
		lines.push(at + 1);
	}
	return rows.length > 1 ? { json: `[${rows.join(',')}]`, lines } : undefined;
};

const DELIMITERS = [',', '\t', ';', '|'];
/** Rows that must have equally many cells. */
const SAMPLE_SIZE = 20;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const PAIR = /^\s*[A-Za-z_][\w.-]*=/;

interface Row {
	readonly cells: readonly string[];
	/** From 1. */
	readonly line: number;
}

/** Parses CSV with at least two columns and rows. Columns of numbers give numbers with their spelling. */
const csvRows = (text: string): Omit<Rows, 'kind'> | undefined => {
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

const isTable = (text: string, delimiter: string): boolean => {
	let width = 0;
	let count = 0;
	for (const { cells } of readRows(text, delimiter)) {
		if (count === 0) width = cells.length;
		if (width < 2 || cells.length !== width || cells.some((cell) => cell.length > 20_000))
			return false;
		// Lines of fields, `kind=a,size=3`, have no header.
		const pairs = count < 2 ? cells.filter((cell) => PAIR.test(cell)).length : 0;
		if (pairs > 1 && pairs * 2 >= width) return false;
		// Cells of prose are sentences.
		if (count === 0 && cells.some((cell) => cell.length > 60 || /^\s*[{[]/.test(cell)))
			return false;
		if (++count === SAMPLE_SIZE) return true;
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
			let cell = '';
			if (text[at] === '"') {
				const end = closingQuote(text, at);
				cell = text.slice(at + 1, end).replaceAll('""', '"');
				for (let place = text.indexOf('\n', at); place >= 0 && place < end; ) {
					line++;
					place = text.indexOf('\n', place + 1);
				}
				at = end + 1;
			}
			const after = cellEnd(text, at, delimiter);
			cell += text.slice(at, after);
			at = after;
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

/** Returns unique quoted names; unnamed columns are numbered. */
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

/** Splits a log into entries; undefined for other texts. */
export const entriesIn = (lines: readonly string[]): readonly LogEntry[] | undefined => {
	const entries: LogEntry[] = [];
	const headOf = (line: number): string => (lines[line] ?? '').slice(0, HEAD_UNITS);
	const isLog = eachEntry(lines.length, headOf, (entry) => entries.push(entry));
	return isLog ? entries : undefined;
};

const logRows = (lines: readonly string[], entries: readonly LogEntry[]): string => {
	const rows = entries.map(({ from, to, time, level }) => {
		const entry = lines.slice(from, to).join('\n').trimEnd();
		return `{"line":${from + 1}${time === undefined ? '' : `,"time":${JSON.stringify(time)}`}${level === undefined ? '' : `,"level":"${level}"`},"text":${JSON.stringify(entry)}}`;
	});
	return `[${rows.join(',')}]`;
};

/** Returns the lines (from 0) at which records begin; undefined for a text of none. */
export const recordsIn = (lines: readonly string[]): readonly number[] | undefined =>
	readRecords(lines)?.starts;

const readRecords = (lines: readonly string[]) => {
	const head = (line: number) => (lines[line] as string).slice(0, HEAD_UNITS);
	const heads = { count: lines.length, head };
	const records = recordHeads(heads);
	const starts = records && recordStarts(heads, records);
	return starts && { starts, areFields: () => recordFields(heads, records, starts) !== undefined };
};

/** Converts records of lines `Key: value` to JSON, lines that continue one in its value. */
const recordRows = (lines: readonly string[], starts: readonly number[]): string => {
	const texts = new Set<string>();
	const rows = starts.map((from, at) => {
		const fields = new Map<string, string[]>();
		let last: string[] = [];
		for (const line of lines.slice(from, starts[at + 1] ?? lines.length)) {
			const head = line.slice(0, HEAD_UNITS);
			if (isRule(head)) continue;
			const name = fieldOf(head);
			if (name === undefined) {
				last.push(line);
				continue;
			}
			last = fields.get(name) ?? [];
			last.push(line.slice(name.length + 1).trim());
			fields.set(name, last);
		}
		const values = [...fields].map(([name, parts]) => [name, parts.join('\n').trimEnd()] as const);
		for (const [name, value] of values) if (!NUMBER.test(value)) texts.add(name);
		return { line: from + 1, values };
	});
	const cell = (name: string, value: string): string =>
		`${JSON.stringify(name)}:${cellJson(value, !texts.has(name))}`;
	return `[${rows
		.map(({ line, values }) => {
			const own = values.some(([name]) => name === 'line') ? [] : [`"line":${line}`];
			return `{${[...own, ...values.map(([name, value]) => cell(name, value))].join(',')}}`;
		})
		.join(',')}]`;
};

/** Converts lines to JSON `{line, text}`, from 1; where there are records, with the first line of the record. */
const plainLines = (lines: readonly string[], starts: readonly number[] = []): string => {
	let at = -1;
	const rows = lines.map((line, index) => {
		if (starts[at + 1] === index) at++;
		const head = at < 0 ? undefined : (lines[starts[at] as number] as string).slice(0, HEAD_UNITS);
		const record = head === undefined ? '' : `,"record":${JSON.stringify(head.toWellFormed())}`;
		return `{"line":${index + 1}${record},"text":${JSON.stringify(line)}}`;
	});
	return `[${rows.join(',')}]`;
};

/** Splits a text into lines without their ends. */
export const linesOf = (text: string): readonly string[] => {
	const lines = text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n');
	if (lines.at(-1) === '') lines.pop();
	return lines;
};
