// A JSON array of objects, cut into its items as the text arrives: only brackets, strings and commas
// are looked at, the items themselves are parsed whole.
import { ok } from '../../shared/result';
import { MAX_RECORD } from '../limits';
import { countLines, faultAt, readJsonRecord } from './json-text';
import type { ReadRecord, RecordParser, Records } from './record-parser';

/** A record may have white space that is not kept. */
const MAX_ITEM = 4 * MAX_RECORD;

const TOO_LONG = `a record has at most ${MAX_ITEM} characters`;

/** Reads a JSON list of objects, chunk by chunk. */
export function jsonArrayParser(): RecordParser {
	/** What came of the item that is not complete yet, and the line of its first character. */
	let item = '';
	let itemLine = 1;
	let line = 1;
	let place: 'before' | 'first' | 'item' | 'after' = 'before';
	let depth = 0;
	let inString = false;
	let isEscaped = false;

	const finish = (piece: string, pieceLine: number, records: ReadRecord[]): Records => {
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

	const push = (text: string): Records => {
		const records: ReadRecord[] = [];
		let from = 0;
		let counted = 0;
		/** Positions are asked for in their order: each line is counted once. */
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
				// The item's own first character counts as well.
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
		push: (text) => push(line === 1 && place === 'before' ? text.replace(/^\ufeff/, '') : text),
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
