// Bodies that are too long are refused before they are over, and their connections stay.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Loadline, startLoadline } from './serve';

let loadline: Loadline;
beforeAll(async () => {
	loadline = await startLoadline();
});
afterAll(() => loadline.stop());

it.each([
	['declared', 'content-length: 50000000'],
	['sent', 'transfer-encoding: chunked'],
])('refuses a longer body as soon as it is %s, and its connection stays', async (_, header) => {
	const { hostname, port } = new URL(loadline.url);
	const socket = connect(Number(port), hostname);
	const broken: string[] = [];
	socket.on('error', (error: NodeJS.ErrnoException) => broken.push(String(error.code)));
	const part = Buffer.alloc(1 << 20, 0x20);
	const send = async (parts: number) => {
		for (let at = 0; at < parts; at++) {
			if (header.startsWith('transfer')) socket.write('100000\r\n');
			if (!socket.write(part)) await once(socket, 'drain');
			if (header.startsWith('transfer')) socket.write('\r\n');
		}
	};
	const head = `POST /mcp HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json`;
	socket.write(`${head}\r\naccept: application/json\r\n${header}\r\n\r\n`);
	const answered = once(socket, 'data');
	await send(5);
	// Of the declared one nine tenths are still to come.
	expect(String((await answered)[0])).toContain('HTTP/1.1 413');
	await send(20);
	expect(broken).toEqual([]);
	socket.destroy();
});
