// What a summary says in the place of what it cut.
import { isFieldName } from './json/fields';

/** What stands for a container that is not opened: `{…12 fields}`, `[…37 items]`. */
export const shapeNote = (list: boolean, count: number): string =>
	list
		? `[…${count} ${count === 1 ? 'item' : 'items'}]`
		: `{…${count} ${count === 1 ? 'field' : 'fields'}}`;

/** Longest path that a note spells out, in characters. */
const SPELLED_PATH = 100;

/** After the beginning of a long value at `path`, of which `left` characters are cut. */
export const cutNote = (left: number, path: string): string =>
	path.length <= SPELLED_PATH && isFieldName(path)
		? `… [+${left} chars; fields="${path}"]`
		: `… [+${left} chars]`;

/** After the beginning of a long key. Its place in the object keeps it apart from others. */
export const keyNote = (left: number, ordinal: number): string =>
	`… [+${left} chars, key ${ordinal}]`;

const CONTROL_END = 0x20;
const SHORT_ESCAPES = '\b\t\n\f\r';

/** UTF-16 units that one unit of a text takes in a JSON string. */
function quotedUnits(text: string, at: number): number {
	const code = text.charCodeAt(at);
	if (code === 0x22 || code === 0x5c) return 2;
	if (code < CONTROL_END) return SHORT_ESCAPES.includes(text[at] as string) ? 2 : 6;
	return 1;
}

/**
 * The longest beginning of a text that takes at most `chars` characters in a JSON string, never
 * half of a surrogate pair. Lone surrogates count as six.
 */
export function beginning(text: string, chars: number): string {
	const most = prefix(text, Math.max(0, chars));
	if (JSON.stringify(most).length - 2 <= chars) return most;
	let left = chars;
	let at = 0;
	while (at < most.length) {
		const pair = (most.codePointAt(at) as number) > 0xffff;
		const code = most.charCodeAt(at);
		const lone = !pair && code >= 0xd800 && code <= 0xdfff;
		left -= pair ? 2 : lone ? 6 : quotedUnits(most, at);
		if (left < 0) break;
		at += pair ? 2 : 1;
	}
	return most.slice(0, at);
}

/** The first `chars` characters, never half of a surrogate pair. */
function prefix(text: string, chars: number): string {
	const last = text.charCodeAt(chars - 1);
	return text.slice(0, last >= 0xd800 && last <= 0xdbff ? chars - 1 : chars);
}
