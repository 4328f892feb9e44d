// Tests of the server that listens for `npm start`, before one that stands for the local runtime.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFront, FRONT } from '../../scripts/front.mjs';

const SECRET = 'a secret of this test';
const servers: Server[] = [];
const listening = async (server: Server): Promise<number> => {
	servers.push(server.listen(0, '127.0.0.1'));
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
};
let port = 0;
let impatient = 0;
let patient = 0;
let left = 0;

beforeAll(async () => {
	const inner = createServer(async (incoming, outgoing) => {
		outgoing.once('close', () => left++);
		if (incoming.url === '/stream') return void outgoing.write('data: first\n\n');
		let body = '';
		try {
			for await (const part of incoming) body += part;
		} catch {
			// It was left.
			return;
		}
		outgoing.writeHead(207, { 'set-cookie': ['a=1', 'b=2'] });
		outgoing.end(JSON.stringify({ url: incoming.url, headers: incoming.headers, body }));
	});
	inner.on('upgrade', (_, socket, head) => {
		socket.write(
			'HTTP/1.1 101 Switching Protocols\r\nupgrade: echo\r\nconnection: upgrade\r\n\r\n',
		);
		socket.write(head);
		socket.pipe(socket);
	});
	const at = await listening(inner);
	port = await listening(createFront(at, SECRET));
	impatient = await listening(createFront(at, SECRET, 200));
	patient = await listening(createFront(at, SECRET, 1_600));
});
afterAll(() => {
	for (const server of servers) server.close();
});

const asked = async (path: string, headers: Record<string, string>, body?: string) => {
	const sent = request({ host: '127.0.0.1', port, path, headers, method: body ? 'POST' : 'GET' });
	sent.end(body);
	return (await once(sent, 'response'))[0] as IncomingMessage;
};
const textOf = async (answer: IncomingMessage): Promise<string> => {
	let text = '';
	for await (const part of answer) text += part;
	return text;
};
/** The first bytes that come back for bytes. */
const raw = async (text: string, to = port): Promise<string> => {
	const socket = connect(to, '127.0.0.1');
	socket.write(text);
	const [answer] = await once(socket, 'data');
	socket.destroy();
	return String(answer);
};

it('passes a request on without what the runtime would take for its own', async () => {
	const headers = {
		...{ host: 'localhost:8787', 'content-type': 'text/plain', [FRONT]: 'another' },
		...{ 'MF-Original-URL': 'http://localhost/api', 'mf-op': 'x' },
	};
	const answer = await asked('/api/config?q=1', headers, 'chunkSize: 77');
	expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([207, ['a=1', 'b=2']]);
	const seen = JSON.parse(await textOf(answer));
	expect(seen).toMatchObject({ url: '/api/config?q=1', body: 'chunkSize: 77' });
	expect(seen.headers).toMatchObject({ host: 'localhost:8787', [FRONT]: SECRET });
	expect(Object.keys(seen.headers).filter((name) => name.startsWith('mf-'))).toEqual([]);
});

it.each(['evil.example:8787', 'localhost.evil.example', '192.168.0.7', '127.0.0.1.nip.io'])(
	'refuses the Host %j, whatever else a request says',
	async (host) => {
		const answer = await asked('/', { host, 'mf-original-url': 'http://localhost/' });
		expect([answer.statusCode, await textOf(answer)]).toEqual([403, expect.any(String)]);
		const upgrade = `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n`;
		expect(await raw(upgrade)).toContain('403');
	},
);

it('refuses an address in place of a path, and a second Host', async () => {
	expect(await raw('GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n')).toContain('403');
	expect(await raw('GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n')).toMatch(
		/ 40[03] /,
	);
});

it('passes streams on as they come, and ends what its caller left', async () => {
	const answer = await asked('/stream', { host: '127.0.0.1' });
	const [first] = await once(answer, 'data');
	expect(String(first)).toBe('data: first\n\n');
	const before = left;
	answer.destroy();
	await expect.poll(() => left).toBe(before + 1);
});

it('passes sockets on, both ways', async () => {
	const socket = connect(port, '127.0.0.1');
	socket.write(
		'GET / HTTP/1.1\r\nHost: [::1]:8787\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\nsaid',
	);
	let said = '';
	socket.on('data', (part) => {
		said += part;
	});
	await expect.poll(() => said).toMatch(/^HTTP\/1\.1 101.*\r\n\r\nsaid$/s);
	socket.destroy();
});

it.each(['', '{"jsonrpc":'])('says that a body did not come, after %j of it', async (begun) => {
	const headers = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6000000\r\n\r\n';
	const answer = await raw(headers + begun, impatient);
	expect(answer).toContain(' 408 ');
	expect(answer).toContain('The request body did not come: send it at once.');
	expect(answer).toMatch(/"correlationId":"[0-9a-f-]{36}"/);
});

it('takes a request for another protocol than WebSocket as any other, whose body has to come', async () => {
	const upgrade = 'Host: localhost\r\nConnection: upgrade\r\nUpgrade: foo\r\n';
	expect(
		await raw(`POST /mcp HTTP/1.1\r\n${upgrade}Content-Length: 9\r\n\r\n`, impatient),
	).toContain(' 408 ');
	expect(await raw(`GET /here HTTP/1.1\r\n${upgrade}\r\n`)).toContain(' 207 ');
});

it('waits for a body as long as it comes, however long that takes', async () => {
	const sent = request({ host: '127.0.0.1', port: patient, path: '/slow', method: 'POST' });
	const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
	for (let part = 0; part < 5; part++) {
		sent.write('x');
		await new Promise((resume) => setTimeout(resume, 400));
	}
	sent.end();
	const [answer] = await answered;
	expect(JSON.parse(await textOf(answer)).body).toBe('xxxxx');
});

it('refuses what is no HTTP under an id', async () => {
	const said = await raw('no HTTP at all\r\n\r\n');
	expect(said).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nLoadline-Correlation-Id: [0-9a-f-]{36}\r\n/);
});
