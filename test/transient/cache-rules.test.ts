// Rules of providers' caches by the names of their models, as the providers' documents give them.
import { describe, expect, it } from 'vitest';
import { cacheRulesFor, timesOf } from '../../src/transient/cache-rules';

const MINUTE = 60_000;

describe('a provider whose requests mark what is cached', () => {
	const rulesOf = (model: string, more: object = {}) => cacheRulesFor(true, { model, ...more });

	it.each<[model: string, least: number, read: number, binds: boolean, turns?: number]>([
		['claude-haiku-4-5-20251001', 4_096, 0.1, false, 1],
		['claude-opus-4-5', 4_096, 0.1, false],
		['claude-opus-4-6', 4_096, 0.1, false],
		['claude-opus-4-7', 2_048, 0.1, false],
		['claude-opus-4-1-20250805', 1_024, 0.1, false, 1],
		['claude-opus-4-20250514', 1_024, 0.1, false, 1],
		['claude-3-5-haiku-20241022', 2_048, 0.1, false, 1],
		['claude-3-haiku-20240307', 2_048, 0.1, false, 1],
		['claude-haiku-3', 2_048, 0.1, false, 1],
		['claude-3-7-sonnet-latest', 1_024, 0.1, false, 1],
		['claude-sonnet-4-20250514', 1_024, 0.1, false, 1],
		['claude-sonnet-4-5', 1_024, 0.1, false, 1],
		['claude-sonnet-4-6', 1_024, 0.1, false],
		['claude-sonnet-4.6', 1_024, 0.1, false],
		['claude-opus-5', 512, 0.1, false],
		['claude-opus-5-20270101', 512, 0.1, false],
		['claude-mythos-5', 512, 0.1, false],
		['claude-sonnet-5', 1_024, 0.1, false],
		['claude-haiku-5-20261111', 1_024, 0.1, false],
		['claude-sonnet-5-1', 1_024, 0.1, true],
		['claude-fable-5', 512, 0.1, false],
		['claude-fable-5-1', 512, 0.025, true],
		['claude-fable-5.1', 512, 0.025, true],
		['claude-opus-5-5', 512, 0.05, true],
		['claude-sonnet-5.5', 512, 0.05, true],
		['claude-haiku-5-5', 512, 0.05, true],
		['another\nmodel', 1_024, 0.1, true],
	])('%s: at least %i tokens, read at %f', (model, least, read, bindsThinking, thinkingTurns) => {
		expect(rulesOf(model)).toEqual({
			...{ marks: 4, lookBack: 20, anywhere: false, least, read, bindsThinking, thinkingTurns },
			lives: [
				{ name: '5m', lasts: 5 * MINUTE, write: 1.25 },
				{ name: '1h', lasts: 60 * MINUTE, write: 2 },
			],
		});
	});

	it('shows a model the thinking of as many turns as a request wants', () => {
		const turns = (keep: unknown, model = 'claude-opus-5', more: readonly object[] = []) =>
			rulesOf(model, {
				context_management: { edits: [...more, { type: 'clear_thinking_20251015', keep }] },
			}).thinkingTurns;
		expect(turns({ type: 'thinking_turns', value: 3 })).toBe(3);
		expect(turns({ value: 0 })).toBe(1);
		expect(turns({ value: 'x' })).toBe(1);
		expect(turns({ value: 2 }, 'claude-opus-5', [{ type: 'clear_tool_uses_20250919' }])).toBe(2);
		expect(turns(undefined)).toBe(1);
		expect(turns('all', 'claude-3-haiku')).toBeUndefined();
		for (const context_management of [undefined, 7, {}, { edits: 7 }, { edits: [null] }])
			expect(rulesOf('claude-opus-5', { context_management }).thinkingTurns).toBeUndefined();
		expect(cacheRulesFor(false, { model: 'claude-3-haiku' }).thinkingTurns).toBeUndefined();
	});
});

describe('a provider that caches by itself', () => {
	const rulesOf = (model: unknown, more: object = {}) => cacheRulesFor(false, { model, ...more });
	const day = 1_440;

	it.each<
		[
			string,
			least: number,
			read: number,
			anywhere: boolean,
			lasts: number,
			outlasts: number,
			write: number,
			long?: number,
		]
	>([
		['gemini-2.5-pro', 4_096, 0.1, true, 5, 5, 1, 200_000],
		['gemini-3-pro-preview', 4_096, 0.1, true, 5, 5, 1, 200_000],
		['gemini-2.5-flash', 4_096, 0.1, true, 5, 5, 1],
		['gpt-4o-mini', 1_024, 0.5, true, 5, day, 1],
		['o1-preview', 1_024, 0.5, true, 5, day, 1],
		['gpt-4.1', 1_024, 0.25, true, 5, day, 1],
		['o3', 1_024, 0.25, true, 5, day, 1],
		['o4-mini', 1_024, 0.25, true, 5, day, 1],
		['gpt-5.4', 1_024, 0.1, true, 5, day, 1, 272_000],
		['gpt-5.5-2026', 1_024, 0.1, true, 5, day, 1, 272_000],
		['gpt-5.4-mini', 1_024, 0.1, true, 5, day, 1],
		['gpt-5.5-nano', 1_024, 0.1, true, 5, day, 1],
		['gpt-5', 1_024, 0.1, true, 5, day, 1],
		['gpt-5.2', 1_024, 0.1, true, 5, day, 1],
		['gpt-5-mini', 1_024, 0.1, true, 5, day, 1],
		['gpt-5.6', 1_024, 0.1, false, 30, day, 1.25],
		['gpt-6.1-sol', 1_024, 0.05, false, 30, day, 1.25],
		['gpt-6', 1_024, 0.1, false, 30, day, 1.25],
		['gpt-oss', 1_024, 0.1, false, 30, day, 1.25],
		['llama', 1_024, 0.5, true, 5, day, 1],
	])('%s', (model, least, read, anywhere, lasts, outlasts, write, beyond) => {
		const rules = rulesOf(model);
		expect(rules).toEqual({
			...{ marks: 0, lookBack: Number.POSITIVE_INFINITY, anywhere, least, read },
			lives: [{ name: '', lasts: lasts * MINUTE, outlasts: outlasts * MINUTE, write }],
			...(beyond && { long: { beyond, times: 2 } }),
		});
		const at = beyond ?? 1_000_000;
		expect([timesOf(at, rules), timesOf(at + 1, rules)]).toEqual([1, beyond ? 2 : 1]);
	});

	it('is taken for the dearest of its kind where the model has no name: the least is cached', () => {
		expect(rulesOf(undefined)).toEqual(rulesOf('gemini-2.5-pro'));
		expect(cacheRulesFor(true, {}).least).toBe(4_096);
	});

	it('keeps no entry beyond its life where a request wants it in memory alone', () => {
		const [life] = rulesOf('gpt-5', { prompt_cache_retention: 'in_memory' }).lives;
		expect(life).toEqual({ name: '', lasts: 5 * MINUTE, write: 1, outlasts: undefined });
		const [longer] = rulesOf('gpt-5', { prompt_cache_retention: '24h' }).lives;
		expect(longer?.outlasts).toBe(day * MINUTE);
	});
});
