// AI SDK: model messages (`tool-result` parts) and UI messages (tool parts with their output), both
// paired by `toolCallId`.
import { isRecord } from '../../shared/is-record';
import { changeItems, type Format } from './format';
import { isMcpResult, withContent } from './mcp';

/** Tool results in model messages of the AI SDK. */
export const aiSdkModel: Format = (message, textOf) => {
	const { content } = message;
	if (!Array.isArray(content) || !content.some(isResultPart)) return undefined;
	const next = changeItems(content, (part) => {
		const text = isResultPart(part) ? textOf(part.toolCallId) : undefined;
		if (text === undefined) return part;
		// Before version 5 the result stood there itself, of any type.
		if (part.output === undefined && 'result' in part) return { ...part, result: text };
		return { ...part, output: textOutput(part.output, text) };
	});
	return next === content ? message : { ...message, content: next };
};

/** Tool results in UI messages of the AI SDK. */
export const aiSdkUi: Format = (message, textOf) => {
	const { parts } = message;
	if (!Array.isArray(parts)) return undefined;
	const next = changeItems(parts, (part) => {
		const text = isOutputPart(part) ? textOf(part.toolCallId) : undefined;
		return text === undefined ? part : { ...part, output: uiOutput(part.output, text) };
	});
	return next === parts ? message : { ...message, parts: next };
};

const isResultPart = (
	part: unknown,
): part is { type: 'tool-result'; toolCallId: string; output?: unknown } =>
	isRecord(part) && part.type === 'tool-result' && typeof part.toolCallId === 'string';

/** `tool-<name>` or `dynamic-tool`, with its final output. */
const isOutputPart = (part: unknown): part is { toolCallId: string; output?: unknown } =>
	isRecord(part) &&
	typeof part.type === 'string' &&
	(part.type === 'dynamic-tool' || part.type.startsWith('tool-')) &&
	part.state === 'output-available' &&
	typeof part.toolCallId === 'string';

function textOutput(output: unknown, value: string): unknown {
	const options = isRecord(output) ? output.providerOptions : undefined;
	return { type: 'text', value, ...(options !== undefined && { providerOptions: options }) };
}

/** The output of an MCP tool stays an MCP result, since that is what its tool turns into messages. */
const uiOutput = (output: unknown, text: string): unknown =>
	isMcpResult(output) ? withContent(output, text) : text;
