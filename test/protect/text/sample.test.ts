// The bounded look at a text by which its kind is told.
import { describe, expect, it } from 'vitest';
import { lineHead, linePieces } from '../../../src/protect/text/kind';
import { indexLines } from '../../../src/protect/text/lines';
import { sampledLines } from '../../../src/shared/log-entries';

const sampled = (count: number): number[] => sampledLines(indexLines('\n'.repeat(count)).count);

describe('the sample of a text', () => {
	it('is all of its lines, up to 160', () => {
		expect(sampled(0)).toEqual([]);
		expect(sampled(3)).toEqual([1, 2, 3]);
		expect(sampled(160)).toEqual(Array.from({ length: 160 }, (_, at) => at + 1));
	});

	it('is sixteen blocks of ten lines of a longer one, from the first to the last', () => {
		const lines = sampled(1_000);
		expect(lines.filter((_, at) => at % 10 === 0)).toEqual([
			...[1, 67, 133, 199, 265, 331, 397, 463],
			...[529, 595, 661, 727, 793, 859, 925, 991],
		]);
		expect(lines.slice(-11)).toEqual([934, 991, 992, 993, 994, 995, 996, 997, 998, 999, 1_000]);
		expect(sampled(161)).toHaveLength(160);
	});

	it('has the beginnings of lines, without what ends them', () => {
		const text = `one\r\n${'x'.repeat(159)}\r\n\r\n${'y'.repeat(161)}\nlast`;
		const lines = indexLines(text);
		expect([1, 2, 3, 4, 5].map((line) => lineHead(text, lines, line))).toEqual([
			...['one', 'x'.repeat(159), '', 'y'.repeat(160), 'last'],
		]);
	});

	it('has a line whole, and three parts of a long one', () => {
		const [whole, long] = [
			'w'.repeat(479),
			`${'a'.repeat(200)}${'b'.repeat(101)}${'c'.repeat(200)}`,
		];
		const text = `${whole}\n${long}\n`;
		const lines = indexLines(text);
		expect(linePieces(text, lines, 1)).toEqual([`${whole}\n`]);
		expect(linePieces(text, lines, 2)).toEqual([
			'a'.repeat(160),
			`${'b'.repeat(50)}${'c'.repeat(110)}`,
			`${'c'.repeat(159)}\n`,
		]);
	});
});
