import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slicesOf } from '../../src/telemetry/group';
import { GROUPINGS } from '../../src/telemetry/record';
import { START } from './records';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the roll-ups that cover a range', () => {
	it('follow each other without a gap, from its first minute to its last', () => {
		const time = fc.integer({ min: 0, max: 100 * DAY });
		fc.assert(
			fc.property(time, time, fc.constantFrom(...GROUPINGS), (a, b, groupBy) => {
				const [from, to] = [START + Math.min(a, b), START + Math.max(a, b) + 1];
				const slices = slicesOf(from, to, groupBy);
				expect(slices[0]?.from).toBe(Math.floor(from / 60_000) * 60_000);
				expect(slices.at(-1)?.to).toBe(Math.ceil(to / 60_000) * 60_000);
				for (const [index, slice] of slices.entries()) {
					expect(slice.from % slice.period).toBe(0);
					if (index > 0) expect(slice.from).toBe(slices[index - 1]?.to);
				}
			}),
		);
	});

	it('are days inside and shorter at the ends', () => {
		const periods = slicesOf(START + 61_000, START + 3 * DAY, 'endpoint').map(
			({ period, from, to }) => [period, (to - from) / period],
		);
		expect(periods).toEqual([
			[60_000, 59],
			[HOUR, 17],
			[DAY, 2],
			[HOUR, 6],
		]);
	});

	it('are not longer than the groups', () => {
		const periods = slicesOf(START, START + 3 * DAY, 'hour').map(({ period }) => period);
		expect(new Set(periods)).toEqual(new Set([HOUR]));
	});
});
