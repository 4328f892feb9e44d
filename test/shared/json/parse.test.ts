import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseJson } from '../../../src/shared/json/parse';
import { compact } from '../../../src/shared/json/write';
import { times } from '../../fuzz-runs';
import { accepts, jsonTexts, mutations, parsed, sameData } from './texts';

const BROKEN = [
	'',
	' ',
	'\ufeff1',
	'\u00a01',
	'01',
	'-',
	'-01',
	'+1',
	'.5',
	'1.',
	'1e',
	'1e+',
	'0x1',
	'NaN',
	'-Infinity',
	'tru',
	'truee',
	'nul',
	'trux',
	'falsy',
	'nulx',
	'"',
	'"\n"',
	'"\u0000"',
	'"\\x"',
	'"\\u12g4"',
	'"\\u123',
	'"\\',
	`"${'a'.repeat(60)}\n${'a'.repeat(60)}"`,
	`"${'a'.repeat(60)}\\q"`,
	`"${'a'.repeat(60)}`,
	'[',
	']',
	'[1',
	'[1,',
	'[1,]',
	'[,1]',
	'[1 2]',
	'[1 22]',
	'[1}',
	'{',
	'{]',
	'{"a"',
	'{"a":',
	'{"a":}',
	'{"a":1',
	'{"a":1,',
	'{"a":1,}',
	'{,}',
	'{a:1}',
	'{a":1}',
	'{"a"x1}',
	"{'a':1}",
	'{"a" 1}',
	'{1:1}',
	'1 2',
	'1,',
	'[]]',
	'/**/1',
];

describe('the parser', () => {
	it.each(BROKEN)('refuses %j as JSON.parse does', (text) => {
		expect(() => JSON.parse(text)).toThrow();
		expect(parseJson(text)).toEqual({ ok: false, error: 'invalid' });
	});

	it('accepts what JSON.parse accepts and reads the same data', () => {
		fc.assert(
			fc.property(jsonTexts, (text) => {
				expect(sameData(compact(parsed(text), 0), text)).toBe(true);
			}),
			{ numRuns: times(170, 500) },
		);
	});

	it('agrees with JSON.parse on long strings, whatever stands where in them', () => {
		const sign = fc.constantFrom(
			...[
				' ',
				'!',
				'"',
				'#',
				'[',
				'\\',
				']',
				'\u0000',
				'\n',
				'\u001f',
				'\u007f',
				'\ud800',
				'\uffff',
			],
			...['\\"', '\\\\', '\\n', '\\u00e9', '\\u00g9', '\\x', '", "', '":"', '"'],
		);
		const run = fc.nat(60).map((length) => 'a é'.repeat(20).slice(0, length));
		const inside = fc
			.array(fc.tuple(run, sign), { maxLength: 4 })
			.map((parts) => parts.flat().join(''));
		fc.assert(
			fc.property(inside, run, (first, last) => {
				for (const text of [`["${first}${last}"]`, `{"${first}${last}":"${last}"}`]) {
					const read = parseJson(text);
					expect(read.ok).toBe(accepts(text));
					if (read.ok) expect(sameData(compact(read.value, 0), text)).toBe(true);
				}
			}),
			{ numRuns: times(1_000, 20_000) },
		);
	});

	it('agrees with JSON.parse on damaged texts', () => {
		fc.assert(
			fc.property(mutations, (text) => {
				expect(parseJson(text).ok).toBe(accepts(text));
			}),
			{ numRuns: times(600, 3000) },
		);
	});

	it('agrees with JSON.parse on short texts of JSON characters', () => {
		const character = fc.constantFrom(...'{}[]:,"\\ 01-+.eEtruefalsn\n\u0001');
		fc.assert(
			fc.property(fc.array(character, { maxLength: 12 }), (characters) => {
				const text = characters.join('');
				expect(parseJson(text).ok).toBe(accepts(text));
			}),
			{ numRuns: times(1000, 5000) },
		);
	});

	it('reads an array 100,000 levels deep', () => {
		const tape = parsed('['.repeat(100_000) + ']'.repeat(100_000));
		expect(tape.size).toBe(100_000);
		expect(tape.height(0)).toBe(99_999);
	});

	it('stops at the first value too many, before the rest is read', () => {
		const text = `[${'{},'.repeat(1_000_100)}`;
		expect(parseJson(text)).toEqual({ ok: false, error: 'too_many' });
	});

	it('reads as many values as it may', () => {
		expect(parseJson('[1,2]', { maxValues: 3 }).ok).toBe(true);
		expect(parseJson('[1,2,3]', { maxValues: 3 })).toEqual({ ok: false, error: 'too_many' });
		expect(parseJson('[1,2,x', { maxValues: 2 })).toEqual({ ok: false, error: 'too_many' });
		expect(parseJson('1', { maxValues: 1 }).ok).toBe(true);
		expect(parseJson('1', { maxValues: 0 }).ok).toBe(true);
		const many = `[${'1,'.repeat(998)}1]`;
		expect(parseJson(many, { maxValues: 1_000 })).toMatchObject({ value: { size: 1_000 } });
		expect(parseJson(many, { maxValues: 999 }).ok).toBe(false);
	});

	it('keeps every spelling of a number', () => {
		for (const spelling of ['1.0', '1e999', '-0', '12345678901234567890', '0.10', '1E+02']) {
			expect(parsed(` ${spelling} `).raw(0)).toBe(spelling);
			expect(compact(parsed(`{"n": ${spelling}}`), 0)).toBe(`{"n":${spelling}}`);
		}
	});

	it('scans a long string full of escapes once', () => {
		const text = `["${`${'a'.repeat(40)}\\n`.repeat(50_000)}"]`;
		expect(parsed(text).raw(1)).toBe(text.slice(1, -1));
	});

	it('treats __proto__ and friends as plain keys', () => {
		const tape = parsed('{"__proto__":{"x":1},"constructor":2,"hasOwnProperty":3}');
		expect(tape.key(1)).toBe('__proto__');
		expect(tape.raw(tape.member(0, 'constructor'))).toBe('2');
		expect(tape.member(0, 'toString')).toBe(-1);
		expect('x' in {}).toBe(false);
	});
});
