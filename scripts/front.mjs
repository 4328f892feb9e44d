// Stands in front of the local runtime, which lets a header say what Host a request has: names that are not this
// machine's are refused, and what the runtime takes for its own headers is left out.
import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, request as send } from 'node:http';
import { connect } from 'node:net';

/** The header by which the Worker knows what came through here. */
export const FRONT = 'x-loadline-front';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
/** Headers of the runtime itself, and ours. */
const FOREIGN = /^(?:mf-|x-loadline-front$)/i;
/** Besides, that of a request that goes on as one: the runtime would else take up the other protocol. */
const PLAIN = /^(?:mf-|x-loadline-front$|upgrade$)/i;

/** Statuses of requests that are refused before they are passed on, by the code of the fault; of any other, which is no HTTP, 400. @type {Readonly<Record<string, number>>} */
const STATUS_OF = {
	ERR_HTTP_REQUEST_TIMEOUT: 408,
	HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
	HPE_HEADER_OVERFLOW: 431,
};

/**
 * Creates a server that passes requests on, bodies and sockets as they come.
 * @param {number} inner port of the runtime on 127.0.0.1
 * @param {string} secret
 * @param {number} [patienceMs] milliseconds in which the next part of a body has to come
 */
export function createFront(inner, secret, patienceMs = 10_000) {
	/** @param {import('node:http').IncomingMessage} incoming */
	const isOurs = ({ url = '', headersDistinct: { host = [] } }) =>
		url.startsWith('/') && host.length === 1 && LOOPBACK.test(host[0] ?? '');
	/** @param {import('node:http').IncomingMessage} incoming */
	const headersOf = ({ rawHeaders }, left = FOREIGN) => {
		const kept = rawHeaders.flatMap((name, at) =>
			at % 2 === 1 || left.test(name) ? [] : [name, rawHeaders[at + 1] ?? ''],
		);
		return [...kept, FRONT, secret];
	};
	/** Of any other protocol a request stays one, as HTTP has it. @param {import('node:http').IncomingMessage} incoming */
	const shouldUpgradeCallback = ({ method, headers: { upgrade = '' } }) =>
		method === 'GET' && upgrade.toLowerCase() === 'websocket';
	const options = { maxHeaderSize: 65_536, shouldUpgradeCallback };
	const server = createServer(options, (incoming, outgoing) => {
		/** @type {(status: number, code: string, message: string) => void} */
		const refuse = (status, code, message) => {
			if (outgoing.headersSent) return void outgoing.destroy();
			const correlationId = randomUUID();
			console.log(JSON.stringify({ level: 'info', event: 'refused', correlationId, status }));
			outgoing.writeHead(status, {
				'content-type': 'application/json',
				'loadline-correlation-id': correlationId,
				connection: 'close',
			});
			outgoing.end(JSON.stringify({ error: { code, message, correlationId } }));
		};
		if (!isOurs(incoming))
			return refuse(403, 'forbidden_host', 'The Host header names a host that is not served here.');
		const { method, url } = incoming;
		let isWhole = () => false;
		const passed = send(
			{ host: '127.0.0.1', port: inner, method, path: url, headers: headersOf(incoming, PLAIN) },
			(answer) => {
				isWhole = () => answer.complete;
				outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
				outgoing.flushHeaders();
				answer.pipe(outgoing);
				answer.once('error', () => outgoing.destroy());
			},
		);
		// The runtime may reset the connection of an answer that is here already.
		passed.on('error', (error) => {
			if (isWhole() || outgoing.writableEnded) return;
			const isThere = /** @type {NodeJS.ErrnoException} */ (error).code !== 'ECONNREFUSED';
			if (isThere) refuse(502, 'unavailable', 'Loadline broke off before it answered: try again.');
			else refuse(503, 'unavailable', 'Loadline is not there yet, or no more.');
		});
		// The runtime answers a body once all of it is there, which it may never be.
		const stalled = setTimeout(() => {
			if (passed.writableNeedDrain) return void stalled.refresh();
			if (outgoing.headersSent) return;
			refuse(408, 'unreadable', 'The request body did not come: send it at once.');
			passed.destroy();
		}, patienceMs);
		incoming.on('data', () => stalled.refresh()).once('end', () => clearTimeout(stalled));
		outgoing.once('close', () => {
			clearTimeout(stalled);
			passed.destroy();
		});
		incoming.pipe(passed);
	});
	server.on('upgrade', (incoming, socket, head) => {
		if (!isOurs(incoming)) return socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
		const behind = connect(inner, '127.0.0.1', () => {
			const headers = headersOf(incoming);
			const lines = headers.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`));
			behind.write(
				`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`,
				'latin1',
			);
			behind.write(head);
			behind.pipe(socket).pipe(behind);
		});
		for (const [one, other] of [
			[socket, behind],
			[behind, socket],
		])
			one?.on('error', () => other?.destroy()).on('close', () => other?.destroy());
	});
	server.on('clientError', (fault, socket) => {
		const { code = '' } = /** @type {NodeJS.ErrnoException} */ (fault);
		// Nobody reads it who broke off, and of an answer that has begun it would be the rest.
		const isBegun = Reflect.get(socket, '_httpMessage')?.headersSent;
		if (isBegun || !socket.writable || code === 'HPE_INVALID_EOF_STATE')
			return void socket.destroy();
		const [correlationId, status] = [randomUUID(), STATUS_OF[code] ?? 400];
		console.log(JSON.stringify({ level: 'info', event: 'refused', correlationId, status, code }));
		const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nLoadline-Correlation-Id: ${correlationId}`;
		socket.end(`${head}\r\nConnection: close\r\n\r\n`);
	});
	return server;
}
