// Proxies to compare with, one a process: `null` passes bytes on, `sdk` is a client of the SDK behind its server.
// `proxies.ts null|sdk URL` prints its own URL.
import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { serveWeb, startHttp } from '../../test/upstreams/node-http';

const [kind, upstream = ''] = process.argv.slice(2);

const passOn = () =>
	startHttp((incoming, outgoing) => {
		const { method, headers } = incoming;
		const { host: _, ...sent } = headers;
		const asked = request(upstream, { method, headers: sent }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		incoming.pipe(asked);
	});

async function bySdk() {
	const info = { name: 'proxy', version: '1' };
	const client = new Client(info, { versionNegotiation: { mode: 'auto' } });
	await client.connect(new StreamableHTTPClientTransport(new URL(upstream)));
	const handler = createMcpHandler(() => {
		const server = new Server(info, { capabilities: { tools: {} } });
		server.setRequestHandler('tools/list', async () => ({
			tools: (await client.listTools()).tools,
		}));
		server.setRequestHandler('tools/call', ({ params: { name, arguments: args } }) =>
			client.callTool({ name, ...(args && { arguments: args }) }),
		);
		return server;
	});
	return serveWeb((asked) => handler.fetch(asked));
}

const { url } = await (kind === 'sdk' ? bySdk() : passOn());
console.log(url);
process.stdin.on('close', () => process.exit()).resume();
