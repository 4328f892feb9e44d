// The handlers behind a port of this machine, which learn from it who calls and at which address.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ReadableStream } from 'node:stream/web';
import { getRequestListener } from '@hono/node-server';
import { linesAMinute } from '../../shared/lines-a-minute';

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
	given: Port,
): Promise<Listening> {
	const listener = getRequestListener(
		(request, { incoming }) => fetch(asAddressed(request, incoming as IncomingMessage, given)),
		{ overrideGlobalObjects: false },
	);
	const logged = linesAMinute((entry) => console.log(JSON.stringify(entry)));
	/** @returns the header that names its line in the log */
	const noted = (status: number, code: string) => {
		const correlationId = randomUUID();
		logged(code, { level: 'info', event: 'refused', correlationId, status, code });
		return ['Loadline-Correlation-Id', correlationId] as const;
	};
	const refuse = (response: ServerResponse, status: number, code: string) =>
		response.writeHead(status, [...noted(status, code), 'Connection', 'close']).end();
	const server = createServer(LIMITS, (incoming, response) =>
		incoming.headers.host === undefined
			? refuse(response, 400, 'NO_HOST')
			: listener(incoming, response),
	);
	server.on('checkExpectation', (_, response) => refuse(response, 417, 'EXPECT'));
	server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
		// Of an answer that has begun the rest would be this.
		if (!socket.writable || Reflect.get(socket, '_httpMessage')?.headersSent)
			return void socket.destroy();
		const status = STATUS_OF[code] ?? 400;
		const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${noted(status, code).join(': ')}`;
		socket.end(`${head}\r\nConnection: close\r\n\r\n`);
	});
	// Longer than clients and proxies keep a connection: one that is closed while the next call is on its way fails it.
	server.keepAliveTimeout = 75_000;
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(given.port, given.host, resolve);
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

/** A request without a host is refused here, with an id. */
const LIMITS = { maxHeaderSize: 65_536, requireHostHeader: false };
/** Statuses of refusals before any route, by the code of the fault; of any other, which is no HTTP, 400. */
const STATUS_OF: Readonly<Record<string, number>> = {
	ERR_HTTP_REQUEST_TIMEOUT: 408,
	HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
	HPE_HEADER_OVERFLOW: 431,
};

function callerOf(incoming: IncomingMessage, isBehindProxy = false): string {
	const forwarded = isBehindProxy ? incoming.headersDistinct['x-forwarded-for'] : undefined;
	// The proxy adds the address it saw at the end; what stands before is the caller's word.
	const seen = forwarded?.at(-1)?.split(',').at(-1)?.trim();
	return (seen && withoutPort(seen)) || incoming.socket.remoteAddress || 'unknown';
}

/** Some proxies say `192.0.2.1:443` and `[2001:db8::1]:443`: a caller has many ports. */
export const withoutPort = (address: string): string =>
	/^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d+)?$/i.exec(address)?.slice(1).find(Boolean) ?? address;

/** A request to the public host is one to the public address, whatever it came in by; a large body is not copied. */
function asAddressed(
	request: Request,
	incoming: IncomingMessage,
	{ publicUrl = '', isBehindProxy }: Port,
): Request {
	// In it a Worker is told who calls; nobody else may say it.
	request.headers.set('cf-connecting-ip', callerOf(incoming, isBehindProxy));
	const url = new URL(request.url);
	const { protocol, host } = URL.canParse(publicUrl) ? new URL(publicUrl) : url;
	const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
	const isLarge =
		/^(?:POST|PUT|PATCH|DELETE)$/.test(request.method) &&
		(encoding !== undefined || Number(length) > 65_536);
	if (!isLarge && (url.host !== host || url.protocol === protocol)) return request;
	if (url.host === host) url.protocol = protocol;
	const { method, headers, signal } = request;
	const body = isLarge ? (ReadableStream.from(partsOf(incoming)) as BodyInit) : request.body;
	return new Request(url, { method, headers, body, signal, ...(body && { duplex: 'half' }) });
}

async function* partsOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
	for await (const part of incoming.iterator({ destroyOnReturn: false }))
		yield Object.assign(part, { isOwn: part.byteLength === part.buffer.byteLength });
}
