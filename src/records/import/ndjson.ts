// Newline-delimited JSON: one object a line, empty lines between them allowed.
import { ok } from '../../shared/result';
import { MAX_RECORD } from '../limits';
import { faultAt, readJsonRecord } from './json-text';
import type { ReadRecord, RecordParser } from './record-parser';

/** A record may have white space that is not kept. */
const MAX_LINE = 2 * MAX_RECORD;

/** Reads an object a line, chunk by chunk. */
export function ndjsonParser(): RecordParser {
	let rest = '';
	let line = 1;
	let isFirst = true;
	return {
		push(given) {
			const text = isFirst ? given.replace(/^\ufeff/, '') : given;
			isFirst &&= given === '';
			const records: ReadRecord[] = [];
			let from = 0;
			for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
				const source = rest + text.slice(from, end);
				rest = '';
				from = end + 1;
				if (source.length > MAX_LINE) return faultAt(line, TOO_LONG);
				if (source.trim() !== '') {
					const read = readJsonRecord(source, line);
					if (!read.ok) return read;
					records.push(...read.value);
				}
				line++;
			}
			rest += text.slice(from);
			return rest.length > MAX_LINE ? faultAt(line, TOO_LONG) : ok(records);
		},
		end: () => (rest.trim() === '' ? ok([]) : readJsonRecord(rest, line)),
	};
}

const TOO_LONG = `a line has at most ${MAX_LINE} characters`;
