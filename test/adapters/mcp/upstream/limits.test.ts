// Servers that send without end, wait without end, or say too much: each is stopped at its limit.
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { UpstreamPool } from '../../../../src/adapters/mcp/upstream/pool';
import { configSchema } from '../../../../src/config/schema';
import { ok } from '../../../../src/shared/result';
import { type RawCall, startRawUpstream } from '../../../upstreams/raw-upstream';
import { call, caller, during, faultOf, OK, resultOf, sourceOf, textOf } from './harness';

const NAMED = { name: 'silent', version: '1' };
const NONE = { code: -32_601, message: 'Method not found' };

describe('size and time', () => {
	it.each(['json', 'events'])(
		'stops an endless %s body at the limit and cancels it',
		async (kind) => {
			let ended: AbortSignal | undefined;
			const upstream = await during(
				startRawUpstream({
					tools: {
						t: async ({ response, gone }) => {
							ended = gone;
							const type = kind === 'json' ? 'application/json' : 'text/event-stream';
							response.writeHead(200, { 'content-type': type });
							if (kind === 'events') response.write('data: ');
							while (!gone.aborted) {
								response.write('x'.repeat(50_000));
								await new Promise((resolve) => setImmediate(resolve));
							}
						},
					},
				}),
			);
			const source = sourceOf(upstream, { maxUpstreamBytes: 300_000 });
			const fault = faultOf(await source.callTool(call, caller()));
			expect(fault.code).toBe('too_large');
			expect(fault.message).toContain('300000 bytes');
			await expect.poll(() => ended?.aborted).toBe(true);
			expect(source.state().status).toBe('ok');
		},
	);

	it('counts a compressed body after decoding', async () => {
		const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: ({ response }) => {
						response.writeHead(200, {
							'content-type': 'application/json',
							'content-encoding': 'gzip',
						});
						response.end(bomb);
					},
				},
			}),
		);
		const source = sourceOf(upstream, { maxUpstreamBytes: 1_000_000 });
		expect(faultOf(await source.callTool(call, caller())).code).toBe('too_large');
	});

	it('ends a call at the deadline, a silent one and a dripping one', async () => {
		const left: string[] = [];
		const leave = (name: string, { gone }: RawCall) =>
			gone.addEventListener('abort', () => left.push(name));
		const upstream = await during(
			startRawUpstream({
				tools: {
					silent: (raw) => leave('silent', raw),
					drip: (raw) => {
						leave('drip', raw);
						raw.response.writeHead(200, { 'content-type': 'application/json' });
						const timer = setInterval(() => raw.response.write(' '), 20);
						raw.gone.addEventListener('abort', () => clearInterval(timer));
					},
				},
			}),
		);
		const source = sourceOf(upstream, { timeoutMs: 200 });
		for (const name of ['silent', 'drip']) {
			const fault = faultOf(await source.callTool({ name, args: {} }, caller()));
			expect(fault).toMatchObject({ code: 'timeout' });
			expect(fault.message).toContain('200 ms');
		}
		await expect.poll(() => left).toEqual(['silent', 'drip']);
		// It answers what else it is asked: a slow call is no reason to call it down.
		expect(source.state().status).toBe('ok');
	});

	it.each([
		...[{ timeoutMs: undefined, answered: 'tools/call', fault: /within 30000 ms. Check/ }],
		...[{ timeoutMs: 20_000, answered: '', fault: /within 20000 ms and reported no progress/ }],
	])(
		'lets a call be silent for 34 s, unless it is configured ($timeoutMs)',
		async ({ timeoutMs, answered, fault }) => {
			vi.useFakeTimers();
			try {
				// A server that is silent for 34 s, but for its handshake.
				const fetch = async (_url: string | URL, { body, signal }: RequestInit) => {
					const { id, method } = JSON.parse(String(body));
					const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: NAMED };
					const wait = new Promise((resolve) => setTimeout(resolve, 34_000));
					const left = new Promise((_, reject) => {
						signal?.addEventListener('abort', () => reject(signal.reason));
					});
					left.catch(() => {});
					if (/^tools/.test(method)) await Promise.race([wait, left]);
					if (method === 'server/discover')
						return Response.json({ jsonrpc: '2.0', id, error: NONE });
					if (method !== 'initialize' && !/^tools/.test(method))
						return new Response(null, { status: 202 });
					return Response.json({ jsonrpc: '2.0', id, result: { ...result, content: [] } });
				};
				const pool = new UpstreamPool({ now: () => 0, fetch, version: '0' });
				const url = 'http://127.0.0.1:1/mcp';
				const parsed = configSchema(ok).parse({ upstreams: [{ name: 'up', url, timeoutMs }] });
				const [{ maxTimeoutMs } = { maxTimeoutMs: 0 }] = parsed.upstreams;
				const source = sourceOf({ url }, { timeoutMs, maxTimeoutMs }, pool);
				const called = source.callTool(call, caller());
				await vi.advanceTimersByTimeAsync(33_999);
				if (answered === '') expect(faultOf(await called).message).toMatch(fault);
				else {
					await vi.advanceTimersByTimeAsync(1);
					expect(resultOf(await called).content).toEqual([]);
					// A server that takes no work is waited for half a minute.
					const listed = source.listTools(caller());
					await vi.advanceTimersByTimeAsync(33_999);
					expect(faultOf(await listed).message).toMatch(fault);
				}
			} finally {
				vi.useRealTimers();
			}
		},
	);

	it('ends a connect at the deadline', async () => {
		const upstream = await during(startRawUpstream({ methods: { initialize: () => undefined } }));
		const source = sourceOf(upstream, { timeoutMs: 200 });
		expect(faultOf(await source.callTool(call, caller())).code).toBe('timeout');
		expect(source.state().reason).toBe(
			`Upstream "${source.name}" did not answer within 200 ms. Check that it runs.`,
		);
	});

	it('passes at most a thousand notifications on', async () => {
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: ({ id, response }) => {
						response.writeHead(200, { 'content-type': 'text/event-stream' });
						const progress =
							'data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}\n\n';
						for (let n = 0; n < 5_000; n++) response.write(progress);
						response.end(`data: {"jsonrpc":"2.0","id":${id},"result":${OK}}\n\n`);
					},
				},
			}),
		);
		const context = caller({ meta: { progressToken: 7 } });
		expect(textOf(await sourceOf(upstream).callTool(call, context))).toBe('fine');
		expect(context.notified).toHaveLength(1_000);
		expect(context.notified[0]?.params).toEqual({ progressToken: 7, progress: 1 });
	});

	it('answers a request of the server instead of letting it wait', async () => {
		let answer: unknown;
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: ({ id, response }) => {
						response.writeHead(200, { 'content-type': 'text/event-stream' });
						response.write('data: {"jsonrpc":"2.0","id":"s1","method":"roots/list"}\n\n');
						setTimeout(
							() => response.end(`data: {"jsonrpc":"2.0","id":${id},"result":${OK}}\n\n`),
							100,
						);
					},
				},
				methods: {
					POST: ({ response }) => {
						answer = true;
						response.writeHead(202).end();
					},
				},
			}),
		);
		expect(textOf(await sourceOf(upstream).callTool(call, caller()))).toBe('fine');
		expect(answer).toBe(true);
	});

	it('takes up a stream that the server closed before the answer', async () => {
		let waiting = '';
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: ({ id, response }) => {
						waiting = id;
						response.writeHead(200, { 'content-type': 'text/event-stream' });
						response.end('id: e1\nretry: 10\ndata:\n\n');
					},
				},
				methods: {
					GET: ({ request, response }) => {
						if (request.headers['last-event-id'] !== 'e1')
							return void response.writeHead(405).end();
						response.writeHead(200, { 'content-type': 'text/event-stream' });
						response.end(`data: {"jsonrpc":"2.0","id":${waiting},"result":${OK}}\n\n`);
					},
				},
			}),
		);
		expect(textOf(await sourceOf(upstream).callTool(call, caller()))).toBe('fine');
		expect(upstream.calls).toMatchObject({ 'tools/call t': 1, GET: 1 });
	});
});
