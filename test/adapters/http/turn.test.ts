// Turns of requests, on a clock of their own.
import { expect, it } from 'vitest';
import { Turns } from '../../../src/adapters/http/turn';

/** Each look comes so many milliseconds late. */
function setting(late: { ms: number }) {
	const clock = { now: 1_000_000 };
	const timers: { readonly at: number; readonly resume: (value?: unknown) => void }[] = [];
	const ring = () => {
		const [next] = timers.sort((one, other) => one.at - other.at).splice(0, 1);
		clock.now = Math.max(clock.now, next?.at ?? 0);
		next?.resume();
	};
	const turns = new Turns(
		() => clock.now,
		(milliseconds) => {
			setImmediate(ring);
			const at = clock.now + milliseconds + late.ms;
			return new Promise((resume) => void timers.push({ at, resume }));
		},
	);
	const end = (taken: Awaited<ReturnType<typeof turns.take>>) => {
		if (taken) Object.assign(taken, { underWay: taken.underWay - 1, endedAt: clock.now });
	};
	return { clock, turns, end };
}

it('requests of a workspace go on at once while the process is free, or nobody else asks', async () => {
	const late = { ms: 0 };
	const { turns, clock } = setting(late);
	await turns.take('ws-other');
	for (let n = 0; n < 50; n++) expect(await turns.take('ws-many')).toBeDefined();
	expect(clock.now).toBeLessThan(1_001_000);
	late.ms = 500;
	const alone = setting(late);
	for (let n = 0; n < 50; n++) expect(await alone.turns.take('ws-many')).toBeDefined();
	expect(alone.clock.now).toBe(1_000_000);
});

it('while it is behind, who asks most has one under way, and others come in at once', async () => {
	const { turns, clock, end } = setting({ ms: 50 });
	await turns.take('ws-other');
	const first = await turns.take('ws-many');
	const begun = clock.now;
	const waiting = Array.from({ length: 3 }, () => turns.take('ws-many'));
	for (const workspace of ['ws-other', 'ws-third'])
		expect(await turns.take(workspace)).toBeDefined();
	expect(clock.now - begun).toBeLessThan(1_000);
	// Nothing ends: they are refused, after a while.
	expect(await Promise.all(waiting)).toEqual([undefined, undefined, undefined]);
	expect(clock.now).toBeGreaterThanOrEqual(begun + 10_000);
	end(first);
	expect(await turns.take('ws-many')).toBeDefined();
});

it('of many that look at once while it is free, one begins at a time', async () => {
	const { turns, clock } = setting({ ms: 0 });
	await turns.take('ws-other');
	const begun: number[] = [];
	const take = async () => {
		await turns.take('ws-many');
		begun.push(clock.now);
	};
	await Promise.all(Array.from({ length: 6 }, take));
	for (let at = 2; at < begun.length; at++)
		expect((begun[at] as number) - (begun[at - 1] as number)).toBeGreaterThanOrEqual(20);
});

it('after a request of many it waits as long as that took, and who asks one at a time never', async () => {
	const { turns, clock, end } = setting({ ms: 50 });
	const other = await turns.take('ws-other');
	const first = await turns.take('ws-many');
	const others = [turns.take('ws-many'), turns.take('ws-many')];
	clock.now += 150;
	const begun = clock.now;
	end(first);
	end(other);
	await turns.take('ws-other');
	expect(clock.now).toBe(begun);
	await Promise.race(others);
	expect(clock.now - begun).toBeGreaterThanOrEqual(150);
	expect(clock.now - begun).toBeLessThan(300);
});
