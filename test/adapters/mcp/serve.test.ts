// POST /mcp as it stands on the wire: its headers, its limits, and the context that the gateway is given.
import { describe, expect, it } from 'vitest';
import { connect, endpoint, fakeGateway, finished, legacy, modern, serving } from './fake-gateway';

describe('POST /mcp', () => {
	it('hands over client, capabilities, scope and meta without protocol keys', async () => {
		const contexts: unknown[] = [];
		const { gateway } = fakeGateway({
			call: async (_call, context) => {
				contexts.push({ ...context });
				return finished({ content: [] });
			},
		});
		const point = endpoint(gateway, { upstream: 'github', address: { toolsets: ['memory'] } });
		const client = await connect('v2 auto', point, { elicitation: {} });
		await client.callTool({
			name: 'echo',
			_meta: { context: { a: 1 }, 'dev.loadline/session': 's' },
		});
		expect(contexts).toMatchObject([
			{
				era: 'modern',
				scope: { upstream: 'github', toolsets: ['memory'] },
				clientInfo: { name: 'test' },
				clientCapabilities: { elicitation: {} },
				meta: { context: { a: 1 }, 'dev.loadline/session': 's' },
				wantsProgress: false,
			},
		]);
		expect(JSON.stringify(contexts)).not.toContain('io.modelcontextprotocol');
	});

	it('asks for no capabilities when a tool is called', async () => {
		const { gateway, asked } = fakeGateway({ call: async () => finished({ content: [] }) });
		await (await modern(endpoint(gateway), 'tools/call', '"name":"echo"')).text();
		expect(asked.declared).toBe(0);
	});

	it('answers an unknown method with 404 and −32601, and one the scope lacks likewise', async () => {
		const point = serving({});
		for (const method of ['no/such', 'prompts/list']) {
			const response = await modern(point, method, '');
			expect(response.status).toBe(404);
			expect(await response.json()).toMatchObject({ error: { code: -32_601 } });
		}
	});

	it('answers headers that differ from the body with 400 and −32020', async () => {
		const response = await modern(serving({}), 'tools/list', '', { 'mcp-method': 'tools/call' });
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ error: { code: -32_020 } });
	});

	it('compares Mcp-Param headers with the arguments by the schema of the tool', async () => {
		const properties = { region: { type: 'string', 'x-mcp-header': 'Region' } };
		const point = serving({
			tools: [{ name: 'echo', inputSchema: { type: 'object', properties } }],
			call: async () => finished({ content: [] }),
		});
		const params = '"name":"echo","arguments":{"region":"eu"}';
		const call = (region?: string) =>
			modern(point, 'tools/call', params, region ? { 'mcp-param-region': region } : {});
		expect((await call('eu')).status).toBe(200);
		expect(await (await call('us')).json()).toMatchObject({ error: { code: -32_020 } });
		expect((await call()).status).toBe(400);
	});

	it('answers an unknown version with −32022 and the versions it has', async () => {
		const response = await modern(serving({}), 'tools/list', '', {
			'mcp-protocol-version': '2031-01-01',
		});
		expect(response.status).toBe(400);
	});

	it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'])(
		'answers %s with 405 and Allow',
		async (method) => {
			const response = await serving({}).fetch('https://loadline.example/mcp', { method });
			expect(response.status).toBe(405);
			expect(response.headers.get('allow')).toBe('POST');
		},
	);

	it('answers other content types with 415, broken JSON with 400', async () => {
		const point = serving({});
		expect((await legacy(point, '{}', { 'content-type': 'text/plain' })).status).toBe(415);
		const broken = await legacy(point, '{"jsonrpc":');
		expect(broken.status).toBe(400);
		expect(await broken.json()).toMatchObject({ error: { code: -32_700 }, id: null });
		expect((await legacy(point, '')).status).toBe(400);
	});

	it('answers a body over 4 MiB with 413, declared or streamed', async () => {
		const point = serving({});
		const large = `{"jsonrpc":"2.0","id":1,"method":"ping","x":"${'x'.repeat(4 * 2 ** 20)}"}`;
		expect((await legacy(point, large)).status).toBe(413);
		let sent = 0;
		const stream = new ReadableStream<Uint8Array>({
			pull: (controller) => {
				sent += 65_536;
				controller.enqueue(new Uint8Array(65_536).fill(32));
			},
		});
		const response = await point.fetch('https://loadline.example/mcp', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: stream,
			duplex: 'half',
		} as RequestInit);
		expect(response.status).toBe(413);
		// Read on so that the answer arrives, and no further than 64 MiB.
		expect(sent).toBeLessThan(65 * 2 ** 20);
	});

	it('answers a batch of legacy calls each with its own result', async () => {
		const point = serving({
			call: async ({ args }) => finished({ content: [], structured: JSON.stringify(args) }),
		});
		const call = (id: number, n: string) =>
			`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{"n":${n}}}}`;
		const response = await legacy(point, `[${call(1, '9007199254740993')},${call(2, '1.50')}]`);
		const text = await response.text();
		expect(text).toMatch(/"structuredContent":\{"n":9007199254740993\}.*"id":1/);
		expect(text).toMatch(/"structuredContent":\{"n":1\.50\}.*"id":2/);
	});

	it('passes no log message to a modern caller that asked for none', async () => {
		const point = serving({
			call: async (_call, { notify }) => {
				notify('notifications/message', { level: 'error', data: 'x' });
				return finished({ content: [] });
			},
		});
		const response = await modern(point, 'tools/call', '"name":"echo"');
		expect(response.headers.get('content-type')).toContain('application/json');
	});

	it('cuts a flood of notifications and still answers', async () => {
		const point = serving({
			call: async (_call, { notify }) => {
				for (let at = 0; at < 5_000; at++)
					notify('notifications/message', { level: 'info', data: at });
				return finished({ content: [{ type: 'text', text: 'end' }] });
			},
		});
		const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}';
		const text = await (await legacy(point, body)).text();
		expect(text.match(/notifications\/message/g)).toHaveLength(1_000);
		expect(text).toContain('"text":"end"');
	});

	it.each(['modern', 'legacy'])(
		'aborts the call when a %s caller drops its stream',
		async (era) => {
			let aborted = false;
			const point = serving({
				call: (_call, { notify, signal }) =>
					new Promise((resolve) => {
						notify('notifications/progress', { progress: 1 });
						signal.addEventListener('abort', () => {
							aborted = true;
							resolve(finished({ content: [] }));
						});
					}),
			});
			const params = '"name":"echo"';
			const response =
				era === 'modern'
					? await modern(point, 'tools/call', params, {}, 1)
					: await legacy(
							point,
							`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${params},"_meta":{"progressToken":1}}}`,
						);
			await response.body?.cancel();
			await new Promise((resolve) => setTimeout(resolve, 20));
			expect(aborted).toBe(true);
		},
	);
});
