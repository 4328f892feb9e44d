// A text as a list that can be asked: CSV and NDJSON as rows, a log as entries, anything else as
// lines. The list is JSON text, so that it is asked as every other document is.

import { jsonIn } from '../../shared/json-in';
import { csvRows } from './csv';
import { logEntries, plainLines } from './log';

/** What a text was read as. */
export type RowsKind = 'csv' | 'ndjson' | 'log' | 'lines';

/** A text made into a list: which kind it was taken for, and the list as JSON. */
export interface Rows {
	readonly kind: RowsKind;
	/** A JSON list. */
	readonly json: string;
	/** The line of the text (from 1) that each item begins at; absent where the items say it. */
	readonly lines?: readonly number[];
}

/** A text as a list that can be asked: NDJSON, CSV, a log, else its lines. */
export const rowsOf = (text: string): Rows => {
	const ndjson = ndjsonRows(text);
	if (ndjson) return { kind: 'ndjson', ...ndjson };
	const csv = csvRows(text);
	if (csv) return { kind: 'csv', ...csv };
	const log = logEntries(text);
	return log === undefined ? { kind: 'lines', json: plainLines(text) } : { kind: 'log', json: log };
};

/** Lines that are each a JSON object or list; two at least. */
const ndjsonRows = (text: string): { json: string; lines: readonly number[] } | undefined => {
	if (!/^\s*[{[]/.test(text)) return undefined;
	const rows: string[] = [];
	const lines: number[] = [];
	for (const [at, line] of text.split('\n').entries()) {
		const row = line.trim();
		if (row === '') continue;
		if (!/^[{[]/.test(row) || !isJson(row)) return undefined;
		rows.push(row);
		lines.push(at + 1);
	}
	return rows.length > 1 ? { json: `[${rows.join(',')}]`, lines } : undefined;
};

const isJson = (text: string): boolean => jsonIn(text) !== undefined;
