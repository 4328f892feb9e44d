// Tests that a sender without end is made to wait by who does not read, and that nothing of it is lost.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveStdio } from '../../../src/adapters/node/stdio-client';
import { StdioServer } from '../../../src/adapters/node/stdio-server';

const COUNT = 40_000;
let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'loadline-flood-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('a server that floods waits for who listens', async () => {
	const file = join(folder, 'flood.mjs');
	const done = join(folder, 'done');
	writeFileSync(
		file,
		`import { writeFileSync } from 'node:fs';
		process.stdin.resume();
		for (let n = 0; n < ${COUNT}; n++)
			if (!process.stdout.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { n, data: 'x'.repeat(500) } }) + '\\n'))
				await new Promise((resume) => process.stdout.once('drain', resume));
		writeFileSync(${JSON.stringify(done)}, '');`,
	);
	const server = new StdioServer({ command: process.execPath, args: [file], env: {} });
	await server.start();
	const listening = await server.fetch('http://stdio', { method: 'GET' });
	await sleep(1_500);
	expect(existsSync(done)).toBe(false);
	const seen: number[] = [];
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of listening.body ?? []) {
		const events = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
		rest = events.pop() ?? '';
		seen.push(...events.map((event) => JSON.parse(event.slice(6)).params.n as number));
		if (seen.length === COUNT) break;
	}
	expect(seen).toEqual(Array.from({ length: COUNT }, (_, n) => n));
	await expect.poll(() => existsSync(done)).toBe(true);
	await server.close();
});

it('an endpoint that floods waits for a client that does not read', async () => {
	let sent = 0;
	const flood = new ReadableStream<Uint8Array>({
		pull(controller) {
			if (sent === COUNT) return controller.close();
			const params = { n: sent++, data: 'x'.repeat(500) };
			const text = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params });
			controller.enqueue(new TextEncoder().encode(`data: ${text}\n\n`));
		},
	});
	let proceed = () => {};
	const reading = new Promise<void>((resolve) => {
		proceed = resolve;
	});
	let received = 0;
	const output = new Writable({
		write(chunk: Buffer, _encoding, next) {
			received += chunk.toString().split('\n').length - 1;
			void reading.then(() => next());
		},
	});
	const input = new Readable({ read() {} });
	input.push('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"flood"}}\n');
	const served = serveStdio({
		...{ input, output, url: 'http://local/mcp' },
		fetch: async () => new Response(flood, { headers: { 'content-type': 'text/event-stream' } }),
	});
	await sleep(300);
	expect(sent).toBeLessThan(200);
	proceed();
	await expect.poll(() => received).toBe(COUNT);
	input.push(null);
	await served;
});

it('a client that floods is read no faster than it is answered', async () => {
	let asked = 0;
	const answers: (() => void)[] = [];
	const lines = function* () {
		for (let id = 0; id < 20_000; id++)
			yield Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`);
	};
	let received = 0;
	const served = serveStdio({
		input: Readable.from(lines()),
		output: new Writable({
			write(_chunk, _encoding, next) {
				received++;
				next();
			},
		}),
		url: 'http://local/mcp',
		async fetch(request) {
			asked++;
			if (asked <= 5_000) await new Promise<void>((resume) => answers.push(resume));
			const { id } = (await request.json()) as { id: number };
			return Response.json({ jsonrpc: '2.0', id, result: {} });
		},
	});
	await sleep(300);
	expect(asked).toBe(1_000);
	const answering = setInterval(() => answers.splice(0).forEach((answer) => void answer()), 1);
	await expect.poll(() => received).toBeGreaterThan(19_000);
	clearInterval(answering);
	await served;
});
