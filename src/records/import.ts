// Streaming import of JSON arrays, NDJSON and CSV (docs/records.md "Import"): text in chunks of any size, records out, at
// most one incomplete record in memory.
import { jsonFaultAt } from '../shared/json-fault';
import { jsonIn } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import { type Field, FieldCollector, MAX_RECORD, type NewRecord, readRecord } from './record';

interface ImportFault {
	/** Counted from 1. */
	readonly line: number;
	readonly message: string;
}

interface ReadRecord extends NewRecord {
	/** The parsed value, for its fields. */
	readonly value: object;
}

/** Completed records, or the reason the import stops. */
type ParsedRecords = Result<readonly ReadRecord[], ImportFault>;

/** A streaming parser; unusable after a fault. */
interface RecordParser {
	/** Returns the records completed by this chunk. */
	push(text: string): ParsedRecords;
	/** Returns the last record; a fault if the text ends inside one. */
	end(): ParsedRecords;
}

/** Includes white space, which is not kept. */
const MAX_ITEM = 4 * MAX_RECORD;

/** The units of a format, each read at once: an item or sign of a list, a line, a row. */
interface Units {
	/** White space that may stand before a unit, and is no part of it. */
	readonly blanks?: RegExp;
	/** Finds the end of the unit that begins at `from`; −1 where it does not end yet. */
	endOf(source: string, from: number): number;
	/** Reads a unit that begins in a line. */
	take(unit: string, line: number): ParsedRecords;
	/** Reads what is left at the end. */
	last(rest: string, line: number): ParsedRecords;
	/** Characters of a unit at most, and what is said of more. */
	readonly most: number;
	readonly tooLong: string;
}

function unitParser({ blanks, endOf, take, last, most, tooLong }: Units): RecordParser {
	/** The text that is not parsed yet, the line of its first character, and what came since it was looked at. */
	let rest = '';
	let line = 1;
	let news = '';
	const parsed = (): ParsedRecords => {
		const source = rest + news;
		news = '';
		const records: ReadRecord[] = [];
		for (let from = 0; ; ) {
			if (blanks) {
				blanks.lastIndex = from;
				line += countBreaks(blanks.exec(source)?.[0] ?? '');
				from = blanks.lastIndex;
			}
			const end = endOf(source, from);
			const unit = source.slice(from, end < 0 ? undefined : end);
			if (unit.length > most) return faultAt(line, tooLong);
			rest = unit;
			if (end < 0) return ok(records);
			const read = take(unit, line);
			if (!read.ok) return read;
			records.push(...read.value);
			line += countBreaks(unit);
			from = end;
		}
	};
	return {
		push(text) {
			news += text;
			// Looked at anew once it is twice as long, however small the parts are in which it comes.
			return news.length < rest.length ? ok([]) : parsed();
		},
		end() {
			const read = parsed();
			const ended = read.ok ? last(rest, line) : read;
			return read.ok && ended.ok ? ok([...read.value, ...ended.value]) : ended;
		},
	};
}

/** Parses a JSON array: only brackets, strings and commas are scanned, items are parsed whole. */
function jsonArrayParser(): RecordParser {
	let place: 'before' | 'first' | 'item' | 'after' = 'before';
	return unitParser({
		blanks: /(?:[ \t\n]|\r(?!$))*/y,
		most: MAX_ITEM,
		tooLong: `a record has at most ${MAX_ITEM} characters`,
		endOf(source, from) {
			const sign = source[from];
			// A return at the end may be half a line end.
			if (sign === undefined || sign === '\r') return -1;
			if (place === 'first' && sign !== ']') place = 'item';
			return place === 'item' ? endOfItem(source, from) + 1 || -1 : from + 1;
		},
		take(unit, line) {
			const [was, sign, item] = [place, unit.at(-1), unit.slice(0, -1)];
			if (was === 'after') return faultAt(line, 'there is text after the end of the list');
			if (was === 'before' && sign !== '[')
				return faultAt(line, 'a JSON import is a list of objects and begins with [');
			if (sign !== ',') place = was === 'before' ? 'first' : 'after';
			if (was !== 'item') return ok([]);
			return item === '' ? faultAt(line, 'a record is missing here') : readJsonRecord(item, line);
		},
		last(rest, line) {
			if (place === 'after') return ok([]);
			const isNone = place === 'before';
			const message = isNone ? 'there is nothing to import' : 'the list does not end';
			return faultAt(line + countBreaks(rest), message);
		},
	});
}

/** A whole string, a bracket or a comma; the quote of a string that does not end. */
const SIGN = /"[^"\\]*(?:\\.[^"\\]*)*"|["[\]{},]/gs;

/** Finds the comma or bracket behind the item that begins at `from`; -1 where that does not end yet. */
function endOfItem(source: string, from: number): number {
	let depth = 0;
	SIGN.lastIndex = from;
	for (let found = SIGN.exec(source); found; found = SIGN.exec(source)) {
		const [sign] = found;
		if (sign === '"') return -1;
		if (depth === 0 && (sign === ',' || sign === ']')) return found.index;
		if (sign === '{' || sign === '[') depth++;
		else if (depth > 0 && (sign === '}' || sign === ']')) depth--;
	}
	return -1;
}

/** Parses a record; `line` is that of the first character. */
function readJsonRecord(source: string, line: number): ParsedRecords {
	const value = jsonIn(source);
	if (value === undefined) {
		const { mend, line: within, column } = jsonFaultAt(source) ?? { mend: '', line: 1, column: 1 };
		const place = within > 1 ? `column ${column}` : `character ${column} of the record`;
		return faultAt(line + within - 1, `this is not valid JSON: ${mend} (${place})`);
	}
	const record = readRecord(value, source.trim());
	if (!record.ok) return faultAt(line, record.error);
	return ok([{ ...record.value, value: value as object } satisfies ReadRecord]);
}

/** Creates a fault at a line, from 1. */
export const faultAt = (line: number, message: string) => err<ImportFault>({ line, message });

const countBreaks = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/** Includes white space, which is not kept. */
const MAX_LINE = 2 * MAX_RECORD;

const readLine = (source: string, line: number): ParsedRecords =>
	source.trim() === '' ? ok([]) : readJsonRecord(source.replace(/\n$/, ''), line);

const ndjsonParser = (): RecordParser =>
	unitParser({
		most: MAX_LINE,
		tooLong: `a line has at most ${MAX_LINE} characters`,
		endOf: (source, from) => source.indexOf('\n', from) + 1 || -1,
		take: readLine,
		last: readLine,
	});

const MAX_COLUMNS = 500;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A row with its line end; behind a return at the end of a text there may be a line feed yet. */
const ROW = /[^"\r\n]*(?:"[^"]*"[^"\r\n]*)*(?:\r\n|\n|\r(?!$))/y;
const QUOTED = /"[^"]*(?:""[^"]*)*"(?!")/y;
const CELL = new RegExp(`(${QUOTED.source}|[^",]*)(,|$)`, 'y');

function csvParser(): RecordParser {
	let header: readonly string[] | undefined;
	/** Reads a row, with its line end or without. */
	const take = (source: string, at: number): ParsedRecords => {
		const row = source.replace(/\r?\n$|\r$/, '');
		if (row === '') return ok([]);
		const cells = cellsOf(row, at);
		if (!cells.ok) return cells;
		if (header) return recordOf(header, cells.value, at);
		header = cells.value.map((name) => name.trim());
		const problem = headerProblem(header);
		return problem === undefined ? ok([]) : faultAt(at, problem);
	};
	return unitParser({
		most: MAX_RECORD,
		tooLong: `a line has at most ${MAX_RECORD} characters`,
		endOf(source, from) {
			ROW.lastIndex = from;
			return ROW.test(source) ? ROW.lastIndex : -1;
		},
		take,
		last(rest, line) {
			const last = take(rest, line);
			return !last.ok || header ? last : faultAt(1, 'there is nothing to import');
		},
	});
}

function cellsOf(row: string, line: number): Result<readonly string[], ImportFault> {
	const cells: string[] = [];
	for (let from = 0; ; from = CELL.lastIndex) {
		CELL.lastIndex = from;
		const [, cell = '', end] = CELL.exec(row) ?? [];
		if (end === undefined) return brokenCell(row, from, line);
		cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
		if (end === '') return ok(cells);
		if (cells.length > MAX_COLUMNS) return faultAt(line, `a line has at most ${MAX_COLUMNS} cells`);
	}
}

/** Says why the cell that begins at `from` is none. */
function brokenCell(row: string, from: number, line: number) {
	QUOTED.lastIndex = from;
	const quoted = QUOTED.exec(row)?.[0].length ?? 0;
	if (row[from] === '"' && quoted === 0) return faultAt(line, 'a quoted cell does not end');
	const to = quoted > 0 ? from + quoted : row.indexOf('"', from);
	const what =
		quoted > 0
			? 'text follows the closing quote of a cell'
			: 'a quote stands inside a cell that does not begin with one';
	return faultAt(line + countBreaks(row.slice(0, to)), what);
}

function recordOf(header: readonly string[], row: readonly string[], at: number): ParsedRecords {
	if (row.length !== header.length)
		return faultAt(at, `the line has ${row.length} cells, the header has ${header.length}`);
	const source = jsonOf(header, row);
	const value = JSON.parse(source) as object;
	const record = readRecord(value, source);
	return record.ok ? ok([{ ...record.value, value }]) : faultAt(at, record.error);
}

function headerProblem(names: readonly string[]): string | undefined {
	const empty = names.indexOf('');
	if (empty >= 0) return `column ${empty + 1} of the header has no name`;
	const double = names.find((name, index) => names.indexOf(name) !== index);
	if (double !== undefined) return `the header names ${JSON.stringify(double)} twice`;
	return names.includes('id') ? undefined : 'the header has no column "id"';
}

/** Returns the row as JSON, without empty cells. */
const jsonOf = (header: readonly string[], row: readonly string[]): string =>
	`{${header
		.map((name, index) => [name, row[index] ?? ''] as const)
		.filter(([, cell]) => cell !== '')
		.map(([name, cell]) => `${JSON.stringify(name)}:${typed(cell)}`)
		.join()}}`;

const typed = (cell: string): string =>
	cell === 'true' || cell === 'false' || NUMBER.test(cell) ? cell : JSON.stringify(cell);

/** Formats, each with its parser and its types of content. */
const FORMATS = {
	json: [jsonArrayParser, /^(?:application|text)\/json$/],
	ndjson: [ndjsonParser, /^application\/(?:x-nd|nd)json$|^application\/(?:jsonl|x-jsonlines)$/],
	csv: [csvParser, /^(?:application|text)\/csv$/],
} as const;
export type ImportFormat = keyof typeof FORMATS;

/** Creates the streaming parser of a format, which also collects the fields of its records. */
export function recordParser(format: ImportFormat) {
	const parser = FORMATS[format][0]();
	const collector = new FieldCollector();
	let isFirst = true;
	const collected = (read: ParsedRecords): Result<readonly NewRecord[], ImportFault> => {
		if (!read.ok) return read;
		const records = read.value.map(({ value, ...record }) => {
			collector.add(value);
			return record;
		});
		return ok(records);
	};
	return {
		get fields(): readonly Field[] {
			return collector.fields;
		},
		/** Returns the records completed by this chunk. */
		push(text: string) {
			const plain = isFirst ? text.replace(/^\ufeff/, '') : text;
			isFirst &&= text === '';
			return collected(parser.push(plain));
		},
		/** Returns the last record; a fault if the text ends inside one. */
		end: () => collected(parser.end()),
	};
}

export function importFormatOf(contentType: string | null): ImportFormat | undefined {
	const type = (contentType ?? '').replace(/;.*$/s, '').trim().toLowerCase();
	return (Object.keys(FORMATS) as ImportFormat[]).find((name) => FORMATS[name][1].test(type));
}
