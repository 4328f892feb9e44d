// The same conversation in every form that the client library understands.
import type Anthropic from '@anthropic-ai/sdk';
import type { JSONValue, ModelMessage, UIMessage } from 'ai';
import type OpenAI from 'openai';
import type { McpToolResult } from './record-server';

/** A call and its result. */
export interface Call {
	readonly id: string;
	readonly tool: string;
	readonly args: Readonly<Record<string, unknown>>;
	readonly result: McpToolResult;
}

/** A turn: the user says something, or the model makes calls at the same time. */
export type Turn = { readonly user: string } | { readonly calls: readonly Call[] };

/** Makers of the parts of one form; `flag` varies shapes that a form allows. */
export interface Form<Message> {
	user(text: string): Message[];
	calls(calls: readonly Call[], flag: boolean): Message[];
}

const textOf = ({ result }: Call): string => result.content.map(({ text }) => text).join('\n');

const blocks = ({ result }: Call) =>
	result.content.map(({ text }) => ({ type: 'text' as const, text }));

export const anthropic: Form<Anthropic.MessageParam> = {
	user: (content) => [{ role: 'user', content }],
	calls: (calls, flag) => [
		{
			role: 'assistant',
			content: calls.map(({ id, tool, args }) => ({
				type: 'tool_use',
				id,
				name: tool,
				input: args,
			})),
		},
		{
			role: 'user',
			content: calls.map((call) => ({
				type: 'tool_result',
				tool_use_id: call.id,
				is_error: call.result.isError === true,
				content: flag
					? blocks(call).map((block) => ({ ...block, cache_control: { type: 'ephemeral' } }))
					: textOf(call),
			})),
		},
	],
};

export const openaiChat: Form<OpenAI.ChatCompletionMessageParam> = {
	user: (content) => [{ role: 'user', content }],
	calls: (calls, flag) => [
		{
			role: 'assistant',
			tool_calls: calls.map(({ id, tool, args }) => ({
				type: 'function',
				id,
				function: { name: tool, arguments: JSON.stringify(args) },
			})),
		},
		...calls.map((call) => ({
			role: 'tool' as const,
			tool_call_id: call.id,
			content: flag ? blocks(call) : textOf(call),
		})),
	],
};

export const openaiResponses: Form<OpenAI.Responses.ResponseInputItem> = {
	user: (content) => [{ role: 'user', content }],
	calls: (calls, flag) => [
		...calls.map(({ id, tool, args }) => ({
			type: 'function_call' as const,
			call_id: id,
			name: tool,
			arguments: JSON.stringify(args),
		})),
		...calls.map((call) => ({
			type: 'function_call_output' as const,
			call_id: call.id,
			output: flag
				? blocks(call).map(({ text }) => ({ type: 'input_text' as const, text }))
				: textOf(call),
		})),
	],
};

const json = (value: unknown): JSONValue => JSON.parse(JSON.stringify(value));

export const aiSdkModel: Form<ModelMessage> = {
	user: (content) => [{ role: 'user', content }],
	calls: (calls, flag) => [
		{
			role: 'assistant',
			content: calls.map(({ id, tool, args }) => ({
				type: 'tool-call',
				toolCallId: id,
				toolName: tool,
				input: args,
			})),
		},
		{
			role: 'tool',
			content: calls.map((call) => ({
				type: 'tool-result',
				toolCallId: call.id,
				toolName: call.tool,
				output: flag
					? { type: 'json', value: json(call.result) }
					: { type: 'text', value: textOf(call), providerOptions: { anthropic: { a: 1 } } },
			})),
		},
	],
};

let serial = 0;
export const aiSdkUi: Form<UIMessage> = {
	user: (text) => [{ id: `m${serial++}`, role: 'user', parts: [{ type: 'text', text }] }],
	calls: (calls, flag) => [
		{
			id: `m${serial++}`,
			role: 'assistant',
			parts: calls.map((call) => ({
				...(flag
					? { type: 'dynamic-tool' as const, toolName: call.tool }
					: { type: `tool-${call.tool}` as const }),
				toolCallId: call.id,
				state: 'output-available' as const,
				input: call.args,
				output: flag ? call.result : textOf(call),
			})),
		},
	],
};

export const mcp: Form<unknown> = {
	user: (content) => [{ role: 'user', content }],
	calls: (calls, flag) =>
		calls.map(({ id, tool, result }) =>
			flag ? { jsonrpc: '2.0', id, result } : { id, tool, result },
		),
};

export const bareMcp: Form<unknown> = {
	user: (content) => [{ role: 'user', content }],
	calls: (calls) => calls.map(({ result }) => result),
};

export const forms = {
	'Anthropic Messages': anthropic,
	'OpenAI Chat': openaiChat,
	'OpenAI Responses': openaiResponses,
	'AI SDK model messages': aiSdkModel,
	'AI SDK UI messages': aiSdkUi,
	'MCP results with ids': mcp,
	'MCP results alone': bareMcp,
} as const;

/** The messages of a conversation in one form. */
export const messagesOf = <Message>(
	form: Form<Message>,
	turns: readonly Turn[],
	flag = false,
): Message[] =>
	turns.flatMap((turn) => ('user' in turn ? form.user(turn.user) : form.calls(turn.calls, flag)));

/** Makes a value unchangeable, so that who tries fails. */
export function deepFreeze<Value>(value: Value): Value {
	if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
		Object.freeze(value);
		for (const part of Object.values(value)) deepFreeze(part);
	}
	return value;
}
