// Encoded data within texts: found where it begins, described by what it is and how long.
import { describe, expect, it } from 'vitest';
import { LEAST_OPAQUE, opaqueRun } from '../../../src/protect/selection/write';

const base64 = (chars: number): string => 'aB3/'.repeat(Math.ceil(chars / 4)).slice(0, chars);
const found = (text: string, limit = text.length) => opaqueRun(text, limit);

describe('encoded data', () => {
	it('is found from the length on from which it is no token', () => {
		expect(found(base64(LEAST_OPAQUE - 1))).toBeUndefined();
		expect(found(base64(LEAST_OPAQUE))).toEqual({
			start: 0,
			end: LEAST_OPAQUE,
			note: '[base64, 160 chars]',
		});
	});

	it('is told with its type, and to its end', () => {
		const data = `data:image/svg+xml;charset=utf-8;base64,${base64(3_000)}==`;
		expect(found(`see ${data} and more`)).toEqual({
			start: 4,
			end: 4 + data.length,
			note: `[image/svg+xml, base64, ${data.length} chars]`,
		});
		// However far behind what is shown it ends.
		expect(found(`${base64(5_000)} x`, 10)).toMatchObject({ start: 0, end: 5_000 });
		expect(found(`${base64(5_000)}= x`, 10)).toMatchObject({ end: 5_001 });
	});

	it('is looked for in what is shown, and nowhere else', () => {
		const text = `${'x '.repeat(50)}${base64(200)}`;
		expect(found(text, 100)).toBeUndefined();
		expect(found(text, 101)).toMatchObject({ start: 100, end: 300 });
		const typed = `${'x '.repeat(50)}data:${'t'.repeat(40)}/${'u'.repeat(39)};base64,${base64(200)}`;
		expect(found(typed, 101)).toMatchObject({ start: 100, end: typed.length });
	});

	it.each([
		['a long word', 'a'.repeat(200)],
		['capitals', 'ABC'.repeat(70)],
		['digits', '123'.repeat(70)],
		['a hash in small letters', 'a1b2'.repeat(50)],
		['a constant in capitals and digits', 'A1_'.repeat(70)],
		['letters without digits', 'aB'.repeat(100)],
	])('is not %s, unless its address says so', (_, run) => {
		expect(found(run)).toBeUndefined();
		expect(found(`data:a/b;base64,${run}`)).toMatchObject({ start: 0 });
		// The text behind it is found all the same.
		expect(found(`${run} ${base64(200)}`)).toMatchObject({ start: run.length + 1 });
	});
});
