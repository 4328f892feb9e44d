// Reads one JSON-RPC message of an upstream without losing a digit: spans of the raw text instead of parsed values; that
// of a `tools/call` into a ToolResult, text decoded, structured content kept as source text (docs/protect.md "Faithful
// data"). Protocol keys belong to one connection: what stands in `_meta` under `io.modelcontextprotocol/` never crosses
// the gateway (MCP 2026-07-28, "_meta").
import type { CallAnswer, ClientReply } from '../../../gateway';
import { type JsonSpan, scanJson, sourceOf } from '../../../shared/json-span';
import { isRawJson, isRecord, type JsonObject, parseSpelled } from '../../../shared/json-values';
import { err, ok, type Result } from '../../../shared/result';
import type { Block, ToolResult } from '../../../shared/tool-result';
import { withoutProtocolKeys } from '../meta-keys';
import { LONG, withoutLong } from './long-text';

/** A JSON-RPC message as it stands in its text. */
export interface RawMessage {
	readonly text: string;
	readonly span: JsonSpan;
	/** Long texts of its content, decoded, by where an empty string stands for each in `text`. */
	readonly long?: ReadonlyMap<number, string>;
}

const OPENS = new Set(['', '.result', '.result.content', '.error']);
/** Containers in which a text of a content block stands. */
const HOLDERS = new Set([...OPENS, '.result.content[]', '.result.content[].resource']);

/** The message without its long texts; undefined where there is none, or one stands anywhere but in a content block. */
function light(bytes: Uint8Array): RawMessage | undefined {
	const { rest: text, long } = withoutLong(bytes) ?? {};
	const scanned = text === undefined ? undefined : scanJson(text, HOLDERS);
	if (!scanned?.ok || text === undefined || !long) return undefined;
	const content = scanned.value.members?.get('result')?.members?.get('content')?.items ?? [];
	const held = new Set(content.map(textStart));
	const isContent = [...long.keys()].every((start) => held.has(start));
	return isContent ? { text, span: scanned.value, long } : undefined;
}

/** Beginning of the text of an opened block. */
const textStart = ({ members }: JsonSpan): number =>
	(members?.get('text') ?? members?.get('resource')?.members?.get('text'))?.start ?? -1;

/**
 * The messages of a body: one, or a batch (MCP 2025-03-26).
 * @param body UTF-8, in which what is no such becomes replacement characters, or its text
 * @returns what is wrong when the text is no JSON object or array
 */
export function readMessages(body: Uint8Array | string): Result<readonly RawMessage[], string> {
	if (body.length > LONG && (typeof body !== 'string' || body.isWellFormed())) {
		const message = light(typeof body === 'string' ? new TextEncoder().encode(body) : body);
		if (message) return ok([message]);
	}
	const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
	const scanned = scanJson(text, OPENS);
	if (!scanned.ok) return scanned;
	if (scanned.value.kind === 'object') return ok([{ text, span: scanned.value }]);
	if (scanned.value.kind !== 'array') return err('neither an object nor an array');
	const messages: RawMessage[] = [];
	for (const item of scanned.value.items ?? []) {
		const source = text.slice(item.start, item.end);
		const span = scanJson(source, OPENS);
		if (span.ok && span.value.kind === 'object') messages.push({ text: source, span: span.value });
	}
	return ok(messages);
}

function spanAt({ span }: RawMessage, path: readonly string[]): JsonSpan | undefined {
	let at: JsonSpan | undefined = span;
	for (const name of path) at = at?.members?.get(name);
	return at;
}

/** A member's JSON source, without white space between tokens. */
export function memberSource(message: RawMessage, ...path: string[]): string | undefined {
	const span = spanAt(message, path);
	return span && sourceOf(message.text, span);
}

/** Returns whether the message answers a request: it has a result or an error, and no method. */
export const isResponse = ({ span }: RawMessage): boolean =>
	!span.members?.has('method') &&
	(span.members?.has('result') === true || span.members?.has('error') === true);

/** Returns whether a response is to this request id; an error may have no id (JSON-RPC 2.0, 5). */
export function answers(message: RawMessage, id: string): boolean {
	const own = memberSource(message, 'id');
	if (own === undefined || own === 'null') return message.span.members?.has('error') === true;
	return own === id || own === `"${id}"`;
}

/** Bounds of what is parsed; with `isSpelled` numbers keep their spelling (JSON.rawJSON). */
interface Limits {
	readonly values: number;
	readonly depth: number;
	readonly isSpelled?: boolean;
}

/** A parsed member, if it is small and flat enough to be parsed safely. */
export function parseMember(
	message: RawMessage,
	{ values, depth, isSpelled }: Limits,
	...path: string[]
): Result<unknown, string> {
	const span = spanAt(message, path);
	if (span === undefined) return err('is missing');
	if (span.values > values) return err(`holds more than ${values} values`);
	if (span.depth > depth) return err(`is nested more than ${depth} levels deep`);
	return ok((isSpelled ? parseSpelled : JSON.parse)(message.text.slice(span.start, span.end)));
}

/** A content block holds a string or two; what is beyond this is an attack on whoever parses it. */
const BLOCK: Limits = { values: 10_000, depth: 100 };
/** Members of a result that are read one by one. */
const NAMED = new Set(['content', 'structuredContent', 'isError', '_meta', 'resultType']);

/** Reads the result of a tool call. @param message a JSON-RPC response with a `result` @returns else what is wrong */
export function readToolAnswer(message: RawMessage): Result<CallAnswer, string> {
	const span = message.span.members?.get('result');
	if (span?.kind !== 'object') return err('its result is not an object');
	const type = memberSource(message, 'result', 'resultType');
	if (type === '"input_required"') {
		const value = parseMember(message, BLOCK, 'result');
		if (!value.ok) return err(`its result ${value.error}`);
		return ok({ kind: 'input_required', value: withoutProtocolMeta(value.value as Block) });
	}
	if (type !== undefined && type !== '"complete"') {
		return err(`its resultType ${type.slice(0, 40)} is unknown`);
	}
	const content = readContent(message, span.members?.get('content'));
	if (!content.ok) return content;
	const structured = memberSource(message, 'result', 'structuredContent');
	const meta = span.members?.has('_meta') ? readMeta(message) : undefined;
	let others: Record<string, string> | undefined;
	for (const [name, member] of span.members ?? [])
		if (!NAMED.has(name)) others = { ...others, [name]: sourceOf(message.text, member) };
	const failed = memberSource(message, 'result', 'isError');
	const result: ToolResult = {
		content: content.value,
		...(structured !== undefined && { structured }),
		...((failed === 'true' || failed === 'false') && { isError: failed === 'true' }),
		...(meta && { meta }),
		...(others && { others }),
	};
	return ok({ kind: 'result', result });
}

function readContent(message: RawMessage, span: JsonSpan | undefined) {
	if (span === undefined) return ok([]);
	if (span.kind !== 'array') return err('its content is not an array');
	const blocks: Block[] = [];
	for (const [index, item] of (span.items ?? []).entries()) {
		if (item.kind !== 'object') return err(`its content[${index}] is not an object`);
		if (item.values > BLOCK.values || item.depth > BLOCK.depth) {
			return err(`its content[${index}] is nested too deep or has too many members`);
		}
		const block = parseSpelled(sourceOf(message.text, item)) as Record<string, unknown>;
		const long = message.long?.get(textStart(item));
		if (long !== undefined) ('text' in block ? block : (block.resource as Block)).text = long;
		if (typeof block.type !== 'string') return err(`its content[${index}] has no type`);
		if (block.type === 'text' && typeof block.text !== 'string') {
			return err(`its content[${index}] is a text block without text`);
		}
		blocks.push(withoutProtocolMeta(block) as Block);
	}
	return ok(blocks);
}

function readMeta(message: RawMessage): ToolResult['meta'] {
	const parsed = parseMember(message, BLOCK, 'result', '_meta');
	if (!parsed.ok || !isRecord(parsed.value)) return undefined;
	const meta = crossingMeta(parsed.value);
	return Object.keys(meta).length > 0 ? meta : undefined;
}

/** A `_meta` object without protocol keys and without Loadline's own. */
export const crossingMeta = (meta: JsonObject) => withoutProtocolKeys(meta, 'dev.loadline/');

/** Members of a result below which `_meta` can stand: lists, messages, content, embedded resources. */
const CARRIERS = [
	'content',
	'contents',
	'messages',
	'prompts',
	'resource',
	'resources',
	'resourceTemplates',
	'tools',
];

/** The value without protocol keys in its `_meta` and in those of parts that MCP defines; other tool data is left alone. */
export function withoutProtocolMeta<T>(value: T, levels = 4): T {
	if (Array.isArray(value)) {
		return levels === 0
			? value
			: (value.map((item) => withoutProtocolMeta(item as unknown, levels - 1)) as T);
	}
	if (!isRecord(value) || isRawJson(value)) return value;
	const out: Record<string, unknown> = { ...value };
	if (isRecord(out._meta)) {
		const meta = crossingMeta(out._meta);
		const left = Object.keys(meta).length;
		// One without such keys stays, empty or not.
		if (left === 0 && Object.keys(out._meta).length > 0) delete out._meta;
		else out._meta = meta;
	}
	if (levels > 0) {
		for (const name of CARRIERS) {
			if (Object.hasOwn(out, name)) out[name] = withoutProtocolMeta(out[name], levels - 1);
		}
	}
	return out as T;
}

/** Outcome of an exchange; everything but `answer` means that there is no JSON-RPC response. */
export type Outcome =
	| { readonly kind: 'answer'; readonly message: RawMessage }
	/** Legacy: the session is unknown; the upstream has not looked at the request. */
	| { readonly kind: 'session_lost' }
	/** The upstream does not speak the revision of the request, which it has not looked at; those that it names instead. */
	| { readonly kind: 'revision_lost'; readonly supported: readonly string[] }
	/** It speaks none that Loadline speaks; those that it offers. */
	| { readonly kind: 'foreign'; readonly offered: readonly string[] }
	| {
			readonly kind: 'http';
			readonly status: number;
			readonly text: string;
			readonly challenge?: string;
	  }
	| { readonly kind: 'redirect'; readonly detail: string }
	| { readonly kind: 'network'; readonly why: Unreached }
	/** A process of this machine is no more. */
	| { readonly kind: 'ended'; readonly detail: string }
	| { readonly kind: 'too_large' }
	/** Other large answers were being read, and went on too long. */
	| { readonly kind: 'no_room' }
	| { readonly kind: 'bad_answer'; readonly detail: string }
	| { readonly kind: 'unknown_method' };

/** The reason why nothing was reached, as far as the runtime tells; `broken`: it was, and went before it had answered. */
export type Unreached = 'dns' | 'tls' | 'refused' | 'broken' | 'late' | 'unknown';

/** The server is a process of this machine, and has ended; the message says how, without secrets. */
export class ServerEnded extends Error {
	override readonly name = 'ServerEnded';
}

export interface Exchange {
	/** Aborted by the deadline or by the caller. */
	readonly signal: AbortSignal;
	/** Decoded bytes of body. */
	readonly maxBytes: number;
	/** A notification that came before the answer. */
	onNotification(method: string, params: JsonObject): void;
	/** A request of the server that came before the answer (2025); never rejects. */
	onRequest(method: string, params: JsonObject): Promise<ClientReply>;
	/** The upstream has said something: it works on the request. */
	onSign(): void;
	/** Notifications that are passed on; 1,000 unless told. */
	readonly mostNotifications?: number;
	/** Workspace of who asks. */
	readonly whose?: string;
}
