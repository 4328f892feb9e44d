// The request that most are: one `tools/call`, of MCP 2026-07-28 where it asks for no more than its result. It is
// answered without a server of the SDK, as one would answer it. What is unusual, in the request or in the
// answer, is left to the SDK; what a client of that revision says of itself, until the SDK has accepted it once.

import type { Gateway, GatewayContext } from '../../gateway';
import { asObject, type JsonObject } from '../../shared/json-values';
import type { Block, ToolResult } from '../../shared/tool-result';
import { type McpRequestParts, openRequest, type Received } from './caller';
import { LEGACY_HEADERS, messageEvent, type Say } from './event-response';
import { META, withoutProtocolKeys } from './meta-keys';
import type { TransportSession } from './transport-session';

const VERSION = '2026-07-28';
const METHOD = 'tools/call';

/** Revisions before that; a request of the first of them need not say so. */
const OLDER: ReadonlySet<string | null> = new Set([null, '2025-03-26', '2025-06-18', '2025-11-25']);
const MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params']);
const PARAMS = new Set(['name', 'arguments', '_meta']);
const ENVELOPE = new Set<string>([META.version, META.capabilities, META.client]);

/** A parsed plain `tools/call`, numbers of its arguments as spelled. */
export type PlainCall = NonNullable<ReturnType<typeof plainCallOf>>;

/**
 * Returns the call, if the request is nothing but that; `client` is the client's description of itself, by which one that
 * the SDK has accepted before is known, empty where its session has that.
 */
export function plainCallOf({ headers }: Request, body: unknown) {
	const message = asObject(body);
	const params = asObject(message?.params);
	if (!message || !params || !hasOnly(message, MEMBERS) || !hasOnly(params, PARAMS))
		return undefined;
	const { jsonrpc, id, method } = message;
	const { name, arguments: args, _meta = {} } = params;
	const meta = asObject(_meta);
	const hasId = typeof id === 'string' || Number.isSafeInteger(id);
	if (jsonrpc !== '2.0' || method !== METHOD || !hasId || typeof name !== 'string' || !meta)
		return undefined;
	if (args !== undefined && !asObject(args)) return undefined;
	const said = { id: id as string | number, name, args: asObject(args), meta };
	const version = headers.get('mcp-protocol-version');
	if (OLDER.has(version) && isOlder(headers, meta))
		return { era: 'legacy' as const, ...said, client: '' };
	// Progress and log messages take a stream.
	for (const key of Object.keys(meta))
		if (key === 'progressToken' || (key.startsWith(META.prefix) && !ENVELOPE.has(key)))
			return undefined;
	// A name that stands encoded in its header begins so.
	const isNamed = headers.get('mcp-name') === name && !name.startsWith('=?');
	if (
		version !== VERSION ||
		!isNamed ||
		headers.get('mcp-method') !== METHOD ||
		headers.has('mcp-session-id')
	)
		return undefined;
	if (meta[META.version] !== VERSION) return undefined;
	const client = JSON.stringify([meta[META.capabilities], meta[META.client]]);
	return { era: 'modern' as const, ...said, client };
}

const hasOnly = (object: JsonObject, names: ReadonlySet<string>): boolean => {
	for (const name of Object.keys(object)) if (!names.has(name)) return false;
	return true;
};

/** Returns whether a request is of an older revision, takes a stream, and says nothing of the newer one. */
function isOlder(headers: Headers, meta: JsonObject): boolean {
	if (headers.has('mcp-method')) return false;
	const accept = headers.get('accept') ?? '';
	if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return false;
	const token = meta.progressToken;
	if (token !== undefined && typeof token !== 'string' && !Number.isSafeInteger(token))
		return false;
	return !Object.keys(meta).some((key) => key.startsWith(META.prefix));
}

/**
 * Answers the call, or leaves it to the SDK. @param signal aborted when the client has gone
 * @param session the client's, of an older revision @param say sends it a message before the answer
 */
export async function answerPlainly(
	call: PlainCall,
	parts: McpRequestParts,
	signal: AbortSignal,
	session: TransportSession | undefined,
	say: Say,
): Promise<Response | { readonly callTool?: Gateway['callTool'] }> {
	const { era, id, name, args = {}, meta } = call;
	const { gateway } = parts;
	const isOld = era === 'legacy';
	const asked = { name, args, ...(call.args ? {} : { isBare: true }) };
	const notify = async ({ method, params }: { method: string; params?: object }) => {
		// Nobody has told the SDK's server for one request whether its client opens pages: it sends none of these.
		if (isOld && method !== 'notifications/elicitation/complete')
			say({ jsonrpc: '2.0', method, params });
	};
	const received = { id, envelope: isOld ? {} : meta, _meta: meta, signal, notify };
	const send = async (message: object) => say(message);
	const { context, sent } = openRequest(parts, era, received as Received, session, send);
	const answering = isOld ? gateway.callTool(asked, context) : gateway.callPlain(asked, context);
	parts.defer?.(answering.catch(() => {}));
	const answered = await answering.catch(() => undefined);
	if (isOld) await sent();
	// A cancelled call has no answer.
	if (isOld && signal.aborted) return new Response('', { headers: LEGACY_HEADERS });
	if (answered === 'mirrors') return {};
	if (!answered?.ok || answered.value.kind !== 'result')
		return { callTool: () => answering as ReturnType<Gateway['callTool']> };
	const { result } = answered.value;
	const own = withoutProtocolKeys(result.meta ?? {});
	const members = await resultMembers(result, name, context, gateway);
	// Equals what the SDK would keep: there are a name and a version alone.
	const shown = isOld ? own : { ...own, [META.server]: parts.serverInfo };
	const said = isOld ? [oneLine(members)] : [members, '"resultType":"complete"'];
	// In the SDK's order: meta of the result's own goes first.
	const isFirst = Object.keys(own).length > 0;
	if (isFirst || !isOld) said.splice(isFirst ? 0 : 2, 0, `"_meta":${JSON.stringify(shown)}`);
	const json = `{"result":{${said}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
	return isOld
		? new Response(messageEvent(json), { headers: LEGACY_HEADERS })
		: new Response(json, { headers: { 'content-type': 'application/json' } });
}

/**
 * `"content":…` and, where they exist, `"structuredContent":…`, `"isError":…` and what MCP does not name. A legacy
 * caller takes objects only: other values are wrapped as `{"result": …}`, and so is every value of a tool whose output
 * schema the SDK wraps in its `tools/list`. @param name of the tool
 */
export const resultMembers = async (
	{ content, structured, isError, others = {} }: ToolResult,
	name: string,
	context: GatewayContext,
	gateway: Pick<Gateway, 'knownTool'>,
): Promise<string> => {
	const isObject = structured !== undefined && /^\s*\{/.test(structured);
	// MCP asks for a text form of what older clients cannot read; the SDK adds it for non-objects only.
	const blocks =
		structured !== undefined && !isObject && !content.some(({ type }) => type === 'text')
			? [...content, { type: 'text', text: structured } satisfies Block]
			: content;
	const isOld = context.era === 'legacy' && structured !== undefined;
	const schema = isOld && isObject && (await gateway.knownTool(name, context))?.outputSchema;
	const wrapped = isOld && (!isObject || (schema && schema.type !== 'object'));
	return [
		`"content":${JSON.stringify(blocks)}`,
		...(structured === undefined
			? []
			: [`"structuredContent":${wrapped ? `{"result":${structured}}` : structured}`]),
		...(isError === undefined ? [] : [`"isError":${isError}`]),
		...Object.entries(others).map(([name, json]) => `${JSON.stringify(name)}:${json}`),
	].join();
};

/** Line breaks of valid JSON text stand between tokens only; an event's data must have none. */
export const oneLine = (json: string): string => json.replaceAll(/[\r\n]+/g, '');
