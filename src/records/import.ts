// CSV as RFC 4180 has it: a header, commas, quotes doubled inside quotes; lines end with CRLF, LF or
// CR. Cells that are spelled as JSON numbers, true or false become that, all others are texts.
import { ok } from '../shared/result';
import {
	faultAt,
	type ImportFault,
	jsonArrayParser,
	ndjsonParser,
	type ReadRecord,
	type RecordParser,
	type Records,
} from './import-json';
import { MAX_RECORD } from './limits';
import { readRecord } from './record';

/** Columns of a file. */
const MAX_COLUMNS = 500;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads CSV with a header line, chunk by chunk (RFC 4180). */
export function csvParser(): RecordParser {
	let header: readonly string[] | undefined;
	let cells: string[] = [];
	let cell = '';
	/** `closed`: after a closing quote, which may turn out to be half of a doubled one. */
	let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
	let line = 1;
	let rowLine = 1;
	let rowLength = 0;
	let isAfterReturn = false;
	let isFirst = true;
	const records: ReadRecord[] = [];

	const endCell = (): void => {
		cells.push(cell);
		cell = '';
		state = 'start';
	};

	const endRow = (): ImportFault | undefined => {
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
		return problem === undefined ? undefined : { line: at, message: problem };
	};

	const addRecord = (row: readonly string[], at: number): ImportFault | undefined => {
		if (row.length !== header?.length)
			return {
				line: at,
				message: `the line has ${row.length} cells, the header has ${header?.length}`,
			};
		const source = jsonOf(header, row);
		const value = JSON.parse(source) as object;
		const record = readRecord(value, source);
		if (!record.ok) return { line: at, message: record.error };
		records.push({ ...record.value, value });
		return undefined;
	};

	/** Takes one character; what is wrong with it, if anything. */
	const take = (character: string): ImportFault | undefined => {
		if (state === 'quoted') {
			if (character === '"') state = 'closed';
			else cell += character;
			return undefined;
		}
		switch (character) {
			case ',':
				endCell();
				return cells.length > MAX_COLUMNS
					? { line: rowLine, message: `a line has at most ${MAX_COLUMNS} cells` }
					: undefined;
			case '\n':
			case '\r':
				return endRow();
			case '"':
				if (state === 'plain')
					return { line, message: 'a quote stands inside a cell that does not begin with one' };
				if (state === 'closed') cell += character;
				state = 'quoted';
				return undefined;
			default:
				if (state === 'closed')
					return { line, message: 'text follows the closing quote of a cell' };
				state = 'plain';
				cell += character;
				return undefined;
		}
	};

	const push = (text: string): Records => {
		records.length = 0;
		for (const character of pieces(text)) {
			const isFeedOfReturn = character === '\n' && isAfterReturn;
			isAfterReturn = character === '\r';
			if (character === '\r' || (character === '\n' && !isFeedOfReturn)) line++;
			rowLength += character.length;
			if (rowLength > MAX_RECORD)
				return faultAt(rowLine, `a line has at most ${MAX_RECORD} characters`);
			// The second half of a line's end is nothing of its own, except inside quotes.
			if (isFeedOfReturn && state !== 'quoted') {
				rowLength = 0;
				continue;
			}
			const problem = take(character);
			if (problem) return faultAt(problem.line, problem.message);
		}
		return ok([...records]);
	};

	return {
		push(text) {
			const plain = isFirst ? text.replace(/^\ufeff/, '') : text;
			isFirst &&= text === '';
			return push(plain);
		},
		end() {
			records.length = 0;
			if (state === 'quoted') return faultAt(rowLine, 'a quoted cell does not end');
			const problem = endRow();
			if (problem) return faultAt(problem.line, problem.message);
			return header ? ok([...records]) : faultAt(1, 'there is nothing to import');
		},
	};
}

/** Runs of ordinary characters in one piece, all others alone. */
const pieces = (text: string): string[] => text.match(/[^",\r\n]+|[",\r\n]/g) ?? [];

function headerProblem(names: readonly string[]): string | undefined {
	const empty = names.indexOf('');
	if (empty >= 0) return `column ${empty + 1} of the header has no name`;
	const double = names.find((name, index) => names.indexOf(name) !== index);
	if (double !== undefined) return `the header names ${JSON.stringify(double)} twice`;
	return names.includes('id') ? undefined : 'the header has no column "id"';
}

/** The row as JSON; empty cells are left out. */
const jsonOf = (header: readonly string[], row: readonly string[]): string =>
	`{${header
		.map((name, index) => [name, row[index] ?? ''] as const)
		.filter(([, cell]) => cell !== '')
		.map(([name, cell]) => `${JSON.stringify(name)}:${typed(cell)}`)
		.join()}}`;

const typed = (cell: string): string =>
	cell === 'true' || cell === 'false' || NUMBER.test(cell) ? cell : JSON.stringify(cell);

export const IMPORT_FORMATS = ['json', 'ndjson', 'csv'] as const;
/** In which form records arrive. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Reads records of a format, chunk by chunk. */
export function recordParser(format: ImportFormat): RecordParser {
	switch (format) {
		case 'json':
			return jsonArrayParser();
		case 'ndjson':
			return ndjsonParser();
		case 'csv':
			return csvParser();
	}
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

/** The format a Content-Type names. */
export const formatOf = (contentType: string | null): ImportFormat | undefined =>
	FORMATS[(contentType ?? '').replace(/;.*$/s, '').trim().toLowerCase()];
