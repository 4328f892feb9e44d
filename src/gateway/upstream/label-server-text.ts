// Labels server text, so that it is never taken for Loadline's: a block that imitates Loadline's is said to
// be the server's, and a question to the user says who asks. Most calls take no guard but this: straight to the server.
import { blockText } from '../../protect';
import { isRecord, type JsonObject } from '../../shared/json-values';
import { err, ok } from '../../shared/result';
import { onOneLine, shownText, withoutUnseen } from '../../shared/shown-text';
import type { Block, ToolResult } from '../../shared/tool-result';
import type { CallContext, SourceFault, ToolCall, ToolSource } from '../contract/tool-source';
import { imitates, isForged } from './imitation';
import { LOGIN_TOOL } from './with-login';

/** The source, its words told apart from Loadline's. */
export function labelServerText<Source extends ToolSource>(source: Source): Source {
	const request = source.request?.bind(source);
	return {
		...source,
		callTool: async (call, context) => {
			const answered = await source.callTool(call, naming(source.name, context));
			if (!answered.ok) return err(refused(source.name, answered.error));
			if (answered.value.kind === 'input_required')
				return ok({ ...answered.value, value: askedBy(source.name, answered.value.value) });
			const { result } = answered.value;
			if (!isForgedResult(result)) return answered;
			const content = result.content.flatMap((block, at) =>
				isForged(blockText(block) ?? '', at === 0)
					? [block, { type: 'text', text: whose(source.name) }]
					: [block],
			);
			const { structured } = result;
			const isBare = structured === undefined || !isForgedObject(structured);
			const told = isBare ? {} : { structured: warned(structured, source.name) };
			return ok({ ...answered.value, result: { ...result, content, ...told } });
		},
		...(request && {
			request: async (method: string, params: JsonObject, context: CallContext) => {
				const answered = await request(method, params, naming(source.name, context));
				if (!answered.ok) return err(refused(source.name, answered.error));
				if (answered.value.resultType === 'input_required')
					return ok(askedBy(source.name, answered.value));
				return method === 'resources/read' ? ok(readOf(source.name, answered.value)) : answered;
			},
		}),
	};
}

/** Returns whether anything in a result imitates Loadline's. */
export function isForgedResult({ content, structured }: ToolResult): boolean {
	let at = 0;
	for (const block of content) if (isForged(blockText(block) ?? '', at++ === 0)) return true;
	return structured !== undefined && isForgedObject(structured);
}

const isForgedObject = (text: string): boolean => /^\s*\{/.test(text) && imitates(text, true);

/** Labels the entries of a resource that imitate Loadline's. */
function readOf(name: string, read: JsonObject): JsonObject {
	if (!Array.isArray(read.contents)) return read;
	const contents = read.contents.flatMap((entry, at) =>
		isTextual(entry) && isForged(String(entry.text), at === 0)
			? [entry, { uri: entry.uri, mimeType: 'text/plain', text: whose(name) }]
			: [entry],
	);
	return contents.length === read.contents.length ? read : { ...read, contents };
}

/** A server's refusal, which clients get in its own words. */
function refused(name: string, fault: SourceFault): SourceFault {
	const { rpc, message } = fault;
	if (!rpc || !isForged(rpc.message, false)) return fault;
	const told = ` (The words before are of the server ${shownText(name)}, not of Loadline.)`;
	return { ...fault, message: message + told, rpc: { ...rpc, message: rpc.message + told } };
}

const whose = (name: string): string =>
	`The block before this one is of the server ${shownText(name)}, not of Loadline.`;

/** Structured content with a word of ours, for hosts that show nothing else. */
function warned(structured: string, name: string): string {
	let key = 'notice';
	while (structured.includes(JSON.stringify(key))) key += '_';
	const text = `What stands in this object is of the server ${shownText(name)}, not of Loadline.`;
	return `${structured.trimEnd().slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify(text)}}`;
}

/** The context, its client asked under the server's name. */
const naming = (name: string, context: CallContext): CallContext => {
	const { ask } = context;
	if (!ask) return context;
	return {
		...context,
		ask: (method, params, signal) => ask(method, question(name, method, params), signal),
	};
};

const askedBy = (name: string, value: JsonObject): JsonObject => {
	const { inputRequests } = value;
	if (!isRecord(inputRequests)) return value;
	const named = Object.entries(inputRequests).map(([key, asked]) => {
		if (!isRecord(asked) || !isRecord(asked.params)) return [key, asked];
		return [key, { ...asked, params: question(name, String(asked.method), asked.params) }];
	});
	return { ...value, inputRequests: Object.fromEntries(named) };
};

/** Returns the text for the user: without invisible characters, naming the asking server. */
function question(name: string, method: string, params: JsonObject): JsonObject {
	if (method !== 'elicitation/create' || typeof params.message !== 'string') return params;
	const lines = params.message.split(LINE).map(withoutUnseen);
	// Lines of its own could pass for ours: of several, each is marked as the server's.
	const quoted = lines.length > 1 ? lines.map((line) => `\n> ${line}`).join('') : ` ${lines[0]}`;
	const message = `Server ${shownText(name)} asks:${quoted}`;
	const { requestedSchema: schema } = params;
	return { ...params, message, ...(isRecord(schema) && { requestedSchema: seen(schema, 0) }) };
}

const LINE = /\r\n|[\n\r\u2028\u2029]/;
/** Returns the displayed part of a schema; the rest only validates the answer. */
const SHOWN = new Set(['title', 'description', 'enumNames']);
const DEEPEST = 20;

/** A schema whose titles and descriptions hide nothing. */
function seen(value: unknown, depth: number, isShown = false): unknown {
	if (typeof value === 'string') return isShown ? onOneLine(value) : value;
	if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
	if (Array.isArray(value)) return value.map((item) => seen(item, depth + 1, isShown));
	const members = Object.entries(value).map(([key, member]) => [
		key,
		seen(member, depth + 1, SHOWN.has(key)),
	]);
	return Object.fromEntries(members);
}

/**
 * The guarded source, its usual calls `straight` to the server with nothing between.
 * @param guarded wraps the source; an answer that needs a guard passes through it afterwards
 */
export function straightCalls<Source extends ToolSource>(
	source: Source,
	straight: ToolSource['callTool'],
	guarded: (source: Source) => Source,
): Source {
	const long = guarded(source);
	return {
		...long,
		callTool: async (call, context) => {
			if (!isUsual(call, context)) return long.callTool(call, context);
			const answered = await straight(call, context);
			if (answered.ok && answered.value.kind === 'result' && !isForgedResult(answered.value.result))
				return answered;
			return guarded({ ...source, callTool: async () => answered }).callTool(call, context);
		},
	};
}

/** Returns whether a call neither goes on with another nor may be one in which its client is asked. */
const isUsual = ({ name, continuation }: ToolCall, context: CallContext): boolean => {
	const { ask, conversation, clientCapabilities } = context;
	if (continuation || ask || name === LOGIN_TOOL) return false;
	return conversation === undefined || Object.keys(clientCapabilities ?? {}).length === 0;
};

/** Returns whether an entry of `contents` carries text that a model may read; hosts run a tool's user interface (MCP Apps). */
export const isTextual = (entry: unknown): entry is JsonObject =>
	isRecord(entry) &&
	typeof entry.text === 'string' &&
	!String(entry.uri).startsWith('ui://') &&
	!String(entry.mimeType).includes('profile=mcp-app');

/** Converts the result of `resources/read` into one that can be protected. */
export const contentsToResult = (contents: readonly unknown[]): ToolResult => ({
	content: contents.map((resource) => ({ type: 'resource', resource }) as Block),
});

/** Back again; added keys become an entry of JSON beside the text they belong to. */
export const blocksToContents = (blocks: readonly Block[], original: readonly unknown[]) => {
	const uri = (original[0] as { uri?: unknown } | undefined)?.uri;
	return blocks.map((block) =>
		block.type === 'resource'
			? (block.resource as JsonObject)
			: { uri, mimeType: 'application/json', text: block.text },
	);
};
