// A JSON list too long for a tape, read as a stream of items: where items begin is known for some of
// them, and those of a page are parsed when they are needed (docs/protect.md "Faithful data").
import { scanBlank, skipValue } from '../json-tokens';
import { inOneGo, type Slices } from '../slices';
import { MAX_VALUES, parseJson, parsing } from './parse';
import type { Tape } from './tape';

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
