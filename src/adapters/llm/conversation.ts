// A request to a model as the pass-through reads it: calls with their results, whatever provider it is for
// (Anthropic Messages, OpenAI Chat Completions and Responses).
import { estimate } from '../../protect';
import { chainHash, hashText } from '../../shared/fingerprint';
import { tokensOfImage } from '../../shared/image-size';
import { isRecord, type JsonObject, jsonIn } from '../../shared/json-values';
import type { ToolResult } from '../../shared/tool-result';

/** Form of a request: Anthropic Messages, OpenAI Chat Completions (`chat`) or OpenAI Responses. */
export type Dialect = 'anthropic' | 'chat' | 'responses';

/** A result of a call, and where it stands. */
export interface ToolOutput {
	/** Of its call, made unique: some providers call two calls the same. */
	readonly id: string;
	/** The same as it stands in the prompt. */
	readonly called: string;
	/** The tool's name as the host shows it to its model. */
	readonly tool: string;
	readonly args: unknown;
	/** Text that the model reads, beside images; undefined where it is of another kind. */
	readonly text: string | undefined;
	/** As an MCP server would give it, images included. */
	readonly content: readonly ContentBlock[];
	readonly failed: boolean;
	/** Index of its message. */
	readonly at: number;
	/** Index of its block in the prompt. */
	readonly block: number;
}

/** A part of a prompt that a provider caches as one. */
export interface PromptBlock {
	/** Hash of its contents, without marks. */
	readonly key: number;
	readonly tokens: number;
	/** Lifetime that its mark names, `''` where it names none; absent without a mark. */
	readonly life?: string;
	/** It may bear a mark. */
	readonly canMark: boolean;
	/** Of a result, as its host wrote it or with another text in its place; of a call; or of the model's thinking. */
	readonly kind?: 'result' | 'replaced' | 'call' | 'thought' | undefined;
}

export type Call = Pick<ToolOutput, 'tool' | 'args'>;

type ContentBlock = ToolResult['content'][number];

const KINDS: ReadonlyMap<unknown, 'call' | 'thought'> = new Map([
	['tool_use', 'call'],
	['thinking', 'thought'],
	['redacted_thinking', 'thought'],
]);

/** Reads a message; undefined where it is none. */
export function readMessage(message: unknown, dialect: Dialect) {
	if (!isRecord(message)) return undefined;
	const { role, content } = message;
	const parts = PARTS[dialect](message);
	const isList = dialect === 'anthropic' && Array.isArray(content);
	// A text alone is the same to a model as a list of it.
	const alone = dialect === 'anthropic' ? { type: 'text', text: content } : message;
	const found = (isList ? (content as unknown[]) : [alone]).map((block) =>
		readBlock(block, isList),
	);
	return {
		blocks: found.map(
			({ marks: _, ...block }, at): PromptBlock => ({
				...block,
				...(parts.outputs.some((output) => output.block === at) && { kind: 'result' }),
				key: chainHash(block.key, hashText(String(role))),
			}),
		),
		calls: parts.calls,
		outputs: parts.outputs.map(({ content: given, failed = false, ...place }) => {
			const blocks = mcpContent(given);
			const text = blocks && textsIn(blocks).join('\n');
			return { ...place, failed, text, content: blocks ?? [] };
		}),
		isModel: role === 'assistant' || MODEL_ITEMS.has(message.type),
		isTurn: parts.isTurn,
		marks: found.reduce((sum, { marks }) => sum + marks, 0),
		names: namesIt(message),
	};
}

function readBlock(block: unknown, isList: boolean): PromptBlock & { readonly marks: number } {
	let marks = 0;
	let life: string | undefined;
	const texts: string[] = [];
	let images = 0;
	const plain = JSON.stringify(block, (key, value: unknown) => {
		if (key === 'cache_control') {
			if (!isRecord(value)) return undefined;
			marks++;
			life = typeof value.ttl === 'string' ? value.ttl : '';
			return undefined;
		}
		if (UNCOUNTED.has(key)) return value;
		if (/^\D/.test(key)) texts.push(key);
		if (isRecord(value) && IMAGES.has(value.type)) images += tokensOfBlock(mcpBlock(value));
		else if (typeof value === 'string') {
			if (key !== 'data' && !value.startsWith('data:image/')) texts.push(value);
		} else if (typeof value === 'number' || typeof value === 'boolean') texts.push(String(value));
		return value;
	});
	const { type, text } = isRecord(block) ? block : {};
	return {
		key: hashText(plain),
		tokens: estimate(texts.join('\n')) + images,
		...(life !== undefined && { life }),
		kind: KINDS.get(type),
		canMark: isList && MARKED.has(type) && (type !== 'text' || text !== ''),
		marks,
	};
}

/** Members that a model does not read as they stand. */
const UNCOUNTED: ReadonlySet<string> = new Set(['signature', 'encrypted_content', 'type']);
const IMAGES: ReadonlySet<unknown> = new Set(['image', 'input_image', 'image_url']);
const MARKED: ReadonlySet<unknown> = new Set('text tool_use tool_result image document'.split(' '));

const MODEL_ITEMS: ReadonlySet<unknown> = new Set(
	'function_call custom_tool_call reasoning mcp_call web_search_call'.split(' '),
);

interface Parts {
	readonly calls: readonly (readonly [string, Call])[];
	readonly outputs: readonly { id: string; content: unknown; failed?: boolean; block: number }[];
	readonly isTurn: boolean;
}

const PARTS: Readonly<Record<Dialect, (message: Record<string, unknown>) => Parts>> = {
	anthropic({ role, content }) {
		const list = listOf(content);
		const blocks = list.filter(isRecord);
		const outputs = list.flatMap((each, block) => {
			const { type, tool_use_id: id, content: result, is_error } = isRecord(each) ? each : {};
			return type === 'tool_result' && typeof id === 'string'
				? [{ id, content: result, failed: is_error === true, block }]
				: [];
		});
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
			outputs: role === 'tool' && typeof id === 'string' ? [{ id, content, block: 0 }] : [],
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
			outputs: isOutput ? [{ id, content: output, block: 0 }] : [],
			isTurn: false,
		};
	},
};

/** Returns whether the host added a text by itself: it is not the user's. */
const isReminder = (text: unknown): boolean =>
	typeof text === 'string' && text.trimStart().startsWith('<system-reminder>');

/** Returns a result as an MCP server would give it; undefined where it holds what no server sends. */
function mcpContent(content: unknown): readonly ContentBlock[] | undefined {
	if (typeof content === 'string') return [{ type: 'text', text: content }];
	if (!Array.isArray(content)) return undefined;
	const blocks = (content as unknown[]).map((block) =>
		isRecord(block) ? mcpBlock(block) : undefined,
	);
	return blocks.every((block) => block !== undefined) ? blocks : undefined;
}

/** Tokens of what is no text. */
export const tokensOfBlock = (block?: ContentBlock): number =>
	block?.type === 'text' ? 0 : tokensOfImage(String(block?.data ?? ''));

function mcpBlock(block: JsonObject): ContentBlock | undefined {
	const { type, text, source, image_url: url, cache_control: _, ...members } = block;
	if (typeof text === 'string') return { type: 'text', text, ...members };
	if (!IMAGES.has(type)) return undefined;
	if (isRecord(source) && source.type === 'base64')
		return { type: 'image', data: String(source.data), mimeType: String(source.media_type) };
	const address = isRecord(url) ? url.url : url;
	const [, mimeType, data] = /^data:([\w/+.-]{1,80});base64,(.*)$/s.exec(String(address)) ?? [];
	return mimeType !== undefined && data !== undefined
		? { type: 'image', data, mimeType }
		: undefined;
}

const textsIn = (blocks: readonly unknown[]): readonly string[] =>
	blocks.flatMap((block) => (isRecord(block) && typeof block.text === 'string' ? block.text : []));

/** Only the host's own words count: what a tool answered or a user wrote may name anything. */
function namesIt({ role, content }: Record<string, unknown>): boolean {
	const isSystem = role === 'system' || role === 'developer';
	const texts = typeof content === 'string' ? [content] : textsIn(listOf(content));
	return texts.some(
		(text) => (isSystem || isReminder(text)) && /^(?:[\w-]+_)?expand_result$/m.test(text),
	);
}

/** A list, or an empty one in place of anything else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const parsed = (text: unknown): unknown => (typeof text === 'string' ? jsonIn(text) : text);

/** A message where it stands in its body. */
export interface Place
	extends Omit<NonNullable<ReturnType<typeof readMessage>>, 'blocks' | 'calls' | 'outputs'> {
	readonly start: number;
	readonly end: number;
	/** Blocks, outputs and ends of requests before its own. */
	readonly blocks: number;
	readonly outputs: number;
	readonly ends: number;
}
