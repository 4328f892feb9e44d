// The requests that are walked: Loadline in this process, the demo in it, and one small server behind.
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { openLoadline } from '../../src/node';
import { toolCall } from '../mcp-call';

const HOME = 'http://localhost:21700';
const UPSTREAM = 'http://localhost:21701/mcp';

export type Era = '2025-11-25' | '2026-07-28';

type Arguments = Readonly<Record<string, unknown>>;

export interface Exchange {
	readonly name: string;
	readonly era: Era;
	/** Makes the request. @throws Error where the answer is a fault, so that none is counted */
	run(): Promise<void>;
}

/** Opens Loadline over state in a folder. */
export async function openWalked(folder: string): Promise<{
	readonly exchanges: readonly Exchange[];
	close(): Promise<void>;
}> {
	const upstream = smallServer();
	const loadline = openLoadline({
		folder,
		file: `demo: true\nupstreams: [{ name: small, url: '${UPSTREAM}' }]\n`,
		variables: { LOADLINE_DEV: '1', LOADLINE_SECRET: 'x'.repeat(40) },
		fetch: (url, init) => upstream(new Request(url, init as RequestInit)),
		onError: (error) => console.error(error),
	});
	const post = async (headers: Readonly<Record<string, string>>, body: string) => {
		const sent = { host: 'localhost', 'content-length': String(body.length), ...headers };
		const request = { method: 'POST', headers: sent, body };
		const response = await loadline.fetch(new Request(`${HOME}/mcp`, request));
		return { headers: response.headers, text: await response.text() };
	};
	const begin = async () => {
		const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: CLIENT };
		const { headers } = await post(JSON_HEADERS, message('initialize', params));
		const session = { 'mcp-session-id': headers.get('mcp-session-id') ?? '' };
		const older = { ...JSON_HEADERS, ...session, 'mcp-protocol-version': '2025-11-25' };
		return (name: string, args: object) =>
			post(older, message('tools/call', { name, arguments: args }));
	};
	const older = await begin();
	const call = async (era: Era, name: string, args: Arguments, isFault = false) => {
		const { headers, body } = toolCall(name, args);
		const { text } = await (era === '2025-11-25' ? older(name, args) : post(headers, body));
		// A change of the list may be told before the answer.
		const said = [...text.matchAll(/^(?:data: )?(\{.*\})$/gm)].at(-1)?.[1];
		const { result } = JSON.parse(said ?? '{}');
		if (!result || (result.isError && !isFault))
			throw new Error(`${name} answers ${text.slice(0, 500)}`);
		return result;
	};
	const page = await call('2026-07-28', 'demo__list_bookings', {});
	const handle = page.structuredContent.nextCursor;
	let rules = 0;
	const requests: Readonly<Record<string, (era: Era) => Promise<unknown>>> = {
		'a small result': (era) => call(era, 'small__echo', {}),
		'a small result of the demo': (era) => call(era, 'demo__list_bookings', SMALL),
		'memsetup without arguments': (era) => call(era, 'memsetup', {}, true),
		memsetup: (era) => call(era, 'memsetup', { session_id: 'walk', knownHashes }),
		'500 items, cut to a page': (era) => call(era, 'demo__list_bookings', {}),
		'read_result with a select': (era) =>
			call(era, 'read_result', { handle, select: 'bookings[0].id' }),
		'artifact create': (era) =>
			call(era, 'artifact', { resource: 'rule', session_id: 'walk', op: rule(rules++) }),
	};
	return {
		exchanges: (['2026-07-28', '2025-11-25'] as const).flatMap((era) =>
			Object.entries(requests).map(([name, run]) => ({
				name,
				era,
				run: async () => void (await run(era)),
			})),
		),
		close: () => loadline.close(),
	};
}

const CLIENT = { name: 'walk', version: '1.0.0' };
const JSON_HEADERS = {
	'content-type': 'application/json',
	accept: 'application/json, text/event-stream',
};
/** Few bookings begin within these days. */
const SMALL = { status: 'cancelled', from: '2026-03-01', to: '2026-03-04' };
const knownHashes = { 'META_PROMPT.md': '' };
const rule = (number: number) => ({
	create: { path: `walk/${number}`, body: `Never stop at ${number}.` },
});

const message = (method: string, params: object): string =>
	JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

/** A server with one tool, which answers a few rows. */
function smallServer(): (request: Request) => Promise<Response> {
	const rows = Array.from({ length: 10 }, (_, index) => ({ id: `row-${index}`, open: true }));
	const result = { content: [{ type: 'text' as const, text: JSON.stringify({ rows }) }] };
	const handler = createMcpHandler(() => {
		const server = new Server({ name: 'small', version: '1.0.0' }, { capabilities: { tools: {} } });
		const tool = { name: 'echo', inputSchema: { type: 'object' as const } };
		server.setRequestHandler('tools/list', () => ({ tools: [tool] }));
		server.setRequestHandler('tools/call', () => result);
		return server;
	});
	return (request) => handler.fetch(request);
}
