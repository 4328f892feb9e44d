// Lists that nearly all of a few items are, as servers of databases and of metrics answer: questions are of their items.
import { describe, expect, it } from 'vitest';
import { inJson } from './queried';
import { answer, asked, mendedOf } from './selected';

const cities = ['Oslo', 'Bern', 'Riga'];
const rowsOf = (count: number) =>
	Array.from({ length: count }, (_, id) => ({
		id,
		city: cities[id % 3],
		amount: (id * 37) % 900,
		text: 'x'.repeat(40),
	}));
const all = [...rowsOf(90), ...rowsOf(60)];
const isOslo = ({ city }: { city?: string | undefined }) => city === 'Oslo';

describe.each([
	['of one statement at the root', [{ sql: 'q', rows: all }], '[0].rows'],
	[
		'of two statements',
		{ data: { statements: [rowsOf(90), rowsOf(60)].map((rows) => ({ sql: 'q', rows })) } },
		'data.statements[].rows[]',
	],
])('rows %s', (_, data, list) => {
	it('are what an expression is about that the statements give no answer to', () => {
		expect(answer(data, "length([?city=='Oslo'])")).toBe(all.filter(isOslo).length);
		expect(answer(data, 'sum([].amount)')).toBe(all.reduce((sum, { amount }) => sum + amount, 0));
		expect(answer(data, '[?amount>`500`] | length(@)')).toBe(
			all.filter(({ amount }) => amount > 500).length,
		);
		expect(answer(data, 'count_by(@, &city)')).toEqual({ Oslo: 50, Bern: 50, Riga: 50 });
		const found = asked(data, "[?city=='Oslo'].id | [0]");
		expect(found.ok && found.value).toMatchObject({
			over: { items: 150, list },
			note: `It is asked of the list ${list}.`,
		});
	});

	it('leave what the statements have to these', () => {
		expect(answer(data, '[].sql | [0]')).toBe('q');
		const found = asked(data, '[].nothing');
		expect(found.ok).toBe(false);
	});

	it('are what a query counts, and what it leaves out', () => {
		const without = all.length - all.filter(isOslo).length;
		expect(inJson(data, 'Oslo')).toMatchObject({ total: 50, of: 150 });
		expect(inJson(data, '-Oslo')).toMatchObject({ total: without, of: 150 });
		expect(inJson(data, '-amount:>500').total).toBe(
			all.filter(({ amount }) => amount <= 500).length,
		);
		expect(inJson(data, 'city:Oslo -amount:>500').total).toBe(
			all.filter((row) => isOslo(row) && row.amount <= 500).length,
		);
		expect(inJson(data, '-zzz').total).toBe(150);
	});
});

it.each([12, 13, 60])('rows of %i statements are asked as those of few', (count) => {
	const data = Array.from({ length: count }, (_, at) => ({ sql: `q${at}`, rows: rowsOf(21) }));
	expect(answer(data, "length([?city=='Oslo'])")).toBe(7 * count);
	expect(inJson(data, 'city:Oslo')).toMatchObject({ total: 7 * count, of: 21 * count });
	expect(inJson(data, '-city:Oslo').total).toBe(14 * count);
});

describe('points of series', () => {
	const series = (count: number) => ({
		data: {
			result: Array.from({ length: count }, (_, job) => ({
				metric: { job: `j${job}` },
				values: Array.from({ length: 100 }, (_, at) => [1_717_200_000 + at, String(at * 5)]),
			})),
		},
	});

	it.each([1, 3])('are asked where the series give no answer, of %i', (count) => {
		const data = series(count);
		expect(answer(data, 'length([?to_number([1])>`250`])')).toBe(49 * count);
		expect(answer(data, 'max([*].to_number([1]))')).toBe(495);
		expect(answer(data, '[].metric.job')).toHaveLength(count);
	});

	it('are items, of which a key is asked', () => {
		const data = series(3);
		expect(inJson(data, 'job:j1')).toMatchObject({ total: 1, of: 3 });
		expect(inJson(data, '-job:j1')).toMatchObject({ total: 2, of: 3 });
		expect(inJson(data, '-job:nothing')).toMatchObject({ total: 3, of: 3 });
		expect(inJson(data, '-495').total).toBeGreaterThanOrEqual(0);
	});
});

describe('maps', () => {
	const entries = (count: number, from = 0) =>
		Object.fromEntries(
			Array.from({ length: count }, (_, at) => [
				`k${at + from}`,
				{ state: at % 2 ? 'up' : 'down', port: 8000 + at },
			]),
		);

	it('in maps are counted by their entries, and what is left out as well', () => {
		const data = { web: entries(20), db: entries(14, 50) };
		expect(inJson(data, 'down').total).toBe(17);
		for (const query of ['-down', '-state:down', 'state:up'])
			expect(inJson(data, query).total).toBe(17);
	});

	it('of records of alike parts are counted by the records', () => {
		const part = (load: number) => ({ load, cores: 4 });
		const data = Object.fromEntries(
			Array.from({ length: 20 }, (_, at) => [
				`h${at}`,
				{ cpu: part(at), disk: part(50), net: part(60) },
			]),
		);
		expect(inJson(data, 'cpu.load:<5').total).toBe(5);
		expect(inJson(data, 'load:>=50')).toMatchObject({ total: 20, places: 40 });
		expect(inJson(data, '-cpu.load:<5').total).toBe(15);
	});
});

it('an order with a list of inner values is mended to no test of membership', () => {
	const repos = Array.from({ length: 30 }, (_, id) => ({
		id,
		rows: rowsOf(2),
		more: 'y'.repeat(400),
	}));
	expect(mendedOf(repos, '[?rows[].amount > `30`]')).not.toContain('contains');
	expect(mendedOf(repos, "[?rows[].city == 'Oslo']")).toContain('contains');
});
