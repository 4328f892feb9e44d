// Clients that nobody has let in have a share of their own, divided by address.
import { expect, it } from 'vitest';
import { LoginStore } from '../../../src/adapters/sqlite/login-store';
import { openSql } from './open';

it('one that waits stays, however many register from another address, which is told when the day is full', () => {
	let now = 0;
	const store = new LoginStore(openSql(), () => now++, { waiting: 20, aDay: 100 });
	store.register('honest', '{}', '192.0.2.1');
	const taken = Array.from({ length: 120 }, (_, n) => store.register(`x${n}`, '{}', '203.0.113.9'));
	expect([taken.indexOf(false), taken.lastIndexOf(true)]).toEqual([99, 98]);
	expect([store.registered('honest'), store.registered('x0')]).toEqual(['{}', null]);
	now += 86_400_000;
	expect([store.register('next', '{}', '192.0.2.1'), store.registered('honest')]).toEqual([
		true,
		null,
	]);
});
