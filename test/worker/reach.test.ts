// Tests of the cost of a list of tools, of servers that page themselves, and of hosts, over MCP from outside.
import type { Client } from '@modelcontextprotocol/client';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawUpstream, startRawUpstream } from '../upstreams/raw-upstream';
import { callThrough, connectClient, someClients } from './clients';
import { answerText, postRaw, resultRaw } from './raw-calls';
import { type Loadline, startLoadline } from './serve';

const LONG = 'add_a_comment_to_the_pending_review_of_a_pull_request';
const TOTAL = 1_000;

let upstream: RawUpstream;
let loadline: Loadline;

const definition = (name: string, ...names: string[]) =>
	JSON.stringify({
		name,
		description: 'A tool of the tests.',
		inputSchema: {
			$schema: 'http://json-schema.org/draft-07/schema#',
			type: 'object',
			properties: Object.fromEntries(names.map((each) => [each, { type: 'string' }])),
		},
	});

beforeAll(async () => {
	upstream = await startRawUpstream({
		list: [definition('orders', 'cursor', 'status'), definition('small'), definition(LONG)],
		tools: {
			orders: ({ params }) => {
				const from = Number((params.arguments as { cursor?: string }).cursor?.slice(1) ?? 0);
				const orders = Array.from({ length: 200 }, (_, at) => ({
					id: `o${from + at}`,
					note: 'as it was ordered '.repeat(3),
				}));
				const next = from + 200 < TOTAL ? { next_cursor: `c${from + 200}` } : {};
				return JSON.stringify({ content: [], structuredContent: { orders, ...next } });
			},
			small: () => '{"content":[{"type":"text","text":"ok"}]}',
			[LONG]: () => '{"content":[{"type":"text","text":"done"}]}',
		},
	});
	loadline = await startLoadline({
		config: { demo: false, upstreams: [{ name: 'shop', url: upstream.url }] },
	});
});

afterAll(async () => {
	await loadline?.stop();
	await upstream?.close();
});

interface Listed {
	readonly name: string;
	readonly description?: string;
	readonly inputSchema: { readonly properties: object };
}

const toolsAt = async (path: string) =>
	JSON.parse(await answerText(await postRaw(loadline, 'tools/list', '', { path }))).result
		.tools as Listed[];

describe('the list of tools', () => {
	it('has what begins a memory, and until a result was kept nothing else of ours; then read_result in 140 tokens, with what answers spell', async () => {
		const tools = await toolsAt('/mcp');
		const names = ['memsetup', 'artifact', 'shop__orders', 'shop__small', `shop__${LONG}`];
		expect(tools.map(({ name }) => name)).toEqual(names);
		await resultRaw(loadline, 'shop__orders');
		for (const path of ['/mcp', '/mcp/shop']) {
			const { name, description, inputSchema } = (await toolsAt(path)).pop() as Listed;
			expect(name).toBe('read_result');
			expect(countTokens(JSON.stringify({ name, description, inputSchema }))).toBeLessThan(141);
			expect(Object.keys(inputSchema.properties)).toEqual(
				'handle select query fields pointer limit startLine endLine'.split(' '),
			);
		}
		expect((await toolsAt('/mcp')).slice(0, -1)).toEqual(tools);
	});

	it('names the toolsets that the address names', async () => {
		const names = (await toolsAt('/mcp?toolsets=memory')).map(({ name }) => name);
		expect(names).toContain('memsetup');
		expect(names).not.toContain('shop__orders');
	});

	it('is three tools where they are searched', async () => {
		const tools = await toolsAt('/mcp?tools=search');
		expect(tools.map(({ name }) => name)).toEqual(['find_tools', 'call_tool', 'read_result']);
		expect(countTokens(JSON.stringify(tools))).toBeLessThan(1_200);
	});

	it('is refused where the address asks for what there is not', async () => {
		const response = await postRaw(loadline, 'tools/list', '', { path: '/mcp?host=emacs' });
		expect(response.status).toBe(400);
		expect(await response.text()).toContain('host: must be one of vscode');
	});

	it('has names that fit the host, and they can be called', async () => {
		for (const path of ['/mcp?host=cursor', '/mcp/shop?host=cursor']) {
			const name = (await toolsAt(path)).find((tool) => tool.name.includes('add_a_'))?.name ?? '';
			expect(name.length).toBeLessThanOrEqual(45);
			const result = await resultRaw(loadline, name, '{}', { path });
			expect(result.content[0].text).toBe('done');
		}
	});
});

describe.each(someClients(1))('a %s client of a server that pages itself', (kind) => {
	let client: Client;
	beforeAll(async () => {
		client = await connectClient(kind, `${loadline.url}/mcp/shop`);
		await client.listTools();
	});
	afterAll(() => client.close());

	it('reads every order by putting each cursor where the last one was', async () => {
		const seen = new Set<unknown>();
		let cursor: unknown;
		let after: unknown;
		for (let asked = 0; asked < 60; asked++) {
			const page = await callThrough(client, 'orders', cursor === undefined ? {} : { cursor });
			expect(page.isError).toBe(false);
			const { orders, nextCursor, next_cursor } = page.structured as Record<string, unknown>;
			for (const { id } of orders as { id: string }[]) seen.add(id);
			after = next_cursor ?? after;
			if ((nextCursor ?? after) === undefined) break;
			cursor = nextCursor ?? after;
			if (nextCursor === undefined) after = undefined;
		}
		expect(seen.size).toBe(TOTAL);
	});

	it('has them all at once where it asks for that', async () => {
		const page = await callThrough(client, 'orders', { _loadline: { gather: true } });
		expect(page.structured?.gathered).toEqual({ items: TOTAL, pages: 5, complete: true });
		const handle = page.structured?.nextCursor;
		const last = await callThrough(client, 'read_result', { handle, pointer: '/orders/999' });
		expect(last.data.id).toBe('o999');
	});
});
