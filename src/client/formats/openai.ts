// OpenAI Chat Completions (`role: "tool"`, paired by `tool_call_id`) and Responses (output items,
// paired by `call_id`).
import { contentLike, type Format } from './format';

/** Tool messages of OpenAI Chat Completions. */
export const openaiChat: Format = (message, textOf) => {
	const { role, tool_call_id: id, content } = message;
	if (role !== 'tool' || typeof id !== 'string') return undefined;
	const text = textOf(id);
	return text === undefined ? message : { ...message, content: contentLike(content, text) };
};

const OUTPUTS: ReadonlySet<unknown> = new Set(['function_call_output', 'custom_tool_call_output']);

/** Outputs of function calls in OpenAI Responses. */
export const openaiResponses: Format = (item, textOf) => {
	const { type, call_id: id, output } = item;
	if (!OUTPUTS.has(type) || typeof id !== 'string') return undefined;
	const text = textOf(id);
	return text === undefined ? item : { ...item, output: contentLike(output, text, 'input_text') };
};
