import { describe, expect, it } from 'vitest';
import { completionsOf } from '../../../../src/adapters/http/browser/playground/completions';

const value = {
	total: 2,
	bookings: [
		{ id: 1, status: 'open', guest: { name: 'Ada', city: 'Bonn' }, 'check-in': '2026' },
		{ id: 2, status: 'done', note: 'late' },
	],
};
const labels = (expression: string) => completionsOf(expression, value).map(({ label }) => label);

describe('completions of an expression', () => {
	it.each([
		['', ['total', 'bookings']],
		['bo', ['bookings']],
		['bookings[].', ['id', 'status', 'guest', 'check-in', 'note']],
		['bookings[0].g', ['guest']],
		['bookings[*].guest.', ['name', 'city']],
		['bookings[?sta', ['status']],
		["bookings[?status=='open'].gu", ['guest']],
		["bookings[?status=='open' && no", ['note']],
		['bookings[].{who: gu', ['guest']],
		['bookings[].{who: guest.name, wh: st', ['status']],
		['length(boo', ['bookings']],
		['bookings | [0].st', ['status']],
		["bookings[?status=='op", []],
		['nothing.', []],
	])('after %s', (expression, expected) => {
		expect(labels(expression)).toEqual(expected);
	});

	it('say how a list goes on', () => {
		expect(completionsOf('bookings', value).map(({ expression }) => expression)).toEqual([
			'bookings[]',
			'bookings[?',
			'bookings[0]',
		]);
	});

	it('quote a key that is no word', () => {
		expect(completionsOf('bookings[].che', value)[0]?.expression).toBe('bookings[]."check-in"');
	});

	it('have nothing to say of what is no JSON', () => {
		expect(completionsOf('a', undefined)).toEqual([]);
	});
});
