import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/shared/canonical-json';
import { byCodePoint, sortedByCodePoint } from '../../src/shared/code-point-order';

describe('canonicalJson', () => {
	it('sorts members by code point, at every depth, names that are integers included', () => {
		const value = { '🚢': 1, ﬁ: 2, '10': { b: [], a: {} }, '9': null };
		expect(canonicalJson(value)).toBe('{"10":{"a":{},"b":[]},"9":null,"ﬁ":2,"🚢":1}');
	});

	it('indents as JSON.stringify does', () => {
		const value = { a: [1, [], { b: 'x\n' }], c: {}, d: [[true]] };
		expect(canonicalJson(value, 2)).toBe(JSON.stringify(value, null, 2));
	});

	it('leaves out what is undefined, and keeps the spelling of raw numbers', () => {
		const raw = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON('1.00');
		expect(canonicalJson({ b: undefined, a: [undefined, raw] })).toBe('{"a":[null,1.00]}');
	});

	it('is equal for equal values and means the same value', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
				const text = canonicalJson(value, indent);
				const again = JSON.parse(text);
				expect(canonicalJson(again, indent)).toBe(text);
				expect(again).toEqual(JSON.parse(JSON.stringify(value)));
			}),
		);
	});

	it('writes values of any depth', () => {
		let value: unknown = 1;
		for (let depth = 0; depth < 100_000; depth++) value = [value];
		expect(canonicalJson(value)).toHaveLength(200_001);
	});
});

describe('the order by code point', () => {
	const bytes = (text: string) => Buffer.from(text, 'utf8');

	it('is the order of the UTF-8 bytes', () => {
		const text = fc.string({ unit: 'binary' });
		fc.assert(
			fc.property(text, text, (a, b) => {
				expect(Math.sign(byCodePoint(a, b))).toBe(Buffer.compare(bytes(a), bytes(b)));
			}),
		);
		fc.assert(
			fc.property(fc.array(text), (texts) => {
				expect(sortedByCodePoint(texts)).toEqual([...texts].sort(byCodePoint));
			}),
		);
	});
});
