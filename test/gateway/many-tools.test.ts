// Many servers of many tools: pages, and bounds that are told (docs/gateway.md "What a list of tools
// costs").
import { describe, expect, it } from 'vitest';
import type { ToolDefinition, ToolSource } from '../../src/gateway/contract/tool-source';
import { KnownList, KnownLists } from '../../src/gateway/listing/known-lists';
import { PAGE_OF_TOOLS } from '../../src/gateway/listing/tool-listing';
import type { JsonObject } from '../../src/shared/json-values';
import { ok } from '../../src/shared/result';
import { call, contextOf, first, gatewayOf, scripted } from './gateway';

const toolsOf = (amount: number, description = 'short'): ToolDefinition[] =>
	Array.from({ length: amount }, (_, at) => ({
		name: `tool_${at}`,
		description,
		inputSchema: { type: 'object' },
	}));

const server = (name: string, tools: readonly ToolDefinition[]): ToolSource => ({
	...scripted(name, {}).source,
	listTools: async () => ok(tools),
	callTool: async ({ name: tool }) =>
		ok({ kind: 'result', result: { content: [{ type: 'text', text: `${tool} was called` }] } }),
});

describe('a list of more tools than a page has', () => {
	const sources = [server('a', toolsOf(3_000)), server('b', toolsOf(4_000))];
	const gateway = gatewayOf({ sources, config: { demo: false } });
	const page = async (from?: number) => {
		const listed = await gateway.listTools(contextOf(), from);
		if (!listed.ok) throw new Error(listed.error.message);
		return listed.value;
	};

	it('goes on where the page ends, and has every tool once', async () => {
		const pages = [await page(), await page(PAGE_OF_TOOLS)];
		const names = pages.flat().map(({ name }) => name);
		expect(pages[0]).toHaveLength(PAGE_OF_TOOLS);
		expect(new Set(names).size).toBe(7_001);
		expect(names.filter((name) => name !== 'read_result')).toEqual([
			...toolsOf(3_000).map(({ name }) => `a__${name}`),
			...toolsOf(4_000).map(({ name }) => `b__${name}`),
		]);
		expect(await page(2 * PAGE_OF_TOOLS)).toEqual([]);
	});

	it('says on the first page, where read_result is, that there is more', async () => {
		const last = (await page()).at(-1);
		expect(last?.name).toBe('read_result');
		expect(last?.description).toContain('2001 further tools are on the next pages');
	});
});

describe('lists that have no room beside each other', () => {
	const long = 'd'.repeat(1_000);
	const sources = [
		server('small', toolsOf(20)),
		...['x', 'y', 'z'].map((name) => server(name, toolsOf(3_000, long))),
	];
	const gateway = gatewayOf({ sources, config: { demo: false } });

	it('are cut alike, the short ones not at all, and that is said', async () => {
		const listed = await gateway.listTools(contextOf());
		if (!listed.ok) throw new Error(listed.error.message);
		const counts: Record<string, number> = {};
		for (const { name } of listed.value) {
			const [source = ''] = name.split('__');
			counts[source] = (counts[source] ?? 0) + 1;
		}
		expect(counts.small).toBe(20);
		expect(counts.x).toBeGreaterThan(1_000);
		expect([counts.y, counts.z]).toEqual([counts.x, counts.x]);
		const left = 3 * (3_000 - (counts.x ?? 0));
		expect(listed.value.at(-1)?.description).toContain(`${left} tools have no room in it`);
	});

	it('have all their tools when they are called', async () => {
		expect(first(await call(gateway, 'z__tool_2999', {}))).toBe('tool_2999 was called');
		const wrapped = { name: 'z__tool_2998', arguments: {} };
		expect(first(await call(gateway, 'call_tool', wrapped))).toBe('tool_2998 was called');
	});
});

describe('what is remembered of lists', () => {
	it('forgets what was used least lately, never what is wanted now', () => {
		const lists = new KnownLists();
		const keys = Array.from({ length: 5 }, (_, at) => `k${at}`);
		for (const key of keys) lists.put(key, new KnownList(toolsOf(1_500, 'd'.repeat(1_900)), 0));
		expect(keys.filter((key) => lists.get(key))).toEqual(['k3', 'k4'].slice(-2));
		lists.fit(['k3', 'k4']);
		const sizes = ['k3', 'k4'].map((key) => lists.get(key)?.size ?? 0);
		expect(sizes[0]).toBeLessThanOrEqual(2_000_000);
		expect(sizes[0]).toBe(sizes[1]);
	});
});

describe('a list of the prompts of all servers', () => {
	const prompts = (amount: number, description: string) =>
		Array.from({ length: amount }, (_, at) => ({ name: `p${at}`, description }));
	const prompting = (name: string, listed: readonly JsonObject[]): ToolSource => ({
		...scripted(name, {}).source,
		declared: async () => ok({ capabilities: { prompts: {} } }),
		request: async () => ok({ prompts: listed }),
	});
	const sources = [prompting('a', prompts(900, 'x')), prompting('b', prompts(1_400, 'x'))];
	const gateway = gatewayOf({ sources: [...sources, prompting('c', prompts(9, 'd'.repeat(2e5)))] });
	const list = async (cursor?: string) => {
		const params = cursor === undefined ? {} : { cursor };
		const listed = await gateway.request('prompts/list', params, contextOf());
		if (!listed.ok) throw new Error(listed.error.message);
		return listed.value as { prompts: object[]; nextCursor?: string; _meta?: JsonObject };
	};

	it('has pages, and says what had no room', async () => {
		const page = await list();
		expect(page.prompts).toHaveLength(1_000);
		const next = await list(page.nextCursor);
		expect(next.prompts).toHaveLength(904);
		expect(next.nextCursor).toBeUndefined();
		expect(next._meta).toEqual({ 'dev.loadline/leftOut': 400 + 5 });
	});

	it('refuses a cursor that is not its own', async () => {
		await expect(list('x')).rejects.toThrow('Invalid cursor');
	});
});
