// A value as a selection shows it: valid JSON in the value's own shape and order; what is cut says
// so in its place, what is left out of every item is told once, beside the data.
import { largestFit } from '../../shared/fair-share';
import type { Node, Tape } from '../../shared/json/tape';
import { compact, isFieldName, MAX_DEPTH } from '../../shared/json/write';
import { several } from '../../shared/shown-text';
import { NOTHING, type Selection } from './selector';

interface Writing {
	/** Spells in a cut text how to have all of it. */
	readonly spell: boolean;
	/** Dotted paths of what is cut or left out are put here, the root's own as an empty one; none where all is written. */
	readonly told: Set<string>;
	/** Stands in the place of this node. */
	readonly hole?: { readonly node: Node; readonly mark: string };
}

/** Paths that are worth telling, and the levels down to which each field that is left out is told. */
const MOST_TOLD = 60;
const TOLD_LEVELS = 3;
/** Characters of a key, and of a number, that are shown. */
const LONG_KEY = 120;
const LONG_NUMBER = 200;
/** Characters more that cost hardly more than an ellipsis; a time is cut to its day all the same. */
const BRIEFLY = 8;
const DAY = 10;
/** Characters of a container that was not looked into and is shown all the same. */
const SMALL = 40;

/** `node` as `selection` says: valid JSON. @param path dotted, of the node @param level containers around it */
export function writeSelection(
	tape: Tape,
	node: Node,
	selection: Selection,
	writing: Writing,
	path = '',
	level = 0,
): string {
	if (writing.hole?.node === node) return writing.hole.mark;
	if (!tape.isContainer(node)) return writeScalar(tape, node, selection, writing, path);
	if (tape.count(node) === 0) return tape.isArray(node) ? '[]' : '{}';
	const { chars, below, items, elements } = selection;
	if (chars > 0 && below.size === 0 && !items) {
		const isShort = tape.length(node) <= Math.max(SMALL, chars);
		if (isShort && tape.height(node) <= MAX_DEPTH) return compact(tape, node);
	} else if (tape.isObject(node))
		return writeObject(tape, node, selection, writing, path, level + 1);
	else if (isAround(tape, node, writing))
		return `[${writeSelection(tape, node + 1, NOTHING, writing, path, level + 1)}]`;
	else if (items) {
		const written: string[] = [];
		const end = tape.after(node);
		for (let at = node + 1; at < end && written.length < elements; at = tape.after(at))
			written.push(writeSelection(tape, at, items, writing, path, level + 1));
		const left = tape.count(node) - written.length;
		if (left > 0) {
			tell(path, writing);
			written.push(JSON.stringify(`…${left} more`));
		}
		return `[${written.join(',')}]`;
	}
	tell(path, writing);
	return JSON.stringify(shapeNote(tape.isArray(node), tape.count(node)));
}

function writeObject(
	tape: Tape,
	node: Node,
	selection: Selection,
	writing: Writing,
	path: string,
	level: number,
): string {
	const written: string[] = [];
	let ordinal = 0;
	for (const child of tape.children(node)) {
		ordinal++;
		const key = tape.key(child);
		const below = path === '' ? key : `${path}.${key}`;
		const chosen =
			selection.below.get(key) ?? (isAround(tape, child, writing) ? NOTHING : undefined);
		const text = chosen ? writeSelection(tape, child, chosen, writing, below, level) : '';
		if (text === '' || (text === '{}' && tape.count(child) > 0))
			tell(level <= TOLD_LEVELS ? below : path, writing);
		else if (key.length <= LONG_KEY) written.push(`${tape.rawKey(child)}:${text}`);
		else {
			// One of kilobytes is shown by its beginning.
			tell(below, writing);
			const shown = beginning(key, LONG_KEY);
			const note = keyNote(key.length - shown.length, ordinal);
			written.push(`${JSON.stringify(shown + note)}:${text}`);
		}
	}
	return `{${written.join(',')}}`;
}

function writeScalar(
	tape: Tape,
	node: Node,
	{ chars, brief }: Selection,
	writing: Writing,
	path: string,
): string {
	const raw = tape.raw(node);
	const isText = tape.isString(node);
	if (!isText && raw.length <= LONG_NUMBER) return raw;
	const most = isText ? chars : LONG_NUMBER / 2;
	const slack = brief ? (chars > DAY ? BRIEFLY : 0) : cutNote(chars, '').length;
	const isShort = isText && raw.length - 2 <= chars + slack;
	if (isShort && raw.length - 2 < LEAST_OPAQUE) return raw;
	const text = tape.text(node);
	const run = isText ? opaqueRun(text, chars) : undefined;
	if (run) {
		tell(path, writing);
		const before = beginning(text.slice(0, run.start), chars);
		const after = text.length - run.end;
		return JSON.stringify(`${before}${run.note}${after > 0 ? ` [+${after} chars]` : ''}`);
	}
	if (isShort) return raw;
	const shown = beginning(text, most);
	if (shown.length === text.length) return JSON.stringify(text);
	tell(path, writing);
	if (brief) return JSON.stringify(`${shown}…`);
	const note = cutNote(text.length - shown.length, writing.spell ? path : '');
	return JSON.stringify(shown + note);
}

/** Tells whether the hole is in this value. */
function isAround(tape: Tape, node: Node, { hole }: Writing): boolean {
	return hole !== undefined && hole.node >= node && hole.node < tape.after(node);
}

function tell(path: string, { told }: Writing): void {
	if (told.size < MOST_TOLD) told.add(path);
}

/** Base64 in a row from which it is data rather than a token, in characters. */
export const LEAST_OPAQUE = 160;
const RUN = new RegExp(
	`(?:data:([\\w.+/-]{1,80})(?:;[\\w=-]{1,40})*;base64,)?[A-Za-z0-9+/_-]{${LEAST_OPAQUE},}={0,2}`,
	'g',
);
/** Characters behind the part that is shown in which a run that begins there is known as one. */
const BEHIND = LEAST_OPAQUE + 200;

/** Encoded bytes have all three. */
const isEncoded = (run: string) => /[A-Z]/.test(run) && /[a-z]/.test(run) && /[0-9]/.test(run);

/**
 * The first run of encoded data that begins before `limit`, in UTF-16 units, the end not included; and what is written
 * in its place: `[base64, 12345 chars]`, with the media type where it is told.
 */
export function opaqueRun(text: string, limit: number) {
	for (const match of text.slice(0, limit + BEHIND).matchAll(RUN)) {
		const { index: start } = match;
		const [run, type] = match;
		if (start >= limit || (type === undefined && !isEncoded(run))) continue;
		const end = endOfRun(text, start + run.length);
		const told = type === undefined ? '' : `${type}, `;
		return { start, end, note: `[${told}base64, ${end - start} chars]` };
	}
	return undefined;
}

const MEMBER = /[^A-Za-z0-9+/_=-]/g;

function endOfRun(text: string, from: number): number {
	MEMBER.lastIndex = from;
	return MEMBER.exec(text)?.index ?? text.length;
}

/** Returns the note for a container that is not opened: `{…12 fields}`, `[…37 items]`. */
export const shapeNote = (list: boolean, count: number): string =>
	list ? `[…${several(count, 'item')}]` : `{…${several(count, 'field')}}`;

/** Longest path that a note spells out, in characters. */
const SPELLED_PATH = 100;

/** After the beginning of a long value at `path`, of which `left` characters are cut. */
export const cutNote = (left: number, path: string): string =>
	path.length <= SPELLED_PATH && isFieldName(path)
		? `… [+${left} chars; fields=${JSON.stringify(path)}]`
		: `… [+${left} chars]`;

/** After the beginning of a long key. Its place in the object keeps it apart from others. */
export const keyNote = (left: number, ordinal: number) => `… [+${left} chars, key ${ordinal}]`;

/** UTF-16 units that a text takes in a JSON string. */
const quotedLength = (text: string): number => JSON.stringify(text).length - 2;

/**
 * The longest beginning of a text that takes at most `chars` characters in a JSON string, never
 * half of a surrogate pair. Lone surrogates count as six.
 */
export function beginning(text: string, chars: number): string {
	const most = prefix(text, Math.max(0, chars));
	if (quotedLength(most) <= chars) return most;
	const fits = (length: number) => quotedLength(prefix(most, length)) <= chars;
	return prefix(most, largestFit(most.length, fits));
}

/** The first `chars` characters, never half of a surrogate pair. */
function prefix(text: string, chars: number): string {
	const last = text.charCodeAt(chars - 1);
	return text.slice(0, last >= 0xd800 && last <= 0xdbff ? chars - 1 : chars);
}
