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
	/** The incomplete item, and the line of its first character. */
	let item = '';
	let itemLine = 1;
	let line = 1;
	let place: 'before' | 'first' | 'item' | 'after' = 'before';
	let depth = 0;
	let inString = false;
	let isEscaped = false;

	const finish = (piece: string, pieceLine: number, records: ReadRecord[]): ParsedRecords => {
		const source = item + piece;
		const start = item === '' ? pieceLine : itemLine;
		item = '';
		const lead = /^\s*/.exec(source)?.[0] ?? '';
		const at = start + countLines(lead);
		if (lead.length === source.length) return faultAt(at, 'a record is missing here');
		const read = readJsonRecord(source.slice(lead.length), at);
		if (read.ok) records.push(...read.value);
		return read;
	};

	const push = (text: string): ParsedRecords => {
		const records: ReadRecord[] = [];
		let from = 0;
		let counted = 0;
		/** Positions must be asked in ascending order. */
		const lineAt = (position: number): number => {
			line += countLines(text.slice(counted, position));
			counted = position;
			return line;
		};
		for (let at = 0; at < text.length; at++) {
			const unit = text.charCodeAt(at);
			if (place === 'item') {
				if (inString) {
					if (isEscaped) isEscaped = false;
					else if (unit === BACKSLASH) isEscaped = true;
					else if (unit === QUOTE) inString = false;
					continue;
				}
				if (unit === QUOTE) inString = true;
				else if (unit === OPEN_OBJECT || unit === OPEN_ARRAY) depth++;
				else if (depth > 0 && (unit === CLOSE_OBJECT || unit === CLOSE_ARRAY)) depth--;
				else if (depth === 0 && (unit === COMMA || unit === CLOSE_ARRAY)) {
					const read = finish(text.slice(from, at), lineAt(from), records);
					if (!read.ok) return read;
					from = at + 1;
					if (unit === CLOSE_ARRAY) place = 'after';
				}
				continue;
			}
			if (isBlank(unit)) continue;
			if (place === 'before') {
				if (unit !== OPEN_ARRAY)
					return faultAt(lineAt(at), 'a JSON import is a list of objects and begins with [');
				place = 'first';
			} else if (place === 'first') {
				place = unit === CLOSE_ARRAY ? 'after' : 'item';
				from = at;
				// The item's first character is scanned too.
				if (place === 'item') at--;
			} else return faultAt(lineAt(at), 'there is text after the end of the list');
		}
		if (place === 'item') {
			if (item === '') itemLine = lineAt(from);
			item += text.slice(from);
			if (item.length > MAX_ITEM) return faultAt(itemLine, TOO_LONG);
		}
		lineAt(text.length);
		return ok(records);
	};

	return {
		push,
		end: () =>
			place === 'after'
				? ok([])
				: faultAt(
						line,
						place === 'before' ? 'there is nothing to import' : 'the list does not end',
					),
	};
}

const isBlank = (unit: number): boolean =>
	unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

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
