// Sessions: one more call of a long one, and the list of them.

import { createSessionStore } from '../../src/session/session-store';
import { type Entry, SessionList } from '../../src/session/store';
import { openSql } from '../../test/adapters/sqlite/open';
import type { Subject } from '../scaling';

const START = Date.UTC(2026, 10, 1);
const entry = (n: number): Entry => ({
	at: START + n,
	events: [{ kind: 'used', call: `call ${n}` }],
});
const PAGE = 50;

export const sessions: readonly Subject[] = [
	{
		name: 'enter a call into a session',
		unit: 'calls of it',
		sizes: [100, 1_000, 10_000, 100_000],
		goal: 0,
		make: (calls) => {
			const sql = openSql();
			const store = createSessionStore(sql);
			for (let n = 0; n < calls; n += 1_000)
				sql.transaction(() =>
					store.append(
						Array.from({ length: Math.min(1_000, calls - n) }, (_, at) => entry(n + at)),
					),
				);
			return (run) => sql.transaction(() => store.append([entry(calls + run)]));
		},
	},
	{
		name: 'a page of the list of sessions',
		unit: 'sessions',
		sizes: [100, 1_000, 10_000],
		goal: 0,
		make: (amount) => {
			const sql = openSql();
			const list = new SessionList(sql, () => START);
			const tokens = { tokensBefore: 9, tokensAfter: 5, tokensReleasable: 1, tokensReleased: 1 };
			sql.transaction(() => {
				for (let n = 0; n < amount; n++)
					list.update(
						{
							principal: `user ${n % 20}`,
							session: `session ${n}`,
							firstAt: START,
							lastAt: START + n,
							calls: 3,
							...tokens,
						},
						{ born: START, through: 3 },
					);
			});
			return () => list.list({ principal: null, limit: PAGE });
		},
	},
];
