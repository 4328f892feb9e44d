// Turns of requests, on a clock of their own.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Turns } from '../../../src/adapters/http/turn';

/** A clock on which each timer rings so many milliseconds late. */
function setting(lateMs: () => number) {
	const clock = { now: 1_000_000 };
	const timers: { readonly at: number; readonly resume: (value?: unknown) => void }[] = [];
	const ring = () => {
		const [next] = timers.sort((one, other) => one.at - other.at).splice(0, 1);
		clock.now = Math.max(clock.now, next?.at ?? 0);
		next?.resume();
	};
	const after = (milliseconds: number) => {
		setImmediate(ring);
		return new Promise((resume) => void timers.push({ at: clock.now + milliseconds, resume }));
	};
	const turns = new Turns(
		() => clock.now,
		(milliseconds) => after(milliseconds + lateMs()),
	);
	/** Lets a request in that ends when it is told to; undefined once it was refused. */
	const take = (workspace: string) => {
		const { promise: ended, resolve: end } = Promise.withResolvers<void>();
		const taken = Promise.withResolvers<typeof end | undefined>();
		const work = () => {
			taken.resolve(end);
			return ended;
		};
		void turns.run(workspace, work, () => taken.resolve(undefined));
		return taken.promise;
	};
	return { clock, turns, after, take };
}

it('requests of a workspace go on at once while the process is free, or nobody else asks', async () => {
	const { take, clock } = setting(() => 0);
	await take('ws-other');
	for (let n = 0; n < 50; n++) expect(await take('ws-many')).toBeDefined();
	expect(clock.now).toBeLessThan(1_001_000);
	const alone = setting(() => 500);
	for (let n = 0; n < 50; n++) expect(await alone.take('ws-many')).toBeDefined();
	expect(alone.clock.now).toBe(1_000_000);
});

it('while it is behind, who asks most has one under way, and others come in at once', async () => {
	const { take, clock } = setting(() => 50);
	await take('ws-other');
	const end = await take('ws-many');
	const begun = clock.now;
	const waiting = Array.from({ length: 3 }, () => take('ws-many'));
	for (const workspace of ['ws-other', 'ws-third']) expect(await take(workspace)).toBeDefined();
	expect(clock.now - begun).toBeLessThan(1_000);
	// Nothing ends: they are refused, after a while.
	expect(await Promise.all(waiting)).toEqual([undefined, undefined, undefined]);
	expect(clock.now).toBeGreaterThanOrEqual(begun + 10_000);
	end?.();
	await 0;
	expect(await take('ws-many')).toBeDefined();
});

it('of many that look at once while it is free, one begins at a time, in their order', async () => {
	const { take, clock } = setting(() => 0);
	await take('ws-other');
	const begun: { readonly at: number; readonly n: number }[] = [];
	await Promise.all(
		Array.from({ length: 6 }, async (_, n) => {
			await take('ws-many');
			begun.push({ at: clock.now, n });
		}),
	);
	expect(begun.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5]);
	for (const [at, each] of begun.slice(1).entries())
		expect(each.at - (begun[at]?.at ?? 0)).toBeGreaterThanOrEqual(20);
});

it('after a request of many it waits as long as that took, and who asks one at a time never', async () => {
	const { take, clock } = setting(() => 50);
	const endOther = await take('ws-other');
	const end = await take('ws-many');
	const others = [take('ws-many'), take('ws-many')];
	clock.now += 150;
	const begun = clock.now;
	end?.();
	endOther?.();
	await 0;
	await take('ws-other');
	expect(clock.now).toBe(begun);
	await Promise.race(others);
	expect(clock.now - begun).toBeGreaterThanOrEqual(150);
	expect(clock.now - begun).toBeLessThan(300);
});

it('a process that small work keeps busy for a third of the time refuses nobody', async () => {
	let seed = 7;
	const random = () => {
		seed = (seed * 48_271) % 2_147_483_647;
		return seed / 2_147_483_647;
	};
	const { take, clock } = setting(() => (random() < 0.32 ? 6 : 0));
	await take('ws-other');
	// None ends: all of them wait for servers behind.
	const taken = await Promise.all(Array.from({ length: 100 }, () => take('ws-many')));
	expect(taken.every((end) => end !== undefined)).toBe(true);
	expect(clock.now - 1_000_000).toBeLessThan(5_000);
});

it('the pace of many holds for as long as some of them wait', async () => {
	const { turns, take, after } = setting(() => 30);
	let [underWay, most, done] = [0, 0, 0];
	const work = async () => {
		most = Math.max(most, ++underWay);
		await after(170);
		underWay--;
		done++;
	};
	(await take('ws-other'))?.();
	const many = Array.from({ length: 24 }, () => turns.run('ws-many', work, () => {}));
	for (; done < 12 || underWay === 0; await after(3)) (await take('ws-other'))?.();
	many.push(turns.run('ws-many', work, () => {}));
	await Promise.all(many);
	expect(most).toBe(1);
});

it('requests that were ended from outside keep nobody waiting for good', async () => {
	const { turns, take, clock, after } = setting(() => 50);
	await take('ws-other');
	for (let n = 0; n < 2; n++)
		void turns.run(
			'ws-many',
			() => new Promise(() => {}),
			() => {},
		);
	await after(59_000);
	await take('ws-other');
	const begun = clock.now;
	expect(await take('ws-many')).toBeDefined();
	expect(clock.now - begun).toBeLessThan(2_000);
});

it('whoever waits is let in within a bound, first come first, and none has more than the others meanwhile', async () => {
	const arrivals = fc.array(
		fc.record({
			at: fc.nat(4_000),
			workspace: fc.nat(3),
			count: fc.oneof(fc.nat(4), fc.constant(12)),
			took: fc.constantFrom(5, 40, 150, 400),
		}),
		{ minLength: 1, maxLength: 5 },
	);
	await fc.assert(
		fc.asyncProperty(arrivals, async (bursts) => {
			const names = new Set(bursts.map(({ workspace }) => workspace));
			const underWay = new Map<number, number>();
			const waiting = new Map<number, { readonly from: number; ahead: number }[]>();
			const { turns, clock, after } = setting(() => 30);
			const longest = Math.max(...bursts.map(({ took }) => took));
			const request = async (workspace: number, took: number) => {
				const own = waiting.get(workspace) ?? [];
				waiting.set(workspace, own);
				const me = { from: clock.now, ahead: own.length + (underWay.get(workspace) ?? 0) };
				own.push(me);
				const work = async () => {
					const others = [...names].filter((name) => name !== workspace);
					const asked = (name: number) =>
						(underWay.get(name) ?? 0) + (waiting.get(name)?.length ?? 0);
					const share = Math.max(1, Math.min(...others.map(asked)));
					const has = underWay.get(workspace) ?? 0;
					// A workspace that has not asked for a while is none of those that share.
					if (others.length > 0 && others.every((name) => asked(name) > 0)) {
						expect(has).toBeLessThan(share);
						expect(own[0]).toBe(me);
					}
					own.splice(own.indexOf(me), 1);
					// Each ahead has its time, a rest and a look beside the others' work.
					const each = longest * names.size + 200 + 70;
					expect(clock.now - me.from).toBeLessThanOrEqual((me.ahead + 1) * each);
					underWay.set(workspace, has + 1);
					await after(took * names.size);
					underWay.set(workspace, (underWay.get(workspace) ?? 0) - 1);
				};
				await turns.run(`ws-${workspace}`, work, () => {
					own.splice(own.indexOf(me), 1);
					// Refused is only who had waited for as long as anybody does.
					expect(clock.now - me.from).toBeGreaterThanOrEqual(10_000);
				});
			};
			await Promise.all(
				bursts.map(async ({ at, workspace, count, took }) => {
					await after(at);
					await Promise.all(Array.from({ length: count }, () => request(workspace, took)));
				}),
			);
			expect([...waiting.values()].flat()).toEqual([]);
		}),
		{ numRuns: 60 },
	);
});
