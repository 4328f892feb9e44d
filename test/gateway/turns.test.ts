// Questions of one workspace keep no other waiting: one at a time, in slices, within a share.
import { expect, it } from 'vitest';
import { finding, selecting } from '../../src/ask';
import { createTurns } from '../../src/gateway/asking/result-store';
import { FreeMoments } from '../../src/shared/free-moment';
import { Ledger } from '../../src/shared/ledger';
import { ok } from '../../src/shared/result';
import { inOneGo, type Slices } from '../../src/shared/slices';
import { treeOf } from '../ask/in-one-go';
import { isWhole, share } from '../fuzz-runs';

/** Turns by a clock on which a slice takes ten milliseconds, and so much a minute is a workspace's share. */
function setting(share = 1e9) {
	let time = 0;
	const now = () => time;
	const timers: { readonly at: number; readonly resume: (value?: unknown) => void }[] = [];
	/** Rings the earliest timer, one after the other. */
	const ring = () => {
		const [next] = timers.sort((one, other) => one.at - other.at).splice(0, 1);
		time = Math.max(time, next?.at ?? 0);
		next?.resume();
	};
	const ledger = new Ledger({ asks: { most: share, everyMs: 60_000 } }, now);
	const wait = (milliseconds: number) => {
		setImmediate(ring);
		return new Promise((resume) => void timers.push({ at: time + milliseconds, resume }));
	};
	const turns = createTurns({
		...{ now, wait, freeMoments: new FreeMoments({ now, wait }) },
		isOver: (workspace) => ledger.wait('asks', workspace),
		charge: (workspace, milliseconds) => void ledger.charge('asks', workspace, milliseconds),
	});
	const log: string[] = [];
	const work = function* (workspace: string, slices: number) {
		for (let slice = 0; slice < slices; slice++) {
			log.push(workspace);
			time += 10;
			yield;
		}
		return ok(slices);
	};
	const ask = (workspace: string, slices: number) =>
		turns.take(workspace, (run) => run(work(workspace, slices)));
	return { turns, work, wait, ask, log, pass: (milliseconds: number) => (time += milliseconds) };
}

it('of another workspace goes on between the slices of twelve that one asks at once', async () => {
	const { ask, log } = setting();
	const greedy = Array.from({ length: 12 }, () => ask('ws-greedy', 100));
	expect(await ask('ws-other', 3)).toEqual(ok(3));
	// Beside each slice of its own it waited for one.
	expect(log.length).toBeLessThanOrEqual(3 + 4);
	expect(await Promise.all(greedy)).toEqual(Array(12).fill(ok(100)));
});

it('beyond the share of a workspace is refused before it begins, and told when to ask again', async () => {
	const { ask, log, pass } = setting(2_000);
	expect((await ask('ws-greedy', 250)).ok).toBe(true);
	const refused = await ask('ws-greedy', 1);
	expect([refused, log.length]).toEqual([
		{ ok: false, error: expect.stringMatching(/repeat this same call in 5\d s/) },
		250,
	]);
	expect((await ask('ws-other', 1)).ok).toBe(true);
	pass(60_000);
	expect((await ask('ws-greedy', 1)).ok).toBe(true);
});

it('waits with sixteen others of its workspace, and more are refused at once', async () => {
	const { ask } = setting();
	const all = await Promise.all(Array.from({ length: 30 }, () => ask('ws-greedy', 2)));
	const refused = all.filter((one) => !one.ok);
	expect(refused.length).toBe(30 - 17);
	expect(refused[0]).toEqual({ ok: false, error: expect.stringContaining('Too many questions') });
});

it('goes first that came first; one that fails, or that was ended from outside, keeps its place no longer', async () => {
	const { ask, turns, log, wait, work } = setting();
	void turns.take('ws-greedy', () => new Promise(() => {}));
	const failing = turns.take('ws-greedy', async () => {
		throw new Error('broken');
	});
	const order: number[] = [];
	const all = [4, 1, 3].map((slices) => ask('ws-greedy', slices).then(() => order.push(slices)));
	await expect(failing).rejects.toThrow('broken');
	await Promise.all(all);
	expect(order).toEqual([4, 1, 3]);
	expect(log).toHaveLength(8);
	// Of those that are cancelled one is in its turn, and one waits for it.
	const cancelled = new AbortController();
	const gone = [1, 2].map(() =>
		turns.take('ws-greedy', (run) => run(work('ws-greedy', 1_000)), cancelled.signal),
	);
	await wait(500);
	cancelled.abort();
	expect(await Promise.all(gone)).toEqual(
		Array(2).fill({ ok: false, error: 'The question was cancelled.' }),
	);
	expect(log.length).toBeLessThan(1_000);
	// A hundred at once: as many as may wait are answered, and a small one after them too.
	const many = await Promise.all(Array.from({ length: 100 }, () => ask('ws-greedy', 1)));
	expect(many.filter((one) => one.ok)).toHaveLength(17);
	expect(await ask('ws-greedy', 1)).toEqual(ok(1));
	await wait(1);
	// Beside it, what is opened within a turn is one at a time as well.
	const spans: string[] = [];
	const opening = (name: string) =>
		turns.take('ws-greedy', async (run) => {
			spans.push(`${name} begins`);
			await wait(50);
			const answered = await run(work('ws-greedy', 2));
			spans.push(`${name} ends`);
			return answered;
		});
	await Promise.all([opening('one'), opening('two')]);
	expect(spans).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

it('that sorts a list once for each of its items is cut into slices, and stopped at its bound', () => {
	const items = Array.from({ length: 2_000 }, (_, id) => ({ id, name: `n${id}` }));
	const tree = treeOf(JSON.stringify(items));
	if (!tree) throw new Error('no tree');
	const counted = <T>(slices: Slices<T>) => {
		let count = 1;
		for (let step = slices.next(); ; step = slices.next(), count++)
			if (step.done) return { count, answer: step.value };
	};
	const slicesOf = (expression: string) => counted(selecting(expression, { tree, complete: true }));
	const endless = [
		'map(&sort_by($, &id), @)',
		'[].sort_by($, &id)[0]',
		'let $a = @ in [?length($a[?id > `3`]) > `9`].id',
	];
	for (const expression of share(endless, 3, 1)) {
		const { count, answer } = slicesOf(expression);
		expect([expression, count > 50, answer.ok]).toEqual([expression, true, false]);
	}
	const whole = '[?id >= `1000`] | [].{n: name, next: id + `1`} | [-1]';
	expect(slicesOf(whole).answer).toMatchObject({
		...{ ok: true, value: { result: '{"n":"n1999","next":2000}', over: { items: 2_000 } } },
	});
	expect(inOneGo(selecting(whole, { tree, complete: true }))).toEqual(slicesOf(whole).answer);
	// A search by the items that it shows, by those that a pattern is tried on, and by lines.
	const text = `${'a line of words\n'.repeat(20_000)}`;
	for (const [document, query, most] of [
		[tree, 'n', 50],
		[tree, '/(x*)*y$/', 5],
		[text, '/(x*)*y$/', 5],
		[text, 'none of these', 5],
	] as const) {
		const { count, answer } = counted(finding(document, query));
		expect([query, count >= most]).toEqual([query, true]);
		expect(inOneGo(finding(document, query))).toEqual(answer);
	}
});

it('is cut wherever it goes over a list: only so much of the document is looked at between two pauses', () => {
	const items = Array.from({ length: 20_000 }, (_, id) => ({
		...{ id: (id * 7_919) % 20_000, title: `title ${id % 13}`, score: id / 10 },
		tags: ['x', `y${id % 7}`],
	}));
	const made = treeOf(JSON.stringify({ items }));
	if (!made) throw new Error('no tree');
	let looks = 0;
	const tree = new Proxy(made, {
		get: (target, name) => {
			const value: unknown = Reflect.get(target, name);
			if (typeof value !== 'function') return value;
			return (...args: unknown[]) => {
				looks++;
				return Reflect.apply(value, target, args) as unknown;
			};
		},
	});
	const endless = [
		['items[].sort_by($.items, &id)[0]', false],
		['items && map(&sort_by($.items, &id), items)', false],
	] as const;
	for (const [expression, isOk] of [
		['items[].title | [0]', true],
		['sort_by(items, &title)[0].id', true],
		['max_by(items, &title).score', true],
		['group_by(items, &title) | keys(@)', true],
		['sum_by(items, &title, &score)', true],
		['distinct(items, &title) | length(@)', true],
		['distinct(items, &tags) | length(@)', true],
		["items[?score > `5` && any(tags, &@ == 'y3')] | length(@)", true],
		['items[].tags[] | length(@)', true],
		['map(&{a: id, n: length(tags)}, items)[-1]', true],
		['let $x = items in $x[?id > `3`] | length(@)', true],
		['inner_join(items, items, &id) | length(@)', true],
		['length(items[?id > `9`]) > `3` ? items[].score | sum(@) : `0`', true],
		...(isWhole ? endless : []),
	] as const) {
		let [most, all] = [0, 0];
		const slices = selecting(expression, { tree, complete: true });
		for (;;) {
			looks = 0;
			const { done, value } = slices.next();
			[most, all] = [Math.max(most, looks), all + looks];
			if (!done) continue;
			expect([expression, value.ok]).toEqual([expression, isOk]);
			break;
		}
		// A step of the 20,000 of a slice takes three looks at most; an item is not cut.
		expect([expression, all > 40_000, Math.min(most, 60_100)]).toEqual([expression, true, most]);
	}
});
