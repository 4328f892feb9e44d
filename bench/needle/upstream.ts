// The upstream of the needle benchmark: a tool for each payload. Prints its URL.
import { createMcpHandler, ProtocolError, Server } from '@modelcontextprotocol/server';
import { serveWeb } from '../../test/upstreams/node-http';
import type { NeedlePayload } from './payload';
import { needlePayloads } from './payloads/all';

const payloads = new Map(needlePayloads().map((payload) => [payload.name, payload]));

const handler = createMcpHandler(() => {
	const server = new Server({ name: 'needle', version: '1.0.0' }, { capabilities: { tools: {} } });
	server.setRequestHandler('tools/list', () => ({
		tools: [...payloads.values()].map((payload) => ({
			name: payload.name,
			description: described(payload),
			inputSchema: { type: 'object' as const },
		})),
	}));
	server.setRequestHandler('tools/call', ({ params }) => {
		const payload = payloads.get(params.name);
		if (!payload) throw new ProtocolError(-32602, `Unknown tool: ${params.name}`);
		return answer(payload);
	});
	return server;
});

/** As a good description does: what comes, where its list is and how its fields are called. */
function described({ kind, questions }: NeedlePayload): string {
	const lists = questions.filter((question) => 'list' in question);
	const [first] = lists;
	if (!first) return `Answers with ${kind}.`;
	const fields = lists.flatMap((question) =>
		['by', 'tell', 'within', 'field', 'most'].flatMap((name) => {
			const path = (question as unknown as Record<string, unknown>)[name];
			return typeof path === 'string' && path !== '@key' ? [path.replaceAll('/', '.')] : [];
		}),
	);
	const where = first.list === '' ? 'at the top' : `at ${first.list.replaceAll('/', '.')}`;
	return `Answers with ${kind}: items ${where}, with ${[...new Set(fields)].join(', ')}.`;
}

function answer({ name, carrier, text }: NeedlePayload) {
	if (carrier === 'file')
		return { content: [{ type: 'resource' as const, resource: { uri: `file:///${name}`, text } }] };
	const content = [{ type: 'text' as const, text }];
	return carrier === 'text' ? { content } : { content, structuredContent: JSON.parse(text) };
}

const { url } = await serveWeb((request) => handler.fetch(request));
console.log(url);
// Whoever started it holds the other end of stdin.
process.stdin.on('close', () => process.exit()).resume();
