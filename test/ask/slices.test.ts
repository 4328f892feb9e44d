// Lists that are sorted piece by piece: in the order of a whole sort, whatever their length.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportDocument } from '../../src/ask/export';
import { jsonOf, writing } from '../../src/ask/json';
import { Meter, Pace } from '../../src/ask/meter';
import type { Tape, Value } from '../../src/ask/value';
import { inOneGo, type Slices } from '../../src/shared/slices';
import { times } from '../fuzz-runs';
import { select, treeOf } from './in-one-go';

describe('a list that is sorted piece by piece', () => {
	it('is that of a whole sort', () => {
		fc.assert(
			fc.property(fc.nat(6_000), fc.nat(), (length, seed) => {
				const items = Array.from({ length }, (_, at) => ((at + 1) * (seed + 7_919)) % 104_729);
				const places = items.map((_, at) => at);
				const order = (one: number, other: number) =>
					(items[one] as number) - (items[other] as number) || one - other;
				const pace = new Pace(new Meter({ steps: 1e9, made: 1e9 }));
				expect(inOneGo(pace.sorted(places, order))).toEqual(places.toSorted(order));
			}),
			{ numRuns: times(60, 600) },
		);
	});

	it.each([1_024, 1_025, 1_500, 1_537, 2_049, 5_000])(
		'answers questions about %i items',
		(length) => {
			const data = Array.from({ length }, (_, at) => ({ id: (at * 7_919) % length, n: at }));
			const tree = treeOf(JSON.stringify(data)) as Tape;
			const answer = (expression: string): unknown => {
				const found = select(expression, { tree, complete: true });
				if (!found.ok) throw new Error(found.error);
				expect(found.value.note ?? '').not.toContain('missing');
				return JSON.parse(found.value.result);
			};
			const ids = data.map(({ id }) => id).sort((one, other) => one - other);
			expect(answer('length(sort_by(@, &id))')).toBe(length);
			expect(answer('sort_by(@, &id)[-3:].id')).toEqual(ids.slice(-3));
			expect(answer('sum(sort_by(@, &id)[].id)')).toBe(ids.reduce((all, id) => all + id, 0));
			expect(answer("sort_by(@, &id, 'desc')[0].id")).toBe(ids.at(-1));
		},
	);
});

/** Runs work to its end: the times it pauses, and its value. */
function pausesIn<T>(slices: Slices<T>): { readonly pauses: number; readonly value: T } {
	for (let pauses = 0; ; pauses++) {
		const { done, value } = slices.next();
		if (done) return { pauses, value };
	}
}

describe('a long answer', () => {
	const words = 'some words, '.repeat(20);
	const items = Array.from(
		{ length: 5_000 },
		(_, n): Value =>
			new Map([
				['n', n],
				['t', words],
			] as never),
	);
	const byKey = new Map(items.map((item, n) => [`key ${n}`, item]));
	const groups = new Map(
		[0, 1, 2].map((n) => [`group ${n}`, items.slice(n * 1_600, (n + 1) * 1_600)]),
	);

	it.each<[string, Value]>([
		['a list', items],
		['an object of items by a key', byKey],
		['an object of few long lists', groups],
		['a list of few long lists', [...groups.values()]],
	])('is written piece by piece where it is %s', (_, value) => {
		const whole = jsonOf(value);
		const { pauses, value: written } = pausesIn(writing(value));
		expect(written).toBe(whole);
		expect(pauses).toBeGreaterThan(whole.length / 500_000);
	});

	it('has its columns looked for piece by piece, as a file', () => {
		const tree = treeOf(JSON.stringify(items.map((_, n) => ({ n, at: { x: n } })))) as Tape;
		const { pauses, value } = pausesIn(exportDocument(tree, 'csv'));
		expect(pauses).toBe(items.length / 1_000);
		expect(value.ok && [...value.value].slice(0, 2)).toEqual(['n,at.x\r\n', '0,0\r\n']);
	});
});
