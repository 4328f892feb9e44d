// Tests of answers that are one page of a server that has more, and of what is said of them.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/shared/json-values';
import type { ToolResult } from '../../src/shared/tool-result';
import { both, json } from '../protect/payloads';
import { call, contextOf, data, first, gatewayOf, scripted } from './gateway';

const rows = (count: number) =>
	Array.from({ length: count }, (_, at) => ({ id: `r${at}`, note: 'some words of a row' }));
const schema = (names: readonly string[]) => ({
	type: 'object',
	properties: Object.fromEntries(
		names.map((name) => [name, name === 'from' || name === 'size' ? { type: 'integer' } : {}]),
	),
});
const over = (names: readonly string[], answer: object, config = {}) => {
	const tool = { definition: { inputSchema: schema(names) }, answer: () => both(answer) };
	const { source, calls } = scripted('up', { rows: tool });
	return { gateway: gatewayOf({ sources: [source], config }), calls };
};
const asked = async (names: readonly string[], answer: object, args: JsonObject) => {
	const { gateway } = over(names, answer);
	await gateway.listTools(contextOf());
	return data(await call(gateway, 'up__rows', args)).over;
};

const PARTS: [string, readonly string[], object][] = [
	['a short page', ['limit', 'cursor'], { orders: rows(5), has_more: true, next_cursor: 'c5' }],
	['count', ['offset', 'limit'], { count: 730, offset: 0, results: rows(120) }],
	[
		'Elasticsearch',
		['from', 'size'],
		{ _shards: { total: 5 }, hits: { total: { value: 730, relation: 'eq' }, hits: rows(100) } },
	],
	[
		'Salesforce',
		['q'],
		{ totalSize: 730, done: false, nextRecordsUrl: '/q/01g-200', records: rows(100) },
	],
	['Salesforce without a link', ['q'], { totalSize: 730, done: false, records: rows(100) }],
	['Airtable', ['offset', 'pageSize'], { records: rows(100), offset: 'itr1/rec2' }],
	['hasNextPage', ['q'], { data: { nodes: rows(20), pageInfo: { hasNextPage: true } } }],
	['paging.next.after', ['q'], { results: rows(20), paging: { next: { after: '100' } } }],
	['nextPageToken', ['q'], { items: rows(20), nextPageToken: 't' }],
	['numFound', ['q'], { response: { numFound: 629, start: 0, docs: rows(100) } }],
	['the last page', ['page'], { page: 7, total_pages: 7, total: 730, results: rows(10) }],
	['a cut answer', ['q'], { tree: rows(30), truncated: true }],
	['rows of all', ['q'], { rows: rows(30), rowCount: 500 }],
	[
		'one of several statements',
		['q'],
		{ results: [1, 2].map((at) => ({ sql: 'q', rows: rows(30), hasMore: at > 1 })) },
	],
	['a statement counted', ['q'], { results: [{ sql: 'q', rows: rows(30), rowCount: 500 }] }],
	[
		'more than is parsed',
		['q'],
		{ rows: [{ id: 1, long: 'x'.repeat(4_100_000) }], has_more: true },
	],
];
const WHOLES: [string, readonly string[], object][] = [
	[
		'statements',
		['q'],
		{ results: [1, 2].map(() => ({ sql: 'q', rows: rows(30), rowCount: 30, hasMore: false })) },
	],
	['all items counted', ['offset', 'limit'], { count: 30, results: rows(30) }],
	['the count of a page', ['q'], { result: rows(30), result_info: { count: 30, total_count: 30 } }],
	[
		'shards',
		['from', 'size'],
		{ _shards: { total: 5 }, hits: { total: { value: 3 }, hits: rows(3) } },
	],
	['no more', ['cursor'], { items: rows(30), has_more: false, next_cursor: null }],
	['an invoice', ['id'], { lines: rows(3), subtotal: 200, tax: 40, total: 240 }],
	['a book', ['id'], { pages: 300, chapters: rows(12) }],
	['a total of something else', ['id'], { stats: { total: 99 }, items: rows(12) }],
	['a task', ['id'], { done: false, steps: rows(4) }],
	['a page of a manual', ['id'], { title: 'x', text: 'y'.repeat(2_000), next: '/manual/3' }],
	['what to do next', ['id'], { next: 'Ask for one of them.', steps: rows(12) }],
	['an offset in time', ['id'], { zones: rows(12), offset: 3600 }],
];

describe('a question to one page', () => {
	it.each(PARTS)('is over a part: %s', async (_, names, answer) => {
		expect(await asked(names, answer, { select: 'keys(@)' })).toMatchObject({ complete: false });
		const { gateway } = over(names, answer);
		await gateway.listTools(contextOf());
		const found = data(await call(gateway, 'up__rows', { query: 'words' }));
		expect(found).toMatchObject({ complete: false });
	});

	it.each(WHOLES)('is over all: %s', async (_, names, answer) => {
		expect(await asked(names, answer, { select: 'keys(@)' })).toMatchObject({ complete: true });
	});

	it('is over a part also when it is asked later, of what was kept', async () => {
		const { gateway } = over(['q'], { count: 730, results: rows(300) });
		const { nextCursor } = data(await call(gateway, 'up__rows', {}));
		for (const select of ['length(results)', 'length(@)']) {
			const later = await call(gateway, 'read_result', { handle: nextCursor, select });
			expect(data(later).over).toMatchObject({ complete: false });
		}
	});
});

describe('the total of a page', () => {
	const said = (result: ToolResult) => data(result) as JsonObject & { notice: string };

	it("is the server's, on each part of the page, and what the page has is said", async () => {
		const { gateway } = over(['page'], { page: 1, total: 730, results: rows(300) });
		await gateway.listTools(contextOf());
		let page = said(await call(gateway, 'up__rows', { limit: 200 }));
		for (let read = 0; ; read++) {
			expect(page.totalCount).toBe(730);
			expect(page.notice).toContain("This answer has 300 of the server's 730.");
			if (page.nextCursor === undefined) break;
			expect(read).toBeLessThan(20);
			page = said(await call(gateway, 'read_result', { handle: page.nextCursor as string }));
		}
		expect(page.notice).toContain("The server's own next page: page=2");
	});

	it('is qualified where the server has more and does not count', async () => {
		const { gateway } = over(['q'], { has_more: true, results: rows(300) });
		const page = said(await call(gateway, 'up__rows', {}));
		expect(page).toMatchObject({ totalCount: 300 });
		expect(page.notice).toContain('The server has more than these 300.');
	});

	it('is that of the items where the server has no more', async () => {
		const { gateway } = over(['q'], { total: 300, results: rows(300) });
		const page = said(await call(gateway, 'up__rows', {}));
		expect(page).toMatchObject({ totalCount: 300 });
		expect(page.notice ?? '').not.toContain('server');
	});
});

describe('gathering that is asked for', () => {
	const gathered = async (names: readonly string[], answer: (args: JsonObject) => object) => {
		const tool = {
			definition: { inputSchema: schema(names) },
			answer: (a: JsonObject) => json(answer(a)),
		};
		const { source, calls } = scripted('up', { rows: tool });
		const result = await call(gatewayOf({ sources: [source] }), 'up__rows', { gather: true });
		const said = result.content.map(({ text }) => String(text)).join('\n');
		const told = /"gathered":(\{[^{}]*\})/.exec(said)?.[1];
		return { told: JSON.parse(told ?? 'null'), calls, first: first(result) };
	};
	const all = rows(230);

	it.each([
		[
			'offset and count',
			['offset', 'limit'],
			(from: number, page: object[]) => ({ count: 230, offset: from, results: page }),
		],
		[
			'Elasticsearch',
			['from', 'size'],
			(_: number, page: object[]) => ({ hits: { total: { value: 230 }, hits: page } }),
		],
		['bare arrays', ['offset', 'limit'], (_: number, page: object[]) => page],
		[
			'Airtable',
			['offset'],
			(from: number, page: object[]) => ({
				records: page,
				...(from + 100 < 230 && { offset: `itr/${from + 100}` }),
			}),
		],
		[
			'Salesforce',
			['nextRecordsUrl'],
			(from: number, page: object[]) => ({
				records: page,
				totalSize: 230,
				done: from + 100 >= 230,
				...(from + 100 < 230 && { nextRecordsUrl: `/q/${from + 100}` }),
			}),
		],
	] as const)('has all: %s', async (_, names, answer) => {
		const { told } = await gathered(names, (args) => {
			const from = Number(/\d+$/.exec(String(args[names[0]] ?? 0))?.[0]);
			return answer(from, all.slice(from, from + 100));
		});
		expect(told).toMatchObject({ items: 230, complete: true });
	});

	it.each([
		['total', { total: 730, items: rows(100) }],
		['a marker', { items: rows(100), has_more: true }],
		['few items', { items: rows(3), has_more: true }],
	])('says why it has not all: %s', async (_, answer) => {
		const { told, calls } = await gathered(['q'], () => answer);
		expect(told).toMatchObject({ pages: 1, complete: false });
		expect(told.stopped).toBe('the tool takes no argument that asks for a further page');
		expect(calls).toHaveLength(1);
	});

	it('says that one page was all, and that there is no list', async () => {
		const one = await gathered(['q'], () => ({ items: rows(3) }));
		expect(one.told).toEqual({ items: 3, pages: 1, complete: true });
		const none = await gathered(['q'], () => ({ text: 'words' }));
		expect(none.told).toEqual({ pages: 1, complete: false, stopped: 'the answer has no list' });
	});
});
