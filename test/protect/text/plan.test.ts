// Tests of what holds for every plan, whatever the text and the limits (context window protection, FR-020
// to FR-022).

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexLines, lineAt } from '../../../src/protect/text/lines';
import { type ChunkLimits, splitsPair } from '../../../src/protect/text/plan';
import { times } from '../../fuzz-runs';
import { planChunks } from './plan-chunks';
import { chineseProse, minified, plainLog, proseLine } from './sample-texts';

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
const cost = (piece: string) => ({ tokens: piece.length / 4, bytes: bytesOf(piece) });
const limits = (over: Partial<ChunkLimits> = {}): ChunkLimits => ({
	maxLines: 200,
	maxTokens: 1_000,
	maxBytes: 10_000,
	cost,
	...over,
});

const pieces = (text: string, offsets: readonly number[]): string[] =>
	offsets.slice(1).map((end, at) => text.slice(offsets[at], end));

const anyText = fc.oneof(
	fc.string({
		unit: fc.constantFrom(
			...['a', 'word ', 'End. ', '。', '漢', '\n', '\r', '\r\n', '\n\n', '  x\n', '```\n'],
			...[
				'# h\n',
				'| a | b |\n',
				'- i\n',
				'😀',
				'\ud83d',
				'\ude00',
				'👩‍👩‍👧',
				'e\u0301',
				';',
				'}',
				'🇫🇷',
			],
			...[
				'2026-01-02 03:04:05 INFO x\n',
				'\tat a.b(C.java:1)\n',
				'Caused by: x\n',
				'{"a":1}\n',
				'\0',
			],
			...[
				'1,"a\n"",b",c\n',
				',"',
				'"\n',
				'@@ -1,2 +3,4 @@\n',
				'-----BEGIN X-----\n',
				'-----END X-----\n',
				'# Query_time: 1\n',
			],
		),
		maxLength: 300,
	}),
	fc.string({ unit: 'binary', maxLength: 300 }),
);
const anyLimits = fc
	.record({
		maxLines: fc.integer({ min: 1, max: 30 }),
		maxTokens: fc.integer({ min: 1, max: 100 }),
		maxBytes: fc.integer({ min: 8, max: 400 }),
	})
	.map(limits);

describe('planChunks', () => {
	it('gives chunks that concatenate to the text, none of them empty', () => {
		fc.assert(
			fc.property(anyText, anyLimits, (text, bounds) => {
				const chunks = pieces(text, planChunks(text, bounds));
				expect(chunks.join('')).toBe(text);
				expect(chunks.every((chunk) => chunk.length > 0)).toBe(true);
			}),
			{ numRuns: times(20, 400) },
		);
	});

	it('keeps every chunk within lines, tokens and bytes', () => {
		fc.assert(
			fc.property(anyText, anyLimits, (text, bounds) => {
				const plan = planChunks(text, bounds);
				const lines = indexLines(text);
				pieces(text, plan).forEach((chunk, at) => {
					const start = plan[at] as number;
					const end = plan[at + 1] as number;
					const count = lineAt(lines, end - 1) - lineAt(lines, start) + 1;
					expect(count).toBeLessThanOrEqual(bounds.maxLines);
					expect(cost(chunk).tokens).toBeLessThanOrEqual(bounds.maxTokens);
					expect(bytesOf(chunk)).toBeLessThanOrEqual(bounds.maxBytes);
				});
			}),
			{ numRuns: times(20, 400) },
		);
	});

	it('never cuts a surrogate pair or a \\r\\n', () => {
		fc.assert(
			fc.property(anyText, anyLimits, (text, bounds) => {
				for (const offset of planChunks(text, bounds)) {
					expect(splitsPair(text, offset)).toBe(false);
				}
			}),
			{ numRuns: times(20, 400) },
		);
	});

	it('prices each part of the text a bounded number of times, in small pieces', () => {
		const texts = [
			plainLog(1_000),
			proseLine(1_000),
			minified(800),
			'a'.repeat(60_000),
			'\n'.repeat(20_000),
			'```\n# x\n'.repeat(6_000),
			`x\n\n${'y'.repeat(3_900)}\n`.repeat(20),
			`2026-01-02 03:04:05 x\n${'\tat y\n'.repeat(199)}`.repeat(50),
			'a,"b\n\nc",d\n'.repeat(6_000),
			'@@ -1 +1 @@\n+x\n'.repeat(4_000),
			'-----BEGIN A-----\nQUJD\n-----END A-----\n'.repeat(1_600),
		];
		for (const text of texts) {
			let priced = 0;
			const counting = (piece: string) => {
				priced += piece.length;
				expect(piece.length).toBeLessThanOrEqual(512);
				return cost(piece);
			};
			planChunks(text, limits({ cost: counting }));
			expect(priced).toBeLessThan(5 * text.length + 10_000);
		}
	});

	it('takes one character at a time when not even one fits, and comes to an end', () => {
		const text = 'a😀\r\nb';
		const plan = planChunks(text, limits({ maxTokens: 0 }));
		expect(pieces(text, plan)).toEqual(['a', '😀', '\r\n', 'b']);
	});

	it('begins a chunk after as many lines as one may hold', () => {
		const text = plainLog(1_000);
		const lines = indexLines(text);
		const offsets = planChunks(text, limits({ maxTokens: 1e6, maxBytes: 1e6 }));
		expect(offsets.slice(0, -1).map((offset) => lineAt(lines, offset))).toEqual([
			1, 201, 401, 601, 801,
		]);
	});

	it('has no chunk for the empty text', () => {
		expect(planChunks('', limits())).toEqual([0]);
	});

	it('keeps a text that fits in one chunk', () => {
		for (const text of [plainLog(20), proseLine(10), chineseProse(10), 'x', '\n\n']) {
			expect(planChunks(text, limits())).toEqual([0, text.length]);
		}
	});
});
