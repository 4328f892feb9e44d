// Tests that days, and times without a year, are compared and ordered by time, and that what is not says so.
import { describe, expect, it } from 'vitest';
import { inJson } from './queried';
import { answer, mendedOf, noteOf, text } from './selected';

const dated = (...days: readonly string[]) => days.map((due, id) => ({ id, due }));

describe('a bare day', () => {
	it.each(['Z', '.000Z', '+00:00', '+02:00', '-07:00'])(
		'is its first moment where values are moments, with %s',
		(zone) => {
			const items = dated(...['14', '15', '16'].map((day) => `2025-06-${day}T00:00:00${zone}`));
			for (const [relation, ids] of [
				['>', [2]],
				['>=', [1, 2]],
				['<', [0]],
				['<=', [0, 1]],
			] as const) {
				expect(answer(items, `[?due${relation}'2025-06-15'].id`)).toEqual(ids);
				expect(inJson(items, `due:${relation}2025-06-15`).total).toBe(ids.length);
			}
			expect(answer(items, "[?'2025-06-15'<due].id")).toEqual([2]);
		},
	);

	it('is before a later moment of it', () => {
		const items = dated('2025-06-15T00:00:00.001Z', '2025-06-14T23:59:59.999Z');
		expect(answer(items, "[?due>'2025-06-15'].id")).toEqual([0]);
	});
});

describe('a query of dates', () => {
	it.each([
		['by day', ['27/04/2022', '03/05/2023', '01/12/2022'], ['/1']],
		['by month', ['2/16/2022', '5/3/2023', '12/1/2022'], ['/1']],
		['with dots', ['20.11.2021', '03.05.2023', '01.12.2022'], ['/1']],
		['with months that are written', ['Feb 2022', 'May 2023', 'Dec 2022'], ['/1']],
	])('compares those %s with a day by time', (_, days, met) => {
		const { hits, notice } = inJson(dated(...days), 'due:>2023-04-28');
		expect(hits.map(({ path }: { path: string }) => path)).toEqual(met);
		expect(notice).toBeUndefined();
		expect(inJson(dated(...days), 'due:>=2024').notice).not.toContain('as text');
		expect(inJson(dated(...days), 'due:>=2023').notice).toBe('2023 is read as 2023-01-01.');
		expect(inJson(dated(...days), `due:>="${days[1]}"`).total).toBe(1);
		expect(inJson(dated(...days), 'due:>=2023').total).toBe(1);
	});

	it('takes no amount that is grouped for a date', () => {
		expect(inJson(dated('3,000', 'n/a'), 'due:>2000')).not.toHaveProperty('notice');
	});

	it('says that those are compared as text of which nothing tells the day', () => {
		const items = dated('03/04/2023', '05/06/2022');
		expect(inJson(items, 'due:>04/05/2021').notice).toContain('compared as text here, not by time');
		expect(inJson(items, 'due:>2023-01-01').notice).toContain('is not compared where');
		expect(inJson(items, 'due:>99/12/2023').notice).toContain('as text');
	});
});

describe('times without a year', () => {
	const times = ['Oct 10 00:00:00', 'Nov  1 00:00:00', 'Nov 12 08:00:00', 'Jan  3 10:00:00'];
	const items = times.map((time) => ({ time }));

	it('are ordered by month, day and time, from one year to the next', () => {
		expect(answer(items.toReversed(), 'sort_by(@, &time)[].time')).toEqual(times);
		expect(answer(items, 'max_by(@, &time).time')).toBe(times[3]);
		expect(answer(items, "[?time>='Nov  1 00:00:00'].time")).toEqual(times.slice(1));
		expect(inJson(items, 'time:>="Nov  1 00:00:00"').total).toBe(3);
	});

	it('are in one year where months of all of it are there', () => {
		const all = [...items, { time: 'May  2 00:00:00' }, { time: 'Aug 20 00:00:00' }];
		expect(answer(all, 'sort_by(@, &time)[0].time')).toBe(times[3]);
	});
});

describe('what is offered instead answers the question', () => {
	const of = (...costs: readonly string[]) => costs.map((cost) => ({ cost }));

	it('compares money and amounts in the unit of theirs', () => {
		expect(mendedOf(of('$5,553.50', '$900.00'), 'max([?cost>`5000`])')).toBe('');
		expect(mendedOf(of('$5,553.50', '$900.00'), '[?cost>`5000`]')).toBe("[?cost>'$5000']");
		expect(mendedOf(of('N/A', '999', '$5', '7'), '[?cost>`4`]')).toBe("[?cost>'$4']");
		expect(answer(of('$5,553.50', '$900.00'), "[?cost>'$5000'].cost")).toEqual(['$5,553.50']);
	});

	it('converts numbers with words beside them, and grouped ones', () => {
		expect(mendedOf(of('N/A', '3.4', '12.0'), '[?cost>`5`]')).toBe('[?to_number(cost)>`5`]');
		expect(mendedOf(of('1,234', '999'), '[?cost>`1000`]')).toBe('[?to_number(cost)>`1000`]');
		expect(mendedOf(of('6.634,69', '900,00'), '[?cost>`5000`]')).toBe("[?cost>'5000']");
	});

	it('offers nothing where none of it is right, and says why', () => {
		for (const [costs, expression] of [
			[of('6.634,69', '900,00'), 'sum([].cost)'],
			[of('$5,553.50', '$900.00'), 'sum([].cost)'],
		] as const) {
			expect(mendedOf(costs, expression)).toBe('');
			expect(text(costs, expression)).toMatch(/to_number\(\) does not read .*replace\(/);
		}
		expect(mendedOf(of('1,000', '2'), 'sum([].cost)')).toBe('sum([].to_number(cost))');
	});

	it('takes no key behind & for a text', () => {
		const lines = [
			{ line: 1, text: 'a 1' },
			{ line: 2, text: 'b 2' },
		];
		expect(text(lines, 'max_by(@,&"%CPU")')).not.toContain("'%CPU'");
	});
});

describe('what is left out is told', () => {
	it('how many keys of an extreme are null', () => {
		const items = [{ n: 1 }, { n: null }, { n: 3 }, { m: 1 }];
		expect(noteOf(items, 'max_by(@, &n)')).toBe('2 of 4 are null: passed over.');
		expect(noteOf(items, 'min_by(@, &n)')).toBe('2 of 4 are null: passed over.');
	});

	it('which items of a list have an empty text, by the key that was asked', () => {
		const items = [
			{ g: 'a', n: 1 },
			{ g: 'b', n: 2 },
			{ g: 'b', n: '' },
		];
		for (const call of ['sum_by(@, &g, &n)', 'avg_by(@, &g, &n)', 'sum([].n)', 'avg([].n)']) {
			const told = text(items, call);
			expect(told).toContain(`item 2 is the string "". 1 of 3 are "" (items 2): [?n != '']`);
			expect(told).not.toContain('name');
		}
	});
});
