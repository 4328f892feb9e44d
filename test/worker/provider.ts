// A model provider on this machine: it remembers what it is sent, counts what of it was sent before, and
// answers what it is told, in pieces.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

export interface Received {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

export interface Provider {
	readonly url: string;
	readonly received: readonly Received[];
	/** Makes the next answer; each piece is sent when it is given. */
	answer: (request: Received) => AsyncIterable<string> | Iterable<string>;
	stop(): Promise<void>;
}

export async function startProvider(): Promise<Provider> {
	const received: Received[] = [];
	const provider = {
		url: '',
		received,
		answer: (_: Received): AsyncIterable<string> | Iterable<string> => ['{"type":"message"}'],
		stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
	};
	const server = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8').on('data', (part) => {
			body += part;
		});
		request.on('end', async () => {
			const { method = '', url = '', headers } = request;
			const one = { method, url, headers, body };
			received.push(one);
			const isStream = body.includes('"stream":true');
			const type = isStream ? 'text/event-stream' : 'application/json';
			response.writeHead(200, { 'content-type': type, 'x-provider': 'yes' });
			for await (const piece of provider.answer(one)) response.write(piece);
			response.end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return provider;
}

/** Returns the cost of requests at a provider that keeps the messages it has read; prices are in uncached tokens. */
export function cost(
	bodies: readonly (readonly unknown[])[],
	{ read, write }: { readonly read: number; readonly write: number } = { read: 0.1, write: 1.25 },
) {
	let price = 0;
	let sum = 0;
	let peak = 0;
	let final = 0;
	let before: readonly string[] = [];
	for (const messages of bodies) {
		const now = messages.map((message) => JSON.stringify(message));
		let isSame = true;
		let size = 0;
		for (const [at, message] of now.entries()) {
			if (before[at] !== message) isSame = false;
			const tokens = countTokens(message);
			size += tokens;
			price += tokens * (isSame ? read : write);
		}
		sum += size;
		peak = Math.max(peak, size);
		final = size;
		before = now;
	}
	return { price: Math.round(price), sum, peak, final };
}
