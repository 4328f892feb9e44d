// Exchanges of what a client is shown: toolsets, search, hosts, modes of endpoints; and what is no proper request.
import { call, type Exchange, HANDLE, http, initialize, rpc } from '../exchange';
import type { Group } from '../groups';
import { SERVERS } from '../house';

const era = '2026-07-28';
const put = (name: string, body: object): Exchange => http(name, 'PUT', '/api/config', { body });
const SHOP = { exactSampleRate: 0, upstreams: [{ name: 'shop', url: SERVERS.shop }] };

const TOOLSETS = [
	'',
	'memory',
	'records,results',
	'upstreams',
	'nothing',
	'memory,workflow,replay,records,results,upstreams',
];
const HOSTS = [
	'vscode',
	'copilot-cli',
	'codex',
	'gemini',
	'opencode',
	'claude-code',
	'claude-ai',
	'cursor',
	'goose',
	'none',
	'nobody',
];

const surface: readonly Exchange[] = [
	put('configuration', { demo: true, ...SHOP }),
	...TOOLSETS.map((set) =>
		rpc(`toolsets ${set}`, 'tools/list', {}, { era, path: `/mcp?toolsets=${set}` }),
	),
	rpc('search: tools', 'tools/list', {}, { era, path: '/mcp?tools=search' }),
	...[
		{ query: 'bookings of a guest' },
		{ query: 'shop__get_prose' },
		{ query: 'zebra' },
		{ query: '', limit: 3 },
		{ query: 7 },
		{ query: 'list', limit: 99 },
	].map((args) =>
		call(`search: find ${JSON.stringify(args)}`, 'find_tools', args, {
			era,
			path: '/mcp?tools=search',
		}),
	),
	...[
		{ name: 'demo__list_bookings', arguments: { _loadline: { limit: 2 } } },
		{ name: 'shop__list_items' },
		{ name: 'demo__list_booking' },
		{ name: 'find_tools', arguments: { query: 'x' } },
		{ arguments: {} },
		{ name: 'shop__echo', arguments: '{"a":1}' },
		{ name: 'shop__echo', arguments: 7 },
	].map((args) =>
		call(`search: call ${JSON.stringify(args)}`, 'call_tool', args, {
			era,
			path: '/mcp?tools=search',
		}),
	),
	rpc('tools of no such choice', 'tools/list', {}, { era, path: '/mcp?tools=some' }),
	...HOSTS.flatMap((host) => [
		call(
			`host ${host}: list`,
			'shop__list_structured',
			{},
			{ era, path: `/mcp?host=${host}`, keep: { handle: HANDLE } },
		),
		call(`host ${host}: text`, 'shop__get_prose', {}, { era, path: `/mcp?host=${host}` }),
		call(
			`host ${host}: more`,
			'read_result',
			{ handle: '$handle$', tokens: 12000 },
			{ era, path: `/mcp?host=${host}` },
		),
	]),
	...initialize('2025-11-25', { clientInfo: { name: 'Visual Studio Code', version: '1' } }),
	call('a known client: list', 'shop__list_structured', {}, { era: '2025-11-25' }),
];

const endpoints = (entry: object) =>
	put(`endpoints ${JSON.stringify(entry)}`, {
		demo: true,
		...SHOP,
		endpoints: { 'shop__*': entry },
	});
const both = (what: string) => [
	call(`${what}: list`, 'shop__list_items', {}, { era }),
	call(`${what}: text`, 'shop__get_prose', {}, { era }),
	call(`${what}: limit`, 'shop__list_items', { _loadline: { limit: 2 } }, { era }),
	call(
		`${what}: in a session`,
		'shop__get_object',
		{},
		{ era, meta: { 'dev.loadline/session': 'conversation-7' } },
	),
];
const ENTRIES: readonly object[] = [
	{ mode: 'shadow' },
	{ mode: 'ab' },
	{ mode: 'off' },
	{ mode: 'on', rollout: 30 },
	{ pagination: false },
	{ summarization: false },
	{ chunking: false },
	{ tokenBudgetThreshold: 800, itemTokenThreshold: 300, chunkTokenThreshold: 300, chunkSize: 20 },
	{ defaultPageSize: 7, maxPageSize: 9 },
	{ strip: ['owner', 'notes?'], essentialFields: { table: ['id', 'price'] } },
	{ arguments: 'always' },
	{ refs: false, estimator: 'heuristic', tokenFamily: 1.5 },
	{ hardByteLimit: 2000 },
	{ gather: { maxPages: 2, argument: 'cursor', next: 'next_cursor', style: 'cursor' } },
	{ firstAnswerTokens: { list: 200, object: 200, text: 200 } },
];
const modes: readonly Exchange[] = ENTRIES.flatMap((entry) => [
	endpoints(entry),
	...both(JSON.stringify(entry)),
	...('arguments' in entry ? [rpc('tools with arguments', 'tools/list', {}, { era })] : []),
	...('gather' in entry
		? [call('gathered', 'shop__find_items', { _loadline: { select: 'length(items)' } }, { era })]
		: []),
]);

const JSON_TYPE = {
	'content-type': 'application/json',
	accept: 'application/json, text/event-stream',
};
const raw = (
	name: string,
	body: unknown,
	headers: Record<string, string> = {},
	method = 'POST',
	path = '/mcp',
) =>
	http(name, method, path, {
		body: typeof body === 'string' ? body : JSON.stringify(body),
		headers: { ...JSON_TYPE, ...headers },
	});
const MODERN = { 'mcp-protocol-version': era };
const meta = {
	'io.modelcontextprotocol/protocolVersion': era,
	'io.modelcontextprotocol/clientCapabilities': {},
};
const modern = (method: string, params: object) => ({
	jsonrpc: '2.0',
	id: 1,
	method,
	params: { ...params, _meta: meta },
});
const protocol: readonly Exchange[] = [
	raw('no JSON', '{"jsonrpc":'),
	raw('no message', '[]'),
	raw('a batch', [modern('tools/list', {}), modern('ping', {})]),
	raw('no method', { jsonrpc: '2.0', id: 1 }),
	raw('wrong version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'ping' }),
	raw('an unknown era', modern('tools/list', {}), { 'mcp-protocol-version': '1999-01-01' }),
	raw('no era', modern('tools/list', {})),
	raw('no method header', modern('tools/list', {}), MODERN),
	raw('another method header', modern('tools/list', {}), { ...MODERN, 'mcp-method': 'tools/call' }),
	raw('no name header', modern('tools/call', { name: 'shop__x', arguments: {} }), {
		...MODERN,
		'mcp-method': 'tools/call',
	}),
	raw('another name header', modern('tools/call', { name: 'demo__list_bookings', arguments: {} }), {
		...MODERN,
		'mcp-method': 'tools/call',
		'mcp-name': 'other',
	}),
	raw('no name', modern('tools/call', { arguments: {} }), {
		...MODERN,
		'mcp-method': 'tools/call',
	}),
	raw(
		'no capabilities',
		{
			jsonrpc: '2.0',
			id: 1,
			method: 'tools/list',
			params: { _meta: { 'io.modelcontextprotocol/protocolVersion': era } },
		},
		{ ...MODERN, 'mcp-method': 'tools/list' },
	),
	raw(
		'a text id',
		{
			...modern('tools/call', { name: 'demo__get_booking', arguments: { id: 'bk_0001' } }),
			id: 'seven',
		},
		{ ...MODERN, 'mcp-method': 'tools/call', 'mcp-name': 'demo__get_booking' },
	),
	raw('null id', { ...modern('ping', {}), id: null }, { ...MODERN, 'mcp-method': 'ping' }),
	raw('wrong type of content', modern('ping', {}), { 'content-type': 'text/plain' }),
	raw('accepts nothing', modern('tools/list', {}), {
		...MODERN,
		'mcp-method': 'tools/list',
		accept: 'text/html',
	}),
	raw('accepts JSON alone', modern('tools/list', {}), {
		...MODERN,
		'mcp-method': 'tools/list',
		accept: 'application/json',
	}),
	http('GET without a session', 'GET', '/mcp', { headers: { accept: 'text/event-stream' } }),
	http('DELETE without a session', 'DELETE', '/mcp'),
	http('PUT', 'PUT', '/mcp', { body: {} }),
	...initialize('2025-11-25'),
	raw(
		'a foreign session',
		{
			jsonrpc: '2.0',
			id: 1,
			method: 'tools/call',
			params: { name: 'demo__get_booking', arguments: { id: 'bk_0001' } },
		},
		{ 'mcp-session-id': 'x'.repeat(32), 'mcp-protocol-version': '2025-11-25' },
	),
	raw(
		'another era in a session',
		{ jsonrpc: '2.0', id: 1, method: 'ping' },
		{ 'mcp-session-id': '$session$', 'mcp-protocol-version': '2024-11-05' },
	),
	raw(
		'cursor of a list',
		{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 'zzz' } },
		{ 'mcp-session-id': '$session$', 'mcp-protocol-version': '2025-11-25' },
	),
	raw(
		'a notification',
		{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } },
		{ 'mcp-session-id': '$session$', 'mcp-protocol-version': '2025-11-25' },
	),
	raw(
		'a response nobody asked for',
		{ jsonrpc: '2.0', id: 99, result: {} },
		{ 'mcp-session-id': '$session$', 'mcp-protocol-version': '2025-11-25' },
	),
	raw(
		'log level',
		{ jsonrpc: '2.0', id: 1, method: 'logging/setLevel', params: { level: 'info' } },
		{ 'mcp-session-id': '$session$', 'mcp-protocol-version': '2025-11-25' },
	),
	http('end of a session', 'DELETE', '/mcp', { headers: { 'mcp-session-id': '$session$' } }),
	raw(
		'after its end',
		{ jsonrpc: '2.0', id: 1, method: 'ping' },
		{ 'mcp-session-id': '$session$', 'mcp-protocol-version': '2025-11-25' },
	),
	rpc(
		'an old client',
		'initialize',
		{ protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'old', version: '0' } },
		{ era: '2025-06-18' },
	),
	rpc(
		'a future client',
		'initialize',
		{ protocolVersion: '2099-01-01', capabilities: {}, clientInfo: { name: 'new', version: '9' } },
		{ era: '2025-06-18' },
	),
	rpc('initialize without params', 'initialize', {}, { era: '2025-06-18' }),
	rpc(
		'a modern request of an old kind',
		'initialize',
		{ protocolVersion: era, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
		{ era },
	),
	rpc('subscribe without a stream', 'resources/subscribe', { uri: 'a' }, { era }),
	raw('another host', modern('ping', {}), { host: 'evil.example' }),
	raw('another origin', modern('ping', {}), { origin: 'https://evil.example' }),
	raw(
		'a preflight',
		'',
		{ origin: 'http://localhost:3000', 'access-control-request-method': 'POST' },
		'OPTIONS',
	),
];

export const surfaces: readonly Group[] = [
	{ name: 'surface', run: (recorder) => recorder.all(surface) },
	{ name: 'modes', run: (recorder) => recorder.all(modes) },
	{ name: 'protocol', run: (recorder) => recorder.all(protocol) },
];
