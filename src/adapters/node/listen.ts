// The handlers behind a port of this machine.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

export interface Listening {
	readonly port: number;
	/** Takes no more requests, and waits for those that are running, at most so many milliseconds. */
	stop(patienceMs: number): Promise<void>;
}

/** @throws the system's error where the port cannot be had */
export async function listen(
	fetch: (request: Request) => Promise<Response>,
	{ port, host }: { readonly port: number; readonly host: string },
): Promise<Listening> {
	const listener = getRequestListener((request) => fetch(request), {
		overrideGlobalObjects: false,
	});
	const server = createServer({ maxHeaderSize: 65_536 }, listener);
	// A tool may take its time: the gateway has its own clocks.
	server.requestTimeout = 0;
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
	return {
		port: (server.address() as AddressInfo).port,
		stop: (patienceMs) => stopped(server, patienceMs),
	};
}

async function stopped(server: Server, patienceMs: number): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	server.closeIdleConnections();
	const timer = setTimeout(() => server.closeAllConnections(), patienceMs);
	await closed;
	clearTimeout(timer);
}
