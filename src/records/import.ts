// Streaming import of CSV (RFC 4180), and the choice of a parser by format. Cells spelled as JSON numbers,
// true or false get these types; all others are strings.
import { ok, type Result } from '../shared/result';
import {
	countBreaks,
	faultAt,
	type ImportFault,
	jsonArrayParser,
	ndjsonParser,
	type ParsedRecords,
	type RecordParser,
	unitParser,
} from './import-json';
import { type Field, FieldCollector, MAX_RECORD, type NewRecord, readRecord } from './record';

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

const PARSERS = { json: jsonArrayParser, ndjson: ndjsonParser, csv: csvParser } as const;
export type ImportFormat = keyof typeof PARSERS;

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

const FORMATS: readonly (readonly [RegExp, ImportFormat])[] = [
	[/^(?:application|text)\/json$/, 'json'],
	[/^application\/(?:x-nd|nd)json$|^application\/(?:jsonl|x-jsonlines)$/, 'ndjson'],
	[/^(?:application|text)\/csv$/, 'csv'],
];

export function importFormatOf(contentType: string | null): ImportFormat | undefined {
	const type = (contentType ?? '').replace(/;.*$/s, '').trim().toLowerCase();
	return FORMATS.find(([each]) => each.test(type))?.[1];
}
