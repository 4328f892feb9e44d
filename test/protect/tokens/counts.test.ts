// Tests of the ceiling and the estimate of short texts of every kind, to a part of a token: both
// are fitted tables, and a figure that moves is a change of every budget. A change that is meant writes
// `test/fixtures/tokens/counts.jsonl` anew.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ceiling } from '../../../src/protect/tokens/ceiling';
import { estimate } from '../../../src/protect/tokens/estimate';

/** Repetitions of a text, so that parts of a token show. */
const TIMES = 12;

type Row = readonly [text: string, ceiling: number, estimate: number];

const file = join(import.meta.dirname, '../../fixtures/tokens/counts.jsonl');
const rows = readFileSync(file, 'utf8')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line) as Row);

describe('short texts of every kind', () => {
	// A few at a time: a short test says at once what has moved.
	const some = Array.from({ length: Math.ceil(rows.length / 10) }, (_, at) => [
		rows.slice(at * 10, at * 10 + 10),
	]);

	it.each(some)('have the ceilings and estimates that were fitted (%#)', (ten) => {
		for (const [text, most, tokens] of ten) {
			const many = text.repeat(TIMES);
			expect([text, ceiling(many), estimate(many)]).toEqual([text, most, tokens]);
		}
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
		const text = 'berth 7, '.repeat(2_000);
		const whole = ceiling(text);
		expect(ceiling(text, whole)).toBe(whole);
		for (const most of [0, 10, 1_000]) {
			expect(ceiling(text, most)).toBeGreaterThan(most);
			expect(ceiling(text, most)).toBeLessThan(most + 10);
		}
	});

	it('counts a run of signs of any length', () => {
		expect(ceiling('[{'.repeat(200_000))).toBe(333_323);
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
