import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resultRaw } from '../raw-calls';
import { dollars } from './operations';
import { type Limited, startLimited } from './start';

describe('the bed under the bundle', () => {
	let loadline: Limited;
	beforeAll(async () => {
		loadline = await startLimited({ config: { demo: true } });
	});
	beforeEach(() => loadline.faults());
	afterAll(() => loadline.stop());

	it('counts what a call uses, and prices it', async () => {
		await resultRaw(loadline, 'demo__list_bookings');
		await expect
			.poll(async () => (await loadline.operations()).rowsWritten)
			.toBeGreaterThanOrEqual(1);
		const operations = await loadline.operations();
		expect(operations).toMatchObject({ requests: 1, kvWrites: 1 });
		expect(operations.kvBytesWritten).toBeGreaterThan(10_000);
		expect(dollars(operations, 1)).toBeGreaterThan(5.3);
	});

	it('makes KV fail, and answer late', async () => {
		await loadline.faults({ kvFails: 'writes' });
		// The first opens from memory; the next waits for its write.
		await resultRaw(loadline, 'demo__list_bookings');
		const page = await resultRaw(loadline, 'demo__list_bookings');
		expect(page.structuredContent.nextCursor).toBeUndefined();
		await loadline.faults({ kvLate: 60_000 });
		const { nextCursor } = (await resultRaw(loadline, 'demo__list_bookings')).structuredContent;
		const next = () => resultRaw(loadline, 'read_result', JSON.stringify({ cursor: nextCursor }));
		// This isolate may know without asking what it wrote.
		const early = await next();
		await loadline.faults({ ahead: 61_000 });
		expect((await next()).isError).toBeUndefined();
		expect(JSON.stringify(early)).not.toContain('Expired');
	});

	it('lets no more than so many subrequests of an invocation through', async () => {
		await loadline.faults({ bindings: 0 });
		const page = await resultRaw(loadline, 'demo__list_bookings');
		expect(page.structuredContent.nextCursor).toBeUndefined();
	});
});
