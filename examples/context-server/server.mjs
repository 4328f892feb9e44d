// An MCP server that speaks the context extension (docs/context-extension.md) with nothing but Node: JSON-RPC over
// Streamable HTTP, two tools. `node server.mjs`, then `npx loadline conformance http://127.0.0.1:8899/mcp
// --fetch 'list_orders {"page":1}' --consume 'save_note {"text":"seen"}' --failing 'save_note {}'`.
import { createServer } from 'node:http';

const EXTENSION = 'dev.loadline/context';
const PAGE = 20;
const orders = Array.from({ length: 100 }, (_, n) => ({
	id: n + 1,
	customer: `customer ${(n * 37) % 11}`,
	total: ((n * 7919) % 500) + 1,
}));
/** @type {string[]} */
const notes = [];

const tools = [
	{
		name: 'list_orders',
		description: 'Orders, 20 a page.',
		inputSchema: { type: 'object', properties: { page: { type: 'integer', minimum: 1 } } },
	},
	{
		name: 'save_note',
		description: 'Saves what was found in a page of orders.',
		inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
	},
];

/** @param {string} text */
const said = (text) => ({ content: [{ type: 'text', text }] });

/** @type {Record<string, (args: Record<string, unknown>) => object>} */
const calls = {
	list_orders({ page = 1 }) {
		const at = Math.max(1, Number(page) || 1);
		const rows = orders.slice((at - 1) * PAGE, at * PAGE);
		if (rows.length < 5) return said(JSON.stringify(rows));
		const summary = `${rows.length} orders (page ${at}/${orders.length / PAGE}, IDs: ${rows[0]?.id} to ${rows.at(-1)?.id})`;
		const hints = [{ tool: 'list_orders', lifecycle: 'transient', consumedBy: 'save_note' }];
		return {
			...said(JSON.stringify(rows)),
			_meta: { [EXTENSION]: { lifecycle: 'transient', summary, hints } },
		};
	},
	save_note({ text }) {
		// A failure carries no mark: the model may try again, and still needs the page.
		if (typeof text !== 'string' || text === '')
			return { ...said('A note needs a text.'), isError: true };
		notes.push(text);
		return { ...said(`Saved note ${notes.length}.`), _meta: { [EXTENSION]: { consumed: true } } };
	},
};

/** @param {{ method?: string, params?: any }} message */
function answer({ method, params = {} }) {
	if (method === 'initialize')
		return {
			result: {
				protocolVersion: '2025-11-25',
				capabilities: { tools: {}, extensions: { [EXTENSION]: {} } },
				serverInfo: { name: 'orders', version: '1.0.0' },
			},
		};
	if (method === 'ping') return { result: {} };
	if (method === 'tools/list') return { result: { tools } };
	const call = method === 'tools/call' && Object.hasOwn(calls, params.name) && calls[params.name];
	return call
		? { result: call(params.arguments ?? {}) }
		: {
				error: {
					code: method === 'tools/call' ? -32602 : -32601,
					message: 'there is no such thing',
				},
			};
}

/** @param {number} port */
export function listen(port) {
	const server = createServer(async (request, response) => {
		let text = '';
		for await (const part of request) text += part;
		if (request.method !== 'POST') return void response.writeHead(405).end();
		const message = JSON.parse(text);
		if (message.id === undefined) return void response.writeHead(202).end();
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer(message) }));
	});
	return new Promise((resolve) => {
		server.listen(port, '127.0.0.1', () => resolve(server));
	});
}

if (process.argv[1] === import.meta.filename) await listen(Number(process.env.PORT ?? 8899));
