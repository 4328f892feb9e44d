// A first answer while its snapshot is being written.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resultRaw } from '../raw-calls';
import { type Limited, startLimited } from './start';

describe('a first answer', () => {
	let loadline: Limited;
	beforeAll(async () => {
		loadline = await startLimited({ config: { demo: true } });
	});
	beforeEach(async () => {
		await loadline.faults();
		// The configuration is known for the next seconds: only the snapshot meets what follows.
		await resultRaw(loadline, 'demo__get_booking', '{"id":"none"}');
	});
	afterAll(() => loadline.stop());
	const first = async () => (await resultRaw(loadline, 'demo__list_bookings')).structuredContent;
	const next = (cursor: unknown) =>
		resultRaw(loadline, 'demo__list_bookings', JSON.stringify({ cursor }));

	it('does not wait for a write that takes for ever, and its next page is there at once', async () => {
		await loadline.faults({ kvDelay: 600_000, kvDelays: 'writes' });
		const { nextCursor } = await first();
		const page = await next(nextCursor);
		expect(page.isError).toBeUndefined();
		expect(page.structuredContent.bookings.length).toBeGreaterThan(0);
	});

	it('has a handle that opens here although its write fails at once, and the next has none', async () => {
		await loadline.faults({ kvFails: 'writes' });
		expect((await next((await first()).nextCursor)).isError).toBeUndefined();
		expect((await first()).nextCursor).toBeUndefined();
	});

	it('has a handle that opens in time where KV shows late what was written', async () => {
		await loadline.faults({ kvLate: 60_000, kvMiss: 60_000 });
		const { nextCursor } = await first();
		const answers: string[] = [];
		for (const ahead of [1_000, 59_000, 100_000, 149_000, 200_000]) {
			await loadline.faults({ kvLate: 60_000, kvMiss: 60_000, ahead });
			answers.push(JSON.stringify(await next(nextCursor)));
		}
		expect(answers.filter((text) => text.includes('Expired'))).toEqual([]);
		expect(answers.at(-1)).toContain('bookings');
	});
});
