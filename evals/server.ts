// The server of the public data, over stdio: a tool without arguments for each set.
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { publicData } from './questions';

const { datasets } = publicData();
const server = new Server(
	{ name: 'public-data', version: '1.0.0' },
	{ capabilities: { tools: {} } },
);
server.setRequestHandler('tools/list', () => ({
	tools: datasets.map(({ tool, description }) => ({
		name: tool,
		description,
		inputSchema: { type: 'object' as const },
		annotations: { readOnlyHint: true },
	})),
}));
server.setRequestHandler('tools/call', ({ params }) => {
	const found = datasets.find(({ tool }) => tool === params.name);
	if (!found) throw new Error(`Unknown tool: ${params.name}`);
	return { content: [{ type: 'text' as const, text: JSON.stringify(found.value) }] };
});
await server.connect(new StdioServerTransport());
