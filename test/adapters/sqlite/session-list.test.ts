// Names of sessions cost their caller nothing: of each principal so many are kept, those used last.
import { expect, it } from 'vitest';
import { SessionList } from '../../../src/session/store';
import { openSql } from './open';

it('tells which sessions of a principal are too many, the ones used longest ago', () => {
	const list = new SessionList(openSql(), () => 0);
	const tell = (principal: string, session: string, lastAt: number) => {
		const totals = { calls: 1, tokensBefore: 0, tokensAfter: 0, tokensReleasable: 0 };
		list.update(
			{ principal, session, firstAt: 0, lastAt, ...totals, tokensReleased: 0 },
			{ born: 0, through: 1 },
		);
	};
	for (let n = 0; n < 5; n++) tell('ada', `s${n}`, n);
	for (let n = 0; n < 3; n++) tell('bob', `s${n}`, n);
	expect(list.beyond(3)).toEqual([
		{ principal: 'ada', session: 's1' },
		{ principal: 'ada', session: 's0' },
	]);
	expect(list.beyond(5)).toEqual([]);
});
