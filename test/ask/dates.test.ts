// Dates in any spelling: read alike by comparisons, queries, orders and the functions of dates.
import { describe, expect, it } from 'vitest';
import { inJson } from './queried';
import { answer, noteOf, text } from './selected';

/** Spellings of days from the first to the last, and of one between. */
const SPELLINGS: readonly (readonly [string, readonly string[], string])[] = [
	['a year of two digits', ['15-Dec-21', '31-Jan-22', '01-Feb-22', '02-Mar-23'], '01-Feb-22'],
	['points', ['15.12.21', '31.01.22', '01.02.22', '02.03.23'], '01.02.22'],
	['bars, the month first', ['12/15/21', '1/31/22', '2/1/22', '3/2/23'], '2/1/22'],
	['bars, the day first', ['15/12/2021', '31/1/2022', '1/2/2022', '2/3/2023'], '1/2/2022'],
	['words', ['Dec 15, 2021', '31 January 2022', 'Feb 1 2022', '2 Mar 2023'], 'Feb 1 2022'],
	[
		'mail',
		[
			'Wed, 15 Dec 2021 10:00:00 +0100',
			'Mon, 31 Jan 2022 23:30:00 -0500',
			'Tue, 01 Feb 2022 06:00:00 +0000',
			'Thu, 02 Mar 2023 01:00:00 +0000',
		],
		'2022-02-01',
	],
	['days beside others', ['15/12/2021', '2022-01-31', '1 Feb 2022', '02/03/2023'], '2022-02-01'],
];

describe.each(SPELLINGS)('dates of %s', (_, days, between) => {
	const shuffled = [2, 0, 3, 1].map((at) => ({ at, day: days[at] }));
	it('are in one order everywhere', () => {
		expect(answer(shuffled, 'sort_by(@, &day)[].at')).toEqual([0, 1, 2, 3]);
		expect(answer(shuffled, 'max_by(@, &day).at')).toBe(3);
		expect(answer(shuffled, 'min([].day)')).toBe(days[0]);
		expect(answer(shuffled, `[?day < '${between}'].at | sort(@)`)).toEqual([0, 1]);
		expect(answer(shuffled, `[?day >= '${between}'].at | sort(@)`)).toEqual([2, 3]);
		expect(inJson(shuffled, `day:<"${between}"`).total).toBe(2);
		expect(noteOf(shuffled, 'sort_by(@, &day)')).toBeUndefined();
	});
	it('have the month and the year that they are compared by', () => {
		expect(answer(shuffled, 'sort_by(@, &at)[].month(day)')).toEqual([12, 1, 2, 3]);
		expect(answer(shuffled, 'sort_by(@, &at)[].year(day)')).toEqual([2021, 2022, 2022, 2023]);
		expect(answer(shuffled, `[].days_between(day, '${between}') | [?@ > \`0\`] | length(@)`)).toBe(
			2,
		);
	});
});

it('a day beside a time with a zone is of the same clock', () => {
	const mails = ['Wed, 31 Jan 2024 23:30:00 -0500', 'Thu, 01 Feb 2024 00:30:00 +0900'].map(
		(at) => ({ at }),
	);
	expect(answer(mails, "[?at < '2024-02-01'].at")).toEqual([mails[0]?.at]);
	expect(inJson(mails, 'at:<2024-02-01').total).toBe(1);
	expect(answer(mails, "[].days_between('2024-02-01', at)")).toEqual([-0.020833, 0.020833]);
});

it('times before now are in order by how long ago they are', () => {
	const ages = [
		'2 hours ago',
		'3 days ago',
		'About an hour ago',
		'10 minutes ago',
		'1 month ago',
		'3 weeks ago',
	].map((age) => ({ age }));
	expect(answer(ages, 'sort_by(@, &age)[].age')).toEqual([
		'1 month ago',
		'3 weeks ago',
		'3 days ago',
		'2 hours ago',
		'About an hour ago',
		'10 minutes ago',
	]);
	expect(answer(ages, "length([?age < '1 day ago'])")).toBe(3);
	expect(inJson(ages, 'age:>"1 day ago"').total).toBe(3);
});

it('months by numbers are in the order of time', () => {
	const rows = ['03/2024', '12/2023', '1/2024', '11/2022'].map((of) => ({ of }));
	expect(answer(rows, 'sort_by(@, &of)[].of')).toEqual(['11/2022', '12/2023', '1/2024', '03/2024']);
	expect(answer(rows, "[?of > '01/2024'].of")).toEqual(['03/2024']);
	expect(answer(rows, '[].year(of)')).toEqual([2024, 2023, 2024, 2022]);
	expect(noteOf(rows, 'sort_by(@, &of)')).toBeUndefined();
	expect(inJson(rows, 'of:>=12/2023').total).toBe(3);
});

it('halves and quarters of several years are ordered as text, which is said', () => {
	for (const months of [
		['H2 2021', 'H1 2022'],
		['Q4 2021', 'Q1 2022'],
	]) {
		const rows = months.map((of) => ({ of }));
		expect(noteOf(rows, 'sort_by(@, &of)')).toContain('of is ordered as text');
		expect(noteOf(rows, `[?of > '${months[0]}']`)).toContain('of is compared as text');
	}
});

it('a date of which nothing tells the month is ordered as text, which is said, and has none', () => {
	for (const days of [
		['03/06/2022', '05/04/2021'],
		['03.06.22', '05.04.21'],
	]) {
		const rows = days.map((day) => ({ day }));
		expect(noteOf(rows, 'sort_by(@, &day)')).toContain('ordered as text here, not by time');
		expect(noteOf(rows, `[?day > '${days[0]}']`)).toContain('compared as text here, not by time');
		expect(text(rows, '[].month(day)')).toContain('may be of two months');
	}
});

it('a time without a year has a month and a day, and no year', () => {
	const rows = [{ at: 'Oct 10 08:00:00' }];
	expect(answer(rows, '[0].[month(at), day(at), hour(at)]')).toEqual([10, 10, 8]);
	expect(text(rows, '[0].year(at)')).toContain('has no year');
	expect(text(rows, "[0].days_between(at, '2024-01-01')")).toContain('has no year');
});

it('three numbers with points are a version where all of a list can be', () => {
	const rows = ['12.22.12', '10.24.1', '14.21.3'].map((version) => ({ v: version }));
	expect(answer(rows, 'sort_by(@, &v)[].v')).toEqual(['10.24.1', '12.22.12', '14.21.3']);
});
