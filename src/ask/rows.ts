// Reads texts as JSON lists to query: rows of CSV and NDJSON, log entries `{line, text, time, level}`, records, lines.

import { jsonLines } from '../shared/json-lines';
import { eachEntry, HEAD_UNITS, type LogEntry } from '../shared/log-entries';
import { fieldOf, isRule, recordFields, recordHeads, recordStarts } from '../shared/records';
import { shownText } from '../shared/shown-text';
import type { Slices } from '../shared/slices';
import { cellJson, readingTable, type Table, writingRows } from '../shared/table';
import { NUMBER } from '../shared/table-form';
import { readExpanded } from './expanded';

/** A text as a list. */
interface Rows {
	readonly kind: 'csv' | 'ndjson' | 'log' | 'records' | 'lines';
	/** A JSON list. */
	readonly json: string;
	/** Line number of each item, from 1; absent where the items contain it. */
	readonly lines?: readonly number[];
	/** Says which of its lines are no items, where one might be. */
	readonly note?: string | undefined;
}

/** Converts a text to a list in slices: a table, a log, records, or lines. */
export function* readingRows(text: string): Slices<Rows> {
	const table = yield* readingTableRows(text);
	if (table) return table;
	const lines = linesOf(text);
	const entries = entriesIn(lines);
	if (entries) return { kind: 'log', json: logRows(lines, entries) };
	const records = readRecords(lines);
	return records?.areFields()
		? { kind: 'records', json: recordRows(lines, records.starts) }
		: { kind: 'lines', json: plainLines(lines, records?.starts) };
}

/** Converts rows alone: of NDJSON, CSV (also with tabs, semicolons or bars), or aligned by blanks. */
export function* readingTableRows(text: string): Slices<Rows | undefined> {
	const json = jsonLines(text);
	if (json) {
		const { rows, lines, others } = json;
		return { kind: 'ndjson', json: `[${rows.join(',')}]`, lines, note: asideOf(others) };
	}
	const table = readExpanded(linesOf(text)) ?? (yield* readingTable(text));
	if (!table) return undefined;
	return {
		kind: 'csv',
		json: yield* writingRows(table),
		lines: table.rows.map(({ line }) => line),
		note: asideOf([...table.above, ...table.below], table),
	};
}

/** Lines that are no rows, and are told. */
const TOLD = 6;

/** Says which lines are no rows, and of a table that its header is guessed, or that its last row may be a sum. */
const asideOf = (
	lines: readonly string[],
	{ header, doubtful }: Partial<Table> = {},
): string | undefined => {
	const guessed = 'Line 1 is taken for the names of columns; nothing tells that it is no row.';
	const shown = lines.slice(0, TOLD).map((line) => shownText(line, 60));
	const more = lines.length > shown.length ? ` and ${lines.length - shown.length} more` : '';
	const told = [
		header === 'guessed' && guessed,
		doubtful &&
			`The last row has a sum of those above, and is counted: ${shownText(doubtful, 60)}.`,
		lines.length > 0 && `Not among the rows: ${shown.join(', ')}${more}.`,
	];
	return told.filter(Boolean).join(' ') || undefined;
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
