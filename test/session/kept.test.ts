// Results and prompts that are kept of a principal: whose they are, and how long.
import { expect, it } from 'vitest';
import { comparableTexts, KeptPrompts, KeptResults } from '../../src/session';
import { openSql } from '../adapters/sqlite/open';

const DAY = 86_400_000;
let now = DAY;
const ports = { now: () => now, wakeAt: () => {} };
const result = (id: string, session: string) => ({
	...{ id, session, tool: 'page', endpoint: 'page', at: now, digests: ['same page'] },
	marks: { consumed: false, hints: [] },
});

it('of a page that many conversations read, each finds its own', () => {
	const kept = new KeptResults(openSql(), ports);
	const sessions = Array.from({ length: 60 }, (_, n) => `s${n}`);
	const results = sessions.map((session) => result(`of-${session}`, session));
	kept.put({ results: [result('nobody', 'default'), ...results] });
	const found = (session: string) =>
		kept.find({ digests: ['same page'], session }).map(({ id }) => id);
	for (const session of sessions) expect(found(session)).toEqual([`of-${session}`]);
	// Whoever has none takes one that goes with nobody else's conversation.
	expect(found('s99')).toEqual(['nobody']);
	kept.forget({ session: 'default' });
	expect(found('s99')).toHaveLength(16);
	expect(found('s99').at(-1)).toBe('of-s59');
});

it('what may leave a context is kept for its seven days, however many other calls there are', () => {
	const kept = new KeptResults(openSql(), ports);
	const of = (from: number, more = {}) =>
		Array.from({ length: 1_000 }, (_, n) => ({
			...result(`r${from + n}`, 's'),
			digests: [],
			...more,
		}));
	kept.put({ results: of(0, { original: '{"content":[]}', text: 'A page.' }) });
	kept.put({ results: of(1_000, { original: '{"content":[]}' }) });
	for (let n = 2; n < 7; n++) kept.put({ results: of(n * 1_000) });
	const original = (n: number) => kept.original({ id: `r${n}` })?.text ?? null;
	expect([original(0), original(999)]).toEqual(['{"content":[]}', '{"content":[]}']);
	expect([original(1_000), original(1_999)]).toEqual([null, null]);
	now += 8 * DAY;
	expect(kept.sweep()).toBe(true);
	expect(original(0)).toBe(null);
});

it('is found as it was spelled, and as it may be spelled otherwise', () => {
	const shown = (text: string) => comparableTexts({ content: [{ type: 'text', text }] });
	expect(shown('{ "price": 1.10 }')).toEqual(['{ "price": 1.10 }', '{"price":1.1}']);
	expect(shown('a line\r\nanother')).toEqual(['a line\r\nanother', 'a line\nanother']);
	expect(shown('{"price":1.1}')).toEqual(['{"price":1.1}']);
});

const SHOWN = [{ call: 'c1', id: 'r1', text: 'A page.' }];
const conversation = () => {
	const sql = openSql();
	const prompts = new KeptPrompts(sql, ports);
	prompts.leave({ prompt: 'p1', session: 'first', shown: SHOWN });
	prompts.save({ prompt: 'p1', session: 'first', state: '{}' });
	const shown = (session: string) => prompts.find({ prompts: ['p0', 'p1'], session }).shown;
	const rows = () => sql.all('SELECT n FROM shown_texts').length;
	return { prompts, shown, rows };
};

it('what a conversation showed is shown by one that goes on from it, and stays when the first is deleted', () => {
	const { prompts, shown } = conversation();
	expect(shown('second')).toMatchObject(SHOWN);
	prompts.forget({ session: 'first' });
	expect(shown('second')).toMatchObject(SHOWN);
	prompts.forget({ session: 'second' });
	expect(shown('third')).toEqual([]);
});

it('what a conversation showed is kept once for one that goes on from it, whether it saved a state or not', () => {
	const { prompts, shown, rows } = conversation();
	prompts.save({ prompt: 'title', session: 'second', state: '{}' });
	for (let time = 0; time < 5; time++) expect(shown('second')).toHaveLength(1);
	expect(rows()).toBe(2);
	for (let time = 0; time < 5; time++) expect(shown('never saved')).toHaveLength(1);
	expect(rows()).toBe(3);
	prompts.forget({ session: 'first' });
	expect(shown('second')).toMatchObject(SHOWN);
});

it('what a conversation showed stays as long as it goes on', () => {
	const { prompts, shown } = conversation();
	for (let day = 0; day < 30; day++) {
		now += DAY;
		prompts.save({ prompt: `day ${day}`, session: 'first', state: '{}' });
		expect(prompts.sweep()).toBe(false);
		expect(shown('first')).toMatchObject(SHOWN);
	}
	now += 8 * DAY;
	expect(prompts.sweep()).toBe(true);
	expect(shown('first')).toEqual([]);
});
