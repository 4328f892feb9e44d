import { describe, expect, it } from 'vitest';
import { isRepetitive } from '../../../src/protect/tokens/estimate';

/** Words of three letters, each another. */
const words = (count: number, from = 0): string =>
	Array.from({ length: count }, (_, at) => {
		const number = from + at;
		return String.fromCharCode(
			...[0x61 + (number % 26), 0x61 + (Math.floor(number / 26) % 26)],
			0x61 + (Math.floor(number / 676) % 26),
		);
	}).join(' ');

describe('a text', () => {
	it.each([
		['has no words', '', false],
		['has none but short ones', 'ab cd 12 ef', false],
		['has twelve', words(12), true],
		['has twice as many', words(24), true],
		['has more', words(25), false],
		['says one of many as often as all others', `${words(100)} ${'berth '.repeat(60)}`, true],
		['says it half as often', `${words(100)} ${'berth '.repeat(25)}`, false],
	])('that %s is repetitive or not', (_, text, expected) => {
		expect(isRepetitive(text)).toBe(expected);
		// The same words beside a sign, in capitals, and in another script.
		const cyrillic = text.replace(/[a-z]/g, (letter) =>
			String.fromCharCode(letter.charCodeAt(0) + 0x3cf),
		);
		for (const other of [`${text} €`, text.toUpperCase(), cyrillic])
			expect(isRepetitive(other)).toBe(expected);
	});

	it('is looked at where it begins, in its middle and at its end', () => {
		const few = 'berth '.repeat(233).padEnd(1_400, '.');
		const many = words(350).padEnd(1_400, '.');
		const said = [
			[few, few, many],
			[few, many, few],
			[many, few, few],
			[few, many, many],
			[many, few, many],
			[many, many, few],
		].map(([begins = '', middle = '', ends = '']) => {
			const gap = ' '.repeat(10_000);
			return isRepetitive([begins, middle, ends].join(gap));
		});
		expect(said).toEqual([true, true, true, false, false, false]);
	});
});
