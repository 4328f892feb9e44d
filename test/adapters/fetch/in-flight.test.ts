// Room for large bodies: they wait for each other, and none is lost to a request that never came back.
import { expect, it } from 'vitest';
import { Hold, NoRoom } from '../../../src/adapters/fetch/in-flight';
import { Room } from '../../../src/shared/room';

const signal = new AbortController().signal;

it('has so much at once, takes what is larger as all of it, and forgets who never gave back', () => {
	const room = new Room(10);
	const first = room.take(6, 0);
	expect(first && room.take(5, 0)).toBeUndefined();
	const second = room.take(4, 0);
	expect(second).toBeDefined();
	if (first) room.give(first);
	if (second) room.give(second);
	expect(room.take(99, 0)).toMatchObject({ size: 10 });
	expect(room.take(1, 59_999)).toBeUndefined();
	expect(room.take(1, 60_000)).toBeDefined();
});

it('lets a large body wait until another is read, and refuses it when that takes too long', async () => {
	const room = new Room(3_000_000);
	const [one, other] = [new Hold(room, signal, 'a', 50), new Hold(room, signal, 'a', 50)];
	await one.need(2_000_000);
	await other.need(900_000);
	await expect(other.need(2_000_000)).rejects.toBeInstanceOf(NoRoom);
	const waiting = other.need(2_000_000);
	one.release();
	await waiting;
	await expect(one.need(2_000_000)).rejects.toBeInstanceOf(NoRoom);
});

it('keeps nobody who has left waiting', async () => {
	const room = new Room(2_000_000);
	await new Hold(room, signal).need(2_000_000);
	const leaving = new AbortController();
	const waiting = new Hold(room, leaving.signal).need(2_000_000);
	leaving.abort(new Error('gone'));
	await expect(waiting).rejects.toThrow('gone');
});

it('goes to a workspace that has none before one that has some, however many answers that one waits for', async () => {
	const room = new Room(42_000_000);
	const noisy = Array.from({ length: 8 }, () => new Hold(room, signal, 'noisy', 2_000));
	const [first, second, ...waiting] = noisy;
	await first?.need(21_000_000);
	await second?.need(21_000_000);
	const got: string[] = [];
	const later = waiting.map((hold) =>
		hold.need(21_000_000).then(
			() => void got.push('noisy'),
			() => {},
		),
	);
	const quiet = new Hold(room, signal, 'quiet').need(2_000_000).then(() => void got.push('quiet'));
	// Whoever looks next when the first is read: the quiet one wants room, so the noisy has its half already.
	await new Promise((resume) => setTimeout(resume, 30));
	first?.release();
	await quiet;
	expect(got).toEqual(['quiet']);
	for (let at = 0; at < noisy.length; at++) {
		for (const hold of noisy) hold.release();
		await new Promise((resume) => setTimeout(resume, 50));
	}
	await Promise.all(later);
});
