import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textResult } from '../../src/shared/tool-result';
import { fetchedList } from '../../src/transient/fetched-list';
import { listSummary, recordSummary } from '../../src/transient/summary';

const structured = (value: unknown) => ({ content: [], structured: JSON.stringify(value) });
const numbered = (count: number, from = 1) =>
	Array.from({ length: count }, (_, at) => ({ id: from + at, note: 'x'.repeat(20) }));

describe('the summary of records', () => {
	const ids = [72, 73, 74, 75];

	it('names the count, the page and the first three ids', () => {
		expect(recordSummary({ count: 15, model: 'activity', page: 1, totalPages: 9, ids })).toBe(
			'15 activity records (page 1/9, IDs: 72, 73, 74…)',
		);
	});

	it('has no total when records were fetched by id, and no ellipsis for three', () => {
		expect(recordSummary({ count: 3, model: 'activity', page: 1, ids: ids.slice(0, 3) })).toBe(
			'3 activity records (page 1, IDs: 72, 73, 74)',
		);
	});
});

describe('the summary of a list that some tool fetched', () => {
	const summary = (result: Parameters<typeof fetchedList>[0], reading = {}) => {
		const list = fetchedList(result, reading);
		return list && listSummary(list, 'list_bookings');
	};

	it('names the list as its data do', () => {
		expect(summary(structured({ bookings: numbered(6), totalCount: 210 }))).toBe(
			'6 of 210 bookings from list_bookings (IDs: 1, 2, 3…)',
		);
		expect(summary(structured({ page: 2, totalPages: 9, items: numbered(5) }))).toBe(
			'5 items from list_bookings (page 2/9, IDs: 1, 2, 3…)',
		);
	});

	it('reads a text that is JSON, and calls a bare array records', () => {
		expect(summary(textResult(JSON.stringify(numbered(3), null, 2)))).toBe(
			'3 records from list_bookings (IDs: 1, 2, 3)',
		);
	});

	it('keeps the spelling of ids', () => {
		const text = '[{"id":12345678901234567890},{"id":1.0},{"id":"a b"}]';
		expect(summary(textResult(text))).toContain('(IDs: 12345678901234567890, 1.0, a b)');
	});

	it('falls back from ids to other keys, names, and the items themselves', () => {
		expect(summary(structured([{ status: 'ok', booking_id: 4, name: 'n' }]))).toContain('IDs: 4');
		expect(summary(structured([{ status: 'ok', name: 'Ann' }]))).toContain('IDs: Ann');
		expect(summary(structured(['a', 'b', 'c', 'd']))).toContain('IDs: a, b, c…');
		expect(summary(structured([{ size: 4 }, { size: 5 }]))).toBe('2 records from list_bookings');
	});

	it('finds the list at a configured path', () => {
		const result = structured({ big: numbered(50), small: { 'a.b': numbered(2) } });
		expect(summary(result, { itemsPath: 'small.a.b' })).toMatch(/^2 a\.b from/);
		expect(summary(result, { itemsPath: 'nowhere' })).toMatch(/^50 big from/);
	});

	it('speaks of the items that are sent', () => {
		expect(summary(structured(numbered(200)), { shown: { from: 50, count: 50 } })).toBe(
			'50 of 200 records from list_bookings (IDs: 51, 52, 53…)',
		);
	});

	it('keeps hostile ids and nouns short and on one line', () => {
		const text = summary(
			structured({ ['n\n'.repeat(900)]: [{ id: `x\u202e\n${'y'.repeat(900)}` }, {}] }),
		);
		expect(text?.length).toBeLessThan(200);
		expect(text).not.toMatch(/[\n\u202e]/);
	});

	it.each([
		[
			'a single thing',
			structured({ id: 7, name: 'Room', photos: ['a', 'b'], text: 'x'.repeat(99) }),
		],
		['prose', textResult('Found 15 activities.')],
		['broken JSON', textResult('[{"id":1},')],
		['an error', { ...structured(numbered(9)), isError: true }],
		['nothing', { content: [] }],
	])('is not made of %s', (_, result) => {
		expect(summary(result)).toBeUndefined();
	});

	it('never throws, whatever the data', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.nat(9), fc.nat(9), (value, from, count) => {
				const text = summary(structured(value), { shown: { from, count }, itemsPath: 'a.b' });
				expect(text === undefined || text.length < 400).toBe(true);
			}),
		);
	});
});
