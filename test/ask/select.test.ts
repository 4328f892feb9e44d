// `select` beyond JMESPath: exact numbers, dates, the functions added to it, and the bounds that stop what would take
// for ever.
import { describe, expect, it } from 'vitest';
import { boundsFor } from '../../src/ask/meter';
import { selectingAcross } from '../../src/ask/select';
import type { Tape } from '../../src/ask/value';
import { inOneGo } from '../../src/shared/slices';
import { callsIn } from '../counted';
import { share } from '../fuzz-runs';
import { select, treeOf } from './in-one-go';
import { answer, orders, text } from './selected';

describe('a star', () => {
	it('goes on to the end of the path, as JMESPath has it', () => {
		const users = { ada: { quota: { used: [1, 2] } }, bo: { quota: { used: [3] } } };
		expect(answer({ users }, 'users.*.quota.used')).toEqual([[1, 2], [3]]);
		expect(answer({ users }, 'users.*.quota.used[0]')).toEqual([1, 3]);
		expect(answer({ users }, 'users.*.quota.used[]')).toEqual([1, 2, 3]);
		expect(answer({ users }, 'users.*.quota.used[?@ > `1`]')).toEqual([[2], [3]]);
		expect(answer({ users }, '*.*.quota.used')).toEqual([[[1, 2], [3]]]);
		expect(answer([users, users], '[*].*.quota.used[0]')).toEqual([
			[1, 3],
			[1, 3],
		]);
		expect(answer({ users }, 'users.*.quota | length(@)')).toBe(2);
	});
});

describe('values', () => {
	it('keep the spelling they had', () => {
		const data =
			'[{"n":12345678901234567890,"f":1.0,"e":1e3,"s":"\\u00e9"},{"n":12345678901234567891}]';
		expect(text(data, '[].n')).toBe('[12345678901234567890,12345678901234567891]');
		expect(text(data, '[0]')).toBe('{"n":12345678901234567890,"f":1.0,"e":1e3,"s":"\\u00e9"}');
		expect(text(data, 'max([].n)')).toBe('12345678901234567891');
		expect(text(data, 'sum([].n)')).toBe('24691357802469135781');
		expect(text(data, '[?n==`12345678901234567891`] | length(@)')).toBe('1');
		expect(text(data, '[?f==`1`].[f, e]')).toBe('[[1.0,1e3]]');
		expect(text('{"10":1,"9":2,"a":3}', 'keys(@)')).toBe('["10","9","a"]');
		expect(text('{"__proto__":{"a":1},"constructor":2}', '"__proto__".a')).toBe('1');
	});

	it('add up as a person adds them', () => {
		expect(answer(orders, 'sum([].total)')).toBe(30.4);
		expect(answer(orders, 'avg([].total)')).toBeCloseTo(10.1333, 3);
		expect(answer(orders, '[0].total + [2].total')).toBe(10.2);
		expect(answer([0.1, 0.2], 'sum(@)')).toBe(0.3);
		expect(answer(orders, '[2].total * 3')).toBe(0.3);
		expect(answer([1, 2], '[1] * 3 - 1')).toBe(5);
		expect(text('[9007199254740993]', '[0] + 2')).toBe('9007199254740995');
	});

	it('are compared as numbers, as dates, and as texts', () => {
		expect(answer(orders, "[?at >= '2026-07-01'].id")).toEqual([2, 3]);
		expect(answer(orders, "[?at < '2026-07-01T01:30:00Z' && at > '2026-06'].id")).toEqual([2]);
		expect(answer(orders, "[?at == '2026-05-02'].id")).toEqual([4]);
		expect(answer(orders, "[?status > 'open'].id")).toEqual([2, 4]);
		expect(answer(orders, 'sort_by(@, &at)[].id')).toEqual([4, 2, 1, 3]);
	});
});

describe('what models write by habit', () => {
	it('is understood: bare numbers, =, and, or, not, "text", true, {id}', () => {
		expect(answer(orders, '[?total > 10.1].id')).toEqual([2]);
		expect(answer(orders, '[?status = "open" and total < 1].id')).toEqual([3]);
		expect(answer(orders, '[?closed == true].id')).toEqual([3]);
		expect(answer(orders, '[?total == null or id == 1].{id, status}')).toEqual([
			{ id: 1, status: 'open' },
			{ id: 4, status: 'void' },
		]);
		expect(answer({ data: { items: orders }, n: 1 }, 'length([?id>1])')).toBe(3);
	});
});

describe('functions', () => {
	it('count, group and sum', () => {
		expect(answer(orders, 'count_by(@, &status)')).toEqual({ open: 2, paid: 1, void: 1 });
		expect(answer(orders, 'sum_by(@, &customer.id, &total)')).toEqual({ 7: 10.2, 8: 20.2, 9: 0 });
		expect(answer(orders, "count(@, &status=='open')")).toBe(2);
		expect(answer(orders, 'unique([].status)')).toEqual(['open', 'paid', 'void']);
		expect(answer(orders, 'group_by(@, &customer.id) | map(&length([1]), items(@))')).toEqual([
			2, 1, 1,
		]);
		expect(answer(orders, "sort_by([?total], &total, 'desc')[].id")).toEqual([2, 1, 3]);
		expect(answer(orders, 'max_by(@, &total).id')).toBe(2);
		expect(answer([10, 9, 2, 33], 'sort(@)')).toEqual([2, 9, 10, 33]);
		expect(answer(orders, 'median([].total)')).toBe(10.1);
		expect(answer([1.005, 2.5], '[].round(@, 2)')).toEqual([1.01, 2.5]);
		expect(answer(['$1,200.50', '1,200'], '[].to_number(@)')).toEqual([1200]);
		expect(answer(orders, "[?matches(at, '/^2026-0[78]/')].id")).toEqual([2, 3]);
	});

	it('count days, and take dates apart', () => {
		expect(answer(orders, "[].days_between(at, '2026-07-01T01:30:00Z')")).toEqual([
			0, 0.020833, -31.9375, 60.0625,
		]);
		expect(answer(orders, "[:2].date_diff(at, '2026-07-01T03:00:00Z', 'hours')")).toEqual([1.5, 2]);
		expect(answer(orders, '[].[year(at), month(at), day(at), hour(at), weekday(at)]')).toEqual([
			[2026, 6, 30, 23, 'Tuesday'],
			[2026, 7, 1, 1, 'Wednesday'],
			[2026, 8, 2, 0, 'Sunday'],
			[2026, 5, 2, null, 'Saturday'],
		]);
		expect(answer(orders, 'count_by(@, &month(at))')).toEqual({ 5: 1, 6: 1, 7: 1, 8: 1 });
		expect(answer(orders, '[0].days_between(nothing || `null`, at)')).toBe(null);
		expect(text(orders, "days_between('x', [0].at)")).toMatch(/takes dates such as/);
		expect(text(orders, "date_diff([0].at, [1].at, 'moons')")).toMatch(/unit is one of/);
	});

	it('join by a key', () => {
		const tree = (data: unknown) => ({
			tree: treeOf(JSON.stringify(data)) as Tape,
			complete: true,
		});
		const people = [
			{ id: 7, name: 'Ada' },
			{ id: 8, name: 'Bo' },
		];
		const across = (expression: string): unknown => {
			const found = inOneGo(selectingAcross(expression, { a: tree(orders), b: tree(people) }));
			return found.ok ? JSON.parse(found.value.result) : found.error;
		};
		expect(across('inner_join(a, b, &customer.id, &id)[].[left.id, right.name]')).toEqual([
			[1, 'Ada'],
			[2, 'Bo'],
			[3, 'Ada'],
		]);
		expect(across('left_join(a, b, &customer.id, &id)[?!right].left.id')).toEqual([4]);
		expect(across('let $b = index_by(b, &id) in a[].get($b, customer.id).name')).toEqual([
			'Ada',
			'Bo',
			'Ada',
		]);
		expect(across('let $ids = b[].id in a[?!contains($ids, customer.id)].id')).toEqual([4]);
		expect(across('c.x')).toMatch(/Keys there: a: list of 4, b: list of 2.*The results are a, b/);
	});
});

describe('an expression made to be slow', () => {
	const many = Array.from({ length: 1_000 }, (_, id) => ({ id, name: `n${id}` }));
	const source = { tree: treeOf(JSON.stringify(many)) as Tape, complete: true };
	/** A twentieth of what is usual. */
	const bounds = { steps: 100_000, made: 50_000 };
	/** Of functions, for each step or value that is counted: twice as many as the dearest of these takes. */
	const MOST_CALLS = 100;
	const slow = [
		['let $a = @ in [].{x: $a[].{y: $a[].id}}'],
		['[].[$[].[$[].id]]'],
		[`[${Array.from({ length: 300 }, () => 'sort_by(@, &name)').join(', ')}]`],
		["let $s = join('', [].name) in [].join($s, [$s, $s, $s])"],
		["map(&pad_left('x', 900000), @)"],
		['[].replace(join(`"" `, $[].name), `"n"`, `"nnnnnnnnnn"`)'],
		[`${'['.repeat(150)}@${']'.repeat(150)}`],
		[`${'('.repeat(3000)}@${')'.repeat(3000)}`],
		[`${'!'.repeat(7000)}@`],
		[`${'@|'.repeat(3990)}@`],
	] as const;
	it.each(share(slow, 3))('is stopped or done soon: %.40s', async (expression) => {
		let found: ReturnType<typeof select> | undefined;
		const calls = await callsIn(() => {
			found = select(expression, source, bounds);
		});
		expect(calls).toBeLessThan(MOST_CALLS * (bounds.steps + bounds.made));
		if (!found?.ok) expect(found?.error).toMatch(/Stopped|nested|too long/);
	});

	it('is bounded for every size of a document', () => {
		expect(boundsFor(5_000)).toEqual({ steps: 2_100_000, made: 1_020_000 });
		expect(boundsFor(1e9)).toEqual({ steps: 12_000_000, made: 6_000_000 });
	});

	it('is refused where the document itself is nested too deep to compare', () => {
		const deep = `[${'['.repeat(100_000)}${']'.repeat(100_000)}]`;
		expect(text(deep, '[0] == [0]')).toMatch(/true|nested too deep/);
		expect(text(`[${deep},${deep}]`, '[0] == [1]')).toMatch(/nested too deep/);
	});
});
