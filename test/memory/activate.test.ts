import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activate, type Fragment } from '../../src/memory/activate';
import { contentHash } from '../../src/memory/hash';
import { API, CODING, openWorkspace, STYLE } from './workspace';

interface Item {
	readonly key: string;
	readonly action: string;
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
		const key = `${style}#Naming/1`;
		expect(first.items[0]).toEqual({
			key,
			action: 'add',
			ruleId: style,
			constraintId: 'Naming/1',
			kind: 'rule',
			path: 'STYLE.md',
			hash: contentHash('Use snake_case for functions'),
			text: 'Use snake_case for functions',
		});
		const held = Object.fromEntries(first.items.map((item) => [item.key, item.hash]));
		const second = await ask(held);
		expect(second.items.every(({ action, text }) => action === 'reuse' && text === undefined)).toBe(
			true,
		);
		expect(second.items.map((item) => item.key)).toEqual(first.items.map((item) => item.key));
		expect((await ask({ [key]: 'sha256:00' })).items[0]).toMatchObject({ key, action: 'replace' });
		expect((await ask({ ...held, 'p-x#A': 'h' }, 'json over http')).removed).toEqual([
			...Object.keys(held).map((each) => ({ key: each, reason: 'not_selected' })),
			{ key: 'p-x#A', reason: 'gone' },
		]);
		const [used] = (await hub.usage({ id: style })).objects;
		expect(used?.loads).toBeGreaterThan(1);
		for (const { id, loads } of used?.constraints ?? [])
			expect(loads).toBe(keys.filter((each) => each === `${style}#${id}`).length);
		expect((await hub.attestations({ event: 'activate', order: 'oldest' })).items[0]).toMatchObject(
			{
				objectId: style,
				reason: 'Which names do functions get?',
			},
		);
	});

	it('answers the same question the same way', async () => {
		const { push, agent: open } = openWorkspace();
		await push({ 'rules/style.md': STYLE, 'workflow/coding.md': CODING });
		const agent = await open();
		const ask = () => agent('memactivate', { query: 'commit message and code names' });
		expect(await ask()).toEqual(await ask());
	});

	it.each([
		[{}, 'query is required'],
		[{ query: ' ' }, 'query is required'],
		[{ query: 'x', token_budget: 1.5 }, 'token_budget must be a whole number from 100 to 100000'],
		[{ query: 'x', token_budget: '500' }, 'token_budget must be a whole number'],
		[{ query: 'x', known: [] }, 'known must be an object map'],
		[{ query: 'x', known: { a: 1 } }, 'all hash values in known must be strings'],
	])('of %j answers %s', async (args, error) => {
		const agent = await openWorkspace().agent();
		expect((await agent('memactivate', args)).structured.error).toContain(error);
	});
});

describe('an activation', () => {
	const fragment = (number: number, text: string): Fragment => ({
		key: `p-${number % 3}#S${number}`,
		objectId: `p-${number % 3}`,
		constraintId: `S${number}`,
		kind: 'rule',
		path: 'A.md',
		hash: contentHash(text),
		text,
	});

	it('never exceeds its budget, and accounts for every fragment and everything held', () => {
		const texts = fc.array(fc.string({ maxLength: 300 }), { maxLength: 20 });
		fc.assert(
			fc.property(texts, fc.nat(1500), fc.array(fc.nat(25)), (given, budget, numbers) => {
				const ranked = given.map((text, index) => fragment(index, text));
				const known = new Map(numbers.map((number) => [`p-${number % 3}#S${number}`, 'sha256:0']));
				const keys = new Set(ranked.map(({ key }) => key));
				const estimate = (text: string) => text.length;
				const { items, removed, omitted, tokens } = activate(
					ranked,
					known,
					(key) => keys.has(key),
					budget,
					estimate,
				);
				expect(tokens).toBe(items.reduce((sum, item) => sum + JSON.stringify(item).length, 0));
				if (items.length + omitted.length > 0)
					expect(JSON.stringify({ items, omitted }).length).toBeLessThanOrEqual(budget);
				const chosen = new Set(items.map(({ key }) => key));
				expect(new Set([...chosen, ...removed.map(({ key }) => key)])).toEqual(
					new Set([...chosen, ...known.keys()]),
				);
			}),
		);
	});

	it('takes no section for an item because of its title', async () => {
		const { push, agent: open } = openWorkspace();
		await push({ 'rules/z.md': '## A\n\nzebra first\n\n## A/1\n\nzebra second\n' });
		const { structured } = await (await open())('memactivate', { query: 'zebra' });
		const keys = (structured as { items: Item[] }).items.map(({ key }) => key.split('#')[1]);
		expect(keys.sort()).toEqual(['A', 'A/1']);
	});

	it('says a section or its items, not both, and that there is more than items', () => {
		const section = { ...fragment(0, 'whole'), key: 'p#S', objectId: 'p', constraintId: 'S' };
		const item = { ...fragment(0, 'item'), key: 'p#S/1', objectId: 'p', section: 'S' };
		const told = (ranked: Fragment[]) => {
			const { items, omitted } = activate(
				ranked,
				new Map(),
				() => true,
				9999,
				() => 1,
			);
			return [items, omitted].map((list) => list.map(({ key }) => key));
		};
		expect(told([section, item])).toEqual([['p#S'], []]);
		expect(told([item, section])).toEqual([['p#S/1'], ['p#S']]);
	});
});
