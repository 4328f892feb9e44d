// The pages know nothing but the API: what a page shows is what the API answered, for whoever looks.
import type { Context } from 'hono';
import type { RouteState } from '../deps';

export type Ask = (request: Request) => Response | Promise<Response>;

export interface Answer {
	readonly status: number;
	readonly body: unknown;
	/** What was wrong, in words for people. */
	readonly fault?: string;
	/** The same, where it is several things. */
	readonly faults?: readonly string[];
}

export interface Tool {
	readonly name: string;
	readonly description?: string;
	readonly inputSchema?: unknown;
	readonly outputSchema?: unknown;
}

export interface Api {
	get(path: string): Promise<Answer>;
	/** The tools of a server behind, or of all as one; undefined where it does not tell. */
	tools(upstream?: string): Promise<readonly Tool[] | undefined>;
	/** A request of MCP; undefined where its answer is an error. */
	mcp(
		method: string,
		params: Readonly<Record<string, unknown>> & { readonly _meta?: object },
		upstream?: string,
	): Promise<Readonly<Record<string, unknown>> | undefined>;
	send(
		method: 'POST' | 'PUT' | 'DELETE',
		path: string,
		body?: string,
		type?: string,
		/** The version that must be in force. */
		ifMatch?: number,
	): Promise<Answer>;
}

const REVISION = '2026-07-28';

/** The API as the visitor of a page may use it. */
export function apiFor(c: Context<RouteState>, ask: Ask): Api {
	const { origin } = new URL(c.req.url);
	const own: Record<string, string> = { origin };
	for (const name of ['cookie', 'authorization', 'cf-access-jwt-assertion', 'host']) {
		const value = c.req.header(name);
		if (value !== undefined) own[name] = value;
	}
	const call = async (
		method: string,
		path: string,
		body?: string,
		type = 'application/json',
		ifMatch?: number,
	) => {
		const headers = new Headers(own);
		if (body !== undefined) headers.set('content-type', type);
		if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`);
		const init = { method, headers, ...(body !== undefined && { body }) };
		const response = await ask(new Request(new URL(path, origin), init));
		const text = await response.text();
		const json: unknown = text === '' ? null : safeParse(text);
		return response.ok
			? { status: response.status, body: json }
			: { status: response.status, body: json, ...faultIn(json) };
	};
	const mcp: Api['mcp'] = async (method, { _meta: more, ...params }, upstream) => {
		const headers = {
			...own,
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			'mcp-protocol-version': REVISION,
			'mcp-method': method,
			...(typeof params.name === 'string' && { 'mcp-name': params.name }),
		};
		const _meta = {
			'io.modelcontextprotocol/protocolVersion': REVISION,
			'io.modelcontextprotocol/clientCapabilities': {},
			'io.modelcontextprotocol/clientInfo': { name: 'loadline-ui', version: '1' },
			...more,
		};
		const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
		const path = upstream === undefined ? '/mcp' : `/mcp/${encodeURIComponent(upstream)}`;
		const init = { method: 'POST', headers, body: JSON.stringify(message) };
		const text = await (await ask(new Request(new URL(path, origin), init))).text();
		const data = /^data: (\{.*)$/m.exec(text)?.[1] ?? text;
		return ((safeParse(data) ?? {}) as { result?: Readonly<Record<string, unknown>> }).result;
	};
	return {
		get: (path) => call('GET', path),
		async tools(upstream) {
			const result = await mcp('tools/list', {}, upstream);
			return (result as { tools?: readonly Tool[] } | undefined)?.tools;
		},
		mcp,
		send: (method, path, body, type, ifMatch) => call(method, path, body, type, ifMatch),
	};
}

const safeParse = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
};

function faultIn(json: unknown): Pick<Answer, 'fault' | 'faults'> & { readonly fault: string } {
	const { error } = (json ?? {}) as {
		error?: { message?: string; issues?: readonly { path?: string; reason?: string }[] };
	};
	const faults = (error?.issues ?? []).map(({ path, reason }) => `${path} ${reason}`.trim());
	const fault = [error?.message ?? 'The server could not say what was wrong.', ...faults].join(' ');
	return { fault, ...(faults.length > 0 && { faults }) };
}
