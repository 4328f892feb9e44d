// Anthropic Messages: a user message with `tool_result` blocks, paired by `tool_use_id`.
import { changeItems, contentLike, type Format } from './format';

/** Tool results in Anthropic Messages. */
export const anthropic: Format = (message, textOf) => {
	const { content } = message;
	if (!Array.isArray(content) || !content.some(isToolResult)) return undefined;
	const next = changeItems(content, (block) => {
		const text = isToolResult(block) ? textOf(block.tool_use_id) : undefined;
		return text === undefined ? block : { ...block, content: contentLike(block.content, text) };
	});
	return next === content ? message : { ...message, content: next };
};

const isToolResult = (
	block: unknown,
): block is { type: 'tool_result'; tool_use_id: string; content?: unknown } =>
	typeof block === 'object' &&
	block !== null &&
	'type' in block &&
	(block.type === 'tool_result' || block.type === 'mcp_tool_result') &&
	'tool_use_id' in block &&
	typeof block.tool_use_id === 'string';
