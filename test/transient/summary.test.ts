import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textResult } from '../../src/shared/tool-result';
import { recordSummary, summarizeList } from '../../src/transient/summary';

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
		expect(recordSummary({ count: 0, model: 'activity', page: 1, ids: [] })).toBe(
			'0 activity records (page 1)',
		);
	});
});

describe('the summary of a list that some tool fetched', () => {
	const summary = (result: Parameters<typeof summarizeList>[0], reading = {}) =>
		summarizeList(result, 'list_bookings', reading)?.summary;

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

	it.each([
		[{ total_count: 9 }, '2 of 9 records'],
		[{ totalCount: 'nine', total: 9 }, '2 of 9 records'],
		[{ total: 2 }, '2 records'],
		[{ total: 1 }, '2 records'],
		[{ total: -9 }, '2 records'],
		[{ currentPage: 3 }, '2 records', 'page 3'],
		[{ current_page: 3, total_pages: 3 }, '2 records', 'page 3/3'],
		[{ page: 3, totalPages: 2 }, '2 records', 'page 3'],
		[{ page: 0, totalPages: 2 }, '2 records', ''],
		[{ totalPages: 2 }, '2 records', ''],
	])('says of %j: %s', (told, amount, place = '') => {
		const named = `${amount.replace('records', 'rows')} from list_bookings (`;
		expect(summary(structured({ ...told, rows: numbered(2) }))).toBe(
			`${named}${place}${place && ', '}IDs: 1, 2)`,
		);
	});

	it('takes the largest list, and none of a single value', () => {
		const lists = { small: [1, 2], large: numbered(3), less: numbered(2), text: 'x'.repeat(999) };
		expect(summary(structured(lists))).toMatch(/^3 large from/);
		expect(summary(structured({ one: [7], none: [], of: { rows: [1, 2, 3] } }))).toBeUndefined();
		const about = { a: 'x'.repeat(99), b: 2, c: 3 };
		expect(summary(structured({ about, two: [7, 8] }))).toMatch(/^2 two from/);
		expect(summary(structured({ first: ['a', 'b'], same: ['c', 'd'] }))).toMatch(/^2 first from/);
	});

	it.each([
		['its name', { title: 'Room' }, true],
		['its number', { roomId: 4 }, true],
		['no identity', { note: 'x' }, false],
		['an identity that is no value', { id: { a: 1 } }, false],
	])('takes a thing with %s for one where its list is not most of it', (_, own, isOne) => {
		const rows = numbered(6);
		const filled = (length: number) => structured({ ...own, rows, text: 'x'.repeat(length) });
		expect(summary(filled(400)) === undefined).toBe(isOne);
		expect(summary(filled(1))).toMatch(/^6 rows/);
		expect(summary(filled(400), { itemsPath: 'rows' })).toMatch(/^6 rows/);
	});

	it('reads past a byte order mark, and what is no list before what is one', () => {
		const text = `\ufeff${JSON.stringify(numbered(2))}`;
		const image = { type: 'image', data: '', mimeType: 'image/png' } as const;
		const blocks = textResult('Here they are:').content.concat(image, textResult(text).content);
		expect(summary({ content: blocks })).toMatch(/^2 records/);
		expect(summary(textResult(`[1,2]\ufeff`))).toBeUndefined();
	});

	it('names items by what all of them have, as far as they have it', () => {
		expect(summary(structured([1, 'a', 2]))).toContain('IDs: 1, a, 2');
		expect(summary(structured([7, { id: 8 }, { id: [9] }, { id: '10' }]))).toBe(
			'4 records from list_bookings',
		);
		expect(summary(structured([{ id: 8 }, 7, { id: [9] }, { id: '10' }]))).toContain('IDs: 8, 10');
		expect(summary(structured([{ id: [8], Code: 'x' }, {}, null]))).toContain('IDs: x');
	});

	it('finds the list at a configured path', () => {
		const result = structured({ big: numbered(50), small: { 'a.b': numbered(2) } });
		expect(summary(result, { itemsPath: 'small.a.b' })).toMatch(/^2 a\.b from/);
		for (const itemsPath of ['nowhere', 'small', 'small.', '.small', 'big.0.id'])
			expect(summary(result, { itemsPath }), itemsPath).toMatch(/^50 big from/);
		const dotted = structured({ '': { b: numbered(2) }, big: numbered(50) });
		expect(summary(dotted, { itemsPath: '.b' })).toMatch(/^2 b from/);
	});

	it('speaks of the items that are sent', () => {
		expect(summary(structured(numbered(200)), { shown: { from: 50, count: 50 } })).toBe(
			'50 of 200 records from list_bookings (IDs: 51, 52, 53…)',
		);
	});

	it('keeps names of forty characters, and cuts longer ones between characters', () => {
		const named = (name: string) => summary(structured([{ id: name }]));
		const fits = 'x'.repeat(40);
		expect(named(fits)).toContain(`IDs: ${fits})`);
		expect(named(`${fits}x`)).toContain(`IDs: ${fits}…)`);
		expect(named(`${'x'.repeat(39)}🙂y`)).toContain(`IDs: ${'x'.repeat(39)}…)`);
		expect(named(`🙂${fits}`)).toContain(`IDs: 🙂${'x'.repeat(38)}…)`);
		expect(named(' a \t\n b ')).toContain('IDs: a b)');
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
