// Streaming import of JSON arrays and NDJSON (docs/records.md "Import"): text in chunks of any size,
// records out, at most one incomplete record in memory.

import { jsonFaultAt } from '../shared/json-fault';
import { jsonIn } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import { MAX_RECORD, type NewRecord, readRecord } from './record';

export interface ImportFault {
	/** Counted from 1. */
	readonly line: number;
	readonly message: string;
}

export interface ReadRecord extends NewRecord {
	/** The parsed value, for its fields. */
	readonly value: object;
}

/** Completed records, or the reason the import stops. */
export type ParsedRecords = Result<readonly ReadRecord[], ImportFault>;

/** A streaming parser; unusable after a fault. */
export interface RecordParser {
	/** Returns the records completed by this chunk. */
	push(text: string): ParsedRecords;
	/** Returns the last record; a fault if the text ends inside one. */
	end(): ParsedRecords;
}

/** Includes white space, which is not kept. */
const MAX_ITEM = 4 * MAX_RECORD;

const TOO_LONG = `a record has at most ${MAX_ITEM} characters`;

/** Parses a JSON array: only brackets, strings and commas are scanned, items are parsed whole. */
export function jsonArrayParser(): RecordParser {
	/** The text that is not parsed yet, and the line of its first character. */
	let rest = '';
	let line = 1;
	let place: 'before' | 'first' | 'item' | 'after' = 'before';

	const push = (text: string): ParsedRecords => {
		const source = rest + text;
		const records: ReadRecord[] = [];
		let from = 0;
		const passTo = (at: number): void => {
			line += countLines(source.slice(from, at));
			from = at;
		};
		for (;;) {
			if (place === 'item') {
				const end = endOfItem(source, from);
				if (end < 0) break;
				const read = readItem(source.slice(from, end), line);
				if (!read.ok) return read;
				records.push(...read.value);
				passTo(end + 1);
				if (source[end] === ']') place = 'after';
				continue;
			}
			BLANKS.lastIndex = from;
			passTo(from + (BLANKS.exec(source)?.[0].length ?? 0));
			if (from === source.length) break;
			if (place === 'after') return faultAt(line, 'there is text after the end of the list');
			if (place === 'first' && source[from] !== ']') place = 'item';
			else if (place === 'before' && source[from] !== '[')
				return faultAt(line, 'a JSON import is a list of objects and begins with [');
			else {
				place = place === 'before' ? 'first' : 'after';
				passTo(from + 1);
			}
		}
		rest = source.slice(from);
		return rest.length > MAX_ITEM ? faultAt(line, TOO_LONG) : ok(records);
	};

	return {
		push,
		end() {
			if (place === 'after') return ok([]);
			const isNone = place === 'before';
			const message = isNone ? 'there is nothing to import' : 'the list does not end';
			return faultAt(line + countLines(rest), message);
		},
	};
}

const BLANKS = /[ \t\r\n]*/y;
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

/** @param line of its first character, which may be blank */
function readItem(source: string, line: number): ParsedRecords {
	const item = source.trimStart();
	const at = line + countLines(source.slice(0, source.length - item.length));
	return item === '' ? faultAt(at, 'a record is missing here') : readJsonRecord(item, at);
}

/** Parses a record; `line` is that of the first character. */
export function readJsonRecord(source: string, line: number): ParsedRecords {
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

export function countLines(text: string): number {
	let count = 0;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
	return count;
}

/** Includes white space, which is not kept. */
const MAX_LINE = 2 * MAX_RECORD;

export function ndjsonParser(): RecordParser {
	let rest = '';
	let line = 1;
	return {
		push(text) {
			const records: ReadRecord[] = [];
			let from = 0;
			for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
				const source = rest + text.slice(from, end);
				rest = '';
				from = end + 1;
				if (source.length > MAX_LINE) return faultAt(line, LINE_TOO_LONG);
				if (source.trim() !== '') {
					const read = readJsonRecord(source, line);
					if (!read.ok) return read;
					records.push(...read.value);
				}
				line++;
			}
			rest += text.slice(from);
			return rest.length > MAX_LINE ? faultAt(line, LINE_TOO_LONG) : ok(records);
		},
		end: () => (rest.trim() === '' ? ok([]) : readJsonRecord(rest, line)),
	};
}

const LINE_TOO_LONG = `a line has at most ${MAX_LINE} characters`;
