// All pages of an upstream's tool list, within bounds.
import type { JsonObject, SourceFault, ToolDefinition } from '../../../gateway';
import { err, ok, type Result } from '../../../shared/result';
import { parseMember, type RawMessage } from './answer';
import { readToolDefinitions } from './tool-definitions';

/** A list is cut here: pages, tools, bytes. */
const MAX_PAGES = 100;
const MAX_TOOLS = 10_000;
const MAX_LIST_BYTES = 2_000_000;
/** Bounds of parsing into objects: values and levels. */
const PARSED = { values: 500_000, depth: 500 };

/**
 * @param maxBytes of one page, decoded
 * @param ask sends `tools/list` with these params, its answer at most so many bytes
 * @returns the usable tools; a text says what is wrong with an answer
 */
export async function listPages(
	maxBytes: number,
	ask: (params: JsonObject, room: number) => Promise<Result<RawMessage, SourceFault>>,
): Promise<Result<readonly ToolDefinition[], SourceFault | string>> {
	const values: unknown[] = [];
	const cursors = new Set<string>();
	let cursor: string | undefined;
	let bytes = 0;
	for (let page = 0; page < MAX_PAGES && values.length < MAX_TOOLS; page++) {
		const room = Math.min(maxBytes, MAX_LIST_BYTES - bytes);
		const answer = await ask(cursor === undefined ? {} : { cursor }, room);
		// The pages read before the limit are a list, too; without a page there is none.
		if (!answer.ok && answer.error.code === 'too_large' && page > 0) break;
		if (!answer.ok) return answer;
		const result = parseMember(answer.value, PARSED, 'result');
		const listed = result.ok ? (result.value as { tools?: unknown; nextCursor?: unknown }) : {};
		if (!Array.isArray(listed?.tools)) return err('its tools/list result has no usable "tools"');
		bytes += answer.value.text.length;
		values.push(...listed.tools.slice(0, MAX_TOOLS - values.length));
		if (typeof listed.nextCursor !== 'string' || cursors.has(listed.nextCursor)) break;
		if (bytes >= MAX_LIST_BYTES) break;
		cursor = listed.nextCursor;
		cursors.add(cursor);
	}
	return ok(readToolDefinitions(values));
}
