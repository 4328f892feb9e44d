import { Client, InMemoryTransport as ClientMemory } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as EarlierMemory } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as EarlierServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withContextProtection } from '../../src/library/mcp';

const ISSUES = Array.from({ length: 400 }, (_, n) => ({
	id: n,
	title: `Issue number ${n}`,
	body: `${'what happened and when '.repeat(12)}${n}`,
}));

/** Registers tools, alike with both SDKs' servers. */
const register = (server: McpServer | EarlierServer): void => {
	const tool = server.registerTool.bind(server) as McpServer['registerTool'];
	tool(
		'issues',
		{ inputSchema: z.object({ state: z.string().optional() }) },
		async ({ state }) => ({
			content: [{ type: 'text', text: JSON.stringify(state === 'none' ? [] : ISSUES) }],
		}),
	);
	tool('one', { inputSchema: z.object({ id: z.number() }) }, async ({ id }) => {
		if (id > 1000) throw new Error('no such issue');
		return { content: [{ type: 'text', text: JSON.stringify(ISSUES[id]) }] };
	});
	tool(
		'rows',
		{
			inputSchema: z.object({}),
			outputSchema: z.object({
				rows: z.array(z.object({ id: z.number(), title: z.string(), body: z.string() })),
			}),
		},
		async () => ({
			content: [{ type: 'text', text: JSON.stringify({ rows: ISSUES }) }],
			structuredContent: { rows: ISSUES },
		}),
	);
};

type Calls = {
	callTool(call: { name: string; arguments: object }): Promise<unknown>;
	listTools(): Promise<{ tools: { name: string }[] }>;
};

const options = { config: { tokenBudgetThreshold: 3000 } };

const set: Record<string, () => Promise<Calls>> = {
	'the SDK of today': async () => {
		const server = new McpServer({ name: 'tracker', version: '1' });
		register(server);
		const [near, far] = ClientMemory.createLinkedPair();
		await withContextProtection(server, options).connect(far as never);
		const client = new Client({ name: 'test', version: '1' });
		await client.connect(near);
		return client as never;
	},
	'the SDK before': async () => {
		const server = new EarlierServer({ name: 'tracker', version: '1' });
		register(server);
		const [near, far] = EarlierMemory.createLinkedPair();
		await withContextProtection(server, options).connect(far);
		const client = new EarlierClient({ name: 'test', version: '1' });
		await client.connect(near);
		return client as never;
	},
	'a server made for every request, of both revisions': async () => {
		const handler = createMcpHandler(() => {
			const server = new McpServer({ name: 'tracker', version: '1' });
			register(server);
			return withContextProtection(server, options);
		});
		const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
		const client = new Client(
			{ name: 'test', version: '1' },
			{ versionNegotiation: { mode: 'auto' } },
		);
		await client.connect(
			new StreamableHTTPClientTransport(new URL('http://tracker.test/mcp'), {
				fetch: (url, init) => handler.fetch(new Request(url, init)),
			}),
		);
		return client as never;
	},
};

interface Answer {
	readonly content: readonly { readonly text: string }[];
	readonly structuredContent?: { readonly rows: readonly object[]; readonly nextCursor?: string };
	readonly isError?: boolean;
}

describe.each(Object.entries(set))('a protected server on %s', (_name, connect) => {
	it('lists its tools and read_result', async () => {
		const { tools } = await (await connect()).listTools();
		expect(tools.map(({ name }) => name)).toEqual(['issues', 'one', 'rows', 'read_result']);
	});

	it('sends a page of a long list, and the rest by what the page spells', async () => {
		const client = await connect();
		const first = (await client.callTool({ name: 'issues', arguments: {} })) as Answer;
		const [items, added] = first.content.map(({ text }) => JSON.parse(text));
		expect(items.length).toBeLessThan(100);
		expect(added).toMatchObject({ totalCount: 400, nextCursor: expect.any(String) });
		const seen = items.map(({ id }: { id: number }) => id);
		for (let cursor = added.nextCursor; cursor !== undefined; ) {
			const next = (await client.callTool({
				name: 'read_result',
				arguments: { handle: cursor },
			})) as Answer;
			const [page, more] = next.content.map(({ text }) => JSON.parse(text));
			seen.push(...page.map(({ id }: { id: number }) => id));
			cursor = more.nextCursor;
		}
		expect(seen).toEqual(ISSUES.map(({ id }) => id));
	});

	it('leaves alone what is short, and what fails', async () => {
		const client = await connect();
		const one = (await client.callTool({ name: 'one', arguments: { id: 7 } })) as Answer;
		expect(one.content).toEqual([{ type: 'text', text: JSON.stringify(ISSUES[7]) }]);
		const none = (await client.callTool({ name: 'one', arguments: { id: 4000 } })) as Answer;
		expect(none).toMatchObject({ isError: true, content: [{ text: 'no such issue' }] });
	});

	it('keeps structured content valid for a client that checks it', async () => {
		const client = await connect();
		await client.listTools();
		const rows = (await client.callTool({ name: 'rows', arguments: {} })) as Answer;
		expect(rows.structuredContent?.rows.length).toBeLessThan(100);
		expect(rows.structuredContent).toMatchObject({ totalCount: 400 });
	});

	it('opens no handle that it did not seal', async () => {
		const read = { name: 'read_result', arguments: { handle: 'A'.repeat(44) } };
		expect(await (await connect()).callTool(read)).toMatchObject({ isError: true });
	});
});
