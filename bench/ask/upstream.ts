// The upstream of the asking benchmark: a tool for each payload. Prints its URL.
import { createMcpHandler, ProtocolError, Server } from '@modelcontextprotocol/server';
import { serveWeb } from '../../test/upstreams/node-http';
import { besidePayloads, ownPayloads } from './payloads';

const texts = new Map(
	[...ownPayloads(), ...besidePayloads()].map(({ name, text }) => [name, text]),
);

const handler = createMcpHandler(() => {
	const server = new Server({ name: 'ask', version: '1.0.0' }, { capabilities: { tools: {} } });
	server.setRequestHandler('tools/list', () => ({
		tools: [...texts.keys()].map((name) => ({ name, inputSchema: { type: 'object' as const } })),
	}));
	server.setRequestHandler('tools/call', ({ params }) => {
		const text = texts.get(params.name);
		if (text === undefined) throw new ProtocolError(-32602, `Unknown tool: ${params.name}`);
		return { content: [{ type: 'text' as const, text }] };
	});
	return server;
});

const { url } = await serveWeb((request) => handler.fetch(request));
console.log(url);
// Whoever started it holds the other end of stdin.
process.stdin.on('close', () => process.exit()).resume();
