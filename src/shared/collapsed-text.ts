// What stands in place of a collapsed result. The server counts its tokens, the client puts it in:
// both take it from here.
import type { TransientNote } from './context-marks';

/**
 * The summary; and, where the server says so, how to go on to the next page, whose cursor stood in
 * the result, and which call returns the original.
 *
 * @param summary - `_meta.context.summary`; absent: a sentence that names the tool
 */
export function collapsedText(
	summary: string | undefined,
	tool: string,
	{ id, nextCursor, restorable }: TransientNote = {},
): string {
	const notes = [
		...(nextCursor === undefined
			? []
			: [
					`next page: ${tool} {"${tool.endsWith('read_result') ? 'handle' : 'cursor'}":"${nextCursor}"}`,
				]),
		...(id === undefined || restorable === false ? [] : [`original: expand_result {"id":"${id}"}`]),
	];
	const text = summary ?? `Result of ${tool}, left out after use.`;
	return notes.length === 0 ? text : `${text}\n[collapsed; ${notes.join('; ')}]`;
}
