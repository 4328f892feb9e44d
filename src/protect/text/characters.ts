// Offsets at which a text may be cut between characters without breaking one (context window
// protection, FR-021: the last resort, in a single giant line).

/** Units looked back for the start of a composed character before it is cut after all. */
const LONGEST_CLUSTER = 64;
const JOINER = 0x200d;

/** Marks, a joiner, the skin of an emoji, the tags of a flag. */
const EXTENDS = /^(?:\u200d|[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}])/u;
const isRegional = (point: number): boolean => point >= 0x1f1e6 && point <= 0x1f1ff;

/** Whether a cut here would split a surrogate pair or a \r\n. */
export function splitsPair(text: string, offset: number): boolean {
	const before = text.codePointAt(offset - 1) ?? 0;
	return before > 0xffff || (before === 13 && text.charCodeAt(offset) === 10);
}

/** Whether the character at an offset belongs to the one before: marks, joiners, emoji modifiers, flags. */
function extendsCharacter(text: string, offset: number): boolean {
	if (text.charCodeAt(offset - 1) === JOINER) return true;
	const point = text.codePointAt(offset) ?? 0;
	if (isRegional(point)) return isRegional(text.codePointAt(offset - 2) ?? 0);
	return EXTENDS.test(String.fromCodePoint(point));
}

/**
 * The last offset in (`from`, `wanted`] that splits no character, preferably no composed one
 * either; if there is none, the first one past `wanted`. Always greater than `from`.
 */
export function characterCut(text: string, from: number, wanted: number): number {
	const lowest = Math.max(from + 1, wanted - LONGEST_CLUSTER);
	for (let offset = wanted; offset >= lowest; offset -= 1) {
		if (!splitsPair(text, offset) && !extendsCharacter(text, offset)) return offset;
	}
	if (!splitsPair(text, wanted)) return wanted;
	return wanted - 1 > from ? wanted - 1 : wanted + 1;
}
