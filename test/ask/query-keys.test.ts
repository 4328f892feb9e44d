// `query` by keys, however they are spelled, and where a value is shown.
import { describe, expect, it } from 'vitest';
import { inJson } from './queried';

describe('a key', () => {
	const items = Array.from({ length: 8 }, (_, at) => ({
		...{ p95: at < 4 ? 103 : 90, 'p.max': at * 15, '2024': at * 15, 'cpu%': at * 15 },
		...{ column_3: `2025-06-${10 + at}`, host: `db${at}:8080` },
	}));

	it.each([
		['p95:103', 4],
		['-p95:103', 4],
		['column_3:2025-06-11', 1],
		['p.max:>50', 4],
		['2024:>50', 4],
		['cpu%:>50', 4],
		['-p.max:60', 7],
		['-cpu%:60', 7],
		['-2024:60', 7],
		['db3:8080', 1],
		['host:db3:8080', 1],
	])('may end in a digit, have a dot, a sign, or digits alone: %s', (query, total) => {
		expect(inJson(items, query).total).toBe(total);
	});

	it.each([
		['at:2026-03-05', 2],
		['-at:2026-03-05', 1],
		['at:2026-03', 3],
	])('of moments finds those of a day: %s', (query, total) => {
		const moments = ['2026-03-05T00:00:00Z', '2026-03-05T08:37:00+02:00', '2026-03-06T08:00:00Z'];
		expect(
			inJson(
				moments.map((at) => ({ at })),
				query,
			).total,
		).toBe(total);
	});

	it('of a map is found whatever is in it', () => {
		const hosts = Object.fromEntries(
			Array.from({ length: 80 }, (_, at) => [
				`db${at}`,
				{ cpu: { at }, mem: { at }, disk: { at } },
			]),
		);
		const found = inJson({ hosts }, 'db42');
		expect([found.total, found.hits[0].path]).toEqual([1, '/hosts/db42']);
	});
});

it('shows a short value in each place that has it', () => {
	const people = [
		{ id: 7, home: { city: 'Lisbon' }, office: { city: 'Lisbon' }, x: 'x'.repeat(500) },
	];
	expect(inJson(people, 'Lisbon').hits[0].match).toEqual({
		'/home/city': 'Lisbon',
		'/office/city': 'Lisbon',
	});
});
