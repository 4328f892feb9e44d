// JSON that is equal to the byte for equal values: members sorted by code point, at every depth.
// `JSON.stringify` cannot do this, because objects list members with integer names first.
import { sortedByCodePoint } from './code-point-order';
import { isRawJson } from './json-values';

interface Frame {
	readonly value: object;
	/** Names of the members still to be written, in order; undefined for an array. */
	readonly keys: readonly string[] | undefined;
	readonly length: number;
	at: number;
}

/**
 * Writes a JSON value: plain objects, arrays, strings, numbers, booleans, null. Members that are
 * undefined are left out. Iterative, so that hostile depth cannot exhaust the stack.
 * @param indent spaces per level; 0 writes everything on one line, without spaces
 */
export const canonicalJson = (root: unknown, indent = 0): string => {
	const pieces: string[] = [];
	const open: Frame[] = [];
	const newLine = (depth: number): string => (indent > 0 ? `\n${' '.repeat(indent * depth)}` : '');

	const begin = (value: unknown): void => {
		const frame = frameOf(value);
		if (frame === undefined) pieces.push(JSON.stringify(value) ?? 'null');
		else if (frame.length === 0) pieces.push(frame.keys ? '{}' : '[]');
		else {
			pieces.push(frame.keys ? '{' : '[');
			open.push(frame);
		}
	};

	begin(root);
	for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
		if (frame.at === frame.length) {
			open.pop();
			pieces.push(newLine(open.length), frame.keys ? '}' : ']');
			continue;
		}
		const at = frame.at++;
		const key = frame.keys?.[at];
		pieces.push(at > 0 ? ',' : '', newLine(open.length));
		if (key !== undefined) pieces.push(JSON.stringify(key), indent > 0 ? ': ' : ':');
		begin(Reflect.get(frame.value, key ?? at));
	}
	return pieces.join('');
};

const frameOf = (value: unknown): Frame | undefined => {
	if (typeof value !== 'object' || value === null || isRawJson(value)) return undefined;
	if (Array.isArray(value)) return { value, keys: undefined, length: value.length, at: 0 };
	const present = Object.keys(value).filter((key) => Reflect.get(value, key) !== undefined);
	const keys = sortedByCodePoint(present);
	return { value, keys, length: keys.length, at: 0 };
};
