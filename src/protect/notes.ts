// Notes that stand in a summary in the place of what was cut.
import { isFieldName } from '../shared/json/fields';
import { several } from '../shared/shown-text';

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
export const keyNote = (left: number, ordinal: number): string =>
	`… [+${left} chars, key ${ordinal}]`;

/** UTF-16 units that a text takes in a JSON string. */
const quotedLength = (text: string): number => JSON.stringify(text).length - 2;

/**
 * The longest beginning of a text that takes at most `chars` characters in a JSON string, never
 * half of a surrogate pair. Lone surrogates count as six.
 */
export function beginning(text: string, chars: number): string {
	const most = prefix(text, Math.max(0, chars));
	if (quotedLength(most) <= chars) return most;
	let low = 0;
	let high = most.length;
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (quotedLength(prefix(most, middle)) <= chars) low = middle;
		else high = middle - 1;
	}
	return prefix(most, low);
}

/** The first `chars` characters, never half of a surrogate pair. */
function prefix(text: string, chars: number): string {
	const last = text.charCodeAt(chars - 1);
	return text.slice(0, last >= 0xd800 && last <= 0xdbff ? chars - 1 : chars);
}
