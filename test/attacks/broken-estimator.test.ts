// An estimator that throws, for whatever reason: bytes decide, and the call succeeds.
import { expect, it, vi } from 'vitest';
import { utf8Bytes } from '../../src/shared/utf8';
import { policy, sent, walk } from '../protect/answers';
import { bookings, both, seeded, text, words } from '../protect/payloads';

const broken = vi.hoisted(() => ({
	fail: vi.fn((): number => {
		throw new RangeError('the table is broken');
	}),
}));
vi.mock('../../src/protect/tokens/estimate', () => ({ estimate: broken.fail }));
vi.mock('../../src/protect/tokens/heuristic', () => ({ heuristic: broken.fail }));

it.each([
	['a list', () => both({ bookings: bookings(seeded(1), 500) })],
	['a long text', () => text(words(seeded(2), 20_000))],
])('of %s is no fault of the call: bytes decide', (_, make) => {
	const { answer } = sent(make());
	for (const part of [
		answer.content.map((block) => String(block.text)).join('\n'),
		answer.structured,
	])
		expect(utf8Bytes(part ?? '')).toBeLessThanOrEqual(policy.hardByteLimit);
});

it('loses nothing: the pages are the whole list', () => {
	const items = bookings(seeded(3), 300);
	const pages = walk(both({ bookings: items }));
	expect(pages.flatMap((page) => page.bookings)).toMatchObject(items.map(({ id }) => ({ id })));
	// It was asked, and it failed each time.
	expect(broken.fail).toHaveBeenCalled();
	expect(broken.fail).not.toHaveReturned();
});
