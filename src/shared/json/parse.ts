// JSON source text to tape: spans of the text, nothing converted, so that numbers, key order, duplicate keys and
// escapes survive verbatim (docs/protect.md "Faithful data"). Accepts exactly what JSON.parse accepts (RFC 8259),
// without recursion and without an object per value.
import { scanBlank, scanNumber, scanString, skipValue } from '../json-tokens';
import { err, ok } from '../result';
import { inOneGo, type Slices } from '../slices';
import * as layout from './tape';
import { Tape } from './tape';

const NUMBER = 3;
const TRUE = 4;
const FALSE = 5;
const NULL = 6;

/** No tape is larger: a height must fit its bits. */
const MOST_VALUES = 1 << 24;

/** Values a document may have and still be handled as JSON, where nothing else is said. */
export const MAX_VALUES = 1_000_000;

export interface ParseOptions {
	/** Values, containers included, that a document may have; at most 16,777,216. */
	readonly maxValues?: number;
}

/** Values of a slice: some two milliseconds. */
const SLICE = 16_384;
const FIRST_VALUES = 256;
/** A tape that is full gets the values that its text seems to have, and a part more; twice its own at least. */
const SPARE = 1.1;

/** @param done share of the text that fills the cells */
const grow = (cells: Int32Array<ArrayBuffer>, maxValues: number, done: number) => {
	const values = Math.ceil((cells.length / layout.STRIDE) * Math.max(2, SPARE / done));
	const larger = new Int32Array(Math.min(values, maxValues) * layout.STRIDE);
	larger.set(cells);
	return larger;
};

/** Counts a child; with its first one the container stops being empty and has a height. */
const countChild = (cells: Int32Array, above: number): void => {
	const count = cells[above + layout.COUNT] as number;
	cells[above + layout.COUNT] = count + 1;
	if (count === 0)
		cells[above + layout.META] =
			(cells[above + layout.META] as number) | (1 << layout.HEIGHT_SHIFT);
};

/** Closes the container `node` and tells its parent what the parent must know of it. */
const close = (cells: Int32Array, node: number, end: number, next: number): void => {
	const cell = node * layout.STRIDE;
	cells[cell + layout.END] = end;
	cells[cell + layout.NEXT] = next;
	const parent = cells[cell + layout.PARENT] as number;
	if (parent < 0) return;
	const above = parent * layout.STRIDE;
	const meta = cells[above + layout.META] as number;
	const height = ((cells[cell + layout.META] as number) >> layout.HEIGHT_SHIFT) + 1;
	if (meta >> layout.HEIGHT_SHIFT < height)
		cells[above + layout.META] =
			(meta & ((1 << layout.HEIGHT_SHIFT) - 1)) | (height << layout.HEIGHT_SHIFT);
	cells[above + layout.BLANK] =
		(cells[above + layout.BLANK] as number) + (cells[cell + layout.BLANK] as number);
};

/**
 * Parses a JSON text to its tape. Returns `invalid` where JSON.parse would throw (a byte order mark included), and
 * `too_many` as soon as the value after the last one allowed begins, whatever follows it.
 */
export const parseJson = (text: string, options?: ParseOptions) => inOneGo(parsing(text, options));

/** The same in slices. */
export function* parsing(text: string, options: ParseOptions = {}) {
	const maxValues = Math.min(Math.max(options.maxValues ?? MAX_VALUES, 1), MOST_VALUES);
	let cells = new Int32Array(Math.min(FIRST_VALUES, maxValues) * layout.STRIDE);
	let size = 0;
	let parent = -1;
	let keyStart = -1;
	let keyEnd = 0;
	let at = scanBlank(text, 0);
	let pause = SLICE;
	for (;;) {
		if (size === pause) {
			yield;
			pause += SLICE;
		}
		// A value is due at `at`; its key, if it has one, is in keyStart and
		// keyEnd (negative when the key has an escape).
		const start = at;
		const code = text.charCodeAt(at);
		let kind: number;
		if (code === 0x22) {
			at = scanString(text, at);
			if (at === 0) return err('invalid');
			kind = layout.STRING;
			if (at < 0) {
				at = -at;
				kind |= layout.ESCAPED;
			}
		} else if (code === 0x7b || code === 0x5b) {
			kind = code === 0x7b ? layout.OBJECT : layout.ARRAY;
			at++;
		} else if (code === 0x74 && text.startsWith('true', at)) {
			kind = TRUE;
			at += 4;
		} else if (code === 0x66 && text.startsWith('false', at)) {
			kind = FALSE;
			at += 5;
		} else if (code === 0x6e && text.startsWith('null', at)) {
			kind = NULL;
			at += 4;
		} else {
			kind = NUMBER;
			at = scanNumber(text, at);
			if (at < 0) return err('invalid');
		}
		if (size === maxValues) return err('too_many');
		const node = size++;
		const cell = node * layout.STRIDE;
		if (cell === cells.length) {
			cells = grow(cells, maxValues, at / text.length);
			// To fill a large tape with zeros is a slice by itself.
			if (cells.length > SLICE * layout.STRIDE) pause = size;
		}
		if (keyEnd < 0) {
			keyEnd = -keyEnd;
			kind |= layout.KEY_ESCAPED;
		}
		cells[cell + layout.META] = kind;
		cells[cell + layout.START] = start;
		cells[cell + layout.PARENT] = parent;
		cells[cell + layout.KEY_START] = keyStart;
		cells[cell + layout.KEY_END] = keyEnd;
		if (parent >= 0) countChild(cells, parent * layout.STRIDE);
		let opened = false;
		if ((kind & layout.KIND_MASK) <= layout.ARRAY) {
			opened = true;
			parent = node;
		} else {
			cells[cell + layout.END] = at;
			cells[cell + layout.NEXT] = size;
		}
		// After a value or an opening bracket: close what ends here, then find the next value.
		for (;;) {
			if (parent < 0) {
				if (scanBlank(text, at) !== text.length) return err('invalid');
				return ok(new Tape(text, cells, size));
			}
			const above = parent * layout.STRIDE;
			const isObject =
				((cells[above + layout.META] as number) & layout.KIND_MASK) === layout.OBJECT;
			let token = scanBlank(text, at);
			let blank = token - at;
			const next = text.charCodeAt(token);
			if (next === (isObject ? 0x7d : 0x5d)) {
				at = token + 1;
				opened = false;
				cells[above + layout.BLANK] = (cells[above + layout.BLANK] as number) + blank;
				close(cells, parent, at, size);
				parent = cells[above + layout.PARENT] as number;
				continue;
			}
			if (!opened) {
				if (next !== 0x2c) return err('invalid');
				at = token + 1;
				token = scanBlank(text, at);
				blank += token - at;
			}
			if (isObject) {
				if (text.charCodeAt(token) !== 0x22) return err('invalid');
				keyStart = token;
				keyEnd = scanString(text, token);
				if (keyEnd === 0) return err('invalid');
				at = Math.abs(keyEnd);
				token = scanBlank(text, at);
				if (text.charCodeAt(token) !== 0x3a) return err('invalid');
				blank += token - at;
				at = token + 1;
				token = scanBlank(text, at);
				blank += token - at;
			} else {
				keyStart = -1;
				keyEnd = 0;
			}
			if (blank > 0) cells[above + layout.BLANK] = (cells[above + layout.BLANK] as number) + blank;
			at = token;
			break;
		}
	}
}

/** Serializable: it is kept with a snapshot. */
export interface Stream {
	readonly total: number;
	/** Items from one mark to the next. */
	readonly step: number;
	/** UTF-16 offsets at which items 0, `step`, 2 × `step`… begin. */
	readonly marks: readonly number[];
	readonly end: number;
}

/** Marks of a list, at most. */
const MOST_MARKS = 1_024;

/** The stream of a text that is a JSON list, every item checked to be JSON; undefined for any other. */
export function streamOf(text: string): Stream | undefined {
	const open = scanBlank(text, text.startsWith('\ufeff') ? 1 : 0);
	if (text[open] !== '[') return undefined;
	let marks: number[] = [];
	let step = 1;
	let total = 0;
	let end = open;
	for (const [from, to] of itemsFrom(text, scanBlank(text, open + 1))) {
		if (total % step === 0) marks.push(from);
		total++;
		end = to;
		if (marks.length > MOST_MARKS) {
			marks = marks.filter((_, at) => at % 2 === 0);
			step *= 2;
		}
	}
	const close = scanBlank(text, end);
	const isList = total > 0 && text[close] === ']' && scanBlank(text, close + 1) === text.length;
	return isList ? { total, step, marks, end } : undefined;
}

/** The tape of a list of the items from `from` up to `count` of them. */
export function windowTape(text: string, stream: Omit<Stream, 'end'>, from: number, count: number) {
	const mark = Math.min(Math.floor(from / stream.step), stream.marks.length - 1);
	let at = mark * stream.step;
	let first: number | undefined;
	let last = text.length;
	for (const [start, end] of itemsFrom(text, stream.marks[mark] ?? 0)) {
		if (at >= from + count) break;
		if (at === from) first = start;
		last = end;
		at++;
	}
	const parsed = parseList(text, first ?? last, last);
	if (!parsed.ok || (first === undefined && from < stream.total && count > 0))
		throw new Error('items of a list that was checked are not JSON');
	return parsed.value;
}

const parseList = (text: string, from: number, to: number) =>
	parseJson(`[${text.slice(from, to)}]`, { maxValues: Number.POSITIVE_INFINITY });

/** Yields start and end of each item from one on; stops after the last, or before one that is no JSON. */
function* itemsFrom(text: string, from: number): Generator<readonly [number, number]> {
	const size = { values: 0, depth: 0, spaced: false };
	for (let at = from; ; ) {
		const end = skipValue(text, at, size);
		if (end < 0) return;
		yield [at, end];
		at = scanBlank(text, end);
		if (text[at] !== ',') return;
		at = scanBlank(text, at + 1);
	}
}

export const BYTE_ORDER_MARK = '\ufeff';

/** Reads data of another form; undefined where a text is not of it. */
export type Reader = (text: string) => Slices<ReturnType<typeof parseJson> | undefined>;

/** Texts parsed last: an answer is looked at several times, with others in between, and parsed once. */
const known: WeakRef<{ text: string; as: Reader | undefined; tape: Tape | undefined }>[] = [];
const MOST_KNOWN = 60;
/** A text is known as long as its tape lives. */
const knownBy = new WeakMap<Tape, object>();

/** The tape of a text that is a JSON object or array. */
export const containerTape = (text: string): Tape | undefined => inOneGo(readingTape(text));

/** The same in slices, or of what is read as another form; who looks at the text next finds it parsed. */
export function* readingTape(text: string, as?: Reader): Slices<Tape | undefined> {
	for (const [at, one] of known.entries()) {
		const read = one.deref();
		if (read?.text !== text || read.as !== as) continue;
		// The text that was asked for least lately is forgotten first.
		known.unshift(...known.splice(at, 1));
		return read.tape;
	}
	const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
	const isContainer = /^\s*[{[]/.test(source);
	const parsed = as ? yield* as(text) : isContainer ? yield* parsing(source) : undefined;
	const read = { text, as, tape: parsed?.ok ? parsed.value : undefined };
	if (read.tape) knownBy.set(read.tape, read);
	if (known.unshift(new WeakRef(read)) > MOST_KNOWN) known.pop();
	return read.tape;
}

/** A list with more values than a tape may have; each takes two characters at least. */
export const longList = (text: string): Stream | undefined =>
	text.length > 2 * MAX_VALUES ? streamOf(text) : undefined;
