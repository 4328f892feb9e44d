// The tape: a parsed JSON document as spans of its source text (docs/protect.md "Faithful data").
// Nothing is converted, so numbers, key order, duplicate keys and escapes survive verbatim.

/** Index of a value on its tape, in document order: 0 is the root. */
export type Node = number;

/** A document. Node `n` owns `cells[n * STRIDE]` and the cells after it; spans are UTF-16 offsets. */
export interface Tape {
	readonly text: string;
	readonly cells: Int32Array;
	/** Values of the document, containers included. */
	readonly size: number;
}

/** Cells of one value. */
export const STRIDE = 9;
/** Kind, escape marks and height: see the masks below. */
export const META = 0;
/** Offset of the first character. */
export const START = 1;
/** Offset after the last character. */
export const END = 2;
/** The node after this one's subtree: its next sibling, if it has one. */
export const NEXT = 3;
/** The container, −1 for the root. */
export const PARENT = 4;
/** Children of a container. */
export const COUNT = 5;
/** Offset of the opening quote of a member's key, −1 where there is no key. */
export const KEY_START = 6;
/** Offset after the closing quote of a member's key, 0 where there is no key. */
export const KEY_END = 7;
/** Insignificant whitespace characters inside a container, nested ones included. */
export const BLANK = 8;

export const KIND_MASK = 7;
/** The string value contains a backslash. */
export const ESCAPED = 8;
/** The key contains a backslash. */
export const KEY_ESCAPED = 16;
/** The rest of META is the height: levels below this value, 0 for scalars and empty containers. */
export const HEIGHT_SHIFT = 5;

export const OBJECT = 0;
export const ARRAY = 1;
export const STRING = 2;
export const NUMBER = 3;
export const TRUE = 4;
export const FALSE = 5;
export const NULL = 6;

/** No tape is larger: a height must fit its bits. */
export const MOST_VALUES = 1 << 24;
