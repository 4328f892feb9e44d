// Answers to requests that no MCP server sees: JSON-RPC errors with the HTTP status that fits. A call whose caller lacks
// a scope learns which one ("Scope Challenge Handling", MCP): a client can ask for more where it learns what is missing.
// Before anything acts on the messages of a body, they are sorted here.
import { allows, challenge, lacks } from '../../auth';
import { fieldReason } from '../../shared/field-reason';
import { asObject, type JsonObject, jsonIn } from '../../shared/json-values';
import { err, ok, type SuccessOf } from '../../shared/result';
import { ENCODED, type BodyFault as Unread } from '../fetch';
import { contextOf, type McpRequestParts } from './caller';

/** The reason why a body was not taken: too large, too slow, unreadable, or what is wrong with it as JSON. */
export type BodyFault = Unread | { readonly json: string | undefined };

/** The answer to a body that was not taken: 413, 415, 408 or 400. `maxBytes` is what the text says was allowed. */
export const bodyRefusal = (fault: BodyFault, maxBytes: number): Response => {
	if (typeof fault === 'object')
		return refusal(400, -32_700, `Parse error: the request body is not valid JSON: ${fault.json}`);
	if (fault === 'too_large')
		return refusal(413, -32_000, `Payload too large: at most ${maxBytes} bytes`);
	if (fault === 'encoded') return refusal(415, -32_000, ENCODED.text, ENCODED.headers);
	return fault === 'slow'
		? refusal(408, -32_000, 'The request body did not come: send it at once')
		: refusal(400, -32_700, 'Parse error: the request body could not be read');
};

/** An HTTP answer with a JSON-RPC error, its `id` null where no request was read that it could name. */
export const refusal = (
	status: number,
	code: number,
	message: string,
	headers: Record<string, string> = {},
	id: unknown = null,
): Response => Response.json({ jsonrpc: '2.0', error: { code, message }, id }, { status, headers });

/** A refusal whose error says under which id the log has it. */
export const identified = async (answered: Response | Promise<Response>, correlationId: string) => {
	const response = await answered;
	if (response.ok || response.body === null) return response;
	const text = await response.text();
	const said = asObject(jsonIn(text));
	const error = asObject(said?.error);
	const data = { ...asObject(error?.data), correlationId };
	const whole = error ? JSON.stringify({ ...said, error: { ...error, data } }) : text;
	return new Response(whole, response);
};

/** Issues of the SDK's schemas, which it tells as they are. */
const ISSUES = /^(?:Invalid \S+ request: )?(\[\s*\{[\s\S]*\])$/;

/**
 * An error of a JSON-RPC answer, told so that whoever made the request can mend it: fields with what is wrong in them
 * for the issues of a schema, and the id under which the log has it where the error brings no data of its own.
 */
export const told = (error: RpcError, correlationId: string): RpcError => {
	const issues = jsonIn(ISSUES.exec(error.message)?.[1]);
	const { code, message, data = { correlationId } } = error;
	if (!Array.isArray(issues)) return { code, message, data };
	const faults = issues.map(({ path, message: said }) => {
		const field = path.filter((part: unknown, at: number) => at > 0 || part !== 'params').join('.');
		return `${field || 'params'} ${fieldReason(String(said))}`;
	});
	return { code: -32_602, message: `Invalid params: ${faults.join('; ')}`, data };
};

interface RpcError {
	readonly code: number;
	readonly message: string;
	readonly data?: unknown;
}

/** The refusal of messages of which a call takes more than its caller may; whoever may call anything is not asked about. */
export const scopeRefusal = async (
	parts: McpRequestParts,
	{ requests }: Messages,
	signal: AbortSignal,
): Promise<Response | undefined> => {
	if (allows(parts.principal, 'mcp:use')) return undefined;
	const context = contextOf(parts, 'modern', signal, false);
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

const MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

/** Says what is wrong with a message, and what to send instead; undefined where nothing is. */
function messageFault(item: unknown): string | undefined {
	const message = asObject(item);
	if (!message) return `a message must be an object, not ${typeOf(item)}`;
	const { jsonrpc, id, method, params, result, error } = message;
	const isAnswer = result !== undefined || error !== undefined;
	const odd = Object.keys(message).find((name) => !MEMBERS.has(name));
	if (jsonrpc !== '2.0') return 'jsonrpc must be "2.0"';
	if (method === undefined && !isAnswer) return 'method is missing; name one, such as "tools/list"';
	if (method !== undefined && isAnswer)
		return 'it has a method and an answer; send either a request or a result or error';
	if (method !== undefined && typeof method !== 'string')
		return `method must be a string, not ${typeOf(method)}`;
	if (id !== undefined && typeof id !== 'string' && !Number.isSafeInteger(id))
		return `id must be a string or a whole number, not ${typeOf(id)}; leave it out of a notification`;
	if (params !== undefined && !asObject(params))
		return `params must be an object, not ${typeOf(params)}`;
	return odd === undefined
		? undefined
		: `${JSON.stringify(odd.slice(0, 50))} is no member of a message; leave it out`;
}

const typeOf = (value: unknown): string => {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object'
		? 'an object'
		: `the ${typeof value} ${JSON.stringify(value).slice(0, 50)}`;
};

/** Sorts a parsed body by kind; the error says why it is no valid request. */
export function sortMessages(body: unknown) {
	const given = Array.isArray(body) ? (body as unknown[]) : [body];
	if (given.length === 0) return err('the batch is empty; send at least one message');
	const all = given.map((item) => asObject(item) ?? {});
	for (const [at, item] of given.entries()) {
		const fault = messageFault(item);
		if (fault) return err(Array.isArray(body) ? `message ${at + 1} of the batch: ${fault}` : fault);
	}
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
