// `query` through the gateway: on the first call, on what is kept, and with lines around.
import { describe, expect, it } from 'vitest';
import { estimate } from '../../src/protect/tokens/estimate';
import { textResult } from '../../src/shared/tool-result';
import { find } from '../ask/in-one-go';
import { cancelled, data, items, setting } from './asking-setting';
import { call, first, gatewayOf, scripted } from './gateway';

describe('query', () => {
	it('finds on the first call, totals first, few hits, and goes on by its cursor', async () => {
		const { gateway, calls } = setting();
		const answered = await call(gateway, 'up__list', { query: 'status:cancelled' });
		const { total, of, hits, nextCursor, handle } = data(answered);
		expect([total, of]).toEqual([cancelled.length, 500]);
		expect(estimate(first(answered))).toBeLessThanOrEqual(250);
		expect(hits[0].path).toBe(`/bookings/${items.indexOf(cancelled[0] as never)}`);
		const more = data(await call(gateway, 'read_result', { handle: nextCursor, limit: 50 }));
		expect(more.hits).toHaveLength(Math.min(50, cancelled.length - hits.length));
		const one = await call(gateway, 'read_result', {
			handle,
			query: items[77]?.id,
		});
		expect(data(one).total).toBeGreaterThanOrEqual(1);
		expect(calls).toHaveLength(1);
	});

	it('gives all hits at once where they are short', async () => {
		const cars = Array.from({ length: 400 }, (_, at) => ({
			Name: at % 25 === 0 ? `volkswagen super beetle ${at}` : `car ${at}`,
			note: 'x'.repeat(200),
		}));
		const { source } = scripted('up', { cars: { answer: () => textResult(JSON.stringify(cars)) } });
		const asked = await call(gatewayOf({ sources: [source] }), 'up__cars', { query: 'volkswagen' });
		const { total, hits, nextCursor } = data(asked);
		expect([total, hits.length, nextCursor]).toEqual([16, 16, undefined]);
		expect(estimate(first(asked))).toBeLessThan(600);
	});

	it('gives of the rows of a text the fields that were asked for, as of items', async () => {
		const { gateway } = setting();
		const asked = { query: 'city:Rome', fields: 'total' };
		const { total, hits } = data(await call(gateway, 'up__table', asked));
		expect(total).toBe(150);
		expect(hits[0]).toEqual({ line: 3, item: { total: 1.5 } });
	});

	it('finds by the names of columns that are aligned by blanks, and counts them as no row', async () => {
		const pods = Array.from(
			{ length: 300 },
			(_, at) => `pod-${String(at).padEnd(6)}${at % 3 ? 'Running' : 'Pending'}   ${at % 9}d`,
		);
		const table = ['NAME      STATUS    AGE', ...pods].join('\n');
		const { source } = scripted('up', { pods: { answer: () => textResult(table) } });
		const gateway = gatewayOf({ sources: [source] });
		const asked = async (query: string) => data(await call(gateway, 'up__pods', { query })).total;
		expect(await asked('STATUS:Running')).toBe(200);
		expect(await asked('-STATUS:Running')).toBe(100);
	});

	it('gives lines that can be opened by the same handle', async () => {
		const { gateway } = setting();
		const { hits, handle } = data(await call(gateway, 'up__log', { query: '"step 2999"' }));
		expect(hits[0].line).toBe(3000);
		const opened = await call(gateway, 'read_result', { handle, startLine: 2999, endLine: 3000 });
		expect(first(opened)).toContain('step 2998');
	});

	it('looks into the comments of YAML where its data have nothing', async () => {
		const rows = Array.from({ length: 9 }, (_, id) => `- {id: ${id}, city: Oslo}\n`).join('');
		const yaml = `# Both towns are deprecated.\nitems:\n${rows}`;
		const { source } = scripted('up', { yaml: { answer: () => textResult(yaml) } });
		const gateway = gatewayOf({ sources: [source] });
		const found = data(await call(gateway, 'up__yaml', { query: 'deprecated' }));
		expect(found).toMatchObject({ total: 1, path: '/content/0', hits: [{ line: 1 }] });
		const again = await call(gateway, 'read_result', { handle: found.handle, query: 'deprecated' });
		expect(data(again)).toMatchObject({ total: 1, path: '/content/0' });
		expect(data(await call(gateway, 'up__yaml', { query: 'Oslo' })).total).toBe(9);
		expect(data(await call(gateway, 'up__yaml', { query: '-city' })).total).toBe(0);
	});

	it('is taken with a cursor of the tool too', async () => {
		const { gateway, calls } = setting();
		const page = data(await call(gateway, 'up__list', {}));
		const found = await call(gateway, 'up__list', {
			cursor: page.nextCursor,
			query: 'status:cancelled',
		});
		expect(data(found).total).toBe(cancelled.length);
		const named = await call(gateway, 'read_result', {
			cursor: page.nextCursor,
			select: 'length(bookings)',
		});
		expect(data(named).result).toBe(500);
		expect(calls).toHaveLength(1);
	});
});

describe('query with lines around', () => {
	it('has one hit for lines whose surroundings touch', async () => {
		const lines = Array.from(
			{ length: 90 },
			(_, at) => `${at % 40 < 3 ? 'needle' : 'hay'} ${at + 1}`,
		);
		const found = find(lines.join('\n'), 'needle', { context: 2 });
		expect(found.ok && found.value).toMatchObject({ total: 9, listed: 9 });
		const hits = found.ok ? found.value.hits.map((hit) => JSON.parse(hit)) : [];
		expect(hits.map(({ lines, from }) => [lines, from])).toEqual([
			[[1, 2, 3], 1],
			[[41, 42, 43], 39],
			[[81, 82, 83], 79],
		]);
		expect(hits[1].text.split('\n')).toHaveLength(7);
	});

	it('is bounded where the lines are long, and opens the rest', async () => {
		const { gateway } = setting();
		for (const context of [3, 10, 50]) {
			const answered = await call(gateway, 'up__xml', { query: 'needle', context });
			expect(estimate(first(answered))).toBeLessThan(6_000);
			const { total, hits, nextCursor } = data(answered);
			expect(total).toBe(45);
			expect(hits[0].text).toContain('needle');
			expect(hits[0].text.split('\n').length).toBeLessThanOrEqual(Math.max(context + 1, 33));
			expect(nextCursor).toMatch(/^[\w-]{44}$/);
		}
	});
});
