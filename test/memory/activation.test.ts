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
import { times } from '../fuzz-runs';
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
		expect(await read({}, 'zebra')).toBe(
			'[nothing here applies to this task; memdisc lists what there is]',
		);
		expect(await agent('memactivate', { task: 'x', shape: 'y' })).toMatchObject({ isError: true });
	});

	it('names what memdisc finds near a task that nothing is surely about', async () => {
		const { push, agent: open } = openWorkspace();
		await push({
			'rules/ropes.md': '---\ndescription: How ropes are kept\n---\n- Ropes are dry\n',
		});
		const agent = await open();
		const task = 'weave quux baskets, fnord nets and ropes';
		const { text, structured } = await agent('memactivate', { task, shape: 'slim' });
		expect(text).toBe(
			'[nothing here applies to this task; near is r1 ROPES.md: How ropes are kept]',
		);
		expect(structured).toMatchObject({ items: [], near: [{ key: 'r1', path: 'ROPES.md' }] });
		const found = await agent('memdisc', { query: task, shape: 'slim' });
		expect(found.structured).toMatchObject({ items: [{ id: 'r1' }] });
		for (const talk of ['thanks for the ropes', 'who won the cup'])
			expect((await agent('memactivate', { task: talk, shape: 'slim' })).text).toBe(
				'[nothing here applies to this task; memdisc lists what there is]',
			);
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
		parts: texts.map((text, at) => ({ title: '', text, above: [], lines: [at, at + 1] })),
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
			{ numRuns: times(20, 150) },
		);
	});

	it('names what there is where nothing of it fits', () => {
		const { chosen: _, ...answer } = activate([document(1, ['word '.repeat(900)])], {
			...{ known: new Map(), exists: () => true, budget: 100 },
			cost: (told) => atMost(activationText(told)),
		});
		expect(activationText(answer)).toBe('[no room: memload r1 1.md: What it is about]');
	});
});

describe('what an activation takes', () => {
	const document = (number: number, lengths: readonly number[], scores?: readonly number[]) => ({
		id: `r${number}`,
		path: `${number}.md`,
		parts: lengths.map((length, at) => ({
			...{ title: '', text: String(at % 10).repeat(length), above: [] },
			lines: [at, at + 1] as const,
		})),
		scores: scores ?? lengths.map(() => 1),
	});
	type Cost = Parameters<typeof activate>[1]['cost'];
	const cost: Cost = ({ items, removed = [] }) =>
		items.reduce((sum, { text = '' }) => sum + text.length, 100 * removed.length);
	const take = (ranked: readonly Candidate[], budget: number, by = cost) =>
		activate(ranked, { known: new Map(), exists: () => true, budget, cost: by });
	const told = (...given: Parameters<typeof take>) =>
		take(...given).chosen.map(({ key, parts }) => `${key}: ${parts.join(' ')}`);

	it('is of each document what says nearly as much as its best part, of the best document most', () => {
		const scores = [1, 9, 2, 8, 7];
		const [one, other] = [1, 2].map((each) => document(each, Array<number>(5).fill(98), scores));
		expect(told([one, other] as Candidate[], 1_000)).toEqual(['r1: 1 3 4', 'r2: 1']);
		expect(told([document(1, [60, 60], [5, 0])], 1_000)).toEqual(['r1: 0 1']);
		expect(told([document(1, []), document(2, [50])], 1_000)).toEqual(['r2: 0']);
	});

	it('is of a rule that is always on all or nothing, within a share of its own', () => {
		const always = (number: number, length: number) => ({
			...document(number, [length, length]),
			always: true,
		});
		const { items, omitted } = take([document(1, [90]), always(2, 200), always(3, 50)], 1_000);
		expect(items).toMatchObject([{ key: 'r1' }, { key: 'r3', always: true }]);
		expect(items[0]).not.toHaveProperty('always');
		expect(omitted).toMatchObject([{ key: 'r2' }]);
	});

	it('lets go of the last until all together fit', () => {
		const dear: Cost = (all) => (all.items.length > 1 ? 10_000 : cost(all));
		const three = [1, 2, 3].map((number) => document(number, [50]));
		expect(told(three, 1_000, dear)).toEqual(['r1: 0']);
	});
});
