import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { effective } from '../../src/config/layers';
import { policyFor } from '../../src/config/policy';
import { protect, shown } from '../../src/protect';
import { countingFor } from '../../src/protect/reduction';
import { ok } from '../../src/shared/result';
import { times } from '../fuzz-runs';

const policyOf = (document: object) => {
	const made = effective([{ name: 'runtime', document }], { checkUrl: (url) => ok(url) });
	if (!made.ok) throw new Error(JSON.stringify(made.error));
	return policyFor(made.value.config, 'shop__list');
};
const textOf = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** A word that costs the tokenizer several times its bound. */
const DEAR = 'VEPNUDA';
const word = fc.oneof(
	fc.constant(DEAR),
	fc.constantFrom('administration', 'international', 'responsibilities'),
	fc.string({ minLength: 3, maxLength: 9, unit: fc.constantFrom(...'ZXQJKVWPDUEÅÞ漢') }),
);
const KINDS: Readonly<Record<string, (words: readonly string[]) => string>> = {
	list: (words) =>
		JSON.stringify(
			Array.from({ length: 2_000 }, (_, id) =>
				Object.fromEntries(words.map((each) => [each, each + (id % 3)])),
			),
		),
	object: (words) =>
		JSON.stringify({
			id: 1,
			...Object.fromEntries(words.map((each) => [each, Array(4_000).fill(each)])),
		}),
	text: (words) => `${words.join(' ')}\n`.repeat(6_000),
};

describe('a first answer of few words', () => {
	it('holds its budget where it may be as long as that, with the tokenizer', async () => {
		const texts = [
			'VEPNUDA '.repeat(5_000).trim(),
			'deadbeef '.repeat(4_000),
			Array.from({ length: 3_000 }, (_, id) => `{"id":${id},"a":"VEPNUDA deadbeef"}`).join('\n'),
		];
		for (const text of texts)
			for (const room of [500, 1_000, 2_000, 4_000]) {
				const policy = policyOf({
					tokenBudgetThreshold: room,
					firstAnswerTokens: { list: room, object: room, text: room },
				});
				const result = textOf(text);
				const outcome = protect(result, { view: {} }, await countingFor(result, {}, policy));
				const { text: answer } = shown(outcome.place(outcome.positions.map(() => 'h'.repeat(43))));
				expect(countTokens(answer), `${text.slice(0, 20)} ${room}`).toBeLessThanOrEqual(room);
			}
	});

	it('holds its budget to the token, without a tokenizer', async () => {
		const given = fc.tuple(
			fc.array(word, { minLength: 1, maxLength: 9 }),
			fc.constantFrom(...Object.keys(KINDS)),
			fc.constantFrom(600, 800),
		);
		await fc.assert(
			fc.asyncProperty(given, async ([words, kind, room]) => {
				const policy = policyOf({ firstAnswerTokens: { list: room, object: room, text: room } });
				const result = textOf((KINDS[kind] as (typeof KINDS)[string])(words));
				const counted = await countingFor(result, {}, policy);
				expect(counted.count).toBeUndefined();
				expect(counted.hardByteLimit).toBe(policy.tokenBudgetThreshold);
				const outcome = protect(result, { view: {} }, counted);
				const { text } = shown(outcome.place(outcome.positions.map(() => 'h'.repeat(43))));
				expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_000);
				expect(countTokens(text)).toBeLessThanOrEqual(policy.tokenBudgetThreshold);
			}),
			{ numRuns: times(20, 10) },
		);
	});

	it.each([
		['a call says how much it wants', {}, { limit: 50 }, 600],
		['it is to be as long as its budget', { firstAnswerTokens: { list: 4_000 } }, {}, 600],
		[
			'its budget is less than the smallest answer takes',
			{ tokenBudgetThreshold: 500, firstAnswerTokens: { list: 100, object: 100, text: 100 } },
			{},
			600,
		],
		['nothing is left out of it', { endpoints: { shop__list: { summarization: false } } }, {}, 600],
		['its original may be within its limits', {}, {}, 20],
	])('is counted where %s', async (_, document, view, items) => {
		const list = Array.from({ length: items }, () => ({
			name: DEAR,
			state: DEAR,
			note: `${DEAR} `.repeat(30),
		}));
		const counted = await countingFor(textOf(JSON.stringify(list)), view, policyOf(document));
		expect(counted.count).toBeTypeOf('function');
	});
});
