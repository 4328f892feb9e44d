// What stands in place of a collapsed result. The server counts its tokens, the client puts it in:
// both take it from here.

/**
 * The summary; and, where the server keeps the original, the call that returns it.
 *
 * @param summary - `_meta.context.summary`; absent: a sentence that names the tool
 * @param id - what `expand_result` takes; absent when the server said nothing of one
 */
export function collapsedText(summary: string | undefined, tool: string, id?: string): string {
	const text = summary ?? `Result of ${tool}, left out after use.`;
	return id === undefined ? text : `${text}\n[collapsed; original: expand_result {"id":"${id}"}]`;
}
