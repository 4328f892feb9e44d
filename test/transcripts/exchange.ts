// Requests of the transcripts as data, in the forms of both protocol eras.

/** One exchange. `$name$` in path, headers and body stands for what an earlier answer gave under that name. */
export interface Exchange {
	readonly name: string;
	readonly method: string;
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string | undefined;
	/** The request as it stands in the transcript; the request itself unless given. */
	readonly shown?: string;
	/** Parts of the answer that later exchanges use: the first group of each. */
	readonly keep?: Readonly<Record<string, RegExp>>;
	/** Aborts the request once an upstream has got so many calls of its tool `slow`, or a stream has said this. */
	readonly leave?: 'called' | RegExp;
}

export type Era = '2026-07-28' | '2025-11-25' | '2025-06-18';
type Keep = Pick<Exchange, 'keep' | 'leave'>;
export interface Speech extends Keep {
	readonly era?: Era;
	readonly path?: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** Further members of `_meta`. */
	readonly meta?: object;
	readonly id?: number | string;
}

const META = 'io.modelcontextprotocol/';

/** A JSON-RPC request to an MCP endpoint; in a session (`$session$`) where the era has them. */
export function rpc(name: string, method: string, params: object = {}, how: Speech = {}): Exchange {
	const { era = '2026-07-28', path = '/mcp', headers = {}, meta, id = 1, ...rest } = how;
	const isModern = era === '2026-07-28';
	const subject =
		(params as { name?: string; uri?: string }).name ?? (params as { uri?: string }).uri;
	const _meta = {
		...(isModern && {
			[`${META}protocolVersion`]: era,
			[`${META}clientCapabilities`]: {},
			[`${META}clientInfo`]: { name: 'transcript', version: '1' },
		}),
		...meta,
	};
	const isNotice = method.startsWith('notifications/');
	const all = Object.keys(_meta).length > 0 ? { ...params, _meta } : params;
	const isInitialize = method === 'initialize';
	return {
		name,
		method: 'POST',
		path,
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			...(!isInitialize && { 'mcp-protocol-version': era }),
			...(isModern && { 'mcp-method': method }),
			...(isModern && subject !== undefined && { 'mcp-name': subject }),
			...(!isModern && !isInitialize && { 'mcp-session-id': '$session$' }),
			...headers,
		},
		body: JSON.stringify({ jsonrpc: '2.0', ...(!isNotice && { id }), method, params: all }),
		shown: [
			`POST ${path} ${era} ${method} ${JSON.stringify(params)}`,
			...(meta ? [`_meta ${JSON.stringify(meta)}`] : []),
			...Object.entries(headers).map(([key, value]) => `${key}: ${value}`),
		].join(' | '),
		...rest,
	};
}

/** A call of a tool. */
export const call = (name: string, tool: string, args: object = {}, how: Speech = {}): Exchange =>
	rpc(name, 'tools/call', { name: tool, arguments: args }, how);

/** Opens a session of an older era, which later requests name. */
export const initialize = (
	era: Exclude<Era, '2026-07-28'>,
	{ path = '/mcp', clientInfo = { name: 'transcript', version: '1' }, capabilities = {} } = {},
): readonly Exchange[] => [
	rpc(
		`initialize ${era}`,
		'initialize',
		{ protocolVersion: era, capabilities, clientInfo },
		{ era, path, keep: { session: /mcp-session-id: (\S+)/ } },
	),
	rpc(`initialized ${era}`, 'notifications/initialized', {}, { era, path }),
];

/** A plain HTTP request; an object as a body is JSON. */
export const http = (
	name: string,
	method: string,
	path: string,
	{ body, headers = {}, ...rest }: { body?: unknown; headers?: Record<string, string> } & Keep = {},
): Exchange => ({
	name,
	method,
	path,
	headers: { ...(typeof body === 'object' && { 'content-type': 'application/json' }), ...headers },
	body: typeof body === 'object' ? JSON.stringify(body) : (body as string | undefined),
	...rest,
});

/** The first handle of an answer, however deep in texts of JSON it stands. */
export const HANDLE = /"(?:nextCursor|handle)\\*":\s*\\*"([\w-]{44})/;
