// A request to a model as the pass-through reads it: calls with their results, whatever provider it is for
// (Anthropic Messages, OpenAI Chat Completions and Responses).
import { isRecord } from '../../shared/is-record';
import { jsonIn } from '../../shared/json-in';

/** Form of a request: Anthropic Messages, OpenAI Chat Completions (`chat`) or OpenAI Responses. */
export type Dialect = 'anthropic' | 'chat' | 'responses';

/** A result of a call, and where it stands. */
export interface ToolOutput {
	/** Of its call. */
	readonly id: string;
	/** The tool's name as the host shows it to its model. */
	readonly tool: string;
	readonly args: unknown;
	/** Text that the model reads; undefined where it is not text alone. */
	readonly text: string | undefined;
	readonly failed: boolean;
	/** Index of its message. */
	readonly at: number;
}

/** A body's messages as they came, and where in them results, ends of requests and the user's words stand. */
export interface Conversation {
	/** The member of the body that holds the messages. */
	readonly member: 'messages' | 'input';
	readonly messages: readonly unknown[];
	readonly outputs: readonly ToolOutput[];
	/** Indexes of messages that ended a request so far, the last message among them. */
	readonly requests: readonly number[];
	/** Indexes of messages with words of the user's own. */
	readonly turns: readonly number[];
}

interface Call {
	readonly tool: string;
	readonly args: unknown;
}

/** The conversation of a body; undefined where it has none of this dialect. */
export function readConversation(body: unknown, dialect: Dialect): Conversation | undefined {
	const member = dialect === 'responses' ? 'input' : 'messages';
	const messages = isRecord(body) ? body[member] : undefined;
	if (!Array.isArray(messages) || messages.length === 0) return undefined;
	const calls = new Map<string, Call>();
	const outputs: ToolOutput[] = [];
	const requests: number[] = [];
	const turns: number[] = [];
	let wasModel = true;
	for (const [at, message] of (messages as unknown[]).entries()) {
		if (!isRecord(message)) return undefined;
		const isModel = saysTheModel(message);
		if (isModel && !wasModel) requests.push(at - 1);
		wasModel = isModel;
		const parts = PARTS[dialect](message);
		for (const [id, call] of parts.calls) calls.set(id, call);
		for (const { id, content, failed } of parts.outputs) {
			const call = calls.get(id);
			if (call) outputs.push({ id, ...call, text: textOf(content), failed, at });
		}
		if (parts.isTurn) turns.push(at);
	}
	if (!wasModel) requests.push(messages.length - 1);
	return { member, messages, outputs, requests, turns };
}

const MODEL_ITEMS: ReadonlySet<unknown> = new Set([
	'function_call',
	'custom_tool_call',
	'reasoning',
	'mcp_call',
	'web_search_call',
]);

const saysTheModel = ({ role, type }: Record<string, unknown>): boolean =>
	role === 'assistant' || MODEL_ITEMS.has(type);

interface Parts {
	readonly calls: readonly (readonly [string, Call])[];
	readonly outputs: readonly {
		readonly id: string;
		readonly content: unknown;
		readonly failed: boolean;
	}[];
	readonly isTurn: boolean;
}

const PARTS: Readonly<Record<Dialect, (message: Record<string, unknown>) => Parts>> = {
	anthropic({ role, content }) {
		const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
		const outputs = blocks.flatMap(({ type, tool_use_id: id, content: result, is_error }) =>
			type === 'tool_result' && typeof id === 'string'
				? [{ id, content: result, failed: is_error === true }]
				: [],
		);
		return {
			calls: blocks.flatMap(({ type, id, name, input }) =>
				type === 'tool_use' && typeof id === 'string' && typeof name === 'string'
					? [[id, { tool: name, args: input }] as const]
					: [],
			),
			outputs,
			isTurn:
				role === 'user' &&
				(typeof content === 'string' ||
					blocks.some(({ type, text }) => type === 'text' && !isReminder(text))),
		};
	},
	chat({ role, content, tool_calls, tool_call_id: id }) {
		const calls = Array.isArray(tool_calls) ? tool_calls.filter(isRecord) : [];
		return {
			calls: calls.flatMap(({ id: call, function: fn }) =>
				typeof call === 'string' && isRecord(fn) && typeof fn.name === 'string'
					? [[call, { tool: fn.name, args: parsed(fn.arguments) }] as const]
					: [],
			),
			outputs: role === 'tool' && typeof id === 'string' ? [{ id, content, failed: false }] : [],
			isTurn: role === 'user',
		};
	},
	responses({ type, role, call_id: id, name, namespace, arguments: args, input, output }) {
		if (typeof id !== 'string') return { calls: [], outputs: [], isTurn: role === 'user' };
		const isCall = type === 'function_call' || type === 'custom_tool_call';
		const isOutput = type === 'function_call_output' || type === 'custom_tool_call_output';
		// Tools of a server may stand under its name, which then is no part of theirs.
		const tool = typeof namespace === 'string' ? `${namespace}__${String(name)}` : name;
		return {
			calls:
				isCall && typeof tool === 'string' ? [[id, { tool, args: parsed(args ?? input) }]] : [],
			outputs: isOutput ? [{ id, content: output, failed: false }] : [],
			isTurn: false,
		};
	},
};

/** Returns whether the host added a text by itself: it is not the user's. */
const isReminder = (text: unknown): boolean =>
	typeof text === 'string' && text.trimStart().startsWith('<system-reminder>');

function textOf(content: unknown): string | undefined {
	if (typeof content === 'string') return content;
	if (!Array.isArray(content)) return undefined;
	const texts: string[] = [];
	for (const block of content as unknown[]) {
		if (!isRecord(block) || typeof block.text !== 'string') return undefined;
		texts.push(block.text);
	}
	return texts.join('\n');
}

const parsed = (text: unknown): unknown => (typeof text === 'string' ? jsonIn(text) : text);
