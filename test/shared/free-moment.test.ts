// Long work goes on one piece at a time, by a clock that tests turn.
import { expect, it } from 'vitest';
import { FreeMoments } from '../../src/shared/free-moment';

/** @param late milliseconds by which each look comes late: others are at work */
function setting(late: number) {
	let time = 1_000;
	let looks = 0;
	const went: number[] = [];
	const moments = new FreeMoments({
		now: () => time,
		async wait(milliseconds) {
			looks++;
			await new Promise((resume) => setImmediate(resume));
			time += milliseconds + late;
		},
	});
	const whose: string[] = [];
	const go = async (pieces: number, who = '') => {
		for (let piece = 0; piece < pieces; piece++) {
			await moments.next(who);
			went.push(time);
			whose.push(who);
		}
	};
	return {
		...{ moments, go, went, whose, looks: () => looks, time: () => time },
		set: (to: number) => (time = to),
		pass: (milliseconds: number) => (time += milliseconds),
	};
}

it('one piece after the other in a free process, each after one look', async () => {
	const { go, went, looks } = setting(0);
	await go(50);
	expect([went.length, looks()]).toEqual([50, 50]);
});

it('one piece of all that wait in a while where others are at work, and each gets its turn', async () => {
	const { go, went } = setting(4);
	await Promise.all(Array.from({ length: 5 }, () => go(8)));
	expect(went).toHaveLength(40);
	const between = went.slice(1).map((at, n) => at - (went[n] ?? 0));
	expect(Math.min(...between)).toBeGreaterThanOrEqual(25);
});

it('by turns of those whose work it is, however many pieces of one wait', async () => {
	for (const late of [0, 4]) {
		const { go, whose } = setting(late);
		const greedy = Array.from({ length: 12 }, () => go(4, 'greedy'));
		await Promise.all([...greedy, go(6, 'modest'), go(6, 'other')]);
		// Each of the others has every third piece, until it has all of its own.
		expect(whose.slice(0, 18).filter((who) => who === 'modest').length).toBeGreaterThanOrEqual(5);
		expect(whose.slice(0, 18).filter((who) => who === 'other').length).toBeGreaterThanOrEqual(5);
		expect(whose).toHaveLength(60);
	}
});

it('who looks no more keeps nobody waiting for more than a second', async () => {
	let time = 1_000;
	let isStuck = true;
	const moments = new FreeMoments({
		now: () => time,
		wait: (milliseconds) => {
			if (isStuck) return new Promise(() => {});
			time += milliseconds;
			return new Promise((resume) => setImmediate(resume));
		},
	});
	void moments.next('gone');
	isStuck = false;
	await moments.next('here');
	expect(time).toBeLessThanOrEqual(2_002);
	await moments.next('here');
	expect(time).toBeLessThanOrEqual(2_003);
});

it('no more than a quarter of the time where others are at work, however long a piece takes', async () => {
	const { moments, pass, time } = setting(4);
	const begun = time();
	for (let piece = 0; piece < 20; piece++) {
		await moments.next();
		pass(30);
	}
	expect((20 * 30) / (time() - begun)).toBeLessThan(0.3);
});

it('keeps nobody waiting after a clock was set back', async () => {
	const { go, went, set } = setting(4);
	await go(1);
	set(10);
	await go(1);
	expect((went[1] ?? 0) - 10).toBeLessThan(60);
});

it('a quarter of the time where others asked of late, counted by what the process did, and all of it else', async () => {
	let [time, work, isAsked] = [1_000, 1, true];
	const moments = new FreeMoments({
		now: () => time,
		worked: () => work,
		isAsked: (whose) => isAsked && whose !== 'alone',
		async wait(milliseconds) {
			await new Promise((resume) => setImmediate(resume));
			time += milliseconds;
		},
	});
	const lasting = async (whose: string, took: number, worked: number) => {
		const begun = time;
		for (let piece = 0; piece < 20; piece++) {
			await moments.next(whose);
			time += took;
			work += worked;
		}
		return (time - begun) / 20;
	};
	expect(await lasting('greedy', 5, 5)).toBeGreaterThanOrEqual(19);
	// Slow arrivals are waited for, and rest no longer for that.
	expect(await lasting('slow', 50, 0)).toBeLessThan(54);
	expect(await lasting('alone', 5, 5)).toBeLessThan(8);
	isAsked = false;
	expect(await lasting('greedy', 5, 5)).toBeLessThan(8);
});
