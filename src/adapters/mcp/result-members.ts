// Writes a tool result as the members of an MCP CallToolResult, in JSON text (`_meta` apart).
import type { JsonObject, ToolDefinition } from '../../gateway';
import type { Block, JsonText, ToolResult } from '../../shared/tool-result';

/**
 * `"content":…` and, where they exist, `"structuredContent":…`, `"isError":…` and what MCP does not name.
 * A legacy caller takes objects only: other values are wrapped as `{"result": …}`, and so is every
 * value of a tool whose output schema the SDK wraps in its `tools/list`.
 */
export const resultMembers = (
	{ content, structured, isError, others = {} }: ToolResult,
	era: 'legacy' | 'modern',
	tool: ToolDefinition | null,
): string => {
	const isObject = structured !== undefined && /^\s*\{/.test(structured);
	// MCP asks for a text form of what older clients cannot read; the SDK adds it for non-objects only.
	const blocks =
		structured !== undefined && !isObject && !content.some(({ type }) => type === 'text')
			? [...content, { type: 'text', text: structured } satisfies Block]
			: content;
	const wrapped = era === 'legacy' && (!isObject || isNonObjectSchema(tool?.outputSchema));
	return [
		`"content":${JSON.stringify(blocks)}`,
		...(structured === undefined
			? []
			: [`"structuredContent":${wrapped ? wrap(structured) : structured}`]),
		...(isError === undefined ? [] : [`"isError":${isError}`]),
		...Object.entries(others).map(([name, json]) => `${JSON.stringify(name)}:${json}`),
	].join();
};

const wrap = (structured: JsonText): JsonText => `{"result":${structured}}`;

/** The SDK's own rule for wrapping an output schema toward 2025-era clients. */
const isNonObjectSchema = (schema: JsonObject | undefined): boolean =>
	schema !== undefined && schema.type !== 'object';
