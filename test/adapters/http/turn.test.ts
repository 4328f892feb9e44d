// Turns of requests, on a clock of their own.
import { expect, it } from 'vitest';
import { Turns } from '../../../src/adapters/http/turn';

/** Each look comes so many milliseconds late. */
function setting(late: { ms: number }) {
	const clock = { now: 1_000_000 };
	const turns = new Turns(
		() => clock.now,
		async (milliseconds) => {
			clock.now += milliseconds + late.ms;
		},
	);
	return { clock, turns };
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

it('while it is behind, a few of each workspace are under way, and others come in at once', async () => {
	const { turns, clock } = setting({ ms: 50 });
	await turns.take('ws-other');
	const first = await turns.take('ws-many');
	await turns.take('ws-many');
	const before = clock.now;
	expect(await turns.take('ws-other')).toBeDefined();
	expect(clock.now).toBe(before);
	// Nothing ends: it is refused, after a while.
	expect(await turns.take('ws-many')).toBeUndefined();
	expect(clock.now).toBeGreaterThanOrEqual(before + 10_000);
	if (first) first.underWay--;
	expect(await turns.take('ws-many')).toBeDefined();
	expect(await turns.take('ws-third')).toBeDefined();
});
