import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ceiling } from '../../../src/protect/tokens/ceiling';
import { countExact } from '../../../src/protect/tokens/exact';
import { utf8Bytes } from '../../../src/shared/utf8';
import { share, times } from '../../fuzz-runs';
import { corpusPresent, corpusWindows } from './corpus';
import { FLOODS, hostileTexts } from './hostile';

const anyText = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 300 }),
	fc.string({ unit: 'grapheme-ascii', maxLength: 300 }),
	fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 }).map((codes) => {
		return String.fromCharCode(...codes);
	}),
);

/** Tokens a word or number cut in two may cost more together than apart. */
const SEAM = 4;

describe('the ceiling', () => {
	it('is a whole number of tokens, never above the bytes and never zero for a text', () => {
		fc.assert(
			fc.property(anyText, (text) => {
				const tokens = ceiling(text);
				expect(Number.isSafeInteger(tokens)).toBe(true);
				expect(tokens).toBeLessThanOrEqual(utf8Bytes(text));
				expect(tokens === 0).toBe(text === '');
			}),
		);
	});

	it('of two parts together covers the whole, but for the seam', () => {
		fc.assert(
			fc.property(anyText, anyText, (a, b) => {
				expect(ceiling(a) + ceiling(b) + SEAM).toBeGreaterThanOrEqual(ceiling(a + b));
			}),
			{ numRuns: times(100, 300) },
		);
	});

	it('of the pieces of a hostile text adds up to no less than its exact count', async () => {
		for (const { name, text } of share([...hostileTexts(5, 2_000)], 3)) {
			let sum = 0;
			for (let at = 0; at < text.length; at += 250) sum += ceiling(text.slice(at, at + 250));
			const { tokens } = await countExact(text);
			expect(sum + SEAM, name).toBeGreaterThanOrEqual(tokens);
		}
	});

	// A hundredth: exact counting cuts long runs, which adds a token per 256 characters.
	it.each(
		share(
			[
				[1, 600],
				[2, 3_000],
				[3, 6_000],
			] as const,
			3,
			1,
		),
	)('is not exceeded by hostile texts (seed %i, %i characters)', async (seed, length) => {
		for (const { name, text } of hostileTexts(seed, length)) {
			const { tokens } = await countExact(text);
			expect(tokens, name).toBeLessThanOrEqual(Math.ceil(ceiling(text) * 1.01));
		}
	});

	it('is not exceeded where hostile texts are mixed', async () => {
		const kinds = hostileTexts(4, 400);
		for (let at = 0; at + 8 <= kinds.length; at += 4) {
			const mixed = kinds.slice(at, at + 8);
			const text = mixed.map((kind) => kind.text.slice(0, 300)).join(' ');
			const { tokens } = await countExact(text);
			expect(tokens, mixed.map(({ name }) => name).join()).toBeLessThanOrEqual(ceiling(text));
		}
	});

	it('takes floods of 100 KB', () => {
		for (const flood of FLOODS) {
			const text = flood.repeat(Math.ceil(100_000 / flood.length));
			expect(ceiling(text), JSON.stringify(flood)).toBeLessThanOrEqual(utf8Bytes(text));
		}
	});

	it.each([
		['English', 'The guest arrives late and asks for a quiet room with a view of the harbour. '],
		['Russian', 'Гость приезжает поздно и просит тихий номер с видом на гавань. '],
		['Chinese', '客人很晚才到，希望安排一间安静的、能看到港口的房间。'],
		['Japanese', 'お客様は遅くに到着し、港が見える静かな部屋を希望しています。'],
		['JSON', '{"id":"bk_1042","status":"confirmed","guest":{"name":"Ann Lee"},"nights":3},'],
		['code', 'export const total = (items) => items.reduce((sum, item) => sum + item.price, 0);\n'],
	])('stays near the exact count of %s', async (_, sentence) => {
		const text = sentence.repeat(30);
		const { tokens } = await countExact(text);
		expect(tokens / ceiling(text)).toBeGreaterThan(0.6);
		expect(tokens / ceiling(text)).toBeLessThanOrEqual(1);
	});

	it.runIf(corpusPresent)(
		'bounds real documents and leaves little of a budget unused',
		async () => {
			let exceeded = 0;
			let tight = 0;
			let windows = 0;
			for (const size of [1_500, 10_000]) {
				for (const window of share([...corpusWindows(size, 3)], 12)) {
					const used = (await countExact(window)).tokens / ceiling(window);
					windows++;
					if (used > 1) exceeded++;
					if (used >= 0.78) tight++;
				}
			}
			expect(windows).toBeGreaterThan(80);
			expect(exceeded).toBe(0);
			expect(tight / windows).toBeGreaterThan(0.95);
		},
	);
});
