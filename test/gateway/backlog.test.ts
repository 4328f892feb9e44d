import { describe, expect, it } from 'vitest';
import { Backlog } from '../../src/gateway/sessions/session-recorder';

/** A backlog on a clock that only `tick` moves; what it defers is kept to be looked at. */
function backlog(drain?: (entries: readonly number[]) => Promise<void>) {
	let now = 0;
	let sleepers: { until: number; resume: () => void }[] = [];
	const drained: number[][] = [];
	const read: number[] = [];
	const deferred: Promise<unknown>[] = [];
	const made = new Backlog<number, number>({
		read: (entry) => {
			read.push(entry);
			return entry;
		},
		drain: async (entries) => {
			drained.push([...entries]);
			await drain?.(entries);
		},
		defer: (work) => void deferred.push(work),
		wait: (milliseconds) =>
			new Promise((resume) => sleepers.push({ until: now + milliseconds, resume })),
		now: () => now,
	});
	const tick = async (milliseconds: number) => {
		for (const end = now + milliseconds; now < end; ) {
			now++;
			const awake = sleepers.filter(({ until }) => until <= now);
			sleepers = sleepers.filter(({ until }) => until > now);
			for (const { resume } of awake) resume();
			for (let turn = 0; turn < 10; turn++) await Promise.resolve();
		}
	};
	return { made, tick, read, drained, deferred };
}

describe('a backlog', () => {
	it('does what came within a moment at once, in order, and keeps one request for it', async () => {
		const { made, tick, drained, deferred } = backlog();
		made.add(1);
		await tick(50);
		made.add(2);
		expect(drained).toEqual([]);
		await tick(50);
		expect(drained).toEqual([[1, 2]]);
		made.add(3);
		await tick(100);
		expect(drained).toEqual([[1, 2], [3]]);
		// A promise of each draining, and the draining.
		expect(deferred).toHaveLength(4);
	});

	it('reads a few at once, others between, in order whoever asks meanwhile', async () => {
		const { made, tick, read, drained } = backlog();
		const given = Array.from({ length: 10 }, (_, n) => n);
		for (const entry of given) made.add(entry);
		const settled = [made.settled(), made.settled()];
		expect(read.length).toBeLessThan(9);
		await tick(20);
		await Promise.all(settled);
		expect(drained.flat()).toEqual(given);
	});

	it('is settled for who asks, at once', async () => {
		const { made, drained } = backlog();
		made.add(1);
		await made.settled();
		expect(drained).toEqual([[1]]);
		await made.settled();
		expect(drained).toHaveLength(1);
	});

	it('keeps the request of a reader that drains it, whose client may leave', async () => {
		const { promise, resolve } = Promise.withResolvers<void>();
		const { made, deferred } = backlog(() => promise);
		made.add(1);
		const settled = made.settled();
		expect(deferred).toHaveLength(2);
		resolve();
		await settled;
		await deferred[1];
	});

	it('lets no reader wait for what came after it', async () => {
		const { made, tick } = backlog(async () => made.add(2));
		made.add(1);
		let isSettled = false;
		void made.settled().then(() => {
			isSettled = true;
		});
		await tick(1);
		expect(isSettled).toBe(true);
	});

	it('leaves nothing behind a draining that died with its request', async () => {
		const { made, tick, drained } = backlog((entries) =>
			entries[0] === 1 ? new Promise(() => {}) : Promise.resolve(),
		);
		made.add(1);
		await tick(100);
		made.add(2);
		await tick(11_000);
		expect(drained).toEqual([[1], [2]]);
	});

	it('begins nothing before the earlier is done, so that no entry overtakes another', async () => {
		const { promise, resolve } = Promise.withResolvers<void>();
		const { made, tick, drained } = backlog((entries) =>
			entries[0] === 1 ? promise : Promise.resolve(),
		);
		made.add(1);
		await tick(100);
		made.add(2);
		const settled = made.settled();
		await tick(200);
		expect(drained).toEqual([[1]]);
		resolve();
		await tick(20);
		await settled;
		expect(drained).toEqual([[1], [2]]);
	});

	it('gives up on what died with its request, and goes on', async () => {
		const { made, tick, drained } = backlog((entries) =>
			entries[0] === 1 ? new Promise(() => {}) : Promise.resolve(),
		);
		made.add(1);
		await tick(11_000);
		made.add(2);
		await tick(200);
		expect(drained).toEqual([[1], [2]]);
	});

	it('is idle once all is done, or its request has died', async () => {
		const { made, tick } = backlog((entries) =>
			entries[0] === 2 ? new Promise(() => {}) : Promise.resolve(),
		);
		expect(made.isIdle).toBe(true);
		made.add(1);
		expect([made.isIdle, made.waiting]).toEqual([false, 1]);
		await tick(200);
		expect([made.isIdle, made.waiting]).toEqual([true, 0]);
		made.add(2);
		await tick(200);
		expect([made.isIdle, made.waiting]).toEqual([false, 0]);
		await tick(11_000);
		expect(made.isIdle).toBe(true);
	});
});
