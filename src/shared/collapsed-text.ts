// The text in place of a collapsed result. The server counts its tokens, the client puts it in: both take it from here.
import type { TransientNote } from './context-marks';

/**
 * The summary; and, where the server says so, how to go on to the next page, whose cursor stood in the result, and
 * which call returns the original. @param summary - `_meta.context.summary`; absent: a sentence that names the tool
 */
export function collapsedText(
	summary: string | undefined,
	tool: string,
	{ id, nextCursor, restorable, through }: TransientNote = {},
): string {
	const next = { [tool.endsWith('read_result') ? 'handle' : 'cursor']: nextCursor };
	const notes = [
		...(nextCursor === undefined ? [] : [`next page: ${callText(tool, next, through)}`]),
		...(id === undefined || restorable === false
			? []
			: [`original: ${callText('expand_result', { id }, through)}`]),
	];
	const text = summary ?? `Result of ${tool}, left out after use.`;
	return notes.length === 0 ? text : `${text}\n[collapsed; ${notes.join('; ')}]`;
}

/** A call as a model may make it: by the tool's name, or through the one that calls all others. */
export const callText = (name: string, args: object, through?: TransientNote['through']): string =>
	through === undefined
		? `${name} ${JSON.stringify(args)}`
		: `${through} ${JSON.stringify({ name, arguments: args })}`;

/** The same for a caller that has no call which gives the original back. */
export const withoutOriginal = (text: string): string => {
	// Looked for where it last stands: a text that says it again and again is read once.
	const from = Math.max(0, text.lastIndexOf('original: ') - '\n[collapsed; '.length);
	const note = /(?:\n\[collapsed; |; )original: \w+ \{[^\n]*\}\]$/;
	return (
		text.slice(0, from) +
		text.slice(from).replace(note, (found) => (found.startsWith('\n') ? '' : ']'))
	);
};
