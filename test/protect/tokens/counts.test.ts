// What the ceiling and the estimate say of short texts of every kind, to the forty-eighth of a token: both
// are fitted tables, and a figure that moves is a change of every budget. A change that is meant writes
// `test/fixtures/tokens/counts.jsonl` anew.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ceiling } from '../../../src/protect/tokens/ceiling';
import { estimate } from '../../../src/protect/tokens/estimate';

/** As often as a token has parts, so that the parts of one show. */
const TIMES = 48;

type Row = readonly [text: string, ceiling: number, estimate: number];

const file = join(import.meta.dirname, '../../fixtures/tokens/counts.jsonl');
const rows = readFileSync(file, 'utf8')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line) as Row);

/** Texts of which there are more or fewer tokens than the file says. */
const moved = (count: (text: string) => number, which: 1 | 2): string[] =>
	rows.flatMap((row) => {
		const tokens = count(row[0].repeat(TIMES));
		return tokens === row[which] ? [] : `${row[0]}: ${tokens}, not ${row[which]}`;
	});

describe('short texts of every kind', () => {
	it('have the ceilings that were fitted', () => {
		expect(rows.length).toBeGreaterThan(400);
		expect(moved(ceiling, 1)).toEqual([]);
	});

	it('have the estimates that were fitted', () => {
		expect(moved(estimate, 2)).toEqual([]);
	});
});

describe('the ceiling', () => {
	it('is a whole number of tokens, rounded up, and none of nothing', () => {
		const ceilings = ['', 'a', '{"id":1}', 'hello world', '\n', '中国', '\ud83d'].map((text) =>
			ceiling(text),
		);
		expect(ceilings).toEqual([0, 1, 6, 3, 1, 2, 2]);
	});

	it('reads no further than it is asked for', () => {
		const text = 'berth 7, '.repeat(20_000);
		const whole = ceiling(text);
		expect(ceiling(text, whole)).toBe(whole);
		for (const most of [0, 10, 1_000]) {
			expect(ceiling(text, most)).toBeGreaterThan(most);
			expect(ceiling(text, most)).toBeLessThan(most + 10);
		}
	});

	it('counts a run of signs of any length', () => {
		expect(ceiling('[{'.repeat(200_000))).toBe(333_323);
		expect(ceiling(`${'[{'.repeat(200_000)}a`)).toBe(333_324);
		expect(ceiling(`${'[{'.repeat(200_000)} a`)).toBe(333_324);
	});
});

describe('the estimate of a long text', () => {
	const begins = '{"id":7,"name":"Ann Lee"},\n'.repeat(300);
	const ends = 'The harbour is quiet. '.repeat(400);

	it('is that of the whole up to 16 Ki units', () => {
		const text = (begins + ends).slice(0, 16_384);
		expect([estimate(text), estimate(`${text}.`)]).toEqual([4_704, 4_757]);
	});

	it('is that of blocks from its beginning to its end, scaled up', () => {
		expect(estimate((begins + ends).repeat(9))).toBe(43_472);
		expect(estimate('\u0416'.repeat(17_000))).toBe(266);
	});

	it('is a token for 64 units at least', () => {
		const least = ['\u0416'.repeat(640), '\u0416'.repeat(641), '"'.repeat(6_400)].map(estimate);
		expect(least).toEqual([10, 11, 100]);
	});
});
