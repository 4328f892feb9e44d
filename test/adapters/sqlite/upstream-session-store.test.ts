import { describe, expect, it } from 'vitest';
import { UpstreamSessionStore } from '../../../src/adapters/sqlite/upstream-session-store';
import { openSql } from './open';

const MINUTE = 60_000;

function conversation() {
	let now = 1_000_000_000;
	const alarms: number[] = [];
	const sql = openSql();
	const store = () =>
		new UpstreamSessionStore({ sql, now: () => now, wakeAt: (time) => void alarms.push(time) });
	const begin = (key: string, id = `s-${key}`) =>
		store().begun(key, { id, initialized: '{}' }, `up-${key}`);
	const pass = (minutes: number) => {
		now += minutes * MINUTE;
	};
	const tables = () => sql.all("SELECT name FROM sqlite_master WHERE type = 'table'");
	return { store, begin, pass, alarms, tables, now: () => now };
}

describe('the sessions of a conversation', () => {
	it('are the same for all that ask: the first one counts', () => {
		const { store, begin } = conversation();
		expect(store().get('a')).toBeUndefined();
		expect(begin('a').id).toBe('s-a');
		expect(begin('a', 'later').id).toBe('s-a');
		expect(store().get('a')).toEqual({ id: 's-a', initialized: '{}' });
		store().ended('a', 'other');
		expect(store().get('a')?.id).toBe('s-a');
		store().ended('a', 's-a');
		expect(store().get('a')).toBeUndefined();
	});

	it('are given back to be ended when nobody has asked for an hour, and then nothing is left', () => {
		const { store, begin, pass, alarms, tables, now } = conversation();
		begin('a');
		begin('b');
		expect(alarms.at(-1)).toBe(now() + 60 * MINUTE);
		pass(50);
		store().get('b');
		pass(20);
		expect(store().idle(false)).toEqual([{ id: 's-a', initialized: '{}', upstream: 'up-a' }]);
		expect(alarms.at(-1)).toBe(now() + 40 * MINUTE);
		pass(40);
		expect(store().idle(false)).toMatchObject([{ id: 's-b' }]);
		expect(tables()).toEqual([]);
		expect(store().idle(false)).toEqual([]);
	});

	it('stay while somebody listens', () => {
		const { store, begin, pass } = conversation();
		begin('a');
		pass(90);
		expect(store().idle(true)).toEqual([]);
		pass(30);
		expect(store().idle(false)).toEqual([]);
		expect(store().get('a')?.id).toBe('s-a');
	});

	it('are bounded: the one used least lately is the first to end', () => {
		const { store, begin, pass, alarms, now } = conversation();
		for (let count = 0; count < 101; count++) {
			begin(String(count));
			pass(0.001);
		}
		expect(alarms.at(-1)).toBeLessThan(now());
		expect(store().idle(false)).toMatchObject([{ id: 's-0' }]);
	});
});
