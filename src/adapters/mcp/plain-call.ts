// The request that most are: one `tools/call` of MCP 2026-07-28 that asks for no more than its result. It is
// answered without a server of the SDK, as one would answer it. What is unusual, in the request or in the
// answer, is left to the SDK; what a client says of itself, until the SDK has accepted it once.

import type { Gateway, JsonObject, ToolDefinition } from '../../gateway';
import { asObject } from '../../shared/is-record';
import { remember } from '../../shared/remember';
import type { Block, JsonText, ToolResult } from '../../shared/tool-result';
import { callerOf, type McpRequestParts } from './caller';
import {
	CLIENT_CAPABILITIES_META_KEY,
	CLIENT_INFO_META_KEY,
	PROTOCOL_VERSION_META_KEY,
	SERVER_INFO_META_KEY,
} from './meta-keys';
import { openRequest, type Received, withoutProtocolKeys } from './request-context';

const VERSION = '2026-07-28';
const METHOD = 'tools/call';

/** A parsed plain `tools/call`; the `client` text identifies clients that the SDK has accepted before. */
export interface PlainCall {
	readonly id: string | number;
	readonly name: string;
	/** Numbers as spelled; absent as they came. */
	readonly args: JsonObject | undefined;
	readonly meta: JsonObject;
	/** The client's description of itself, as text. */
	readonly client: string;
}

const PROTOCOL = 'io.modelcontextprotocol/';
const MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params']);
const PARAMS = new Set(['name', 'arguments', '_meta']);
const ENVELOPE = new Set([
	PROTOCOL_VERSION_META_KEY,
	CLIENT_CAPABILITIES_META_KEY,
	CLIENT_INFO_META_KEY,
]);

/** The call, if the request is nothing but that. */
export function plainCallOf({ headers }: Request, body: unknown): PlainCall | undefined {
	const message = asObject(body);
	const params = asObject(message?.params);
	const meta = asObject(params?._meta);
	if (!message || !params || !meta || !hasOnly(message, MEMBERS) || !hasOnly(params, PARAMS))
		return undefined;
	const { jsonrpc, id, method } = message;
	const { name, arguments: args } = params;
	const hasId = typeof id === 'string' || Number.isSafeInteger(id);
	if (jsonrpc !== '2.0' || method !== METHOD || !hasId || typeof name !== 'string')
		return undefined;
	if ((args !== undefined && !asObject(args)) || !isUsual(meta)) return undefined;
	// A name that stands encoded in its header begins so.
	const isNamed = headers.get('mcp-name') === name && !name.startsWith('=?');
	const isSaid = headers.get('mcp-protocol-version') === VERSION && isNamed;
	if (!isSaid || headers.get('mcp-method') !== METHOD || headers.has('mcp-session-id'))
		return undefined;
	if (meta[PROTOCOL_VERSION_META_KEY] !== VERSION) return undefined;
	const client = JSON.stringify([meta[CLIENT_CAPABILITIES_META_KEY], meta[CLIENT_INFO_META_KEY]]);
	return { id: id as PlainCall['id'], name, args: asObject(args), meta, client };
}

const hasOnly = (object: JsonObject, names: ReadonlySet<string>): boolean => {
	for (const name of Object.keys(object)) if (!names.has(name)) return false;
	return true;
};

/** Returns whether a `_meta` asks for neither progress nor log messages, which take a stream. */
const isUsual = (meta: JsonObject): boolean => {
	for (const key of Object.keys(meta))
		if (key === 'progressToken' || (key.startsWith(PROTOCOL) && !ENVELOPE.has(key))) return false;
	return true;
};

/** Dependencies of answering a plain call. */
export interface PlainParts {
	readonly parts: McpRequestParts;
	/** Aborted when the client has gone. */
	readonly signal: AbortSignal;
	/** Keeps the work alive when the client has gone. */
	readonly track: (work: Promise<unknown>) => void;
}

/** A call that is the SDK's to answer; `callTool` has the answer where there is one already. */
export interface ForSdk {
	readonly callTool?: Gateway['callTool'];
}

/** Answers the call, or leaves it to the SDK. */
export async function answerPlainly(
	call: PlainCall,
	{ parts, signal, track }: PlainParts,
): Promise<Response | ForSdk> {
	const { id, name, args = {}, meta } = call;
	const asked = { name, args, ...(call.args ? {} : { isBare: true }) };
	// Notifications were not asked for.
	const received = { id, envelope: meta, _meta: meta, signal, notify: async () => {} };
	const { context } = openRequest(callerOf(parts), 'modern', received as Received);
	const answering = parts.gateway.callPlain(asked, context);
	track(answering);
	const answered = await answering.catch(() => undefined);
	if (answered === 'mirrors') return {};
	if (!answered?.ok || answered.value.kind !== 'result')
		return { callTool: () => answering as ReturnType<Gateway['callTool']> };
	const { result } = answered.value;
	const own = withoutProtocolKeys(result.meta ?? {});
	// Equals what the SDK would keep: there are a name and a version alone.
	const shown = { ...own, [SERVER_INFO_META_KEY]: parts.serverInfo };
	const said = [
		resultMembers(result, 'modern', null),
		'"resultType":"complete"',
		`"_meta":${JSON.stringify(shown)}`,
	];
	// In the SDK's order: meta of the result's own goes first.
	if (Object.keys(own).length > 0) said.unshift(...said.splice(2));
	return new Response(`{"result":{${said}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`, {
		headers: { 'content-type': 'application/json' },
	});
}

/** Descriptions of clients that the SDK has accepted in this isolate; the oldest is evicted first. */
export class AcceptedClients {
	readonly #clients = new Map<string, true>();

	has({ client }: PlainCall): boolean {
		return this.#clients.has(client);
	}

	note({ client }: PlainCall): void {
		if (client.length <= LONGEST_CLIENT) remember(this.#clients, client, true, MOST_CLIENTS);
	}
}

const LONGEST_CLIENT = 4_000;
const MOST_CLIENTS = 500;

/**
 * `"content":…` and, where they exist, `"structuredContent":…`, `"isError":…` and what MCP does not name.
 * A legacy caller takes objects only: other values are wrapped as `{"result": …}`, and so is every
 * value of a tool whose output schema the SDK wraps in its `tools/list`.
 */
export const resultMembers = (
	{ content, structured, isError, others = {} }: ToolResult,
	era: 'legacy' | 'modern',
	tool: ToolDefinition | null,
): string => {
	const isObject = structured !== undefined && /^\s*\{/.test(structured);
	// MCP asks for a text form of what older clients cannot read; the SDK adds it for non-objects only.
	const blocks =
		structured !== undefined && !isObject && !content.some(({ type }) => type === 'text')
			? [...content, { type: 'text', text: structured } satisfies Block]
			: content;
	const wrapped = era === 'legacy' && (!isObject || isNonObjectSchema(tool?.outputSchema));
	return [
		`"content":${JSON.stringify(blocks)}`,
		...(structured === undefined
			? []
			: [`"structuredContent":${wrapped ? wrap(structured) : structured}`]),
		...(isError === undefined ? [] : [`"isError":${isError}`]),
		...Object.entries(others).map(([name, json]) => `${JSON.stringify(name)}:${json}`),
	].join();
};

const wrap = (structured: JsonText): JsonText => `{"result":${structured}}`;

/** The SDK's own rule for wrapping an output schema toward 2025-era clients. */
const isNonObjectSchema = (schema: JsonObject | undefined): boolean =>
	schema !== undefined && schema.type !== 'object';
