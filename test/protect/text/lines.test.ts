// Line index and ranges over any mixture of terminators (context window protection, FR-023).

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexLines, lineAt, lineRange, lineStart } from '../../../src/protect/text/lines';

const mixed = fc.string({ unit: fc.constantFrom('a', 'B', ' ', '\n', '\r', '\r\n', 'é', '😀') });

/** The definition, spelled with a pattern. */
const reference = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];

const split = (text: string): string[] => {
	const index = indexLines(text);
	return Array.from({ length: index.count }, (_, at) =>
		text.slice(lineStart(index, at + 1), lineStart(index, at + 2)),
	);
};

describe('indexLines', () => {
	it('splits at \\n, \\r\\n and lone \\r, and at nothing else', () => {
		fc.assert(
			fc.property(mixed, (text) => {
				expect(split(text)).toEqual(reference(text));
			}),
		);
		expect(split('a\u2028b\u0085c\fd')).toHaveLength(1);
	});

	it('counts no line in the empty text and none after a last terminator', () => {
		expect(indexLines('').count).toBe(0);
		expect(indexLines('\n').count).toBe(1);
		expect(indexLines('a\r\n').count).toBe(1);
		expect(indexLines('a\n\nb').count).toBe(3);
	});

	it('finds the line of every offset', () => {
		fc.assert(
			fc.property(mixed, (text) => {
				const index = indexLines(text);
				for (let offset = 0; offset < text.length; offset += 1) {
					const line = lineAt(index, offset);
					expect(lineStart(index, line)).toBeLessThanOrEqual(offset);
					expect(lineStart(index, line + 1)).toBeGreaterThan(offset);
				}
			}),
		);
	});

	it('clamps offsets outside the text', () => {
		const index = indexLines('a\nb\n');
		expect(lineAt(index, 99)).toBe(2);
		expect(lineAt(indexLines(''), 0)).toBe(0);
	});
});

describe('lineRange', () => {
	const slice = (text: string, startLine: number, endLine: number): string => {
		const { start, end } = lineRange(indexLines(text), startLine, endLine);
		return text.slice(start, end);
	};

	it('gives exactly the lines asked for', () => {
		fc.assert(
			fc.property(mixed, fc.integer({ min: 1, max: 30 }), fc.nat(30), (text, start, more) => {
				const expected = reference(text)
					.slice(start - 1, start + more)
					.join('');
				expect(slice(text, start, start + more)).toBe(expected);
			}),
		);
	});

	it('is clamped to the text and empty beyond it or when turned round', () => {
		expect(slice('a\nb\nc', 2, 1e9)).toBe('b\nc');
		expect(slice('a\nb\nc', -3, 1)).toBe('a\n');
		expect(lineRange(indexLines('a\nb\nc'), 4, 9)).toEqual({ start: 5, end: 5 });
		expect(slice('a\nb\nc', 3, 2)).toBe('');
		expect(slice('a\nb\nc', -3, -1)).toBe('');
		expect(slice('', 1, 5)).toBe('');
	});
});
