// Writing a subtree back as JSON text, in slices of the source (docs/protect.md "Faithful data"):
// compact for sending, or broken into lines for reading in chunks.
import {
	childCount,
	compactLength,
	endOf,
	height,
	isArray,
	isObject,
	type Node,
	parentOf,
	rawKey,
	rawText,
	startOf,
	subtreeEnd,
	type Tape,
} from './tape';

/** Levels of nesting that are sent; what lies deeper becomes a note. */
export const MAX_DEPTH = 1000;

/** A container whose compact text is longer (UTF-16 units) has a line for each child in `lined`. */
export const LINE_LENGTH = 200;

/** A JSON string that stands for a container: how much is in it, and how far down it goes. */
const deepNote = (tape: Tape, node: Node): string => {
	const count = childCount(tape, node);
	const levels = height(tape, node);
	const what = isArray(tape, node) ? `[…${count} items` : `{…${count} fields`;
	return `"${what}, ${levels} ${levels === 1 ? 'level' : 'levels'} deeper${isArray(tape, node) ? ']' : '}'}"`;
};

/** The containers from whose source a slice can be taken as it stands. */
const isTight = (tape: Tape, node: Node): boolean =>
	compactLength(tape, node) === endOf(tape, node) - startOf(tape, node);

/** The value in one piece, or '' when it must be written child by child. */
const whole = (tape: Tape, node: Node, levelsLeft: number, lineLength: number): string => {
	if (height(tape, node) > 0) {
		if (levelsLeft === 0) return deepNote(tape, node);
		if (height(tape, node) > levelsLeft || compactLength(tape, node) > lineLength) return '';
	}
	if (isTight(tape, node)) return rawText(tape, node);
	if (childCount(tape, node) > 0) return '';
	return isArray(tape, node) ? '[]' : '{}';
};

const write = (
	tape: Tape,
	root: Node,
	out: string[],
	maxDepth: number,
	lineLength: number,
): void => {
	let node = root;
	let level = 0;
	let lead = '';
	for (;;) {
		const key = node === root ? '' : rawKey(tape, node);
		if (key !== '') lead += `${key}:`;
		const text = whole(tape, node, maxDepth - level, lineLength);
		if (text === '') {
			const breaks = compactLength(tape, node) > lineLength ? '\n' : '';
			out.push(`${lead}${isObject(tape, node) ? '{' : '['}${breaks}`);
			lead = '';
			level++;
			node++;
			continue;
		}
		out.push(lead + text);
		// The next value to write: a sibling, or one of an enclosing container, closing on the way.
		for (;;) {
			if (node === root) return;
			const parent = parentOf(tape, node);
			const next = subtreeEnd(tape, node);
			const breaks = compactLength(tape, parent) > lineLength ? '\n' : '';
			if (next < subtreeEnd(tape, parent)) {
				lead = `,${breaks}`;
				node = next;
				break;
			}
			out.push(`${breaks}${isObject(tape, parent) ? '}' : ']'}`);
			level--;
			node = parent;
		}
	}
};

/**
 * Appends the compact JSON text of a subtree to `out`, mostly as slices of the source. Containers
 * below `maxDepth` levels become a note such as `"[…37 items, 2000 levels deeper]"`.
 */
export const minify = (tape: Tape, node: Node, out: string[], maxDepth = MAX_DEPTH): void =>
	write(tape, node, out, maxDepth, Number.POSITIVE_INFINITY);

/** The compact JSON text of a subtree; a slice of the source when nothing has to change. */
export const compact = (tape: Tape, node: Node, maxDepth = MAX_DEPTH): string => {
	const text = whole(tape, node, maxDepth, Number.POSITIVE_INFINITY);
	if (text !== '') return text;
	const out: string[] = [];
	minify(tape, node, out, maxDepth);
	return out.join('');
};

/**
 * The same data as `compact`, with one child a line wherever a container is longer than
 * `LINE_LENGTH`, so that a text chunker cuts between children. No indentation.
 */
export const lined = (tape: Tape, node: Node, maxDepth = MAX_DEPTH): string => {
	const out: string[] = [];
	write(tape, node, out, maxDepth, LINE_LENGTH);
	return out.join('');
};
