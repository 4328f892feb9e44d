import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterWaiting, limitConcurrency } from '../../src/gateway/contract/limit-concurrency';
import type { ToolSource } from '../../src/gateway/contract/tool-source';
import { Catalog } from '../../src/gateway/listing/catalog';
import { err, ok } from '../../src/shared/result';
import { ada, call, contextOf, gatewayOf, scripted } from './gateway';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Servers that answer after so many milliseconds or never, and how many were asked at the same time. */
function servers() {
	const seen = { open: 0, most: 0, lists: 0 };
	const make = (name: string, ms: number): ToolSource => ({
		...scripted(name, {}).source,
		listTools: async ({ signal }) => {
			seen.lists++;
			seen.most = Math.max(seen.most, ++seen.open);
			const isDone = await new Promise<boolean>((resolve) => {
				const timer = ms === Number.POSITIVE_INFINITY ? 0 : setTimeout(resolve, ms, true);
				signal.addEventListener('abort', () => {
					clearTimeout(timer);
					resolve(false);
				});
			});
			seen.open--;
			return isDone
				? ok([{ name: `${name}-tool`, inputSchema: { type: 'object' } }])
				: err({ code: 'timeout', message: 'slow' });
		},
	});
	const many = (amount: number, name: string, ms: number) =>
		Array.from({ length: amount }, (_, at) => make(`${name}${at}`, ms));
	return { seen, many };
}

const elapsed = async <Value>(work: Promise<Value>, ms: number): Promise<Value> => {
	await vi.advanceTimersByTimeAsync(ms);
	return work;
};
const amountOf = (lists: readonly (readonly unknown[])[]) =>
	lists.filter(({ length }) => length > 0).length;

describe('a list of many servers', () => {
	it('has those that answer, however many hang before them, four asked at a time', async () => {
		const { seen, many } = servers();
		const catalog = new Catalog(Date.now);
		const sources = [...many(6, 'hung', Number.POSITIVE_INFINITY), ...many(20, 'up', 150)];
		const lists = await elapsed(catalog.listAll(sources, contextOf()), 9_000);
		expect(amountOf(lists)).toBe(20);
		expect(lists.slice(0, 6)).toEqual(Array(6).fill([]));
		expect([seen.most, seen.open]).toEqual([4, 0]);
	});

	it('has a hundred that take a moment each', async () => {
		const { seen, many } = servers();
		const lists = new Catalog(Date.now).listAll(many(100, 'up', 150), contextOf());
		expect(amountOf(await elapsed(lists, 4_000))).toBe(100);
		expect(seen.most).toBe(4);
	});

	it('asks nobody whom it asked a minute ago, leaves a hung one alone, and then asks it last', async () => {
		const { seen, many } = servers();
		const catalog = new Catalog(Date.now);
		const sources = [...many(1, 'hung', Number.POSITIVE_INFINITY), ...many(20, 'up', 150)];
		await elapsed(catalog.listAll(sources, contextOf()), 5_000);
		expect(seen.lists).toBe(21);
		expect(amountOf(await elapsed(catalog.listAll(sources, contextOf()), 0))).toBe(20);
		expect(seen.lists).toBe(21);
		await vi.advanceTimersByTimeAsync(61_000);
		const again = catalog.listAll(sources, contextOf());
		await vi.advanceTimersByTimeAsync(1_500);
		expect([seen.lists, seen.open]).toEqual([42, 1]);
		expect(amountOf(await elapsed(again, 4_000))).toBe(20);
	});

	it('ends however many hang, and goes on where it stopped', async () => {
		const { many } = servers();
		const catalog = new Catalog(Date.now);
		const sources = [...many(40, 'hung', Number.POSITIVE_INFINITY), ...many(20, 'up', 150)];
		expect(amountOf(await elapsed(catalog.listAll(sources, contextOf()), 30_000))).toBe(0);
		expect(amountOf(await elapsed(catalog.listAll(sources, contextOf()), 30_000))).toBe(20);
	});

	it('ends with its caller', async () => {
		const { seen, many } = servers();
		const caller = new AbortController();
		const context = { ...contextOf(), signal: caller.signal };
		const lists = new Catalog(Date.now).listAll(many(20, 'up', 150), context);
		await vi.advanceTimersByTimeAsync(200);
		caller.abort();
		expect(amountOf(await elapsed(lists, 0))).toBe(4);
		expect([seen.lists, seen.open]).toEqual([8, 0]);
	});
});

describe('a list that is known', () => {
	const counted = (listChanged = false) => {
		const { source, calls } = scripted('up', { one: { answer: () => ({ content: [] }) } });
		let lists = 0;
		const listTools: ToolSource['listTools'] = (context) => {
			lists++;
			return source.listTools(context);
		};
		const mayHaveChanged = async () => listChanged;
		return { source: { ...source, listTools, mayHaveChanged }, calls, lists: () => lists };
	};
	const alone = contextOf(ada, { upstream: 'up' });

	it('is not asked for again, on /mcp and on the endpoint of its server', async () => {
		const { source, lists } = counted();
		const gateway = gatewayOf({ sources: [source] });
		for (const context of [contextOf(), alone, contextOf(), alone])
			expect(JSON.stringify(await gateway.listTools(context))).toContain('one"');
		expect(lists()).toBe(1);
	});

	it('is asked for each time where the caller may have been told that it changed', async () => {
		const { source, lists } = counted(true);
		const gateway = gatewayOf({ sources: [source] });
		for (const context of [alone, alone]) await gateway.listTools(context);
		expect(lists()).toBe(2);
	});

	it('is asked for again after the server said that it changed, on a stream or while it worked', async () => {
		const { source, lists } = counted();
		const told: string[] = [];
		const saying: ToolSource = {
			...source,
			listen: async (_, { notify }) => notify('notifications/tools/list_changed', {}),
			callTool: (asked, context) => {
				context.notify('notifications/tools/list_changed', {});
				return source.callTool(asked, context);
			},
		};
		const gateway = gatewayOf({ sources: [saying] });
		const context = {
			...alone,
			era: 'legacy' as const,
			notify: (method: string) => void told.push(method),
		};
		await gateway.listTools(context);
		await gateway.listen({ toolsListChanged: true }, context);
		expect(told).toEqual(['notifications/tools/list_changed']);
		await gateway.listTools(context);
		expect(lists()).toBe(2);
		await call(gateway, 'up__one', {});
		await gateway.listTools(context);
		expect(lists()).toBe(3);
	});

	it('is not the list of another source of its name', async () => {
		const catalog = new Catalog(Date.now);
		const one = scripted('up', { one: { answer: () => ({ content: [] }) } }).source;
		const other = scripted('up', { other: { answer: () => ({ content: [] }) } }).source;
		expect(amountOf(await catalog.listAll([one], contextOf()))).toBe(1);
		expect(catalog.recall(other, 'one', contextOf())).toBeUndefined();
		expect((await catalog.listAll([other], contextOf()))[0]?.[0]?.name).toBe('other');
	});
});

describe('waiting', () => {
	it('does not count the time in which this process stood still', async () => {
		let isOver = false;
		afterWaiting(800, () => {
			isOver = true;
		});
		await vi.advanceTimersByTimeAsync(400);
		// Fake timers that jump run what is due once, as an event loop that was blocked does.
		vi.setSystemTime(Date.now() + 10_000);
		await vi.advanceTimersByTimeAsync(300);
		expect(isOver).toBe(false);
		await vi.advanceTimersByTimeAsync(100);
		expect(isOver).toBe(true);
	});

	it('gives a turn that ignores its signal up all the same', async () => {
		const patience = { eachMs: 100, allMs: 1_000 };
		const forever = () => new Promise<never>(() => {});
		const turns = limitConcurrency([1], patience, new AbortController().signal, forever);
		expect(await elapsed(turns, 200)).toEqual([{ kind: 'late' }]);
	});
});

it('a tool that is there for clients that can be asked is listed to them alone, whoever came first', async () => {
	const source: ToolSource = {
		...scripted('asks', {}).source,
		listTools: async ({ clientCapabilities = {} }) =>
			ok('elicitation' in clientCapabilities ? [{ name: 'ask', inputSchema: {} }] : []),
	};
	const catalog = new Catalog(Date.now);
	const askable = { ...contextOf(), clientCapabilities: { elicitation: { form: {} } } };
	for (const [context, many] of [
		[contextOf(), 0],
		[askable, 1],
		[contextOf(), 0],
	] as const)
		expect((await catalog.listAll([source], context))[0]).toHaveLength(many);
});
