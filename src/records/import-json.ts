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

/** The units of a format, each read at once: an item or sign of a list, a line, a row. */
interface Units {
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

/** Parses a text unit by unit. */
export function unitParser({ endOf, take, last, most, tooLong }: Units): RecordParser {
	/** The text that is not parsed yet, and the line of its first character. */
	let rest = '';
	let line = 1;
	return {
		push(text) {
			const source = rest + text;
			const records: ReadRecord[] = [];
			let from = 0;
			for (let end = endOf(source, 0); end >= 0; end = endOf(source, from)) {
				const unit = source.slice(from, end);
				const read = unit.length > most ? faultAt(line, tooLong) : take(unit, line);
				if (!read.ok) return read;
				records.push(...read.value);
				line += countBreaks(unit);
				from = end;
			}
			rest = source.slice(from);
			return rest.length > most ? faultAt(line, tooLong) : ok(records);
		},
		end: () => last(rest, line),
	};
}

/** Parses a JSON array: only brackets, strings and commas are scanned, items are parsed whole. */
export function jsonArrayParser(): RecordParser {
	let place: 'before' | 'first' | 'item' | 'after' = 'before';
	return unitParser({
		most: MAX_ITEM,
		tooLong: `a record has at most ${MAX_ITEM} characters`,
		endOf(source, from) {
			BLANKS.lastIndex = from;
			const at = from + (BLANKS.exec(source)?.[0].length ?? 0);
			if (place === 'first' && at < source.length && source[at] !== ']') place = 'item';
			if (place === 'item') return endOfItem(source, from) + 1 || -1;
			return at < source.length ? at + 1 : -1;
		},
		take(unit, line) {
			const [was, sign, item] = [place, unit.at(-1), unit.slice(0, -1)];
			const at = line + countBreaks(item);
			if (was === 'after') return faultAt(at, 'there is text after the end of the list');
			if (was === 'before' && sign !== '[')
				return faultAt(at, 'a JSON import is a list of objects and begins with [');
			if (sign !== ',') place = was === 'before' ? 'first' : 'after';
			return was === 'item' ? readItem(item, line) : ok([]);
		},
		last(rest, line) {
			if (place === 'after') return ok([]);
			const isNone = place === 'before';
			const message = isNone ? 'there is nothing to import' : 'the list does not end';
			return faultAt(line + countBreaks(rest), message);
		},
	});
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
	const at = line + countBreaks(source.slice(0, source.length - item.length));
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

export const countBreaks = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/** Includes white space, which is not kept. */
const MAX_LINE = 2 * MAX_RECORD;

const readLine = (source: string, line: number): ParsedRecords =>
	source.trim() === '' ? ok([]) : readJsonRecord(source.replace(/\n$/, ''), line);

export const ndjsonParser = (): RecordParser =>
	unitParser({
		most: MAX_LINE,
		tooLong: `a line has at most ${MAX_LINE} characters`,
		endOf: (source, from) => source.indexOf('\n', from) + 1 || -1,
		take: readLine,
		last: readLine,
	});
