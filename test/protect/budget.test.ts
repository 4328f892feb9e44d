import { describe, expect, it } from 'vitest';
import {
	atMost,
	budgetOf,
	CEILING_MARGIN,
	estimated,
	exactWeigher,
	exceeds,
	heavier,
	isDoubtful,
	lighter,
	minus,
	plus,
	scale,
	type Weight,
	weigher,
	within,
} from '../../src/protect/budget';
import { ceiling } from '../../src/protect/tokens/ceiling';
import { policy } from './answers';
import { seeded, texts } from './payloads';

const of = (tokens: number, bytes: number): Weight => ({ tokens, bytes });
const shows = 'both';

describe('weights', () => {
	it('are reckoned by each measure', () => {
		const [a, b] = [of(7, 20), of(3, 50)];
		expect([plus(a, b), minus(a, b), heavier(a, b), lighter(a, b), scale(a, 0.5)]).toEqual([
			of(10, 70),
			of(4, -30),
			of(7, 50),
			of(3, 20),
			of(3, 10),
		]);
	});

	it.each([
		[of(5, 9), true],
		[of(6, 9), false],
		[of(5, 10), false],
	])('%j within 5 tokens and 9 bytes: %j', (weight, isWithin) => {
		expect(within(weight, of(5, 9))).toBe(isWithin);
	});

	it('of what is far too long are known by its length', () => {
		expect([65, 66].map((units) => exceeds(units, of(10, 1_000)))).toEqual([false, true]);
		expect([50, 51].map((units) => exceeds(units, of(10, 50)))).toEqual([false, true]);
	});
});

describe('a text under a policy', () => {
	const small = { ...policy, tokenBudgetThreshold: 500, hardByteLimit: 1_000 };

	it('has the lesser budget of user and host', () => {
		expect(budgetOf(small)).toEqual(of(500, 1_000));
		expect(budgetOf({ ...small, host: { shows, tokens: 90, bytes: 80 } })).toEqual(of(90, 80));
		expect(budgetOf({ ...small, host: { shows, tokens: 900, bytes: 8_000 } })).toEqual(
			of(500, 1_000),
		);
	});

	it('weighs its bytes, or as much of them as it has of what its host counts', () => {
		expect(weigher(small)('héé\n').bytes).toBe(6);
		const bytes = (host: object) =>
			weigher({ ...small, host: { shows, ...host } })('héé\n\n').bytes;
		expect(bytes({ characters: 100 })).toBe(50);
		expect(bytes({ characters: 100_000 })).toBe(7);
		expect(bytes({ lines: 10 })).toBe(200);
		expect(bytes({ lines: 10, characters: 10 })).toBe(500);
	});

	it('that fits nowhere weighs infinitely much', () => {
		const weigh = weigher(small);
		expect(weigh('x'.repeat(1_001)).tokens).toBe(Number.POSITIVE_INFINITY);
		expect(weigh('x'.repeat(1_000)).tokens).toBeLessThan(1_000);
	});

	it('weighs the same again, whatever limit it was weighed for before', () => {
		const text = 'Some words that are not all alike, twenty of them or so. '.repeat(9);
		const whole = weigher(small)(text);
		const weigh = weigher(small);
		expect(weigh(text, of(5, 1_000)).tokens).toBeGreaterThan(5);
		expect(weigh(text)).toEqual(whole);
		expect(weigh(text, of(5, 1_000))).toEqual(whole);
	});

	it('is counted where it can be, unless it is long or something else was configured', () => {
		const weigh = () => of(1, 1);
		const counted = { ...small, count: (text: string) => text.length, tokenFamily: 1.5 };
		expect(exactWeigher(counted, weigh)('abc')).toEqual(of(5, 3));
		expect(exactWeigher(counted, weigh)('x'.repeat(1_000)).tokens).toBe(1_500);
		expect(exactWeigher(counted, weigh)('x'.repeat(1_001))).toEqual(of(1, 1));
		const large = { ...counted, hardByteLimit: 1_000_000 };
		expect(exactWeigher(large, weigh)('x'.repeat(400_001))).toEqual(of(1, 1));
		expect(exactWeigher({ ...counted, estimator: 'heuristic' }, weigh)).toBe(weigh);
		expect(exactWeigher(small, weigh)).toBe(weigh);
	});
});

describe('few words that are repeated', () => {
	const few = 'lala loli '.repeat(540);
	const many = texts.consonants?.(seeded(5), 5_000) ?? '';

	it('may cost more than their bound, and are counted or taken at their bytes', () => {
		expect(atMost(few)).toBe(few.length);
		expect(atMost(few.slice(0, 2_000))).toBe(
			Math.ceil(ceiling(few.slice(0, 2_000)) * CEILING_MARGIN),
		);
		expect(atMost(many)).toBe(Math.ceil(ceiling(many) * CEILING_MARGIN));
		const counted = { ...policy, hardByteLimit: 100_000, count: () => 7_777, tokenFamily: 2 };
		expect(weigher(counted)(few).tokens).toBe(15_554);
		expect(weigher(counted)(few.slice(0, 2_000)).tokens).toBeLessThan(15_554);
		expect(weigher(counted)(many).tokens).toBe(Math.ceil(ceiling(many) * CEILING_MARGIN * 2));
	});

	it('are doubtful where they may exceed the budget', () => {
		const budget = (tokenBudgetThreshold: number) => ({ ...policy, tokenBudgetThreshold });
		expect(isDoubtful(few, budget(500))).toBe(true);
		expect(isDoubtful(few, budget(few.length))).toBe(false);
		expect(isDoubtful(few.slice(0, 2_000), budget(500))).toBe(false);
		expect(isDoubtful(many, budget(500))).toBe(false);
	});
});

describe('an estimate', () => {
	it('is never far below the bound, of which parts of a long text are looked at', () => {
		const odd = 'zxqj vkwq '.repeat(100);
		const least = (text: string, family = 1) =>
			Math.floor(ceiling(text) * CEILING_MARGIN * family * 0.55);
		expect(estimated(odd, policy)).toBeGreaterThanOrEqual(least(odd));
		expect(estimated(odd, { ...policy, estimator: 'heuristic' })).toBe(
			Math.ceil((odd.length / 4) * 1.2),
		);
		const runes = '\u{16a0}\u{16a2}\u{16a6} '.repeat(200);
		expect(estimated(runes, policy)).toBeGreaterThanOrEqual(least(runes));
		const long = runes.repeat(50);
		expect(estimated(long, policy) / estimated(runes, policy)).toBeCloseTo(50, -1);
		expect(estimated(long, { ...policy, tokenFamily: 2 }) / estimated(long, policy)).toBeCloseTo(
			2,
			1,
		);
	});
});
