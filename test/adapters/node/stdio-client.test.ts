// A client that takes its time: each wait for it leaves nothing behind.
import { Readable, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { serveStdio } from '../../../src/adapters/node/stdio-client';

it('waits for a slow client again and again, and leaves no listener on its stream', async () => {
	const lines = Array.from({ length: 40 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
	const said: string[] = [];
	const output = new Writable({
		highWaterMark: 1,
		write(chunk, _encoding, done) {
			said.push(String(chunk));
			setTimeout(done);
		},
	});
	let most = 0;
	const input = Readable.from(
		(async function* () {
			for (const line of lines) {
				yield Buffer.from(`${JSON.stringify(line)}\n`);
				await new Promise((resume) => setTimeout(resume, 5));
				most = Math.max(most, output.listenerCount('close'));
			}
		})(),
	);
	await serveStdio({
		...{ input, output, url: 'http://localhost/mcp', report: () => {} },
		fetch: async (request) => {
			const { id } = (await request.json()) as { id: number };
			return Response.json({ jsonrpc: '2.0', id, result: {} });
		},
	});
	expect(said).toHaveLength(lines.length);
	expect(most).toBeLessThanOrEqual(1);
});
