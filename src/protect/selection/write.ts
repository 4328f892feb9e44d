// A value as a selection shows it: valid JSON in the value's own shape and order; what is cut says
// so in its place, what is left out of every item is told once, beside the data.
import type { Node, Tape } from '../../shared/json/tape';
import { compact, MAX_DEPTH } from '../../shared/json/write';
import { beginning, cutNote, keyNote, shapeNote } from '../notes';
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

/** `node` as `selection` says: valid JSON. */
export const writeSelection = (
	tape: Tape,
	node: Node,
	selection: Selection,
	writing: Writing,
): string => new Writer(tape, writing).write(node, selection, '', 0);

class Writer {
	constructor(
		private readonly tape: Tape,
		private readonly writing: Writing,
	) {}

	write(node: Node, selection: Selection, path: string, level: number): string {
		const tape = this.tape;
		if (this.writing.hole?.node === node) return this.writing.hole.mark;
		if (!tape.isContainer(node)) return this.#scalar(node, selection, path);
		if (tape.count(node) === 0) return tape.isArray(node) ? '[]' : '{}';
		if (selection.chars > 0 && selection.below.size === 0 && !selection.items) {
			const isShort = tape.length(node) <= Math.max(SMALL, selection.chars);
			const isAll = isShort && tape.height(node) <= MAX_DEPTH;
			return isAll ? compact(tape, node) : this.#shape(node, path);
		}
		if (tape.isArray(node)) return this.#list(node, selection, path, level + 1);
		return this.#object(node, selection, path, level + 1);
	}

	#object(node: Node, selection: Selection, path: string, level: number): string {
		const tape = this.tape;
		const written: string[] = [];
		let ordinal = 0;
		for (const child of tape.children(node)) {
			ordinal++;
			const key = tape.key(child);
			const below = path === '' ? key : `${path}.${key}`;
			const chosen = selection.below.get(key);
			const isHole = this.#isAround(child);
			const text = chosen || isHole ? this.write(child, chosen ?? NOTHING, below, level) : '';
			if (text === '' || (text === '{}' && tape.count(child) > 0))
				this.#tell(level <= TOLD_LEVELS ? below : path);
			else written.push(`${this.#key(child, key, below, ordinal)}:${text}`);
		}
		return `{${written.join(',')}}`;
	}

	#list(node: Node, { items, elements }: Selection, path: string, level: number): string {
		const tape = this.tape;
		if (this.#isAround(node)) return `[${this.write(node + 1, NOTHING, path, level)}]`;
		if (!items) return this.#shape(node, path);
		const written: string[] = [];
		const end = tape.after(node);
		let at = node + 1;
		for (; at < end && written.length < elements; at = tape.after(at))
			written.push(this.write(at, items, path, level));
		const left = tape.count(node) - written.length;
		if (left > 0) {
			this.#tell(path);
			written.push(JSON.stringify(`…${left} more`));
		}
		return `[${written.join(',')}]`;
	}

	#scalar(node: Node, { chars, brief }: Selection, path: string): string {
		const tape = this.tape;
		if (!tape.isString(node)) {
			const raw = tape.raw(node);
			return raw.length <= LONG_NUMBER ? raw : this.#begun(raw, LONG_NUMBER / 2, path, brief);
		}
		const length = tape.length(node) - 2;
		const slack = brief ? (chars > DAY ? BRIEFLY : 0) : cutNote(chars, '').length;
		const isShort = length <= chars + slack;
		if (isShort && length < LEAST_OPAQUE) return tape.raw(node);
		const text = tape.text(node);
		const run = opaqueRun(text, chars);
		if (!run) return isShort ? tape.raw(node) : this.#begun(text, chars, path, brief);
		this.#tell(path);
		const before = beginning(text.slice(0, run.start), chars);
		const after = text.length - run.end;
		return JSON.stringify(`${before}${run.note}${after > 0 ? ` [+${after} chars]` : ''}`);
	}

	#begun(text: string, chars: number, path: string, brief: boolean): string {
		const shown = beginning(text, chars);
		if (shown.length === text.length) return JSON.stringify(text);
		this.#tell(path);
		if (brief) return JSON.stringify(`${shown}…`);
		return JSON.stringify(
			`${shown}${cutNote(text.length - shown.length, this.writing.spell ? path : '')}`,
		);
	}

	#shape(node: Node, path: string): string {
		this.#tell(path);
		return JSON.stringify(shapeNote(this.tape.isArray(node), this.tape.count(node)));
	}

	/** The key as spelled; one of kilobytes by its beginning. */
	#key(node: Node, key: string, path: string, ordinal: number): string {
		if (key.length <= LONG_KEY) return this.tape.rawKey(node);
		this.#tell(path);
		const shown = beginning(key, LONG_KEY);
		return JSON.stringify(`${shown}${keyNote(key.length - shown.length, ordinal)}`);
	}

	/** Tells whether the hole is in this value. */
	#isAround(node: Node): boolean {
		const hole = this.writing.hole?.node ?? -1;
		return hole >= node && hole < this.tape.after(node);
	}

	#tell(path: string): void {
		const { told } = this.writing;
		if (told.size < MOST_TOLD) told.add(path);
	}
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
const isEncoded = (run: string): boolean =>
	/[A-Z]/.test(run) && /[a-z]/.test(run) && /[0-9]/.test(run);

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
