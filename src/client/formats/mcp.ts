// Plain MCP results: in an envelope that has the call's id (a JSON-RPC response, or what `observe`
// takes), or alone.
import { isRecord } from '../../shared/is-record';
import type { Format, TextOf } from './format';

/** A tool result as MCP defines it. */
export interface McpResult {
	readonly content: readonly unknown[];
	readonly _meta?: unknown;
	readonly [key: string]: unknown;
}

/** Tells whether a value is a result of MCP and no message of a host. */
export const isMcpResult = (value: unknown): value is McpResult =>
	isRecord(value) &&
	Array.isArray(value.content) &&
	value.role === undefined &&
	value.type === undefined;

/** The result with one text for content; structured content would carry the data on. */
export function withContent(result: McpResult, text: string): McpResult {
	const { structuredContent: _, ...rest } = result;
	return { ...rest, content: [{ type: 'text', text }] };
}

/** Results in JSON-RPC responses, and in `{id, result}`. */
export const mcpEnvelope: Format = (message, textOf) => {
	const { id, result } = message;
	if ((typeof id !== 'string' && typeof id !== 'number') || !isMcpResult(result)) return undefined;
	const text = textOf(String(id));
	return text === undefined ? message : { ...message, result: withContent(result, text) };
};

/** `_meta` key of a collapsed result that stands alone: the id of its call. */
const COLLAPSED = 'dev.loadline/collapsed';

/** Returns the call of a result that names none; undefined when it was never observed. */
export type IdOf = (result: McpResult) => string | undefined;

/** A result alone: known by what it holds, and from then on by a note in its `_meta`. */
export function bareMcp(idOf: IdOf): Format {
	return (message, textOf: TextOf) => {
		if (!isMcpResult(message)) return undefined;
		const meta = isRecord(message._meta) ? message._meta : {};
		const noted = meta[COLLAPSED];
		const id = typeof noted === 'string' ? noted : idOf(message);
		const text = id === undefined ? undefined : textOf(id);
		if (text === undefined) return message;
		return withContent({ ...message, _meta: { ...meta, [COLLAPSED]: id } }, text);
	};
}
