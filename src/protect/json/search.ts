// Search inside a stored result (`query`, docs/protect.md "Going on"): plain text, ignoring case, no
// patterns.
import { allItems } from './list';
import type { Node, Tape } from './tape';
import { compact } from './write';

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.))/g;
const CONTROLS: Readonly<Record<string, string>> = {
	b: '\b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
};

/** JSON text with its escapes replaced by what they stand for; no longer JSON, only searched. */
const unescaped = (json: string): string =>
	json.replace(ESCAPE, (_, hex: string | undefined, character: string) =>
		hex === undefined
			? (CONTROLS[character] ?? character)
			: String.fromCharCode(Number.parseInt(hex, 16)),
	);

/** Lower case, without the one letter whose lower case depends on where in a word it stands. */
const folded = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/**
 * The indexes of the items whose compact JSON, keys included, contains the query in any case.
 * Escapes are read as the characters they stand for; a query that contains a backslash may also
 * be a piece of JSON as written.
 */
export const searchItems = (tape: Tape, listNode: Node, query: string): number[] => {
	const needle = folded(query);
	const asWritten = needle.includes('\\');
	const found: number[] = [];
	for (const [index, item] of allItems(tape, listNode).entries()) {
		const json = compact(tape, item, Number.POSITIVE_INFINITY);
		const escapes = json.includes('\\');
		if (
			((!escapes || asWritten) && folded(json).includes(needle)) ||
			(escapes && folded(unescaped(json)).includes(needle))
		) {
			found.push(index);
		}
	}
	return found;
};
