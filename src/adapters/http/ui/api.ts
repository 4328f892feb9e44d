// The pages know nothing but the API: what a page shows is what the API answered, for whoever looks.
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import {
	type AnswerOf,
	addressOf,
	type BodyOf,
	type ParamsOf,
	type PathOf,
	partsOf,
	type RouteKey,
} from '../../../contract';
import { SESSION_META_KEY } from '../../../session';
import { jsonIn } from '../../../shared/json-values';
import { within } from '../../fetch';
import type { RouteState } from '../deps';
import { csrfOf, VISIT_COOKIE } from '../pages/page';
import { type Message, requester } from './mcp-request';

/** Asks the API as the page's own visitor. */
export type Ask = (request: Request) => Response | Promise<Response>;

/** JSON or a text of the API; null with a fault where it was refused, or too late (status 504). */
export type Answer<Body = unknown> = { readonly status: number } & (
	| { readonly body: Body; readonly fault?: undefined; readonly faults?: undefined }
	/** `fault` is in words for people, `faults` the same where it is several things. */
	| { readonly body: null; readonly fault: string; readonly faults?: readonly string[] }
);

type PathOfGet = PathOf<Extract<RouteKey, `GET ${string}`>>;

/** As much of a tool as pages show. */
export interface Tool {
	readonly name: string;
	readonly description?: string;
	readonly inputSchema?: unknown;
	readonly outputSchema?: unknown;
}

/** The API with the visitor's own rights: an answer with `fault` was refused, or too late. */
export type Api = ReturnType<typeof apiFor>;

/** Returns the MCP address of one server behind. */
export const mcpOf = (server: string): string => `/mcp/${encodeURIComponent(server)}`;

/** Milliseconds that a page waits for an answer, and for which one conversation stands for those that begin. */
const PATIENCE_MS = 10_000;
const BEGUN_MS = 600_000;

/** The API as the visitor of a page may use it. What does not answer in time has failed, and says so. */
export function apiFor(c: Context<RouteState>, ask: Ask, patienceMs = PATIENCE_MS) {
	const { origin } = new URL(c.req.url);
	const own: Record<string, string> = { origin, 'sec-fetch-site': 'same-origin' };
	for (const name of ['cookie', 'authorization', 'cf-access-jwt-assertion', 'host']) {
		const value = c.req.header(name);
		if (value !== undefined) own[name] = value;
	}
	// A page of this server asks, and a form was known as one of its own before.
	const visit = getCookie(c, VISIT_COOKIE);
	const tied = visit === undefined ? undefined : csrfOf(visit);
	const asked = async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
		const headers = { ...own, ...(tied && { 'loadline-csrf': await tied }), ...init.headers };
		const read = async () => {
			const response = await ask(new Request(new URL(path, origin), { ...init, headers }));
			return { response, text: await response.text() };
		};
		// Undefined when it comes too late, or not at all.
		return within(
			read().catch(() => undefined),
			patienceMs,
		);
	};
	/** @param body JSON unless it is a text of a type; `ifMatch` is the version that must be in force */
	const send = async <Key extends RouteKey>(
		key: Key,
		params?: ParamsOf<Key>,
		body?: BodyOf<Key>,
		ifMatch?: number,
	): Promise<Answer<AnswerOf<Key>>> => {
		const given: unknown = body;
		const isText = typeof given === 'string';
		const answered = await asked(addressOf(key, params), {
			method: partsOf(key)[0],
			...(given !== undefined && { body: isText ? given : JSON.stringify(given) }),
			headers: {
				...(given !== undefined && { 'content-type': `application/${isText ? 'yaml' : 'json'}` }),
				...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
			},
		});
		if (!answered) return { status: 504, body: null, fault: late(patienceMs) };
		const { response, text } = answered;
		const { status, ok, headers } = response;
		if (!ok) return { status, body: null, ...faultIn(jsonIn(text) ?? null) };
		const isJson = headers.get('content-type')?.startsWith('application/json') === true;
		return { status, body: (isJson ? (jsonIn(text) ?? null) : text) as AnswerOf<Key> };
	};
	/** Sends a request of MCP; undefined where its answer is an error. */
	const mcp = (method: string, params: Message & { readonly _meta?: object }, address = '/mcp') => {
		const request = requester(async (init) => {
			const answered = await asked(address, init);
			if (!answered) throw new Error(late(patienceMs));
			return new Response(answered.text, answered.response);
		}, 'loadline-ui');
		return request(method, params).catch(() => undefined);
	};
	return {
		/** Returns the answer of a route of the contract, which handlers are checked against; a text where it is no JSON. */
		get: <Path extends PathOfGet>(path: Path, params?: ParamsOf<`GET ${Path}`>) =>
			send(`GET ${path}`, params),
		/** Returns the tools that an MCP address lists, `/mcp` unless told; undefined where it does not tell. */
		async tools(address?: string): Promise<readonly Tool[] | undefined> {
			// Conversations that begin are told what was learnt of tools: this one did a moment ago.
			const begun = `page-${Math.floor(Date.now() / BEGUN_MS)}`;
			const result = await mcp('tools/list', { _meta: { [SESSION_META_KEY]: begun } }, address);
			return (result as { tools?: readonly Tool[] } | undefined)?.tools;
		},
		mcp,
		send,
	};
}

/** Conversations that are listed at once. */
const LISTED = 200;

/** Yields conversations, the latest first, as many as are asked for; undefined where they cannot be listed. */
export async function* conversations(api: Api, whose: { principal?: string | undefined } = {}) {
	for (let offset = 0, isLast = false; !isLast; offset += LISTED) {
		const { body } = await api.get('/api/sessions', { ...whose, limit: LISTED, offset });
		yield* body?.sessions ?? [undefined];
		isLast = offset + LISTED >= (body?.total ?? 0);
	}
}

/** Conversations that are read at once. */
const AT_ONCE = 10;

/** Yields what happened in conversations, of those that can be read. */
export async function* views(api: Api, listed: AnswerOf<'GET /api/sessions'>['sessions']) {
	for (let from = 0; from < listed.length; from += AT_ONCE) {
		const asked = listed.slice(from, from + AT_ONCE);
		const read = asked.map(({ id, principal }) => api.get('/api/sessions/:id', { id, principal }));
		for (const view of await Promise.all(read)) if (view.body) yield view.body;
	}
}

const late = (milliseconds: number): string =>
	`The server did not answer within ${milliseconds / 1_000} seconds.`;

function faultIn(json: unknown): { readonly fault: string; readonly faults?: readonly string[] } {
	const { error } = (json ?? {}) as {
		error?: { message?: string; issues?: readonly { path?: string; reason?: string }[] };
	};
	const { message = 'The server could not say what was wrong.', issues = [] } = error ?? {};
	const faults = issues.map(({ path, reason }) => `${path} ${reason}`.trim());
	// The faults stand alone if the message says each of them for programs.
	const isSaid = issues.length > 0 && issues.every(({ reason = '' }) => message.includes(reason));
	const fault = isSaid ? `${faults.join('; ')}.` : [message, ...faults].join(' ');
	return { fault, ...(faults.length > 0 && { faults }) };
}
