import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import {
	activate,
	activationText,
	type Candidate,
	type Rendered,
} from '../../src/memory/search/activation';
import { atMost } from '../../src/protect/budget';
import { API, CODING, openWorkspace, STYLE } from './workspace';

interface Item {
	readonly key: string;
	readonly action?: string;
	readonly hash: string;
	readonly text?: string;
}

describe('memactivate', () => {
	it('adds what the task needs, reuses what the caller holds, and replaces what changed', async () => {
		const { hub, push, agent: open } = openWorkspace();
		const ids = await push({
			'rules/style.md': STYLE,
			'workflow/coding.md': CODING,
			'context/specs/api.md': API,
		});
		const agent = await open();
		const style = ids['STYLE.md'] ?? '';
		const keys: string[] = [];
		const ask = async (known: object, query = 'Which names do functions get?') => {
			const { structured } = await agent('memactivate', { query, known });
			const told = structured as { items: Item[]; removed: object[] };
			keys.push(...told.items.map((item) => item.key));
			return told;
		};
		const first = await ask({});
		expect(first.items[0]).toEqual({
			key: 'r1',
			path: 'STYLE.md',
			hash: expect.stringMatching(/^[0-9a-f]{8}$/),
			text: expect.stringContaining('Use snake_case for functions'),
		});
		const held = Object.fromEntries(first.items.map((item) => [item.key, item.hash]));
		const second = await ask(held);
		expect(second.items.every(({ action, text }) => action === 'reuse' && text === undefined)).toBe(
			true,
		);
		expect(second.items.map((item) => item.key)).toEqual(first.items.map((item) => item.key));
		expect((await ask({ r1: '00' })).items[0]).toMatchObject({ key: 'r1', action: 'replace' });
		expect((await ask({ ...held, r99: 'h' }, 'json over http')).removed).toEqual([
			...Object.keys(held).map((each) => ({ key: each, reason: 'not_selected' })),
			{ key: 'r99', reason: 'gone' },
		]);
		const [used] = (await hub.usage({ id: style })).objects;
		const times = keys.filter((each) => each === 'r1').length;
		expect(times).toBeGreaterThan(1);
		expect(used?.loads).toBe(times);
		for (const { loads } of used?.constraints ?? []) expect(loads).toBe(times);
		expect((await hub.attestations({ event: 'activate', order: 'oldest' })).items[0]).toMatchObject(
			{
				objectId: style,
				reason: 'Which names do functions get?',
			},
		);
	});

	it('takes up rules whose patterns name the files of the task, and no others', async () => {
		const { push, agent: open } = openWorkspace();
		await push({
			'rules/ts.md': '---\nglobs: src/**/*.{ts,tsx}, !**/*.test.ts\n---\n- Types are strict\n',
			'rules/sql.md': '---\nglobs: *.sql\n---\n- Keywords are upper case\n',
			'rules/all.md': '---\nglobs: **/*\n---\n- Be kind\n',
		});
		const agent = await open();
		const pathsFor = async (files: string[]) => {
			const { structured } = await agent('memactivate', { task: 'fix the bug', files });
			return (structured as { items: { path: string }[] }).items.map(({ path }) => path);
		};
		expect(await pathsFor(['src/a/b.tsx'])).toEqual(['TS.md']);
		expect(await pathsFor(['./src/a/b.test.ts'])).toEqual([]);
		expect(await pathsFor(['db/x.sql'])).toEqual(['SQL.md']);
		expect(await pathsFor(['x.py'])).toEqual([]);
	});

	it('reads as plain text, each document under a line that names it', async () => {
		const { push, agent: open } = openWorkspace();
		await push({ 'rules/style.md': STYLE, 'context/specs/api.md': API });
		const agent = await open();
		const read = async (known: object, task = 'naming of functions') =>
			(await agent('memactivate', { task, known, shape: 'slim' })).text ?? '';
		const first = await read({});
		expect(first).toMatch(/^\[r1 [0-9a-f]{8}\]\n# Code style\n/);
		const hash = first.split(/[ \]]/)[1] ?? '';
		expect(await read({ r1: hash })).toBe(`[r1 ${hash} unchanged]`);
		expect(await read({ r1: '0' })).toMatch(/^\[r1 [0-9a-f]{8} changed\]\n/);
		expect(await read({ r1: '0', r8: '0', r9: '0' }, 'json over http')).toMatch(
			/\n\n\[no longer in force: r8, r9\]\n\n\[not for this task: r1\]$/,
		);
		expect(await read({}, 'zebra')).toBe('[nothing here is for this task]');
		expect(await agent('memactivate', { task: 'x', shape: 'y' })).toMatchObject({ isError: true });
	});

	it('answers the same question the same way', async () => {
		const { push, agent: open } = openWorkspace();
		await push({ 'rules/style.md': STYLE, 'workflow/coding.md': CODING });
		const agent = await open();
		const ask = () => agent('memactivate', { query: 'commit message and code names' });
		expect(await ask()).toEqual(await ask());
	});
});

describe('an activation', () => {
	const document = (number: number, texts: readonly string[]): Candidate => ({
		id: `r${number}`,
		path: `${number}.md`,
		description: 'What it is about',
		parts: texts.map((text) => ({ title: '', text })),
		scores: texts.map((_, at) => (at * 7) % 5),
	});

	it('never exceeds its budget, and accounts for every document and everything held', () => {
		const texts = fc.array(fc.array(fc.string({ maxLength: 300 }), { maxLength: 6 }), {
			maxLength: 8,
		});
		fc.assert(
			fc.property(texts, fc.nat(3000), fc.array(fc.nat(25)), (given, budget, numbers) => {
				const ranked = given.map((parts, index) => document(index, parts));
				const known = new Map(numbers.map((number) => [`r${number}`, '0']));
				const exists = (key: string) => ranked.some(({ id }) => id === key);
				const cost = (told: object) => JSON.stringify(told).length;
				const { items, removed, omitted } = activate(ranked, { known, exists, budget, cost });
				if (items.length + omitted.length > 0)
					expect(JSON.stringify({ items, omitted }).length).toBeLessThanOrEqual(budget);
				const chosen = new Set(items.map(({ key }) => key));
				expect(new Set([...chosen, ...removed.map(({ key }) => key)])).toEqual(
					new Set([...chosen, ...known.keys()]),
				);
			}),
		);
	});

	const words = fc.array(fc.lorem({ maxCount: 12 }), { minLength: 1, maxLength: 30 });
	const texts = fc.oneof(
		words.map((lines) => lines.map((line) => `- ${line}`).join('\n')),
		fc.string({ unit: 'grapheme', maxLength: 400 }),
		fc.string({ unit: 'binary', maxLength: 400 }),
		words.map((lines) => JSON.stringify(lines)),
	);

	it('costs no more tokens than its budget, counted by the tokenizer, in either shape', () => {
		const library = fc.array(fc.array(texts, { minLength: 1, maxLength: 8 }), { maxLength: 12 });
		const numbers = fc.uniqueArray(fc.nat(25), { maxLength: 12 });
		const budgets = fc.integer({ min: 100, max: 2000 });
		fc.assert(
			fc.property(library, budgets, numbers, fc.boolean(), (given, budget, held, full) => {
				const ranked = given.map((parts, index) => document(index, parts));
				const read = (told: Rendered) => (full ? JSON.stringify(told) : activationText(told));
				const { chosen: _, ...answer } = activate(ranked, {
					known: new Map(held.map((number) => [`r${number}`, '0'])),
					exists: (key) => ranked.some(({ id }) => id === key),
					budget,
					cost: (told) => atMost(read(told)),
				});
				expect(countTokens(read(answer))).toBeLessThanOrEqual(
					Math.max(budget, answer.items.length === 0 ? held.length * 20 : 0),
				);
			}),
			{ numRuns: 150 },
		);
	});

	it('costs little more than its text, also where its budget is small', () => {
		const [parts = []] = fc.sample(
			fc.array(
				fc
					.array(fc.lorem({ maxCount: 9 }), { minLength: 6, maxLength: 6 })
					.map((lines) => lines.join('\n')),
				{ minLength: 12, maxLength: 12 },
			),
			{ seed: 7, numRuns: 1 },
		);
		const ranked = Array.from({ length: 8 }, (_, at) => ({
			...document(at, parts),
			path: `some/NAME_${at}.md`,
		}));
		for (const budget of [250, 400, 700, 1000, 2000]) {
			const { chosen: _, ...answer } = activate(ranked, {
				...{ known: new Map(), exists: () => true, budget },
				cost: (told) => atMost(activationText(told)),
			});
			const texts = answer.items.reduce((sum, { text = '' }) => sum + countTokens(text), 0);
			expect(texts).toBeGreaterThan(budget * 0.5);
			expect(countTokens(activationText(answer)) / texts).toBeLessThan(1.12);
		}
	});

	it('names what there is where nothing of it fits', () => {
		const { chosen: _, ...answer } = activate([document(1, ['word '.repeat(900)])], {
			...{ known: new Map(), exists: () => true, budget: 100 },
			cost: (told) => atMost(activationText(told)),
		});
		expect(activationText(answer)).toBe('[no room for r1 1.md: What it is about]');
	});

	it('tells the parts that say most of the task, in their order, where the whole does not fit', () => {
		const long = { ...document(1, ['first '.repeat(60), 'x '.repeat(300), 'last '.repeat(60)]) };
		const { items, chosen } = activate([{ ...long, scores: [1, 0, 2] }, document(2, ['short'])], {
			known: new Map(),
			exists: () => true,
			budget: 1_200,
			cost: (told) => JSON.stringify(told).length,
		});
		expect(chosen).toEqual([
			{ key: 'r1', parts: [0, 2] },
			{ key: 'r2', parts: [0] },
		]);
		expect(items[0]).toMatchObject({
			parts: '2/3',
			text: expect.stringMatching(/^first.*last/s),
		});
	});
});

describe('what an activation takes', () => {
	/** Parts of so many letters; together they are two more each, and one for their document. */
	const document = (number: number, lengths: readonly number[], scores?: readonly number[]) => ({
		id: `r${number}`,
		path: `${number}.md`,
		parts: lengths.map((length, at) => ({ title: '', text: String(at % 10).repeat(length) })),
		scores: scores ?? lengths.map(() => 1),
	});
	const long = (number: number) => document(number, Array<number>(20).fill(98));
	type Cost = Parameters<typeof activate>[1]['cost'];
	const cost: Cost = ({ items, removed = [], omitted = [] }) =>
		items.length + removed.length + omitted.length === 0
			? 60
			: items.reduce((sum, { text = '' }) => sum + text.length, 100 * removed.length);
	const take = (ranked: readonly Candidate[], budget: number, known = {}, by = cost) =>
		activate(ranked, {
			known: new Map(Object.entries<string>(known)),
			exists: () => true,
			budget,
			cost: by,
		});
	const told = (...given: Parameters<typeof take>) =>
		take(...given).chosen.map(({ key, parts }) => `${key}: ${parts.join(' ')}`);

	it('leaves room for the next best, and gives the best first what is left over', () => {
		expect(told([long(1), document(2, [250])], 1_000)).toEqual(['r1: 0 1 2 3 4 5 6', 'r2: 0']);
		const three = [document(1, [98, 98, 98, 98]), document(2, [98, 98, 98]), document(3, [250])];
		expect(told(three, 1_000)).toEqual(['r1: 0 1 2 3', 'r2: 0 1 2']);
		expect(told([document(1, [900]), long(2), document(3, [98, 98, 98])], 1_000)).toEqual([
			'r2: 0 1 2 3 4 5 6',
			'r3: 0 1',
		]);
		expect(told([document(1, [98, 98, 98, 98, 98]), long(2)], 1_000)).toEqual([
			'r1: 0 1 2 3 4',
			'r2: 0 1 2 3',
		]);
	});

	it('keeps something back for what is omitted, and for what must be let go', () => {
		expect(told([document(1, [193])], 200)).toEqual(['r1: 0']);
		expect(told([document(1, [194])], 200)).toEqual([]);
		expect(told([document(1, [193, 50])], 200)).toEqual(['r1: 0']);
		expect(told([document(1, [96])], 200, { r9: '0' })).toEqual(['r1: 0']);
		expect(told([document(1, [97])], 200, { r9: '0' })).toEqual([]);
	});

	it('begins no document with little, and says what has nothing to do with the task only to begin', () => {
		expect(told([document(1, [98, 900])], 1_000)).toEqual([]);
		expect(told([document(1, [110, 900])], 200)).toEqual(['r1: 0']);
		expect(told([document(1, Array<number>(20).fill(98), [0, 5])], 1_000)).toEqual(['r1: 0 1']);
		expect(told([document(1, []), document(2, [50])], 1_000)).toEqual(['r2: 0']);
	});

	it('tries the forty best parts of a document', () => {
		const [{ parts } = { parts: [] }] = take(
			[document(1, Array<number>(60).fill(20))],
			1_000,
		).chosen;
		expect(parts).toHaveLength(40);
	});

	it('has an empty line between parts', () => {
		expect(take([document(1, [3, 2])], 1_000).items[0]?.text).toBe('000\n\n11');
	});

	it.each([
		[300, 3, true],
		[82, 3, false],
		[81, 2, false],
		[55, 2, false],
		[54, 1, false],
		[28, 1, false],
		[27, 0, false],
	])('names, of four that do not fit %i characters, %i', (budget, count, isDescribed) => {
		const four = [1, 2, 3, 4].map((number) => ({
			...document(number, [5_000]),
			...(number < 3 && { description: 'What it is about' }),
		}));
		const by: Cost = ({ items, omitted = [] }) =>
			items.length > 0 ? 5_000 : JSON.stringify(omitted).length;
		const about = (number: number) =>
			isDescribed && number < 3 ? { about: 'What it is about' } : {};
		expect(take(four, budget, {}, by).omitted).toStrictEqual(
			[1, 2, 3]
				.slice(0, count)
				.map((number) => ({ key: `r${number}`, path: `${number}.md`, ...about(number) })),
		);
	});

	it('lets go of the last until all together fit', () => {
		const dear: Cost = (all) => (all.items.length > 1 ? 10_000 : cost(all));
		const three = [1, 2, 3].map((number) => document(number, [50]));
		expect(told(three, 1_000, {}, dear)).toEqual(['r1: 0']);
		expect(take(three, 1_000, {}, dear).items).toHaveLength(1);
	});
});
