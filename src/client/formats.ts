// Forms of conversations: where their messages hold results of tool calls, and what stands there instead.
import { isRecord, type JsonObject } from '../shared/json-values';

/** Returns the replacement of a call's result; undefined: the result stays. */
export type TextOf = (id: string) => string | undefined;

/**
 * Puts texts in place of results. Given a message of another format it returns undefined; a
 * message in which nothing is replaced is returned itself, else a copy of it and of what changed.
 */
export type Format = (message: JsonObject, textOf: TextOf) => unknown;

/** A result: the id of its call, and a copy of what holds it with a text in its place. */
interface Found {
	readonly id: string;
	put(text: string): unknown;
}
type Find = (holder: JsonObject) => Found | undefined;

const found = (id: unknown, put: Found['put']): Found | undefined =>
	typeof id === 'string' ? { id, put } : undefined;

/** A message that is a result. */
const alone =
	(find: Find): Format =>
	(message, textOf) => {
		const result = find(message);
		const text = result && textOf(result.id);
		return result && (text === undefined ? message : result.put(text));
	};

/** A message with results among the items of a list. */
const within =
	(member: 'content' | 'parts', find: Find): Format =>
	(message, textOf) => {
		const items: unknown = message[member];
		if (!Array.isArray(items)) return undefined;
		const results = items.map((item) => (isRecord(item) ? find(item) : undefined));
		if (results.every((result) => result === undefined)) return undefined;
		const texts = results.map((result) => result && textOf(result.id));
		if (texts.every((text) => text === undefined)) return message;
		const put = (item: unknown, at: number): unknown => {
			const text = texts[at];
			return text === undefined ? item : results[at]?.put(text);
		};
		return { ...message, [member]: items.map(put) };
	};

/**
 * A text in the shape that content had: a list of blocks stays a list, so that hosts which read
 * one shape only go on working, with the last cache breakpoint in it.
 */
function contentLike(content: unknown, text: string, type: 'text' | 'input_text' = 'text') {
	if (!Array.isArray(content)) return text;
	const marked: unknown = content.findLast((each) => isRecord(each) && each.cache_control);
	const breakpoint = isRecord(marked) ? marked.cache_control : undefined;
	return [{ type, text, ...(breakpoint !== undefined && { cache_control: breakpoint }) }];
}

/** Its messages are instances: a copy is made by the class itself. */
const langchain = alone((message) => {
	const { tool_call_id: id, content } = message;
	if (typeof (message.getType ?? message._getType) !== 'function') return undefined;
	return found(id, (text) => {
		const { lc_kwargs: _, lc_namespace: __, lc_serializable: ___, ...fields } = message;
		const { constructor: Message } = Object.getPrototypeOf(message) as {
			constructor: new (fields: object) => unknown;
		};
		return new Message({ ...fields, content: contentLike(content, text) });
	});
});

/** Holders of a kind, with the call in one member and its result in another. */
const kind =
	(is: (holder: JsonObject) => boolean, call: string, result: string, type?: 'input_text'): Find =>
	(holder) =>
		is(holder)
			? found(holder[call], (text) => ({
					...holder,
					[result]: contentLike(holder[result], text, type),
				}))
			: undefined;

const openaiChat = alone(kind(({ role }) => role === 'tool', 'tool_call_id', 'content'));

const OUTPUTS: ReadonlySet<unknown> = new Set(['function_call_output', 'custom_tool_call_output']);

const openaiResponses = alone(
	kind(({ type }) => OUTPUTS.has(type), 'call_id', 'output', 'input_text'),
);

const openaiAgents = alone((item) => {
	const { type, callId, output } = item;
	if (type !== 'function_call_result') return undefined;
	return found(callId, (text) => {
		if (Array.isArray(output)) return { ...item, output: contentLike(output, text, 'input_text') };
		return { ...item, output: isRecord(output) ? { type: 'text', text } : text };
	});
});

/** A call that the provider makes itself (OpenAI Responses). */
const mcpCall = alone((item) =>
	item.type === 'mcp_call' ? found(item.id, (text) => ({ ...item, output: text })) : undefined,
);

const BLOCKS: ReadonlySet<unknown> = new Set(['tool_result', 'mcp_tool_result']);

const anthropic = within(
	'content',
	kind(({ type }) => BLOCKS.has(type), 'tool_use_id', 'content'),
);

/** Bedrock Converse. */
const bedrock = within('content', (block) => {
	const { toolResult } = block;
	if (!isRecord(toolResult)) return undefined;
	return found(toolResult.toolUseId, (text) => ({
		...block,
		toolResult: { ...toolResult, content: [{ text }] },
	}));
});

const gemini = within('parts', (part) => {
	const { functionResponse } = part;
	if (!isRecord(functionResponse)) return undefined;
	return found(functionResponse.id, (text) => {
		const { parts: _, ...rest } = functionResponse;
		return { ...part, functionResponse: { ...rest, response: { output: text } } };
	});
});

const opencode = within('parts', (part) => {
	const { type, callID, state } = part;
	if (type !== 'tool' || !isRecord(state) || typeof state.output !== 'string') return undefined;
	return found(callID, (text) => {
		const { attachments: _, ...rest } = state;
		return { ...part, state: { ...rest, output: text } };
	});
});

const pi = alone(kind(({ role }) => role === 'toolResult', 'toolCallId', 'content'));

const aiSdkModel = within('content', (part) => {
	const { type, toolCallId, output } = part;
	if (type !== 'tool-result') return undefined;
	return found(toolCallId, (value) => {
		// Before version 5 the result stood there itself, of any type.
		if (output === undefined && 'result' in part) return { ...part, result: value };
		const options = isRecord(output) ? output.providerOptions : undefined;
		const kept = options !== undefined && { providerOptions: options };
		return { ...part, output: { type: 'text', value, ...kept } };
	});
});

/** UI messages of the AI SDK: `tool-<name>` or `dynamic-tool`, with its final output. */
const aiSdkUi = within('parts', (part) => {
	const { type, state, toolCallId, output } = part;
	const isTool = typeof type === 'string' && /^(?:dynamic-tool$|tool-)/.test(type);
	if (!isTool || state !== 'output-available') return undefined;
	// The output of an MCP tool stays an MCP result, since that is what its tool turns into messages.
	return found(toolCallId, (text) => ({
		...part,
		output: isMcpResult(output) ? withContent(output, text) : text,
	}));
});

/** A tool result as MCP defines it. */
interface McpResult {
	readonly content: readonly unknown[];
	readonly _meta?: unknown;
	readonly [key: string]: unknown;
}

/** Tells whether a value is a result of MCP and no message of a host. */
const isMcpResult = (value: unknown): value is McpResult =>
	isRecord(value) &&
	Array.isArray(value.content) &&
	value.role === undefined &&
	value.type === undefined;

/** The result with one text for content; structured content would carry the data on. */
function withContent(result: McpResult, text: string): McpResult {
	const { structuredContent: _, ...rest } = result;
	return { ...rest, content: [{ type: 'text', text }] };
}

/** A result in an envelope with the call's id: a JSON-RPC response, or what `observe` takes. */
const mcpEnvelope = alone((message) => {
	const { id, result } = message;
	if ((typeof id !== 'string' && typeof id !== 'number') || !isMcpResult(result)) return undefined;
	return found(String(id), (text) => ({ ...message, result: withContent(result, text) }));
});

/** `_meta` key of a collapsed result that stands alone: the id of its call. */
const COLLAPSED = 'dev.loadline/collapsed';

/** Returns the call of a result that names none; undefined when it was never observed. */
export type IdOf = (result: McpResult) => string | undefined;

/** A result alone: known by what it holds, and from then on by a note in its `_meta`. */
const bareMcp =
	(idOf: IdOf): Format =>
	(message, textOf: TextOf) => {
		if (!isMcpResult(message)) return undefined;
		const meta = isRecord(message._meta) ? message._meta : {};
		const noted = meta[COLLAPSED];
		const id = typeof noted === 'string' ? noted : idOf(message);
		const text = id === undefined ? undefined : textOf(id);
		if (text === undefined) return message;
		return withContent({ ...message, _meta: { ...meta, [COLLAPSED]: id } }, text);
	};

const NAMED = [
	...[langchain, openaiChat, openaiResponses, openaiAgents, mcpCall, anthropic],
	...[bedrock, gemini, opencode, pi, aiSdkModel, aiSdkUi, mcpEnvelope],
];

/** All forms, in the order in which they are tried. */
export const formatsWith = (idOf: IdOf): readonly Format[] => [...NAMED, bareMcp(idOf)];
