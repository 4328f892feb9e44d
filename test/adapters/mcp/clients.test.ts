// Three kinds of client at the endpoint: each is given the same, as its revision of the protocol spells it.
import type { CallToolResult } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../../../src/gateway/contract/tool-source';
import { err, ok } from '../../../src/shared/result';
import { CLIENTS, CORRELATION_ID, connect, finished, serving } from './fake-gateway';

const echo: ToolDefinition = {
	name: 'echo',
	description: 'Echoes',
	inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
};

describe.each(CLIENTS)('a %s client', (kind) => {
	it('lists tools, calls one and gets content, structured content, meta and isError', async () => {
		const point = serving({
			tools: [{ ...echo, title: 'Echo', annotations: { readOnlyHint: true } }],
			call: async ({ args }) =>
				finished({
					content: [
						{ type: 'text', text: JSON.stringify(args) },
						{ type: 'image', data: 'AAAA', mimeType: 'image/png' },
					],
					structured: '{"a":\n [1, 2],\r\n"b":null}',
					isError: true,
					meta: { own: 1, 'io.modelcontextprotocol/serverInfo': { name: 'x', version: 'y' } },
				}),
		});
		const client = await connect(kind, point);
		const { tools } = await client.listTools();
		expect(tools).toMatchObject([{ ...echo, title: 'Echo', annotations: { readOnlyHint: true } }]);
		const result = await client.callTool({ name: 'echo', arguments: { text: 'hi' } });
		expect(result.content).toEqual([
			{ type: 'text', text: '{"text":"hi"}' },
			{ type: 'image', data: 'AAAA', mimeType: 'image/png' },
		]);
		expect(result.structuredContent).toEqual({ a: [1, 2], b: null });
		expect(result.isError).toBe(true);
		expect(result._meta).toMatchObject({ own: 1 });
		expect(JSON.stringify(result._meta)).not.toContain('"x"');
	});

	it('sends a text form of an array that has none', async () => {
		const outputSchema = { type: 'array', items: {} };
		const point = serving({
			tools: [{ ...echo, outputSchema }],
			call: async () => finished({ content: [], structured: '[1.0,9007199254740993]' }),
		});
		const client = await connect(kind, point);
		await client.listTools();
		const result = await client.callTool({ name: 'echo', arguments: {} });
		expect(result.content).toEqual([{ type: 'text', text: '[1.0,9007199254740993]' }]);
		const wrapped = kind === 'v2 auto' ? '"structuredContent":[1.0,' : '{"result":[1.0,';
		expect(point.bodies.join()).toContain(wrapped);
	});

	it('wraps an object of a tool whose schema has no object root as the SDK wraps the schema', async () => {
		const outputSchema = { anyOf: [{ type: 'object' }, { type: 'array' }] };
		const point = serving({
			tools: [{ ...echo, outputSchema }],
			call: async () => finished({ content: [{ type: 'text', text: 'x' }], structured: '{"a":1}' }),
		});
		const client = await connect(kind, point);
		await client.listTools();
		const result = await client.callTool({ name: 'echo', arguments: {} });
		expect(result.structuredContent).toEqual(kind === 'v2 auto' ? { a: 1 } : { result: { a: 1 } });
	});

	it('keeps members and kinds of blocks that the SDK does not know', async () => {
		const content = [
			{ type: 'text', text: 'x', extra: { deep: [1] } },
			{ type: 'hologram', beam: true },
		];
		const point = serving({ tools: [echo], call: async () => finished({ content }) });
		const client = await connect(kind, point);
		await client.callTool({ name: 'echo', arguments: {} }).catch(() => {});
		expect(point.bodies.join()).toContain(`"content":${JSON.stringify(content)}`);
	});

	it('gets notifications in order and before the result', async () => {
		const point = serving({
			tools: [echo],
			call: async (_call, { notify, wantsProgress }) => {
				expect(wantsProgress).toBe(true);
				for (const progress of [1, 2, 3])
					notify('notifications/progress', { progressToken: 'theirs', progress, total: 3 });
				return finished({ content: [{ type: 'text', text: 'done' }] });
			},
		});
		const client = await connect(kind, point);
		const seen: number[] = [];
		const onprogress = ({ progress }: { progress: number }) => void seen.push(progress);
		const call = client.callTool.bind(client) as (...args: unknown[]) => Promise<CallToolResult>;
		// The older client takes a result schema before the options.
		const result = await call(
			{ name: 'echo' },
			...(kind === 'v1' ? [undefined, { onprogress }] : [{ onprogress }]),
		);
		expect(result.content).toEqual([{ type: 'text', text: 'done' }]);
		expect(seen).toEqual([1, 2, 3]);
	});

	it('gets −32602 for an unknown tool and an upstream error as it was', async () => {
		const data = { field: 'x', n: 1 };
		const point = serving({
			tools: [echo],
			call: async ({ name }) =>
				name === 'echo'
					? err({ code: 'rejected', message: 'm', rpc: { code: -32_042, message: 'own', data } })
					: err({ code: 'unknown_tool', message: `Unknown tool: ${name}` }),
		});
		const client = await connect(kind, point);
		await expect(client.callTool({ name: 'nope' })).rejects.toMatchObject({ code: -32_602 });
		if (kind === 'v2 auto') return;
		await client.callTool({ name: 'echo' }).catch(() => {});
		expect(point.bodies.join()).toContain(
			`"error":{"code":-32042,"message":"own","data":${JSON.stringify(data)}}`,
		);
	});

	it('gets a fault as an error result with the correlation id', async () => {
		const message = 'bookings did not answer within 60 s';
		const point = serving({ tools: [echo], call: async () => err({ code: 'timeout', message }) });
		const client = await connect(kind, point);
		const result = await client.callTool({ name: 'echo' });
		expect(result.isError).toBe(true);
		expect(result.content).toEqual([
			{ type: 'text', text: `${message} (correlation id ${CORRELATION_ID})` },
		]);
	});

	it('learns of a crash nothing but the correlation id', async () => {
		const point = serving({
			tools: [echo],
			call: async () => {
				throw new TypeError('secret at /src/gateway/x.ts:1');
			},
		});
		const client = await connect(kind, point);
		await client.callTool({ name: 'echo' }).catch(() => {});
		const wire = point.bodies.join();
		expect(wire).toContain(`Internal error (correlation id ${CORRELATION_ID})`);
		expect(wire).not.toMatch(/secret|\.ts/);
		expect(point.reported).toHaveLength(1);
	});

	it('is told what the server behind tells its clients', async () => {
		const point = serving({ instructions: 'Ask for a city first.' });
		const client = await connect(kind, point);
		expect(client.getInstructions()).toBe('Ask for a city first.');
	});

	it('reads resources and prompts as the upstream gave them', async () => {
		const contents = [{ uri: 'a://b', text: 'x', own: [1] }];
		const point = serving({
			capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
			request: async (method, params) => {
				if (method === 'resources/read')
					return ok({ contents, cacheScope: 'public', ttlMs: 5, _meta: { uri: params.uri } });
				if (method === 'resources/list')
					return ok({ resources: [], nextCursor: params.cursor ?? 'n' });
				if (method === 'prompts/get')
					return ok({ messages: [], description: JSON.stringify(params) });
				return err({ code: 'unavailable', message: 'down' });
			},
		});
		const client = await connect(kind, point);
		await client.readResource({ uri: 'a://b' });
		const wire = point.bodies.join();
		expect(wire).toContain(JSON.stringify(contents));
		expect(wire.includes('"cacheScope":"private"')).toBe(kind === 'v2 auto');
		const prompt = await client.getPrompt({ name: 'p', arguments: { a: '1' } });
		expect(prompt.description).toBe('{"name":"p","arguments":{"a":"1"}}');
		await expect(client.listPrompts()).rejects.toMatchObject({ code: -32_603 });
	});

	it('says what a question to the user needs, or asks it', async () => {
		const value = {
			resultType: 'input_required',
			inputRequests: {
				q: {
					method: 'elicitation/create',
					params: {
						mode: 'form',
						message: 'm',
						requestedSchema: { type: 'object', properties: {} },
					},
				},
			},
			requestState: 'state-1',
		};
		const point = serving({
			tools: [echo],
			call: async ({ continuation }) =>
				continuation
					? finished({ content: [{ type: 'text', text: JSON.stringify(continuation) }] })
					: ok({ kind: 'input_required', value }),
		});
		const client = await connect(kind, point, { elicitation: { form: {} } });
		if (kind === 'v2 auto')
			client.setRequestHandler('elicitation/create', async () => ({
				action: 'accept',
				content: { yes: 'y' },
			}));
		const { isError, content } = await client.callTool({ name: 'echo' });
		const text = JSON.stringify(content);
		expect(isError ?? false).toBe(kind !== 'v2 auto');
		expect(text).toContain(kind === 'v2 auto' ? 'state-1' : 'MCP protocol 2026-07-28');
	});
});
