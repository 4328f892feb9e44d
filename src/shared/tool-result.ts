// A tool's result, as every part of Loadline passes it on (MCP tools/call result).
// Structured content stays JSON source text, so that numbers, key order and spellings survive.

/** JSON source text: always a complete, valid document. */
export type JsonText = string;

interface TextBlock {
	readonly type: 'text';
	readonly text: string;
	readonly [key: string]: unknown;
}

/** An embedded resource; `resource.text` is content, `resource.blob` is opaque. */
export interface ResourceBlock {
	readonly type: 'resource';
	readonly resource: {
		readonly uri: string;
		readonly text?: string;
		readonly blob?: string;
		readonly [key: string]: unknown;
	};
	readonly [key: string]: unknown;
}

/** Image, audio, resource link, and whatever a later revision adds: passed on untouched. */
export interface OpaqueBlock {
	readonly type: string;
	readonly [key: string]: unknown;
}

/** One part of a tool's result. */
export type Block = TextBlock | ResourceBlock | OpaqueBlock;

export interface ToolResult {
	readonly content: readonly Block[];
	readonly structured?: JsonText;
	readonly isError?: boolean;
	readonly meta?: Readonly<Record<string, unknown>>;
	/** Members that MCP does not name, by name. */
	readonly others?: Readonly<Record<string, JsonText>>;
}

/** Returns whether a block is a text. */
export const isText = (block: Block): block is TextBlock =>
	block.type === 'text' && typeof block.text === 'string';

/** Characters of a fault's message that are passed on (an error stays under 2 KB). */
const LONGEST_MESSAGE = 1_500;

/** Returns what is said of a call that came to nothing: with its id in the log, unless these are its server's words. */
export function faultText(
	{ code, message, rpc }: { code: string; message: string; rpc?: { message: string } },
	id: string,
): string {
	if (rpc || code === 'unknown_tool' || code === 'unknown_method') return rpc?.message ?? message;
	const said = message.slice(0, LONGEST_MESSAGE);
	return message.includes(id) ? said : `${said} (correlation id ${id})`;
}

/** A result of one text block. */
export const textResult = (text: string, isError = false): ToolResult =>
	isError ? { content: [{ type: 'text', text }], isError } : { content: [{ type: 'text', text }] };
