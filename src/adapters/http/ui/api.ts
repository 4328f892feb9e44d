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
	const call = async (
		method: string,
		path: string,
		body?: string,
		type = 'application/json',
		ifMatch?: number,
	) => {
		const headers = new Headers({ origin });
		for (const name of ['cookie', 'authorization', 'cf-access-jwt-assertion', 'host']) {
			const value = c.req.header(name);
			if (value !== undefined) headers.set(name, value);
		}
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
	return {
		get: (path) => call('GET', path),
		async tools(upstream) {
			const headers = {
				...Object.fromEntries(
					['cookie', 'authorization', 'cf-access-jwt-assertion', 'host'].flatMap((name) => {
						const value = c.req.header(name);
						return value === undefined ? [] : [[name, value]];
					}),
				),
				origin,
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				'mcp-protocol-version': REVISION,
				'mcp-method': 'tools/list',
			};
			const _meta = {
				'io.modelcontextprotocol/protocolVersion': REVISION,
				'io.modelcontextprotocol/clientCapabilities': {},
				'io.modelcontextprotocol/clientInfo': { name: 'loadline-ui', version: '1' },
			};
			const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } };
			const path = upstream === undefined ? '/mcp' : `/mcp/${encodeURIComponent(upstream)}`;
			const url = new URL(path, origin);
			const body = JSON.stringify(message);
			const response = await ask(new Request(url, { method: 'POST', headers, body }));
			const text = await response.text();
			const data = /^data: (\{.*)$/m.exec(text)?.[1] ?? text;
			const { result } = (safeParse(data) ?? {}) as { result?: { tools?: readonly Tool[] } };
			return result?.tools;
		},
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
