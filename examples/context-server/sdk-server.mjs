// The same with the MCP SDK of version 1 in place of bare JSON-RPC: marks are `_meta` of a result, whatever makes it.
// `npm install @modelcontextprotocol/sdk@1`, then `node sdk-server.mjs`.
import { createServer } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const EXTENSION = 'dev.loadline/context';
const hints = [{ tool: 'list_cities', lifecycle: 'transient', consumedBy: 'note' }];
const cities = Array.from({ length: 30 }, (_, n) => ({
	id: n + 1,
	name: `City ${n}`,
	people: 900 * n,
}));

/** @type {any[]} */
const tools = [
	{ name: 'list_cities', description: 'Cities.', inputSchema: { type: 'object' } },
	{
		name: 'note',
		description: 'Notes what was found.',
		inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
	},
];

/** @param {string} text @param {object} marks @returns {any} */
const marked = (text, marks) => ({
	content: [{ type: 'text', text }],
	_meta: { [EXTENSION]: marks },
});

function server() {
	const made = new Server(
		{ name: 'cities', version: '1.0.0' },
		{ capabilities: { tools: {}, experimental: { [EXTENSION]: {} } } },
	);
	made.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
	made.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: args = {} } }) => {
		if (name === 'list_cities') {
			const summary = `${cities.length} cities (IDs: 1 to ${cities.length})`;
			return marked(JSON.stringify(cities), { lifecycle: 'transient', summary, hints });
		}
		if (typeof args.text === 'string' && args.text !== '')
			return marked('Noted.', { consumed: true });
		// A failure carries no mark: the model may try again, and still needs the cities.
		return { content: [{ type: 'text', text: 'A note needs a text.' }], isError: true };
	});
	return made;
}

/** @param {number} port */
export function listen(port) {
	const http = createServer(async (request, response) => {
		/** @type {any} */
		const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
		await server().connect(transport);
		await transport.handleRequest(request, response);
	});
	return new Promise((resolve) => {
		http.listen(port, '127.0.0.1', () => resolve(http));
	});
}

if (process.argv[1] === import.meta.filename) await listen(Number(process.env.PORT ?? 8899));
