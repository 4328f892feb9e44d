import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimate, heuristic, measure } from '../../../src/protect/tokens/estimate';
import { countExact } from '../../../src/protect/tokens/exact';
import { corpusPresent, corpusWindows } from './corpus';
import { FLOODS, hostileTexts } from './hostile';

const anyText = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 300 }),
	fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 }).map((codes) => {
		return String.fromCharCode(...codes);
	}),
);

describe('the calibrated estimator', () => {
	it('is a whole number of tokens for any text, zero for the empty one only', () => {
		fc.assert(
			fc.property(anyText, (text) => {
				const tokens = estimate(text);
				expect(Number.isSafeInteger(tokens)).toBe(true);
				expect(tokens === 0).toBe(text === '');
			}),
		);
	});

	it('is the same for the same text', () => {
		fc.assert(fc.property(anyText, (text) => estimate(text) === estimate(`${text}`)));
	});

	it('is within 20 % of the exact count of ordinary JSON', async () => {
		const json = JSON.stringify(
			Array.from({ length: 50 }, (_, id) => ({
				id,
				name: `Booking ${id}`,
				status: id % 2 ? 'confirmed' : 'cancelled',
				total: { amount: 120.5 + id, currency: 'EUR' },
			})),
		);
		const { tokens } = await countExact(json);
		expect(Math.abs(estimate(json) / tokens - 1)).toBeLessThan(0.2);
	});

	it('takes floods of 100 KB and never counts them as nothing', () => {
		for (const flood of FLOODS) {
			const text = flood.repeat(Math.ceil(100_000 / flood.length));
			expect(estimate(text), JSON.stringify(flood)).toBeGreaterThan(text.length / 100);
		}
	});

	it('counts every kind of hostile text as something', () => {
		for (const { name, text } of hostileTexts(1, 2_000)) {
			expect(estimate(text), name).toBeGreaterThan(0);
		}
	});

	it('samples a long text within 4 % of what its parts come to', () => {
		const part = `${JSON.stringify({ id: 7, title: 'Sea view', nights: [1, 2, 3] })}\n`.repeat(600);
		const whole = part.repeat(10);
		expect(whole.length).toBeGreaterThan(64 * 1024);
		expect(Math.abs(estimate(whole) / (estimate(part) * 10) - 1)).toBeLessThan(0.04);
	});

	it.runIf(corpusPresent)('is within 20 % on 99 % of real documents', async () => {
		let within = 0;
		let windows = 0;
		for (const window of corpusWindows(6_000, 3)) {
			const { tokens } = await countExact(window);
			windows++;
			if (Math.abs(estimate(window) / tokens - 1) <= 0.2) within++;
		}
		expect(windows).toBeGreaterThan(200);
		expect(within / windows).toBeGreaterThanOrEqual(0.99);
	});
});

describe('the heuristic', () => {
	it('is a quarter of the characters and a fifth on top, rounded up', () => {
		expect(heuristic('')).toBe(0);
		expect(heuristic('abc')).toBe(1);
		expect(heuristic('x'.repeat(100))).toBe(30);
		expect(heuristic('x'.repeat(101))).toBe(31);
	});
});

describe('measuring', () => {
	it('uses the configured estimator', () => {
		const text = 'some text to be measured, in English';
		expect(measure(text, { estimator: 'calibrated', tokenFamily: 1 })).toBe(estimate(text));
		expect(measure(text, { estimator: 'heuristic', tokenFamily: 1 })).toBe(heuristic(text));
		expect(measure('ééé', { estimator: 'bytes', tokenFamily: 1 })).toBe(2);
	});

	it('scales for another family of tokenizers and rounds up', () => {
		const text = 'x'.repeat(100);
		expect(measure(text, { estimator: 'heuristic', tokenFamily: 1.31 })).toBe(40);
	});

	it('an estimator that throws is replaced by a quarter of the bytes', () => {
		const throwing = () => {
			throw new Error('broken table');
		};
		const estimators = { calibrated: throwing, heuristic: throwing, bytes: throwing };
		const measuring = { estimator: 'calibrated', tokenFamily: 1 } as const;
		expect(measure('abcdefghi', measuring, estimators)).toBe(3);
		expect(measure('ééé', measuring, estimators)).toBe(2);
	});
});
