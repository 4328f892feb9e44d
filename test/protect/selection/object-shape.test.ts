// Tests of the line that tells what there is in an object, and of an expression that asks it.
import { describe, expect, it } from 'vitest';
import { objectShape } from '../../../src/protect/selection/describe';
import { times } from '../shown/payloads';
import { tapeOf, weigh } from './described';

describe('an object', () => {
	const said = (value: unknown, tokens?: number) => {
		const each = tokens === undefined ? weigh : () => ({ tokens, bytes: 0 });
		const { shape, select } = objectShape(tapeOf(value), each);
		return [shape, select];
	};

	it('has lists and maps of two and more, told by their first five fields', () => {
		const keys = (count: number) => Object.fromEntries(times(count, (at) => [`k${at}`, at]));
		expect(said({ rows: [1, 2], six: keys(6), five: keys(5), one: [1], o: { a: 1 } })).toEqual([
			'rows: 2; six {k0, k1, k2, k3, k4, …}; five {k0, k1, k2, k3, k4}',
			'length(rows)',
		]);
		expect(said({ a: [{ x: 1, y: 2, z: 3, w: 4, v: 5, u: 6 }, { x: 1 }] })).toEqual([
			'a: 2 × {x, y, z, w, v, …}',
			'a[].x',
		]);
	});

	it('is told by sixty of its keys, none longer than sixty characters', () => {
		const name = 'x'.repeat(60);
		expect(said({ [name]: [1, 2], [`${name}x`]: [1, 2] })).toEqual([
			`${name}: 2`,
			`length(${name})`,
		]);
		const inner = Object.fromEntries(times(2, (at) => [`${'q'.repeat(30)}${at}`, at]));
		expect(said({ a: inner })[0]).toBe(`a {${'q'.repeat(30)}, ${'q'.repeat(30)}}`);
		const wide = Object.fromEntries(times(70, (at) => [`l${at}`, [1, 2]]));
		expect(said(wide, 0)[0]?.split('; ')).toHaveLength(60);
		expect(said(wide, 34)[0]).toBe('l0: 2; l1: 2; …');
		expect(said(wide, 35)[0]).toBe('l0: 2; …');
		expect(said(wide, 70)[0]).toBeUndefined();
	});
});
