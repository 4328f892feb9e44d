// A request as its revision writes it: the envelope in `_meta` and the headers that repeat parts of it (MCP 2026-07-28,
// "Request Headers"), or the session of the older revisions.
import type { JsonObject, ToolDefinition } from '../../../gateway';
import { isRecord } from '../../../shared/is-record';
import {
	CLIENT_CAPABILITIES_META_KEY,
	CLIENT_INFO_META_KEY,
	PROTOCOL_VERSION_META_KEY,
} from '../meta-keys';
import type { Frame } from './wire';

/** Requests that the newer revision does not have. */
const OLD = new Set(['resources/subscribe', 'resources/unsubscribe']);

/** Frames a request of 2025. */
export const legacyFrame = (
	method: string,
	params: JsonObject,
	{
		session,
		version,
	}: { readonly session?: string | undefined; readonly version?: string | undefined },
): Frame => ({
	...{ method, params, isCancelled: true },
	headers: {
		...(session !== undefined && { 'mcp-session-id': session }),
		...(version !== undefined && { 'mcp-protocol-version': version }),
	},
});

/** Loadline as it presents itself, in a revision. */
export interface Sender {
	readonly protocolVersion: string;
	readonly clientInfo: JsonObject;
	readonly capabilities: JsonObject;
}

/**
 * Frames a request of 2026-07-28; undefined for one that it does not have.
 * @param tool is called, and mirrors arguments into headers
 */
export function modernFrame(
	method: string,
	params: JsonObject,
	{ protocolVersion, clientInfo, capabilities }: Sender,
	tool: ToolDefinition | undefined,
): Frame | undefined {
	if (OLD.has(method)) return undefined;
	const _meta = {
		[PROTOCOL_VERSION_META_KEY]: protocolVersion,
		[CLIENT_INFO_META_KEY]: clientInfo,
		[CLIENT_CAPABILITIES_META_KEY]: capabilities,
		...(isRecord(params._meta) && params._meta),
	};
	const named = method === 'resources/read' ? params.uri : NAMED.has(method) && params.name;
	const headers = {
		'mcp-protocol-version': protocolVersion,
		'mcp-method': method,
		...(typeof named === 'string' && { 'mcp-name': headerText(named) }),
		...(tool && mirrored(tool.inputSchema, params.arguments)),
	};
	return { method, params: { ...params, _meta }, headers, isCancelled: false };
}

const NAMED = new Set(['tools/call', 'prompts/get']);
const PLAIN = /^[\t\x20-\x7e]+$/;
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const MIRRORS = 'x-mcp-header';

/** Encodes a text as a header may hold it (MCP 2026-07-28, "Value Encoding"). */
export function headerText(text: string): string {
	const isCoded = text.startsWith('=?base64?') && text.endsWith('?=');
	if (PLAIN.test(text) && text === text.trim() && !isCoded) return text;
	const bytes = new TextEncoder().encode(text);
	return `=?base64?${btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))}?=`;
}

/** Headers of arguments that a schema wants repeated ("Custom Headers"), at any depth of `properties`. */
function mirrored(schema: unknown, value: unknown, depth = 0): Record<string, string> {
	if (!isRecord(schema) || depth > MOST_LEVELS) return {};
	const name = schema[MIRRORS];
	const text = typeof name === 'string' && TOKEN.test(name) ? primitive(value) : undefined;
	const below = isRecord(schema.properties) && isRecord(value) ? schema.properties : {};
	return {
		...(text !== undefined && { [`Mcp-Param-${String(name)}`]: headerText(text) }),
		...Object.assign(
			{},
			...Object.entries(below).map(([key, part]) =>
				mirrored(
					part,
					Object.hasOwn(value as object, key) ? (value as JsonObject)[key] : undefined,
					depth + 1,
				),
			),
		),
	};
}

const MOST_LEVELS = 20;

/** Text of a string, a boolean or a number, as it is spelled; an integer that a double cannot hold is left out. */
function primitive(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	const text = JSON.stringify(value) ?? 'null';
	if (text === 'true' || text === 'false') return text;
	const number = /^[-\d]/.test(text) ? Number(text) : Number.NaN;
	const isKept = Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
	return isKept ? String(number) : undefined;
}
