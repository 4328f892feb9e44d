// A list that stands in a list of one, as servers of databases answer: what is asked is asked of its items.
import { describe, expect, it } from 'vitest';
import { inJson } from './queried';
import { asked } from './selected';

describe('a list within a list of one', () => {
	const rows = Array.from({ length: 40 }, (_, at) => ({
		id: at,
		status: at % 4 ? 'paid' : 'open',
		note: at % 3 ? '' : 'gift',
	}));
	const wrapped = { ok: true, data: { statements: [{ sql: 'select', rows, count: 40 }], id: 'x' } };

	it.each(['gift', 'gift -paid', 'status:open', '-paid', 'nowhere'])(
		'is asked by its items, as it is without what is around it: %s',
		(query) => {
			const whole = inJson(rows, query);
			for (const [data, path] of [
				[wrapped, '/data/statements/0/rows'],
				[[{ rows, more: 1 }], '/0/rows'],
			] as const) {
				const found = inJson(data, query);
				const hits = whole.hits.map((hit: { path: string }) => ({ ...hit, path: path + hit.path }));
				expect(found).toEqual({ ...whole, hits });
			}
		},
	);

	it('is the one that is counted', () => {
		const over = (expression: string) => {
			const found = asked(wrapped, expression);
			return found.ok && found.value.over;
		};
		const all = { items: 40, complete: true };
		expect(over('length(data.statements[0].rows)')).toEqual(all);
		expect(over("sum(data.statements[0].rows[?status=='open'].id)")).toEqual(all);
		expect(over("[?status=='open'] | length(@)")).toEqual({
			...all,
			list: 'data.statements[0].rows',
		});
	});

	it('is none where its items are no objects: points of one series', () => {
		const values = Array.from({ length: 400 }, (_, at) => [1_700_000_000 + at * 15, '1']);
		const found = asked({ data: { result: [{ metric: { job: 'up' }, values }] } }, '[].metric.job');
		expect(found.ok && found.value.result).toBe('["up"]');
	});

	it('is none where much else stands beside it, or it is short', () => {
		const text = 'x'.repeat(3_000);
		expect(inJson([{ rows, text }], 'gift')).toMatchObject({ total: 1, of: 1 });
		expect(inJson([{ rows: rows.slice(0, 8) }], 'gift')).toMatchObject({ total: 1, of: 1 });
	});
});
