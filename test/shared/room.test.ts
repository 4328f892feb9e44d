// Tests that a room is shared in parts: one who wants all of it leaves the others theirs.
import { expect, it } from 'vitest';
import { Room, type Taken } from '../../src/shared/room';

it('is one’s own while nobody else wants any', () => {
	const room = new Room(12);
	const taken = [4, 4, 4].map((size) => room.take(size, 0, 'a'));
	expect(taken.every(Boolean)).toBe(true);
	expect(room.take(1, 0, 'a')).toBeUndefined();
});

it('goes to whoever has none before it goes to whoever has some', () => {
	const room = new Room(12);
	const [first] = [room.take(4, 0, 'a'), room.take(4, 0, 'a'), room.take(4, 0, 'a')];
	expect(room.take(4, 0, 'b')).toBeUndefined();
	if (first) room.give(first);
	expect(room.take(4, 20, 'a')).toBeUndefined();
	expect(room.take(4, 20, 'b')).toBeDefined();
});

it('is held back from two who have all of it, for a third who waits', () => {
	const room = new Room(12);
	const all = ['a', 'b', 'a', 'b'].map((whose) => room.take(3, 0, whose));
	expect(room.take(3, 0, 'c')).toBeUndefined();
	for (const taken of all.slice(0, 2)) if (taken) room.give(taken);
	expect([room.take(3, 1, 'a'), room.take(3, 1, 'b')]).toEqual([undefined, undefined]);
	expect(room.take(3, 1, 'c')).toBeDefined();
});

it('is free again for one whose rival went away, and after one that gives nothing back', () => {
	const room = new Room(12);
	room.take(8, 0, 'a');
	expect(room.take(8, 0, 'b')).toBeUndefined();
	expect(room.take(4, 500, 'a')).toBeUndefined();
	expect(room.take(4, 1_600, 'a')).toBeDefined();
	expect(room.take(12, 61_700, 'b')).toBeDefined();
});

it('is never all of one’s: what is kept is there at once for whoever has none', () => {
	const room = new Room(12, 4);
	expect(room.take(12, 0, 'a')).toMatchObject({ size: 8 });
	expect(room.take(1, 0, 'a')).toBeUndefined();
	// Nor does another who waits for much keep it from others.
	expect(room.take(8, 0, 'b')).toBeUndefined();
	expect(room.take(3, 0, 'c')).toBeDefined();
});

it('goes to who waited before it goes to who had it last, however much is asked for', () => {
	const room = new Room(12);
	const first = room.take(12, 0, 'greedy');
	expect(room.take(7, 0, 'greedy')).toBeUndefined();
	expect(room.take(9, 10, 'b')).toBeUndefined();
	if (first) room.give(first);
	expect(room.take(12, 20, 'greedy')).toBeDefined();
});

/** Numbers from 0 to `below` that look random, the same for the same seed. */
const randomOf = (seed: number) => (below: number) => {
	seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
	return Math.floor((seed / 2 ** 32) * below);
};

it('serves everybody in the end, whoever asks for how much and holds it however long', () => {
	for (let seed = 1; seed <= 25; seed++) {
		const random = randomOf(seed);
		const room = new Room(12, random(2) * 4);
		const waiting = Array.from({ length: 40 }, () => ({
			whose: `w${random(5)}`,
			size: 1 + random(14),
			turns: 1 + random(20),
			from: random(60),
		}));
		const holding = new Map<Taken, number>();
		let now = 0;
		for (; waiting.length > 0 && now < 20_000; now++) {
			for (const [taken, until] of holding) {
				if (until > now) continue;
				room.give(taken);
				holding.delete(taken);
			}
			for (const one of waiting.toSorted(() => random(3) - 1)) {
				const taken = one.from <= now && room.take(one.size, now, one.whose);
				if (!taken) continue;
				holding.set(taken, now + one.turns);
				waiting.splice(waiting.indexOf(one), 1);
			}
			const sum = [...holding.keys()].reduce((all, { size }) => all + size, 0);
			expect(sum).toBeLessThanOrEqual(12);
		}
		expect({ seed, left: waiting.length }).toEqual({ seed, left: 0 });
	}
});

it('keeps one who has none waiting for a turn of one who has it, however many of these ask all the time', () => {
	const TURN = 30;
	for (let seed = 1; seed <= 25; seed++) {
		const random = randomOf(seed);
		const room = new Room(12, random(2) * 4);
		const holding = new Map<Taken, number>();
		const from = 50 + random(50);
		const wanted = 1 + random(12);
		let servedAt = Number.POSITIVE_INFINITY;
		for (let now = 0; now < 400 && servedAt > now; now++) {
			for (const [taken, until] of holding) {
				if (until > now) continue;
				room.give(taken);
				holding.delete(taken);
			}
			for (let asker = 0; asker < 20; asker++) {
				const taken = room.take(1 + random(12), now, 'greedy');
				if (taken) holding.set(taken, now + TURN);
			}
			if (now >= from && room.take(wanted, now, 'other')) servedAt = now;
		}
		expect(servedAt - from).toBeLessThanOrEqual(TURN + 1);
	}
});
