import { describe, expect, it } from 'vitest';
import {
	askedIn,
	periodsOf,
	since,
	timeIn,
	toApi,
	toPage,
} from '../../../../src/adapters/http/ui/period';

const NOW = Date.parse('2026-11-22T12:30:00Z');
const HOUR = 3_600_000;

describe('the calls that an address is about', () => {
	it('are those of the last day unless it says otherwise', () => {
		const asked = askedIn({}, NOW);
		expect([asked.to - asked.from, asked.groupBy]).toEqual([24 * HOUR, 'hour']);
		expect(toPage(asked)).toBe('/overview?last=24');
		expect(periodsOf(asked)).toHaveLength(25);
	});

	it('stay the same in the address that is made of them', () => {
		const query = { last: '720', endpoint: 'a__b' };
		const asked = askedIn(query, NOW);
		const again = Object.fromEntries(new URLSearchParams(toPage(asked).split('?')[1]));
		expect(again).toEqual(query);
		expect(asked.groupBy).toBe('day');
		expect(toApi(asked, 'day')).toMatchObject({ endpoint: 'a__b', groupBy: 'day' });
	});

	it('are told by the minute where the first was not long ago', () => {
		const day = askedIn({}, NOW);
		expect(since(day, NOW - HOUR)).toMatchObject({ from: NOW - HOUR, groupBy: 'minute' });
		expect(since(day, NOW - 3 * HOUR).groupBy).toBe('hour');
		expect(since(askedIn({ last: '720' }, NOW), NOW - 30 * HOUR).groupBy).toBe('hour');
		expect(since(day, 0).from).toBe(day.from);
	});

	it('are bounded whatever it says', () => {
		for (const last of ['-1', '9999999', 'NaN', ''])
			expect(askedIn({ last, offset: '-7', from: 'x' }, NOW)).toMatchObject({
				last: 24,
				offset: 0,
			});
		const month = askedIn({ last: '720' }, NOW);
		expect(periodsOf(month).length).toBeLessThanOrEqual(32);
		expect(periodsOf(askedIn({ last: '1' }, NOW)).length).toBeLessThanOrEqual(62);
	});
});

describe('a time in words', () => {
	const within = (words: string, zone = 0) => {
		const { from = 0, to = 0 } = timeIn(words, NOW, zone) ?? {};
		return from === 0 ? undefined : [new Date(from).toISOString().slice(0, 19), to - from];
	};

	it.each([
		['2026-11-20', '2026-11-20T00:00:00', 24 * HOUR],
		['Nov 20, 2026', '2026-11-20T00:00:00', 24 * HOUR],
		['2026-11-20 07', '2026-11-20T07:00:00', HOUR],
		['2026-11-20 07:48', '2026-11-20T07:48:00', 60_000],
		['2026-11-20T07:48:05', '2026-11-20T07:48:05', 1_000],
		['Nov 20, 2026, 7:48:05 PM', '2026-11-20T19:48:05', 1_000],
		['12:10 am', '2026-11-22T00:10:00', 60_000],
		['12:10', '2026-11-22T12:10:00', 60_000],
		['14:00', '2026-11-21T14:00:00', 60_000],
	])('%s is found', (words, from, span) => expect(within(words)).toEqual([from, span]));

	it('is of the clock of the reader', () => {
		expect(within('2026-11-20 07:48', 330)).toEqual(['2026-11-20T02:18:00', 60_000]);
		expect(within('23:00', -300)).toEqual(['2026-11-22T04:00:00', 60_000]);
	});

	it.each(['', '7', 'rule 3', 'list_bookings', 'May', '2026', 'from 7:48', '7:4', 'x 2026-11-20'])(
		'"%s" is none',
		(words) => expect(within(words)).toBeUndefined(),
	);
});
