// Serves a web-standard handler over node:http on a random loopback port.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RunningServer {
	/** `http://127.0.0.1:PORT` */
	readonly origin: string;
	/** The MCP endpoint. */
	readonly url: string;
	close(): Promise<void>;
}

export type WebHandler = (request: Request) => Promise<Response> | Response;

/** Starts a node:http server; `close` also ends open connections. */
export async function startHttp(
	listener: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<RunningServer> {
	const server = createServer(listener);
	server.keepAliveTimeout = 75_000;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const origin = `http://127.0.0.1:${port}`;
	return {
		origin,
		url: `${origin}/mcp`,
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}

/** Starts a server around a fetch-style handler; a client that leaves aborts the request. */
export const serveWeb = (handler: WebHandler): Promise<RunningServer> =>
	startHttp((incoming, outgoing) => {
		void answer(handler, incoming, outgoing).catch(() => outgoing.destroy());
	});

/** The whole body of a request. */
export async function readBody(incoming: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}

async function answer(
	handler: WebHandler,
	incoming: IncomingMessage,
	outgoing: ServerResponse,
): Promise<void> {
	const body = await readBody(incoming);
	const headers = new Headers();
	for (const [name, value] of Object.entries(incoming.headers)) {
		if (value !== undefined) headers.set(name, String(value));
	}
	const gone = new AbortController();
	outgoing.on('close', () => gone.abort());
	const response = await handler(
		new Request(`http://${incoming.headers.host}${incoming.url}`, {
			method: incoming.method ?? 'GET',
			headers,
			signal: gone.signal,
			...(body !== '' && { body }),
		}),
	);
	outgoing.writeHead(response.status, Object.fromEntries(response.headers));
	outgoing.flushHeaders();
	if (response.body !== null) {
		const reader = response.body.getReader();
		outgoing.on('close', () => void reader.cancel().catch(() => {}));
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			outgoing.write(value);
		}
	}
	outgoing.end();
}
