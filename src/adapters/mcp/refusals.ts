// Answers to requests that no MCP server sees: JSON-RPC errors with the HTTP status that fits. A call whose caller lacks
// a scope learns which one ("Scope Challenge Handling", MCP): a client can ask for more where it learns what is missing.
// Before anything acts on the messages of a body, they are sorted here.
import { allows, challenge, lacks } from '../../auth';
import { asObject, type JsonObject } from '../../shared/json-values';
import { err, ok, type SuccessOf } from '../../shared/result';
import type { BodyFault as Unread } from '../fetch';
import { callerOf, contextOf, type McpRequestParts } from './caller';

/** The reason why a body was not taken: too large, too slow, unreadable, or what is wrong with it as JSON. */
export type BodyFault = Unread | { readonly json: string | undefined };

/** The answer to a body that was not taken: 413, 408 or 400. `maxBytes` is what the text says was allowed. */
export const bodyRefusal = (fault: BodyFault, maxBytes: number): Response => {
	if (typeof fault === 'object')
		return refusal(400, -32_700, `Parse error: the request body is not valid JSON: ${fault.json}`);
	if (fault === 'too_large')
		return refusal(413, -32_000, `Payload too large: at most ${maxBytes} bytes`);
	return fault === 'slow'
		? refusal(408, -32_000, 'The request body did not come: send it at once')
		: refusal(400, -32_700, 'Parse error: the request body could not be read');
};

/** An HTTP answer with a JSON-RPC error, its `id` null: no request was read that it could name. */
export const refusal = (
	status: number,
	code: number,
	message: string,
	headers: Record<string, string> = {},
): Response =>
	Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });

/** The refusal of messages of which a call takes more than its caller may; whoever may call anything is not asked about. */
export const scopeRefusal = async (
	parts: McpRequestParts,
	{ requests }: Messages,
	signal: AbortSignal,
): Promise<Response | undefined> => {
	if (allows(parts.principal, 'mcp:use')) return undefined;
	const context = contextOf(callerOf(parts), 'modern', signal, false);
	for (const { method, params } of requests.values()) {
		const { name, arguments: args } = asObject(params) ?? {};
		if (method !== 'tools/call' || typeof name !== 'string') continue;
		const needed = await parts.gateway.scopeOf({ name, args: asObject(args) ?? {} }, context);
		if (!allows(parts.principal, needed))
			return refusal(403, -32_600, lacks('This call', needed), {
				'WWW-Authenticate': challenge({ error: 'insufficient_scope', scope: needed }),
			});
	}
	return undefined;
};

/** A posted JSON-RPC message or batch: `all` in order, `requests` by their id, and `answers` to what the server has asked. */
export type Messages = SuccessOf<typeof sortMessages>;

/** Sorts a parsed body by kind; the error says why it is no valid request. */
export function sortMessages(body: unknown) {
	const all = (Array.isArray(body) ? (body as unknown[]) : [body])
		.map(asObject)
		.filter((item) => item !== undefined);
	const requests = new Map<unknown, JsonObject>();
	const answers: JsonObject[] = [];
	const cancellations: JsonObject[] = [];
	for (const message of all) {
		const { id, method } = message;
		const hasId = id !== undefined && id !== null;
		if (typeof method === 'string' && hasId) {
			// Two requests of one id have one answer: nobody could tell whose.
			if (requests.has(id)) return err('two requests of the batch have the same id');
			requests.set(id, message);
		} else if (method === 'notifications/cancelled') cancellations.push(message);
		else if (method === undefined && hasId && ('result' in message || 'error' in message))
			answers.push(message);
	}
	return ok({ all, requests, answers, cancellations });
}
