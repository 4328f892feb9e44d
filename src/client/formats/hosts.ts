// Messages of other hosts: Gemini (`functionResponse`), Bedrock Converse (`toolResult`), OpenAI Agents
// (`function_call_result`), calls that a provider makes itself (`mcp_call`), LangChain (ToolMessage),
// opencode (`tool` parts) and pi (`toolResult`).
import { isRecord } from '../../shared/is-record';
import { changeItems, contentLike, type Format } from './format';

/** Function responses in Gemini contents. */
export const gemini: Format = (message, textOf) => {
	const { parts } = message;
	if (!Array.isArray(parts) || !parts.some(isFunctionResponse)) return undefined;
	const next = changeItems(parts, (part) => {
		const text = isFunctionResponse(part) ? textOf(part.functionResponse.id) : undefined;
		if (text === undefined) return part;
		const { functionResponse } = part as { functionResponse: Record<string, unknown> };
		const { parts: _, ...rest } = functionResponse;
		return { ...part, functionResponse: { ...rest, response: { output: text } } };
	});
	return next === parts ? message : { ...message, parts: next };
};

const isFunctionResponse = (part: unknown): part is { functionResponse: { id: string } } =>
	isRecord(part) && isRecord(part.functionResponse) && typeof part.functionResponse.id === 'string';

/** Tool results in messages of Bedrock Converse. */
export const bedrock: Format = (message, textOf) => {
	const { content } = message;
	if (!Array.isArray(content) || !content.some(isToolResult)) return undefined;
	const next = changeItems(content, (block) => {
		const text = isToolResult(block) ? textOf(block.toolResult.toolUseId) : undefined;
		if (text === undefined) return block;
		const { toolResult } = block as { toolResult: Record<string, unknown> };
		return { ...block, toolResult: { ...toolResult, content: [{ text }] } };
	});
	return next === content ? message : { ...message, content: next };
};

const isToolResult = (block: unknown): block is { toolResult: { toolUseId: string } } =>
	isRecord(block) && isRecord(block.toolResult) && typeof block.toolResult.toolUseId === 'string';

/** Results of functions in items of OpenAI Agents. */
export const openaiAgents: Format = (item, textOf) => {
	const { type, callId, output } = item;
	if (type !== 'function_call_result' || typeof callId !== 'string') return undefined;
	const text = textOf(callId);
	if (text === undefined) return item;
	if (Array.isArray(output)) return { ...item, output: contentLike(output, text, 'input_text') };
	return { ...item, output: isRecord(output) ? { type: 'text', text } : text };
};

/** Results of MCP calls in items of OpenAI Responses. */
export const mcpCall: Format = (item, textOf) => {
	const { type, id } = item;
	if (type !== 'mcp_call' || typeof id !== 'string') return undefined;
	const text = textOf(id);
	return text === undefined ? item : { ...item, output: text };
};

/** Its messages are instances: a copy is made by the class itself. */
export const langchain: Format = (message, textOf) => {
	const { tool_call_id: id, content } = message;
	const getType: unknown = message.getType ?? message._getType;
	if (typeof id !== 'string' || typeof getType !== 'function') return undefined;
	const text = textOf(id);
	if (text === undefined) return message;
	const { lc_kwargs: _, lc_namespace: __, lc_serializable: ___, ...fields } = message;
	const { constructor: Message } = Object.getPrototypeOf(message) as {
		constructor: new (fields: object) => unknown;
	};
	return new Message({ ...fields, content: contentLike(content, text) });
};

/** Finished tool parts in messages of opencode. */
export const opencode: Format = (message, textOf) => {
	const { parts } = message;
	if (!Array.isArray(parts) || !parts.some(isToolPart)) return undefined;
	const next = changeItems(parts, (part) => {
		const text = isToolPart(part) ? textOf(part.callID) : undefined;
		if (text === undefined) return part;
		const { state } = part as { state: Record<string, unknown> };
		const { attachments: _, ...rest } = state;
		return { ...part, state: { ...rest, output: text } };
	});
	return next === parts ? message : { ...message, parts: next };
};

const isToolPart = (part: unknown): part is { callID: string; state: { output: string } } =>
	isRecord(part) &&
	part.type === 'tool' &&
	typeof part.callID === 'string' &&
	isRecord(part.state) &&
	typeof part.state.output === 'string';

/** Tool results in messages of pi. */
export const pi: Format = (message, textOf) => {
	const { role, toolCallId: id, content } = message;
	if (role !== 'toolResult' || typeof id !== 'string') return undefined;
	const text = textOf(id);
	return text === undefined ? message : { ...message, content: contentLike(content, text) };
};
