// What an item of a page takes at least: its identifying fields (context window protection, FR-016),
// so that a page ends earlier rather than telling of things without saying which they are.
import type { Weigh } from './budget';
import { IDENTITY_CHARS, isDate, isIdentifyingName } from './identity';
import {
	compactLength,
	isContainer,
	isString,
	keyOf,
	members,
	type Node,
	rawKey,
	rawText,
	stringValue,
	type Tape,
} from './json/tape';

/** What an object says in the place of the fields it leaves out. */
const LEFT_OUT = '"…":"+99"';

/** Tokens of an object's own identifying fields, condensed; 0 for what has none. */
export function identityTokens(
	tape: Tape,
	node: Node,
	{ weigh, essential }: { readonly weigh: Weigh; readonly essential: ReadonlySet<string> },
): number {
	const texts: string[] = [];
	for (const child of members(tape, node)) {
		if (isContainer(tape, child) || compactLength(tape, child) > IDENTITY_CHARS) continue;
		const key = keyOf(tape, child);
		const isNamed = essential.has(key) || isIdentifyingName(key);
		if (!isNamed && !(isString(tape, child) && isDate(stringValue(tape, child)))) continue;
		texts.push(`${rawKey(tape, child)}:${rawText(tape, child)}`);
	}
	return texts.length === 0 ? 0 : weigh(`{${[...texts, LEFT_OUT].join(',')}}`).tokens;
}
