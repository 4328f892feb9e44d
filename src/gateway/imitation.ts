// Whether what a server answers could be taken for what Loadline adds to an answer (docs/protect.md "What
// is added"): told by the keys at its top level, however they are spelled and whatever stands in them.
import { isRecord } from '../shared/is-record';

/** What nobody else has a reason to send. */
const TELLING = ['estimatedTokens', 'budgetUsed', 'budgetRemaining', 'loadline'];
/** All that Loadline adds; alone, these are a server's own as often as not. */
const OURS = new Set([
	...TELLING,
	...['totalCount', 'nextCursor', 'summary', 'chunk', 'notice', 'gathered', 'session_id'],
]);

/**
 * @param text of a block, or of structured content
 * @param isData the block is where the data stand, so that one common key is no sign
 */
export function imitates(text: string, isData: boolean): boolean {
	if (!mayHold(text)) return false;
	const keys = keysOf(text);
	if (keys.some((key) => TELLING.includes(key))) return true;
	return keys.length > (isData ? 1 : 0) && keys.every((key) => OURS.has(key));
}

/** What is not worth parsing: the first key is nobody's of ours, and none that tells can be in it. */
function mayHold(text: string): boolean {
	const [, first] = FIRST_KEY.exec(text) ?? [];
	if (first === undefined) return false;
	return ESCAPED_LETTER.test(text) || OURS.has(first) || TELLING.some((key) => text.includes(key));
}

const FIRST_KEY = /^\s*\{\s*"((?:[^"\\]|\\.)*)"/;
const ESCAPED_LETTER = /\\u00[4-7]/i;

function keysOf(text: string): readonly string[] {
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? Object.keys(value) : [];
	} catch {
		return [];
	}
}
