// Terms of a query about the items of inner lists and maps, and of a document with several lists: one rule, whatever terms are added.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../fuzz-runs';
import { inJson } from './queried';
import { asked } from './selected';

const threads = Array.from({ length: 8 }, (_, id) => ({
	id,
	state: id % 2 ? 'open' : 'shut',
	labels: [{ name: id < 4 ? 'bug' : 'idea' }],
	c: [
		{ by: 'ann', v: id, text: 'amber' },
		{ by: 'bob', v: 10 - id, text: 'blue' },
	],
}));
type Thread = (typeof threads)[number];
type Comment = Thread['c'][number];
const has = (met: (comment: Comment) => boolean) => (thread: Thread) => thread.c.some(met);
const [isOpen, isBug] = [
	({ state }: Thread) => state === 'open',
	({ labels }: Thread) => labels.some(({ name }) => name === 'bug'),
];
const cases: readonly (readonly [string, (thread: Thread) => boolean])[] = [
	['by:ann v:>5', has(({ by, v }) => by === 'ann' && v > 5)],
	[
		'by:ann v:>5 state:open',
		(one) => isOpen(one) && has(({ by, v }) => by === 'ann' && v > 5)(one),
	],
	[
		'state:open v:<3 by:bob',
		(one) => isOpen(one) && has(({ by, v }) => by === 'bob' && v < 3)(one),
	],
	['by:bob v:>7 name:bug', (one) => isBug(one) && has(({ by, v }) => by === 'bob' && v > 7)(one)],
	['by:ann -v:>5', has(({ by, v }) => by === 'ann' && v <= 5)],
	[
		'by:ann -v:>5 state:open',
		(one) => isOpen(one) && has(({ by, v }) => by === 'ann' && v <= 5)(one),
	],
	['-v:>5', (one) => !has(({ v }) => v > 5)(one)],
	['-v:>5 state:open', (one) => isOpen(one) && !has(({ v }) => v > 5)(one)],
	['by:ann amber', has(({ by, text }) => by === 'ann' && text === 'amber')],
	['by:ann blue state:open', () => false],
	['amber blue', () => true],
	['by:ann name:bug -state:open', (one) => isBug(one) && !isOpen(one)],
];

describe('what is asked of the items of an inner list', () => {
	const expected = (met: (thread: Thread) => boolean) => threads.filter(met).map(({ id }) => id);
	it.each(cases)('is met by one of them: %s', (query, met) => {
		const { total, hits } = inJson(threads, query, { fields: ['id'] });
		expect(total, query).toBe(expected(met).length);
		const found =
			total === 0 ? [] : hits.map(({ path }: { path: string }) => Number(path.slice(1)));
		expect([...found].sort()).toEqual(expected(met));
	});

	const entries = <T>(prefix: string, all: readonly T[]) =>
		Object.fromEntries(all.map((one, at) => [`${prefix}${at}`, one]));
	const asMaps = entries(
		't',
		threads.map(({ c, ...thread }) => ({ ...thread, c: entries('c', c) })),
	);
	it.each(cases)('also where lists are maps: %s', (query, met) => {
		expect(inJson(asMaps, query).total, query).toBe(expected(met).length);
	});

	it('is of several entries where a term names them', () => {
		const hosts = entries(
			'h',
			Array.from({ length: 9 }, (_, at) => ({
				cpu: { load: at, cores: 4 },
				disk: { load: 9 - at, cores: 8 },
			})),
		);
		expect(inJson(hosts, 'cpu.load:>5 disk.load:<2').total).toBe(1);
		expect(inJson(hosts, 'load:>5 cores:8').total).toBe(4);
	});
});

describe('as own filters have it', () => {
	const scored = fc.record({ by: fc.constantFrom('ann', 'bob'), v: fc.nat({ max: 9 }) });
	const thread = fc.record({
		state: fc.constantFrom('open', 'shut'),
		posts: fc.array(scored, { maxLength: 3 }),
		notes: fc.array(scored, { maxLength: 3 }),
		nums: fc.array(fc.nat({ max: 9 }), { maxLength: 3 }),
	});
	const entries = (all: readonly unknown[]) =>
		Object.fromEntries(all.map((one, at) => [`e${at}`, one]));
	type Made = typeof thread extends fc.Arbitrary<infer Each> ? Each : never;
	type Inner = Made['posts'][number];
	const some = (met: (each: Inner) => boolean) => (one: Made) =>
		[...one.posts, ...one.notes].some(met);
	const rules: readonly (readonly [string, (one: Made) => boolean])[] = [
		['by:ann v:>5', some(({ by, v }) => by === 'ann' && v > 5)],
		['by:ann -v:>5', some(({ by, v }) => by === 'ann' && v <= 5)],
		['by:ann -state:open', (one) => one.state !== 'open' && some(({ by }) => by === 'ann')(one)],
		['-by:ann', (one) => !some(({ by }) => by === 'ann')(one)],
		['posts.by:ann', ({ posts }) => posts.some(({ by }) => by === 'ann')],
		['posts:ann posts:bob', ({ posts }) => new Set(posts.map(({ by }) => by)).size === 2],
		['v:>3 v:<6', some(({ v }) => v > 3 && v < 6)],
		['nums:>3 nums:<6', ({ nums }) => nums.some((each) => each > 3 && each < 6)],
		['nums:3 nums:6', ({ nums }) => nums.includes(3) && nums.includes(6)],
		['nums:>3 -nums:>6', ({ nums }) => nums.some((each) => each > 3 && each <= 6)],
	];

	it.each(rules)('in lists and in maps: %s', (query, met) => {
		fc.assert(
			fc.property(fc.array(thread, { minLength: 3, maxLength: 14 }), (all) => {
				const right = all.filter(met).length;
				expect(inJson(all, query).total).toBe(right);
				expect(inJson({ about: 'x', threads: entries(all) }, query).total).toBe(right);
			}),
			{ numRuns: times(60, 600) },
		);
	});
});

it('says of a map of services what it counts', () => {
	const services = Object.fromEntries(
		Array.from({ length: 30 }, (_, at) => [
			`s${at}`,
			{ env: at % 3 ? 'prod' : 'dev', ports: [{ pub: true }, { pub: at % 2 === 0 }] },
		]),
	);
	expect(inJson(services, 'pub:true')).toMatchObject({ total: 30, places: 45, of: 30 });
	expect(inJson(services, 'pub:true')).not.toHaveProperty('notice');
	expect(inJson(services, 'pub:true -env:prod')).toMatchObject({ total: 10, of: 30 });
});

it('says how many more have in several inner items what some have in one', () => {
	const both = Array.from({ length: 5 }, (_, id) => ({
		id,
		labels: [{ name: 'bug' }, { name: 'urgent' }],
	}));
	const issues = [...both, { id: 9, labels: [{ name: 'urgent bug' }] }];
	expect(inJson(issues, 'name:bug name:urgent')).toMatchObject({
		total: 1,
		notice: '5 more have them in several inner items.',
	});
	expect(inJson(issues, 'labels:bug labels:urgent').total).toBe(6);
});

it('what several inner items have together is counted where none has it alone', () => {
	const found = inJson(threads, 'by:ann by:bob');
	expect(found).toMatchObject({ total: 0, found: { 'by:ann': 8, 'by:bob': 8 } });
	expect(found.notice).toContain('in one item of an inner list; 8 have them in several.');
});

describe('a document with several lists', () => {
	const items = (name: string, count: number, isShut: (at: number) => boolean) =>
		Array.from({ length: count }, (_, id) => ({
			id,
			title: `${name} ${id} ${'x'.repeat(name.length * 3)}`,
			state: isShut(id) ? 'shut' : 'open',
		}));
	const data = {
		issues: items('i', 20, (at) => at % 2 === 0),
		pulls: items('pull', 30, (at) => at < 5),
	};

	it.each([
		['-open', 15, 'pulls 5', 'issues 10'],
		['state:open', 35, 'pulls 25', 'issues 10'],
		['-state:open', 15, 'pulls 5', 'issues 10'],
		['open', 35, 'pulls 25', 'issues 10'],
	])('is asked in all of them, and it is said what each has: %s', (query, total, ...each) => {
		const found = inJson(data, query);
		expect(found).toMatchObject({ total, of: 50 });
		expect(found.deeper).toBeUndefined();
		for (const [name, count] of each.map((one) => one.split(' ')))
			expect(found.notice).toMatch(new RegExp(`\\b${count} of \\d+ in ${name}\\b`));
	});

	it('says of those without a hit how many they are', () => {
		const notes = [1, 2].map((id) => ({ id, title: 'n', state: 'open' }));
		expect(inJson({ ...data, notes }, 'state:shut').notice).toBe(
			'Of several lists: 5 of 30 in pulls, 10 of 20 in issues; none in 1 other.',
		);
	});

	it('says of an expression that begins with a list which others have its keys', () => {
		const found = asked(data, "[?state=='open'] | length(@)");
		expect(found.ok && found.value).toMatchObject({
			result: '25',
			over: { list: 'pulls' },
			note: 'Only pulls is asked, not issues.',
		});
		const other = asked({ ...data, issues: [{ number: 1 }] }, "[?state=='open'] | length(@)");
		expect(other.ok && other.value.note).toBeUndefined();
	});
});

describe('of lists of which one alone has the key of a term that is not to be met', () => {
	const logins = ['ann', 'bob', 'cid'];
	const pulls = Array.from({ length: 30 }, (_, id) => ({
		id,
		commits: Array.from({ length: 3 }, (_, at) => ({
			by: logins[(id + at) % 3],
			sha: `${id}-${at}`,
		})),
		posts: Array.from({ length: id % 4 }, (_, at) => ({
			by: logins[(id * at + at) % 3],
			v: (id + at * 5) % 9,
			marks: [{ n: at }],
		})),
	}));
	type Post = (typeof pulls)[number]['posts'][number];
	const isMet = ({ by, v }: Post) => by === 'ann' && v <= 4;

	it('its items are to meet all', () => {
		const right = pulls.filter(({ posts }) => posts.some(isMet)).length;
		expect(inJson(pulls, 'by:ann -v:>4').total).toBe(right);
		const deep = pulls.filter(({ posts }) =>
			posts.some(({ by, marks }) => by === 'ann' && marks.every(({ n }) => n <= 0)),
		);
		expect(inJson(pulls, 'by:ann -n:>0').total).toBe(deep.length);
	});

	it('what is not to be met is asked of the items that the other terms ask, and of no list beside them', () => {
		for (const [query, isMet] of [
			['v:>4 -by:ann', ({ by, v }: Post) => v > 4 && by !== 'ann'],
			['v:<3 -by:bob', ({ by, v }: Post) => v < 3 && by !== 'bob'],
		] as const) {
			const right = pulls.filter(({ posts }) => posts.some(isMet)).length;
			expect(inJson(pulls, query).total, query).toBe(right);
		}
	});

	it('the others are not counted, or it is said that it is not applied there', () => {
		const data = {
			posts: pulls.flatMap(({ posts }) => posts),
			commits: pulls.flatMap(({ commits }) => commits),
		};
		expect(inJson(data, 'by:ann -v:>4')).toMatchObject({
			total: data.posts.filter(isMet).length,
			notice: expect.stringMatching(
				/^Of several lists: .* commits has no key of -v:>4, none of it is counted\.$/,
			),
		});
		expect(inJson(data, 'by:ann -v:>=0')).toMatchObject({
			total: 30,
			notice: expect.stringContaining('commits has no key of -v:>=0, which is not applied there.'),
		});
	});
});
