// Tests of the notes in the place of what was cut.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginning, cutNote, keyNote, shapeNote } from '../../src/protect/selection/write';

describe('a note', () => {
	it('says what is not opened, and how much', () => {
		expect([
			shapeNote(true, 1),
			shapeNote(true, 37),
			shapeNote(false, 1),
			shapeNote(false, 12),
		]).toEqual(['[…1 item]', '[…37 items]', '{…1 field}', '{…12 fields}']);
	});

	it('says how much of a text is left, and how to ask for it where its path can be spelled', () => {
		const at = (path: string) => cutNote(1_234, path);
		expect(at('guest.note')).toBe('… [+1234 chars; fields="guest.note"]');
		expect(at('a'.repeat(100))).toContain('fields=');
		for (const path of ['', 'a'.repeat(101), 'a,b']) expect(at(path)).toBe('… [+1234 chars]');
		expect(at('a"b')).toBe('… [+1234 chars; fields="a\\"b"]');
		expect(keyNote(9, 4)).toBe('… [+9 chars, key 4]');
	});
});

describe('the beginning of a text', () => {
	const length = (text: string) => JSON.stringify(text).length - 2;

	it.each([
		['abc', 3, 'abc'],
		['abc', 2, 'ab'],
		['abc', 0, ''],
		['abc', -5, ''],
		['a\nb', 3, 'a\n'],
		['a\nb', 2, 'a'],
		['""""', 4, '""'],
		['\u0001\u0001', 11, '\u0001'],
		['a😀b', 2, 'a'],
		['a😀b', 3, 'a😀'],
		['\n😀b', 4, '\n😀'],
		['\n😀b', 3, '\n'],
		['a\ud800', 2, 'a'],
		['a\u{10000}', 2, 'a'],
		['a\u{10ffff}', 2, 'a'],
	])('%j within %i characters of JSON is %j', (text, chars, expected) => {
		expect(beginning(text, chars)).toBe(expected);
	});

	it('is as long as may be, and whole where it may be', () => {
		const unit = fc.constantFrom(
			'a',
			'"',
			'\\',
			'\n',
			'\u0000',
			'\u001f',
			' ',
			'é',
			'😀',
			'\u007f',
		);
		fc.assert(
			fc.property(fc.array(unit), fc.nat(60), (units, chars) => {
				let most = 0;
				while (most < units.length && length(units.slice(0, most + 1).join('')) <= chars) most++;
				expect(beginning(units.join(''), chars)).toBe(units.slice(0, most).join(''));
			}),
		);
	});
});
