import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allItems, items } from '../../../src/protect/json/list';
import { searchItems } from '../../../src/protect/json/search';
import { rawText } from '../../../src/protect/json/tape';
import { jsonTexts, parsed } from './texts';

describe('items', () => {
	it('gives any range of a list, clamped to it', () => {
		const tape = parsed('{"list":[1,[2,2],{"a":3},4]}');
		const texts = (from: number, to: number) =>
			Array.from(items(tape, 1, from, to), (node) => rawText(tape, node));
		expect(texts(1, 3)).toEqual(['[2,2]', '{"a":3}']);
		expect(texts(-5, 99)).toHaveLength(4);
		expect(texts(9, 12)).toEqual([]);
		expect(texts(3, 1)).toEqual([]);
		expect(allItems(tape, 1)).toBe(allItems(tape, 1));
	});
});

describe('searchItems', () => {
	it('ignores case and sees keys, values and numbers', () => {
		const tape = parsed('[{"Name":"Émile"},{"n":1.0}, {"status": "open"}]');
		expect(searchItems(tape, 0, 'NAME')).toEqual([0]);
		expect(searchItems(tape, 0, 'éMILE')).toEqual([0]);
		expect(searchItems(tape, 0, '1.0')).toEqual([1]);
		expect(searchItems(tape, 0, '"status":"open"')).toEqual([2]);
		expect(searchItems(tape, 0, 'absent')).toEqual([]);
	});

	it('reads escapes as the characters they stand for, not as their letters', () => {
		const tape = parsed('["caf\\u00e9","one\\ntwo","C:\\\\dir","say \\"hi\\"","\\u004eo"]');
		expect(searchItems(tape, 0, 'CAFÉ')).toEqual([0]);
		expect(searchItems(tape, 0, 'one\ntwo')).toEqual([1]);
		expect(searchItems(tape, 0, 'ntwo')).toEqual([]);
		expect(searchItems(tape, 0, 'u00e9')).toEqual([]);
		expect(searchItems(tape, 0, 'C:\\dir')).toEqual([2]);
		expect(searchItems(tape, 0, 'C:\\\\dir')).toEqual([2]);
		expect(searchItems(tape, 0, 'say "hi"')).toEqual([3]);
		expect(searchItems(tape, 0, 'no')).toEqual([4]);
	});

	it('finds a sigma wherever it stands in its word', () => {
		expect(searchItems(parsed('["ΟΔΟΣ","\\u03a3"]'), 0, 'Σ')).toEqual([0, 1]);
	});

	it('takes pattern characters literally', () => {
		expect(searchItems(parsed('["(a+)+$","aaaa"]'), 0, '(a+)+$')).toEqual([0]);
	});

	it('finds every string by any piece of its decoded text', () => {
		fc.assert(
			fc.property(jsonTexts, fc.nat(), (text, seed) => {
				const tape = parsed(`[${text}]`);
				const data: unknown = JSON.parse(text);
				if (typeof data !== 'string' || data.length === 0) return;
				const points = Array.from(data);
				const from = seed % points.length;
				const piece = points.slice(from, from + 5).join('');
				expect(searchItems(tape, 0, piece)).toEqual([0]);
			}),
			{ numRuns: 300 },
		);
	});
});
