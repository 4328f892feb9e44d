// The handlers behind a port of this machine, which learn from it who calls and at which address.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** A port that takes requests until it is stopped; `port` is the one that was given where 0 was asked for. */
export interface Listening {
	readonly port: number;
	/** Takes no more requests, and waits for those that are running, at most so many milliseconds. */
	stop(patienceMs: number): Promise<void>;
}

/** The address to listen at, and the public one of requests that arrive there. */
export interface Port {
	readonly port: number;
	readonly host: string;
	/** Public address, behind a proxy that ends TLS: LOADLINE_URL. */
	readonly publicUrl?: string | undefined;
	/** Requests come through a proxy, which says whose they are: LOADLINE_PROXY. */
	readonly isBehindProxy?: boolean;
}

/** @throws the system's error where the port cannot be had */
export async function listen(
	fetch: (request: Request) => Promise<Response>,
	{ port, host, publicUrl, isBehindProxy = false }: Port,
): Promise<Listening> {
	const listener = getRequestListener((request) => fetch(asAddressed(request, publicUrl)), {
		overrideGlobalObjects: false,
	});
	const server = createServer({ maxHeaderSize: 65_536 }, (incoming, outgoing) => {
		tellCaller(incoming, isBehindProxy);
		return listener(incoming, outgoing);
	});
	// A tool may take its time: the gateway has its own clocks.
	server.requestTimeout = 0;
	// Longer than clients and proxies keep a connection: one that is closed while the next call is on its way fails it.
	server.keepAliveTimeout = 75_000;
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
	return {
		port: (server.address() as AddressInfo).port,
		async stop(patienceMs) {
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			server.closeIdleConnections();
			const timer = setTimeout(() => server.closeAllConnections(), patienceMs);
			await closed;
			clearTimeout(timer);
		},
	};
}

/** The header in which a Worker is told who calls; nobody else may say it. */
const CALLER = 'cf-connecting-ip';

function tellCaller(incoming: IncomingMessage, isBehindProxy: boolean): void {
	const forwarded = isBehindProxy ? incoming.headersDistinct['x-forwarded-for'] : undefined;
	// The proxy adds the address it saw at the end; what stands before is the caller's word.
	const seen = forwarded?.at(-1)?.split(',').at(-1)?.trim();
	const caller = (seen && withoutPort(seen)) || incoming.socket.remoteAddress || 'unknown';
	const { rawHeaders } = incoming;
	for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
		if (rawHeaders[at]?.toLowerCase() === CALLER) rawHeaders.splice(at, 2);
	rawHeaders.push(CALLER, caller);
	// Made of the others at the first look, so that this one would be missing.
	incoming.headers[CALLER] = caller;
}

/** Some proxies say `192.0.2.1:443` and `[2001:db8::1]:443`: a caller has many ports. */
export const withoutPort = (address: string): string =>
	/^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d+)?$/i.exec(address)?.slice(1).find(Boolean) ?? address;

/** A request to the public host is one to the public address, whatever it came in by. */
function asAddressed(request: Request, publicUrl: string | undefined): Request {
	if (publicUrl === undefined || !URL.canParse(publicUrl)) return request;
	const { protocol, host } = new URL(publicUrl);
	const url = new URL(request.url);
	if (url.host !== host || url.protocol === protocol) return request;
	url.protocol = protocol;
	const { method, headers, body, signal } = request;
	return new Request(url, { method, headers, body, signal, ...(body && { duplex: 'half' }) });
}
