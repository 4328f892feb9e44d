// Patterns of a question: whatever is written, the work is bounded, and the error says what to do.
import { describe, expect, it } from 'vitest';
import { find } from '../../src/ask/query/find';
import { findLines } from '../../src/ask/query/lines';
import { textToRows } from '../../src/ask/rows';
import { select } from '../../src/ask/select';
import type { Tree } from '../../src/ask/value';
import { treeOf } from '../../src/gateway/asking/tree';

const log = Array.from(
	{ length: 3_482 },
	(_, at) =>
		`2026-11-22T08:00:${String(at % 60).padStart(2, '0')}Z ${at % 30 ? 'INFO' : 'ERROR'} request ${at} of the blazing place took ${at % 97}ms for user ${(at * 2_654_435_761) % 4_294_967_296}`,
).join('\n');
const rows = treeOf(textToRows(log).json) as Tree;
/** Far more than any takes here, far less than what is not bounded. */
const SOON = 12_000;

const timed = <T>(work: () => T): T => {
	const began = performance.now();
	const answer = work();
	expect(performance.now() - began).toBeLessThan(SOON);
	return answer;
};
const error = (answer: { ok: boolean; error?: string }): string =>
	answer.ok ? 'answered' : String(answer.error);

describe('patterns', () => {
	it.each(['(.*.*.*.*.*.*.*.*){200}z', '(.*.*.*.*.*.*.*.*){100}z{1000}', 'x{1000}'.repeat(60)])(
		'that repetition makes long are refused: %s',
		(pattern) => {
			const told = /too complex.*at most 1,000.*smaller/;
			expect(error(timed(() => findLines(log, `/${pattern}/`)))).toMatch(told);
			expect(error(timed(() => find(rows, `text:/${pattern}/`)))).toMatch(told);
			const asked = `[?matches(text,'${pattern}')]`;
			expect(error(timed(() => select(asked, { tree: rows, complete: true })))).toMatch(told);
		},
	);

	it('that are too much for the text are stopped', () => {
		const told = /Stopped: the pattern is too complex for so much text.*plain words/;
		const pattern = '(.*.*.*.*.*.*.*.*){50}z$q';
		expect(error(timed(() => find(rows, `text:/${pattern}/`)))).toMatch(told);
		const asked = `[?matches(text,'${pattern}')]`;
		expect(error(timed(() => select(asked, { tree: rows, complete: true })))).toMatch(told);
		// All patterns of a query together.
		const many = Array.from({ length: 20 }, (_, at) => `/(a?){${at + 40}}q/`).join(' ');
		expect(error(timed(() => findLines(log, many)))).toMatch(told);
	}, 60_000);

	it('that are sensible are answered on much text', () => {
		const much = log.repeat(10);
		for (const query of [
			'/ERROR.*place/',
			'/timeout|refused/i',
			'/user \\d{6,12}$/',
			'/took 9\\dms/',
		])
			expect(timed(() => findLines(much, query)).ok).toBe(true);
		expect(findLines(log, '/ERROR.{0,60}user/').ok).toBe(true);
	});
});
