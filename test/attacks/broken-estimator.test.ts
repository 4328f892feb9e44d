// An estimator that throws, for whatever reason: bytes decide, and the call succeeds.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { utf8Bytes } from '../../src/shared/utf8';
import { bookings, both, seeded, text, words } from '../protect/payloads';

const fail = vi.fn((): number => {
	throw new RangeError('the table is broken');
});

let answers: typeof import('../protect/answers');

// Files share their modules: these are loaded anew for this one, and again after it.
beforeAll(async () => {
	vi.resetModules();
	vi.doMock('../../src/protect/tokens/estimate', async (original) => {
		const real = await original<typeof import('../../src/protect/tokens/estimate')>();
		const { heuristic } = real;
		const estimators = { calibrated: fail, heuristic, bytes: heuristic };
		const measure: typeof real.measure = (text, by) => real.measure(text, by, estimators);
		return { ...real, measure };
	});
	answers = await import('../protect/answers');
});

afterAll(() => {
	vi.doUnmock('../../src/protect/tokens/estimate');
	vi.resetModules();
});

it.each([
	['a list', () => both({ bookings: bookings(seeded(1), 500) })],
	['a long text', () => text(words(seeded(2), 20_000))],
])('of %s is no fault of the call: bytes decide', (_, make) => {
	const { policy, sent } = answers;
	const { answer } = sent(make());
	for (const part of [
		answer.content.map((block) => String(block.text)).join('\n'),
		answer.structured,
	])
		expect(utf8Bytes(part ?? '')).toBeLessThanOrEqual(policy.hardByteLimit);
});

it('loses nothing: the pages are the whole list', () => {
	const items = bookings(seeded(3), 300);
	const pages = answers.walk(both({ bookings: items }));
	expect(pages.flatMap((page) => page.bookings)).toMatchObject(items.map(({ id }) => ({ id })));
	// It was asked, and it failed each time.
	expect(fail).toHaveBeenCalled();
	expect(fail).not.toHaveReturned();
});
