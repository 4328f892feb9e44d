// The expression that an error offers: whether it asks the same.
import { describe, expect, it } from 'vitest';
import { answer, asked, mendedOf, text } from './selected';

describe('a name that nothing has', () => {
	const packages = [
		{ name: 'a', total_downloads: 5, list_price: 3, active: true, user_agent: 'x' },
		{ name: 'b', total_downloads: 9, list_price: 1, active: false, user_agent: 'x' },
	];
	it('is offered as one that is another by a letter', () => {
		expect(mendedOf(packages, 'max_by(@, &total_downlods).name')).toBe(
			'max_by(@, &total_downloads).name',
		);
		expect(mendedOf(packages, 'sum([].list_prcie)')).toBe('sum([].list_price)');
		expect(mendedOf(packages, '[?list_pricee > `2`].[name, total_downlods]')).toBe(
			'[?list_price > `2`].[name, total_downloads]',
		);
	});

	it('is not as one with more words, which may be another thing; the nearest is told', () => {
		for (const expression of ['[?price > `2`].name', 'max_by(@, &downloads).name']) {
			expect(text(packages, expression)).toMatch(/ Nearest: (?:list_price|total_downloads)\. /);
			expect(mendedOf(packages, expression), expression).toBe('');
		}
		for (const expression of ['length([?inactive])', 'count_by(@, &user)'])
			expect(mendedOf(packages, expression), expression).toBe('');
		const prices = [{ list_price: 3, sale_price: 2 }];
		expect(text(prices, 'sum([].price)')).toMatch(/ Nearest: list_price, sale_price\. /);
		expect(mendedOf(prices, 'sum([].price)')).toBe('');
	});

	it('is offered by its key alone where what that gives is long', () => {
		const many = Array.from({ length: 60 }, (_, id) => ({ id, name: `a long name ${id}` }));
		expect(text(many, '[].nam')).toMatch(/ Works here: \[\]\.name$/);
	});
});

describe('a key that one of several lists has', () => {
	it('is asked of that list alone', () => {
		const users = [1, 2, 3].map((id) => ({ id, role: 'dev' }));
		const orders = [1, 2, 3, 4].map((id) => ({ id, user: id, state: 'open' }));
		const data = { users, orders };
		expect(mendedOf(data, 'count_by(@, &role)')).toBe('count_by(users, &role)');
	});
});

describe('a name that is another', () => {
	const items = [
		{ id: 1, tags: ['a'], created_by: 'z', stars: 3, a: { note: 'x' }, b: { note: 'y' } },
		{ id: 2, tags: [], created_by: 'y', stars: 4, a: { note: 'z' }, b: { note: 'y' } },
	];
	it.each([
		['[?tag].id', /Nearest: tags\. /],
		["[?tag=='a'].id", /Nearest: tags\. /],
		['sort_by(@, &created_at)[].id', /Nearest: created_by\. /],
		['[].start', /Nearest: stars\. /],
		['[].note', /note stands at \[\]\.a\.note, \[\]\.b\.note\. /],
		["[?note=='x'].id", /note stands at \[\]\.a\.note, \[\]\.b\.note\. /],
		['not_contains(@, `1`)', /Nearest: contains\(\)/],
	])('is named, and nothing is offered with it: %s', (expression, named) => {
		expect(text(items, expression)).toMatch(named);
		expect(mendedOf(items, expression)).toBe('');
	});

	it('is offered where a letter is left out, doubled or swapped', () => {
		for (const name of ['craeted_by', 'created_byy', 'cretedBy'])
			expect(mendedOf(items, `[].${name}`), name).toBe('[].created_by');
	});
});

describe('an expression that works and asks something else', () => {
	const threads = [
		{
			id: 1,
			c: [
				{ by: 'ann', v: 1, body: 'x' },
				{ by: 'bob', v: 10, body: 'amber x' },
			],
		},
		{ id: 2, c: [{ by: 'bob', v: 100, body: 'no' }] },
	];
	it('is not offered: a condition over the items of an inner list is about their parent', () => {
		for (const expression of [
			"length([?ends_with(body,'zzz')])",
			"[?matches(body,'amb')].id",
			"sum([?by=='ann'].v)",
			"[?by=='bob'] | length(@)",
		])
			expect(mendedOf(threads, expression), expression).toBe('');
		expect(text(threads, "[?by=='ann'].id")).toContain('by stands at [].c[].by');
	});

	it('is not offered where the items of an inner list are asked twice, which may mean the same of them', () => {
		expect(mendedOf(threads, "[?c.by=='ann'].id")).toBe("[?contains(c[].by, 'ann')].id");
		for (const expression of ["[?c.by=='ann'].c.v", "[?c.by=='ann' && c.body=='x'].id"]) {
			expect(text(threads, expression)).toContain('by is asked of a list');
			expect(mendedOf(threads, expression), expression).toBe('');
		}
	});

	it('is none of the nearest names where the key itself stands deeper', () => {
		const issues = ['Done', 'Todo', 'Done'].map((name, id) => ({
			id,
			state: id > 0 ? 'open' : 'shut',
			fields: { status: { name } },
		}));
		for (const expression of ["[?status!='Done'] | length(@)", "[?!(status=='Done')].id"])
			expect(mendedOf(issues, expression), expression).not.toContain('state');
		expect(mendedOf(issues, "[?status=='Done'].id")).toBe("[?fields.status.name=='Done'].id");
	});
});

describe('an offer that would answer another question', () => {
	const rows = [
		{ id: 1, rows: [{ v: 1 }, { v: 9 }] },
		{ id: 2, rows: [] },
	];
	const teams = [
		{ id: 1, teams: [{ leads: [{ name: 'ann' }] }, { leads: [] }], members: ['x'] },
		{ id: 2, teams: [{ leads: [{ name: 'bo' }] }], members: [] },
	];
	const texts = [{ n: 'ab1' }, { n: 'xab' }];
	const things = [
		{ id: 1, day: 20230409, sku: '00007', on: 'yes', nums: [1, 7], labels: [{ name: 'bug' }] },
		{ id: 2, day: 20230209, sku: '00008', on: 'no', nums: [2], labels: [{ name: 'new' }] },
	];
	const sizes = [
		{ s: 1, size: 10, user: { a: 1, b: 2 } },
		{ s: 2, size: 60, user: { a: 1, b: 2 } },
	];
	const orders = {
		meta: { count: 2 },
		orders: [{ order: 1, lines: [{ count: 2 }] }, { order: 70 }],
	};
	it.each<[string, unknown]>([
		['rows[?v>50] | length(@)', rows],
		['[].rows[?vv>50] | length(@)', rows],
		['rows | length(@)', rows],
		['count(rows)', rows],
		["[?teams.leads[?name=='ann']].id", teams],
		["[?n like 'ab%']", texts],
		["[?n LIKE '%ab']", texts],
		["[?n like 'ab']", texts],
		["[?n ilike 'a_1']", texts],
		["[?day > '2023-03-15'].id", things],
		["[?labels == 'bug'].id", things],
		["[?nums == '7'].id", things],
		['[?sku == 7].id', things],
		['[?sku != 7].id', things],
		['[?on != true].id', things],
		['[?sku in [7, 8]].id', things],
		['[?length > 5]', things],
		['[?user.length > 1]', sizes],
		['[?user.count > 1]', sizes],
		['[?sz > 50]', sizes],
		['count', orders],
		['[?orders > 50]', orders],
		['[.orders[].lines[] | {n: .count[]}] | length', orders],
	])('is not made: %s', (expression, data) => {
		expect(asked(data, expression).ok).toBe(false);
		expect(mendedOf(data, expression)).toBe('');
	});

	it.each<[string, unknown, string, unknown]>([
		['[?members != []].id', teams, '[?members != `[]`].id', [1]],
		['[?members == []].id', teams, '[?members == `[]`].id', [2]],
		["[?id in ['1', '3']].id", things, '[?(id == 1 || id == 3)].id', [1]],
		["[?id not in ('1')].id", things, '[?!(id == 1)].id', [2]],
		['[?nums == 7].id', things, '[?contains(nums, 7)].id', [1]],
		["[?labels.name == 'bug'].id", things, "[?contains(labels[].name, 'bug')].id", [1]],
		['[?nums.length > 1].id', things, '[?length(nums) > 1].id', [1]],
		['[.[].rows[] | select(.v > 5)] | length', rows, '([].rows[] | [?v > 5]) | length(@)', 1],
	])('gives way to one that asks the same: %s', (expression, data, mended, expected) => {
		expect(mendedOf(data, expression)).toBe(mended);
		expect(answer(data, mended)).toEqual(expected);
	});
});
