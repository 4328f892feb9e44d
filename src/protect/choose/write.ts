// A value as a selection shows it: valid JSON in the value's own shape and order; what is cut says
// so in its place, what is left out of every item is told once, beside the data.
import { allItems } from '../json/list';
import { quote } from '../json/quote';
import {
	childCount,
	compactLength,
	isArray,
	isContainer,
	isString,
	keyOf,
	type Node,
	rawKey,
	rawText,
	stringValue,
	subtreeEnd,
	type Tape,
} from '../json/tape';
import { compact } from '../json/write';
import { beginning, cutNote, keyNote, shapeNote } from '../notes';
import { opaqueRun } from './opaque';
import type { Selection } from './selection';

export interface Written {
	/** Valid JSON. */
	readonly text: string;
	/** Something of the value is not in it. */
	readonly cut: boolean;
}

export interface Writing {
	/** Spells in a cut text how to have all of it. */
	readonly spell: boolean;
	/** Dotted paths that were cut or left out, outermost first, are put here. */
	readonly told: Set<string>;
	/** Stands in the place of this node. */
	readonly hole?: { readonly node: Node; readonly mark: string };
}

/** Paths that are worth telling, and their levels. */
export const MOST_TOLD = 60;
const TOLD_LEVELS = 3;
/** Characters of a key, and of a number, that are shown. */
const LONG_KEY = 120;
const LONG_NUMBER = 200;
/** Characters of a container that was not looked into and is shown all the same. */
const SMALL = 40;
/** Levels that are written; deeper ones are told by their shape. */
const DEEPEST = 60;

/** Writes `node` as `selection` says. */
export function writeSelection(
	tape: Tape,
	node: Node,
	selection: Selection,
	writing: Writing,
): Written {
	const writer = new Writer(tape, writing);
	const text = writer.write(node, selection, '', 0);
	return { text, cut: writer.cut };
}

class Writer {
	readonly #tape: Tape;
	readonly #writing: Writing;
	cut = false;

	constructor(tape: Tape, writing: Writing) {
		this.#tape = tape;
		this.#writing = writing;
	}

	write(node: Node, selection: Selection, path: string, level: number): string {
		const tape = this.#tape;
		if (this.#writing.hole?.node === node) return this.#writing.hole.mark;
		if (!isContainer(tape, node)) return this.#scalar(node, selection.chars, path);
		if (childCount(tape, node) === 0) return isArray(tape, node) ? '[]' : '{}';
		if (level > DEEPEST) return this.#shape(node, path);
		if (selection.whole && selection.below.size === 0 && !selection.items) {
			const length = compactLength(tape, node);
			if (length <= Math.max(SMALL, selection.chars)) return compact(tape, node);
			return this.#shape(node, path);
		}
		if (isArray(tape, node)) return this.#list(node, selection, path, level);
		return this.#object(node, selection, path, level);
	}

	#object(node: Node, selection: Selection, path: string, level: number): string {
		const tape = this.#tape;
		const written: string[] = [];
		let ordinal = 0;
		for (const child of allItems(tape, node)) {
			ordinal++;
			const key = keyOf(tape, child);
			const below = path === '' ? key : `${path}.${key}`;
			const chosen = selection.below.get(key);
			const isHole = this.#isAround(child);
			const text = chosen || isHole ? this.write(child, chosen ?? NOTHING, below, level + 1) : '';
			if (text === '' || (text === '{}' && childCount(tape, child) > 0)) this.#tell(below, level);
			else written.push(`${this.#key(child, key, below, ordinal)}:${text}`);
		}
		return `{${written.join(',')}}`;
	}

	#list(node: Node, selection: Selection, path: string, level: number): string {
		const tape = this.#tape;
		if (this.#isAround(node)) return `[${this.write(node + 1, NOTHING, path, level + 1)}]`;
		const items = selection.items ?? (selection.whole ? selection : undefined);
		if (!items) return this.#shape(node, path);
		const written: string[] = [];
		const end = subtreeEnd(tape, node);
		let at = node + 1;
		for (; at < end && written.length < selection.elements; at = subtreeEnd(tape, at))
			written.push(this.write(at, items, path, level + 1));
		const left = childCount(tape, node) - written.length;
		if (left > 0) {
			this.#tell(path, level - 1);
			written.push(quote(`…${left} more`));
		}
		return `[${written.join(',')}]`;
	}

	#scalar(node: Node, chars: number, path: string): string {
		const tape = this.#tape;
		if (!isString(tape, node)) {
			const raw = rawText(tape, node);
			return raw.length <= LONG_NUMBER ? raw : this.#begun(raw, LONG_NUMBER / 2, path);
		}
		const length = compactLength(tape, node);
		if (length - 2 <= chars + cutNote(chars, '').length) {
			const run = length > 160 ? opaqueRun(stringValue(tape, node), chars) : undefined;
			if (!run) return rawText(tape, node);
		}
		const text = stringValue(tape, node);
		const run = opaqueRun(text, chars);
		if (!run) return this.#begun(text, chars, path);
		this.#tell(path, 1);
		const before = beginning(text.slice(0, run.start), chars);
		const after = text.length - run.end;
		return quote(`${before}${run.note}${after > 0 ? ` [+${after} chars]` : ''}`);
	}

	#begun(text: string, chars: number, path: string): string {
		const shown = beginning(text, chars);
		if (shown.length === text.length) return quote(text);
		this.#tell(path, 1);
		return quote(`${shown}${cutNote(text.length - shown.length, this.#writing.spell ? path : '')}`);
	}

	#shape(node: Node, path: string): string {
		this.#tell(path, 1);
		return quote(shapeNote(isArray(this.#tape, node), childCount(this.#tape, node)));
	}

	/** The key as spelled; one of kilobytes by its beginning. */
	#key(node: Node, key: string, path: string, ordinal: number): string {
		if (key.length <= LONG_KEY) return rawKey(this.#tape, node);
		this.#tell(path, 1);
		const shown = beginning(key, LONG_KEY);
		return quote(`${shown}${keyNote(key.length - shown.length, ordinal)}`);
	}

	/** Whether the hole is in this value. */
	#isAround(node: Node): boolean {
		const hole = this.#writing.hole?.node ?? -1;
		return hole >= node && hole < subtreeEnd(this.#tape, node);
	}

	#tell(path: string, level: number): void {
		this.cut = true;
		const { told } = this.#writing;
		if (level < TOLD_LEVELS && told.size < MOST_TOLD && path !== '') told.add(path);
	}
}

const NOTHING: Selection = {
	whole: false,
	chars: 0,
	elements: 0,
	below: new Map(),
	items: undefined,
};
