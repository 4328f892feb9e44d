// Patterns of a question: whatever is written, the work is bounded, and the error says what to do.
import { describe, expect, it, vi } from 'vitest';
import { Meter } from '../../src/ask/meter';
import type { Tape } from '../../src/ask/value';
import { callsIn } from '../counted';
import { isWhole, share } from '../fuzz-runs';
import { find, select, treeOf } from './in-one-go';
import { textToRows } from './text-to-rows';

const log = Array.from(
	{ length: 3_482 },
	(_, at) =>
		`2026-11-22T08:00:${String(at % 60).padStart(2, '0')}Z ${at % 30 ? 'INFO' : 'ERROR'} request ${at} of the blazing place took ${at % 97}ms for user ${(at * 2_654_435_761) % 4_294_967_296}`,
).join('\n');
const rows = treeOf(textToRows(log).json) as Tape;
/** Of functions, for each instruction and character that is charged: twice as many as the dearest takes. */
const MOST_CALLS = 6;
/** Calls that any query of these lines takes besides. */
const ANY_QUERY = 100_000;

const TOO_MUCH = /Stopped: the pattern is too complex for so much text.*plain words/;
/** Patterns made to be slow. */
const SLOW = [
	'(.*.*.*.*.*.*.*.*){50}z$q',
	'(a?){40}q',
	'(x|INFO|E)+$',
	'(.+)+place',
	'[^z]*z{200}',
];

const error = (answer: { ok: boolean; error?: string }): string =>
	answer.ok ? 'answered' : String(answer.error);

describe('patterns', () => {
	it.each(['(.*.*.*.*.*.*.*.*){200}z', '(.*.*.*.*.*.*.*.*){100}z{1000}', 'x{1000}'.repeat(60)])(
		'that repetition makes long are refused: %s',
		(pattern) => {
			const told = /too complex.*at most 1,000.*smaller/;
			expect(error(find(log, `/${pattern}/`))).toMatch(told);
			expect(error(find(rows, `text:/${pattern}/`))).toMatch(told);
			const asked = `[?matches(text,'${pattern}')]`;
			expect(error(select(asked, { tree: rows, complete: true }))).toMatch(told);
		},
	);

	it('that are too much for the text are stopped', () => {
		const pattern = '(.*.*.*.*.*.*.*.*){50}z$q';
		const asked = `[?matches(text,'${pattern}')]`;
		expect(error(select(asked, { tree: rows, complete: true }))).toMatch(TOO_MUCH);
	});

	it.runIf(isWhole)('of a query that are too much together are stopped', () => {
		const many = Array.from({ length: 20 }, (_, at) => `/(a?){${at + 40}}q/`).join(' ');
		expect(error(find(log, many))).toMatch(TOO_MUCH);
	});

	it.each(share(SLOW, 3))('take no more work than is charged for them: %s', async (pattern) => {
		const few = log.slice(0, 1_000);
		const charged = vi.spyOn(Meter.prototype, 'match');
		expect(find(few, `/${pattern}/`).ok).toBe(true);
		const charge = charged.mock.calls.reduce((sum, [count]) => sum + count, 0);
		charged.mockRestore();
		const calls = await callsIn(() => find(few, `/${pattern}/`));
		expect(calls).toBeLessThan(MOST_CALLS * charge + ANY_QUERY);
	});

	it('that are sensible are answered on much text', () => {
		const much = log.repeat(10);
		for (const query of [
			'/ERROR.*place/',
			'/timeout|refused/i',
			'/user \\d{6,12}$/',
			'/took 9\\dms/',
		])
			expect(find(much, query).ok).toBe(true);
		expect(find(log, '/ERROR.{0,60}user/').ok).toBe(true);
	});
});
