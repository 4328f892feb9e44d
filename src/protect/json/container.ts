// JSON texts that are handled as data: an object or an array, and a list too long for a tape.
import { MAX_VALUES } from './parse';
import { type Stream, streamOf } from './stream';
import { parseJson, type Tape } from './tape';

export const BYTE_ORDER_MARK = '\ufeff';

/** What was read last: an answer is looked at for several ends, one after the other, and parsed once. */
let last: WeakRef<{ readonly text: string; readonly tape: Tape | undefined }> | undefined;

/** The tape of a text that is a JSON object or array. */
export function containerTape(text: string): Tape | undefined {
	const known = last?.deref();
	if (known?.text === text) return known.tape;
	const read = { text, tape: readTape(text) };
	last = new WeakRef(read);
	return read.tape;
}

function readTape(text: string): Tape | undefined {
	const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
	const first = /\S/.exec(source)?.[0];
	if (first !== '{' && first !== '[') return undefined;
	const parsed = parseJson(source);
	return parsed.ok ? parsed.value : undefined;
}

/** A list with more values than a tape may have; each takes two characters at least. */
export const longList = (text: string): Stream | undefined =>
	text.length > 2 * MAX_VALUES ? streamOf(text) : undefined;
