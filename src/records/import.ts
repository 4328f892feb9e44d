// Streaming import of CSV (RFC 4180), and the choice of a parser by format. Cells spelled as JSON numbers,
// true or false get these types; all others are strings.
import { ok, type Result } from '../shared/result';
import {
	faultAt,
	type ImportFault,
	jsonArrayParser,
	ndjsonParser,
	type ParsedRecords,
	type ReadRecord,
	type RecordParser,
} from './import-json';
import { type Field, FieldCollector, MAX_RECORD, type NewRecord, readRecord } from './record';

const MAX_COLUMNS = 500;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

type Fault = ReturnType<typeof faultAt>;

function csvParser(): RecordParser {
	let header: readonly string[] | undefined;
	let cells: string[] = [];
	let cell = '';
	/** `closed` follows a closing quote, which may be half of a doubled one. */
	let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
	let line = 1;
	let rowLine = 1;
	let rowLength = 0;
	let isAfterReturn = false;
	const records: ReadRecord[] = [];

	const endCell = (): void => {
		cells.push(cell);
		cell = '';
		state = 'start';
	};

	const endRow = (): Fault | undefined => {
		const isEmpty = cells.length === 0 && cell === '' && state === 'start';
		endCell();
		const row = cells;
		const at = rowLine;
		cells = [];
		rowLine = line;
		rowLength = 0;
		if (isEmpty) return undefined;
		if (header) return addRecord(row, at);
		const names = row.map((name) => name.trim());
		const problem = headerProblem(names);
		header = names;
		return problem === undefined ? undefined : faultAt(at, problem);
	};

	const addRecord = (row: readonly string[], at: number): Fault | undefined => {
		if (row.length !== header?.length)
			return faultAt(at, `the line has ${row.length} cells, the header has ${header?.length}`);
		const source = jsonOf(header, row);
		const value = JSON.parse(source) as object;
		const record = readRecord(value, source);
		if (!record.ok) return faultAt(at, record.error);
		records.push({ ...record.value, value });
		return undefined;
	};

	/** Consumes one character, or a run of ordinary ones; returns a fault. */
	const take = (character: string): Fault | undefined => {
		if (state === 'quoted') {
			if (character === '"') state = 'closed';
			else cell += character;
			return undefined;
		}
		switch (character) {
			case ',':
				endCell();
				return cells.length > MAX_COLUMNS
					? faultAt(rowLine, `a line has at most ${MAX_COLUMNS} cells`)
					: undefined;
			case '\n':
			case '\r':
				return endRow();
			case '"':
				if (state === 'plain')
					return faultAt(line, 'a quote stands inside a cell that does not begin with one');
				if (state === 'closed') cell += character;
				state = 'quoted';
				return undefined;
			default:
				if (state === 'closed') return faultAt(line, 'text follows the closing quote of a cell');
				state = 'plain';
				cell += character;
				return undefined;
		}
	};

	const push = (text: string): ParsedRecords => {
		records.length = 0;
		for (const character of pieces(text)) {
			const isFeedOfReturn = character === '\n' && isAfterReturn;
			isAfterReturn = character === '\r';
			if (character === '\r' || (character === '\n' && !isFeedOfReturn)) line++;
			rowLength += character.length;
			if (rowLength > MAX_RECORD)
				return faultAt(rowLine, `a line has at most ${MAX_RECORD} characters`);
			// The line feed of CRLF is dropped, except inside quotes.
			if (isFeedOfReturn && state !== 'quoted') {
				rowLength = 0;
				continue;
			}
			const fault = take(character);
			if (fault) return fault;
		}
		return ok([...records]);
	};

	return {
		push,
		end() {
			records.length = 0;
			if (state === 'quoted') return faultAt(rowLine, 'a quoted cell does not end');
			const fault = endRow();
			if (fault) return fault;
			return header ? ok([...records]) : faultAt(1, 'there is nothing to import');
		},
	};
}

/** Splits into runs of ordinary characters and single special ones. */
const pieces = (text: string): string[] => text.match(/[^",\r\n]+|[",\r\n]/g) ?? [];

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

export const IMPORT_FORMATS = ['json', 'ndjson', 'csv'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

const PARSERS = { json: jsonArrayParser, ndjson: ndjsonParser, csv: csvParser } as const;

/** Creates the streaming parser of a format, which also collects the fields of its records. */
export function recordParser(format: ImportFormat) {
	const parser = PARSERS[format]();
	const collector = new FieldCollector();
	let isFirst = true;
	const collected = (read: ParsedRecords): Result<readonly NewRecord[], ImportFault> => {
		if (!read.ok) return read;
		return ok(
			read.value.map(({ value, ...record }) => {
				collector.add(value);
				return record;
			}),
		);
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

const FORMATS: Readonly<Record<string, ImportFormat>> = {
	'application/json': 'json',
	'text/json': 'json',
	'application/x-ndjson': 'ndjson',
	'application/ndjson': 'ndjson',
	'application/jsonl': 'ndjson',
	'application/x-jsonlines': 'ndjson',
	'text/csv': 'csv',
	'application/csv': 'csv',
};

export const importFormatOf = (contentType: string | null): ImportFormat | undefined =>
	FORMATS[(contentType ?? '').replace(/;.*$/s, '').trim().toLowerCase()];
