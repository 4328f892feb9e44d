// A tool's result as MCP writes it (`CallToolResult`), and as Loadline has it inside.
import type { Block, ToolResult } from '../shared/tool-result';

/** A tool's result as MCP has it. */
export interface CallToolResult {
	readonly content?: readonly { readonly type: string; readonly [key: string]: unknown }[];
	readonly structuredContent?: unknown;
	readonly isError?: boolean;
	readonly _meta?: Readonly<Record<string, unknown>>;
	readonly [key: string]: unknown;
}

/** A result of the wire as Loadline keeps it; `structuredContent` by its text. */
export function fromWire(result: CallToolResult): ToolResult {
	const { content = [], structuredContent, isError, _meta } = result;
	return {
		content: content as readonly Block[],
		...(structuredContent !== undefined && { structured: JSON.stringify(structuredContent) }),
		...(isError !== undefined && { isError }),
		...(_meta && { meta: _meta }),
	};
}

/** @param rest members of the server's own result that MCP may add */
export function toWire(
	{ content, structured, isError, meta }: ToolResult,
	rest: Readonly<Record<string, unknown>> = {},
): CallToolResult {
	return {
		...rest,
		content: content as NonNullable<CallToolResult['content']>,
		...(structured !== undefined && { structuredContent: JSON.parse(structured) as unknown }),
		...(isError !== undefined && { isError }),
		...(meta && { _meta: meta }),
	};
}
