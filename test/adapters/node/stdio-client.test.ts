// A client that takes its time: each wait for it leaves nothing behind.
import { Readable, Writable } from 'node:stream';
import { expect, it, vi } from 'vitest';
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
		...{ input, output, url: 'http://localhost/mcp' },
		fetch: async (request) => {
			const { id } = (await request.json()) as { id: number };
			return Response.json({ jsonrpc: '2.0', id, result: {} });
		},
	});
	expect(said).toHaveLength(lines.length);
	expect(most).toBeLessThanOrEqual(1);
});

it('gives an error of the endpoint a whole number as its code', async () => {
	const told = async (error: object) => {
		let said = '';
		const output = new Writable({
			write(chunk, _encoding, done) {
				said += chunk;
				done();
			},
		});
		const input = Readable.from([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"initialize"}\n')]);
		await serveStdio({
			...{ input, output, url: 'http://localhost/mcp' },
			fetch: async () => Response.json({ error }, { status: 404 }),
		});
		return JSON.parse(said).error;
	};
	const message = 'There is no upstream of this name';
	expect(await told({ code: 'unknown_upstream', message })).toEqual({ code: -32603, message });
	const own = { code: -32001, message, data: { at: 1 } };
	expect(await told(own)).toEqual(own);
});

it('answers what was asked before the client closed its input, and waits for no stream', async () => {
	const asked = ['subscriptions/listen', 'tools/call'].map(
		(method, id) => `${JSON.stringify({ jsonrpc: '2.0', id, method })}\n`,
	);
	let said = '';
	const output = new Writable({
		write(chunk, _encoding, done) {
			said += chunk;
			done();
		},
	});
	await serveStdio({
		...{ input: Readable.from([Buffer.from(asked.join(''))]), output },
		...{ url: 'http://localhost/mcp' },
		fetch: async (request) => {
			const { id } = (await request.json()) as { id: number };
			const isStream = id === 0;
			await new Promise((resume, leave) => {
				request.signal.addEventListener('abort', leave);
				if (!isStream) setTimeout(resume, 50);
			});
			return Response.json({ jsonrpc: '2.0', id, result: {} });
		},
	});
	expect(said).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
});

it('takes a last line that nothing ends, and at its end tells of what is not answered', async () => {
	vi.useFakeTimers();
	try {
		let said = '';
		const output = new Writable({
			write(chunk, _encoding, done) {
				said += chunk;
				done();
			},
		});
		const asked = [1, 2].map((id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call' }));
		const isAnswered = serveStdio({
			...{ input: Readable.from([Buffer.from(asked.join('\n'))]), output },
			...{ url: 'http://localhost/mcp' },
			fetch: async (request) => {
				const { id } = (await request.json()) as { id: number };
				// Of a request that was left nothing is said a second time.
				if (id === 2)
					await new Promise((resume) => request.signal.addEventListener('abort', resume));
				return Response.json({ jsonrpc: '2.0', id, result: {} });
			},
		});
		await vi.advanceTimersByTimeAsync(29_000);
		expect(said).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
		await vi.advanceTimersByTimeAsync(1_500);
		expect(await isAnswered).toBe(false);
		await vi.advanceTimersByTimeAsync(1_000);
		const answers = said.trim().split('\n');
		expect(answers).toHaveLength(2);
		expect(JSON.parse(answers[1] ?? '')).toMatchObject({
			id: 2,
			error: { code: -32603, message: expect.stringContaining('No answer within 30 s') },
		});
	} finally {
		vi.useRealTimers();
	}
});
