// What is shared is shared in parts: one who wants all of it leaves the others theirs.
import { expect, it } from 'vitest';
import { Room } from '../../src/shared/room';

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
