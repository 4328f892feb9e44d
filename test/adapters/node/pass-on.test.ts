// A body that streams to a provider is let go of as it is sent, no redirect is followed, and of a request that failed it
// is known whether anything of it went out.
import { createServer, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { passOn } from '../../../src/adapters/node/pass-on';
import { startHttp } from '../../upstreams/node-http';

const PARTS = 160;
const PART = 65_536;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

it('what was sent is held no longer', async () => {
	let received = 0;
	const provider = await startHttp((request, response) => {
		request.on('data', (part: Buffer) => {
			received += part.length;
		});
		request.on('end', () => response.end(String(received)));
	});
	const made: WeakRef<Uint8Array>[] = [];
	let held = 0;
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				if (made.length === PARTS) {
					await expect.poll(() => received).toBeGreaterThan((PARTS - 40) * PART);
					collect();
					held = made.filter((part) => part.deref() !== undefined).length;
					return controller.close();
				}
				const part = new Uint8Array(PART);
				made.push(new WeakRef(part));
				controller.enqueue(part);
				await new Promise((resume) => setTimeout(resume));
			},
		},
		{ highWaterMark: 0 },
	);
	const init = { method: 'POST', body, duplex: 'half', redirect: 'manual' } as RequestInit;
	const answer = await passOn(provider.url, init);
	expect(await answer.text()).toBe(String(PARTS * PART));
	expect(held).toBeLessThan(60);
	await provider.close();
});

it('a redirect is told and not followed, whether the body streams or not', async () => {
	const asked: unknown[] = [];
	const provider = await startHttp((request, response) => {
		asked.push(request.url);
		request.resume().on('end', () => response.writeHead(307, { location: '/elsewhere' }).end());
	});
	for (const body of ['{}', new Blob(['{}']).stream()]) {
		const init = { method: 'POST', body, duplex: 'half', redirect: 'manual' } as RequestInit;
		expect((await passOn(provider.url, init)).status).toBe(307);
	}
	expect(asked).toHaveLength(2);
	await provider.close();
});

describe('of a request without an answer', () => {
	const body = () => new Blob(['{}']).stream();
	const failed = async (url: string, given: RequestInit = {}) => {
		const init = { method: 'POST', duplex: 'half', redirect: 'manual', ...given } as RequestInit;
		const error = await passOn(url, { body: '{}', ...init }).then(
			() => undefined,
			(error: unknown) => error,
		);
		expect(error).toBeInstanceOf(Error);
		return (error as { readonly wentOut?: boolean }).wentOut;
	};
	const listening = async (take: (socket: Socket) => void) => {
		const server = createServer((socket) => take(socket.on('error', () => {})));
		await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
		const { port } = server.address() as { readonly port: number };
		return { server, at: `127.0.0.1:${port}/` };
	};

	it('nothing went out where no connection came about', async () => {
		const { server, at } = await listening((socket) =>
			socket.once('data', () => socket.resetAndDestroy()),
		);
		// Ended as it says hello.
		expect(await failed(`https://${at}`)).toBe(false);
		expect(await failed(`https://${at}`, { body: body() })).toBe(false);
		await new Promise((closed) => server.close(closed));
		expect(await failed(`http://${at}`)).toBe(false);
		expect(await failed('http://name.invalid/')).toBe(false);
		// A port at which fetch asks nobody.
		expect(await failed('http://127.0.0.1:6000/')).toBe(false);
	});

	it('something went out where it was read, and the connection ended or was given up', async () => {
		const read: string[] = [];
		let heard = (_: Socket): void => {};
		const { server, at } = await listening((socket) =>
			socket.once('data', (data) => {
				read.push(String(data).slice(0, 4));
				heard(socket);
			}),
		);
		heard = (socket) => socket.resetAndDestroy();
		expect(await failed(`http://${at}`)).toBe(true);
		expect(await failed(`http://${at}`, { body: body() })).toBe(true);
		heard = (socket) => socket.end('no answer of HTTP');
		expect(await failed(`http://${at}`)).toBe(true);
		const giving = new AbortController();
		heard = () => giving.abort();
		expect(await failed(`http://${at}`, { signal: giving.signal })).toBe(true);
		expect(read).toEqual(['POST', 'POST', 'POST', 'POST']);
		await new Promise((closed) => server.close(closed));
	});

	it('nobody knows where it was given up before it began', async () => {
		expect(await failed('http://127.0.0.1:6001/', { signal: AbortSignal.abort() })).toBe(undefined);
	});
});
