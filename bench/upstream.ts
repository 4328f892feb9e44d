// A small MCP server in a process of its own, so that it takes no time from whoever measures:
// `echo` answers about 1 KB of JSON at once, `echo_late` after 100 ms. Prints its URL.
import { createMcpHandler, ProtocolError, Server } from '@modelcontextprotocol/server';
import { serveWeb } from '../test/upstreams/node-http';

const rows = Array.from({ length: 10 }, (_, index) => ({
	id: `row-${index}`,
	status: index % 3 === 0 ? 'open' : 'closed',
	title: `A title of ordinary length, number ${index}`,
	amount: 100 + index / 4,
}));
const result = { content: [{ type: 'text' as const, text: JSON.stringify({ rows }) }] };
const delays = new Map([
	['echo', 0],
	['echo_late', 100],
]);

const handler = createMcpHandler(() => {
	const server = new Server({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: {} } });
	server.setRequestHandler('tools/list', () => ({
		tools: [...delays.keys()].map((name) => ({ name, inputSchema: { type: 'object' as const } })),
	}));
	server.setRequestHandler('tools/call', async ({ params }) => {
		const delay = delays.get(params.name);
		if (delay === undefined) throw new ProtocolError(-32602, `Unknown tool: ${params.name}`);
		if (delay > 0) await new Promise((resume) => setTimeout(resume, delay));
		return result;
	});
	return server;
});

const { url } = await serveWeb((request) => handler.fetch(request));
console.log(url);
// Whoever started it holds the other end of stdin.
process.stdin.on('close', () => process.exit()).resume();
