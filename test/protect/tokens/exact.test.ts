import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { spread } from '../../../src/protect/tokens/estimate';
import { countExact, loadRanks, quickCounter, ranksOf } from '../../../src/protect/tokens/exact';
import { utf8Bytes } from '../../../src/shared/utf8';
import { times } from '../../fuzz-runs';

describe('counting exactly', () => {
	it('counts as o200k does', async () => {
		expect(await countExact('')).toEqual({ tokens: 0, sampled: false });
		expect(await countExact('hello world')).toEqual({ tokens: 2, sampled: false });
	});

	it("reads the words out of the package's text as the package has them", async () => {
		const module = fileURLToPath(import.meta.resolve('gpt-tokenizer/bpeRanks/o200k_base'));
		expect(ranksOf(readFileSync(module, 'utf8'))).toEqual(await loadRanks());
	});

	it("counts as the package's own function does", async () => {
		const texts = [
			'naïve 中文 \r\n\t x\u00a0y',
			'<|endoftext|> {"a":[1,2.50]}',
			'ก็ 👩‍👩‍👧 ½',
			"it's I'LL",
		];
		for (const text of texts) {
			const tokens = countTokens(text, { disallowedSpecial: new Set() });
			expect((await countExact(text)).tokens).toBe(tokens);
		}
	});

	it('takes the spelling of special tokens as text', async () => {
		for (const text of ['<|endoftext|>', '<|im_start|>', 'a <|fim_prefix|> b <|endofprompt|>']) {
			expect((await countExact(text)).tokens).toBeGreaterThan(3);
		}
	});

	it('is linear in an unbroken run, and at most a token per cut above the count of the whole', async () => {
		const run = 'a'.repeat(20_000);
		const { tokens } = await countExact(run);
		expect(tokens).toBeGreaterThanOrEqual(2_500);
		expect(tokens).toBeLessThanOrEqual(2_500 + 20_000 / 256);
	});

	it.each(['中', 'ก', '[', ' ', '😀', '\ud800', 'xq', '\u0301'])(
		'takes a run of 30,000 times %j',
		async (piece) => {
			const text = piece.repeat(30_000);
			const { tokens } = await countExact(text);
			expect(tokens).toBeGreaterThan(0);
			expect(tokens).toBeLessThanOrEqual(utf8Bytes(text));
		},
	);

	it('cuts long runs but no character, and sooner where somebody waits', async () => {
		const quick = await quickCounter();
		const plain = (...parts: string[]): number =>
			parts.reduce((sum, part) => sum + countTokens(part), 0);
		const letters = 'xq'.repeat(160);
		const [first, second, third] = [0, 64, 128].map((at) => letters.slice(at, at + 64));
		expect(quick(`${first}${second}xq`)).toBe(plain(first as string, second as string, 'xq'));
		expect(quick(third as string)).toBe(plain(third as string));
		expect((await countExact(letters)).tokens).toBe(
			plain(letters.slice(0, 256), letters.slice(256)),
		);
		for (const pair of ['😀', '\ud800\udfff', '\udbff\udc00']) {
			const run = `!${pair.repeat(140)}`;
			expect(quick(run.slice(0, 101))).toBe(plain(run.slice(0, 63), run.slice(63, 101)));
			expect((await countExact(run)).tokens).toBe(plain(run.slice(0, 255), run.slice(255)));
		}
		const single = `${'!'.repeat(63)}😀${'!'.repeat(64)}`;
		expect(quick(single)).toBe(plain(single.slice(0, 63), single.slice(63, 127), '!'));
	});

	it('counts JSON part by part as it does the whole, and no further than it was asked', async () => {
		const quick = await quickCounter();
		const text = fc.oneof(fc.constantFrom('id', 'naïve', "it's", 'ALL', '中文', 'a"b', '…x', ' y'));
		const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.string());
		const rows = fc.array(fc.dictionary(text, value, { minKeys: 1 }), { maxLength: 120 });
		fc.assert(
			fc.property(rows, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
				const json = JSON.stringify(list);
				const tokens = countTokens(json, { disallowedSpecial: new Set() });
				const most = Math.floor(tokens * 2 * share);
				expect(quick(json, most) > most).toBe(tokens > most);
				expect(quick(json)).toBe(tokens);
			}),
			{ numRuns: times(67, 200) },
		);
	});

	it('samples above the cap and says so', async () => {
		const text = 'The harbour is quiet in the morning. '.repeat(2_000);
		const whole = await countExact(text);
		const part = await countExact(text, { maxChars: 8_000 });
		expect(part.sampled).toBe(true);
		expect(Math.abs(part.tokens / whole.tokens - 1)).toBeLessThan(0.05);
		expect((await countExact(text, { maxChars: text.length })).sampled).toBe(false);
	});

	it('scales up what sixteen parts of the text come to', async () => {
		// Each part of ten units begins with a word of a token, two units long.
		expect(await countExact(' a'.repeat(155), { maxChars: 169 })).toEqual({
			tokens: 155,
			sampled: true,
		});
	});
});

describe('UTF-8 bytes', () => {
	it('are what an encoder makes of the text, lone surrogates included', () => {
		const units = fc.array(
			fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7f0, max: 0xe010 })),
		);
		fc.assert(
			fc.property(units, (codes) => {
				const text = String.fromCharCode(...codes);
				expect(utf8Bytes(text)).toBe(Buffer.byteLength(text, 'utf8'));
			}),
		);
	});
});

describe('spreading', () => {
	it('gives blocks of the size asked for, the first at the start and the last at the end', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 100, max: 100_000 }),
				fc.integer({ min: 2, max: 20 }),
				fc.integer({ min: 1, max: 100 }),
				(length, blocks, size) => {
					const all = [...spread(length, blocks, size)];
					expect(all).toHaveLength(blocks);
					expect(all.every(([from, to]) => to - from === size && to <= length)).toBe(true);
					expect(all[0]?.[0]).toBe(0);
					expect(all.at(-1)?.[1]).toBe(length);
				},
			),
		);
	});
});
