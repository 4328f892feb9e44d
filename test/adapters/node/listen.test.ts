// Tests of the caller's address as a proxy tells it, and of bodies as they arrive.
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { answeredEarly, readBoundedText } from '../../../src/adapters/fetch/bounded-body';
import { type Listening, listen, withoutPort } from '../../../src/adapters/node/listen';

let listening: Listening | undefined;
afterEach(() => listening?.stop(0));

it('an address is the same whichever port it comes from', () => {
	for (const address of ['192.0.2.1', '192.0.2.1:443', '192.0.2.1:51234'])
		expect(withoutPort(address)).toBe('192.0.2.1');
	for (const address of ['[2001:db8::1]:443', '[2001:db8::1]', '2001:db8::1'])
		expect(withoutPort(address)).toBe('2001:db8::1');
	expect(withoutPort('unknown')).toBe('unknown');
});

/** Posts a body without a length; tells what is answered. */
async function posted(
	body: Buffer,
	answer: (request: Request) => Promise<Response>,
	publicUrl?: string,
): Promise<string> {
	listening = await listen(answer, { port: 0, host: '127.0.0.1', publicUrl });
	const { port } = listening;
	return new Promise((resolve, reject) => {
		const sent = request({ port, method: 'POST', headers: { host: 'example.com' } }, (response) => {
			let text = `${response.statusCode} `;
			response.on('data', (part) => (text += part)).on('end', () => resolve(text));
		});
		sent.on('error', reject);
		for (let at = 0; at < body.length; at += 100_000) sent.write(body.subarray(at, at + 100_000));
		sent.end();
	});
}

it('of a body that is refused nothing stays until garbage is collected', async () => {
	const parts: Uint8Array[] = [];
	const watched = new TransformStream<Uint8Array, Uint8Array>({
		transform(part, to) {
			parts.push(part);
			to.enqueue(part);
		},
	});
	const told = await posted(Buffer.alloc(3_000_000), async (asked) => {
		const body = asked.body?.pipeThrough(watched) ?? null;
		const whole = new Request('http://x/', { method: 'POST', body, duplex: 'half' } as RequestInit);
		const read = await readBoundedText(whole, 1_000_000);
		return answeredEarly(whole, new Response(read.ok ? 'read' : read.error, { status: 413 }));
	});
	expect(told).toBe('413 too_large');
	await expect.poll(() => parts.length).toBeGreaterThan(20);
	await expect.poll(() => parts.every(({ buffer }) => (buffer as ArrayBuffer).detached)).toBe(true);
});

it('a long body comes as it was sent, to the public address where there is one', async () => {
	const body = randomBytes(3_000_000);
	const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
	const told = await posted(
		body,
		async (asked) => {
			const text = digest(new Uint8Array(await asked.arrayBuffer()));
			return new Response(`${asked.url} ${asked.method} ${text}`);
		},
		'https://example.com',
	);
	expect(told).toBe(`200 https://example.com/ POST ${digest(body)}`);
});

it('takes a GET with a body as one without', async () => {
	listening = await listen(async ({ method, body }) => new Response(`${method} ${body}`), {
		...{ port: 0, host: '127.0.0.1' },
	});
	const { port } = listening;
	const told = await new Promise((resolve) => {
		const headers = { 'transfer-encoding': 'chunked' };
		const sent = request({ port, headers }, (response) =>
			response.on('data', (text) => resolve(String(text))),
		);
		sent.end('x'.repeat(10));
	});
	expect(told).toBe('GET null');
});

it.each([
	['no HTTP at all\r\n\r\n', 400],
	['GET / HTTP/1.1\r\nhost: a\r\nx: '.padEnd(70_000, 'x'), 431],
	['POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n', 400],
	['GET / HTTP/1.1\r\n\r\n', 400],
	['POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\nexpect: wonders\r\n\r\n', 417],
])('what the parser refuses has an id, which the log has too: %#', async (text, status) => {
	listening = await listen(async () => new Response('answered'), { port: 0, host: '127.0.0.1' });
	const logged = vi.spyOn(console, 'log').mockImplementation(() => {});
	try {
		const socket = connect(listening.port, '127.0.0.1');
		let answer = '';
		socket.on('data', (part) => {
			answer += part;
		});
		socket.write(text);
		await new Promise((resolve) => socket.once('close', resolve));
		const [, id] = /\r\nLoadline-Correlation-Id: (\S+)\r\n/.exec(answer) ?? [];
		expect(answer).toContain(`HTTP/1.1 ${status} `);
		expect(answer).not.toContain('answered');
		const [line = ''] = logged.mock.calls.flat();
		expect(JSON.parse(line)).toMatchObject({ event: 'refused', status, correlationId: id });
	} finally {
		logged.mockRestore();
	}
});
