import { describe, expect, it } from 'vitest';
import { contentHash, shortHash } from '../../src/memory/hash';
import { API, CODING, openWorkspace, STYLE } from './workspace';

async function library() {
	const workspace = openWorkspace();
	const ids = await workspace.push({
		'rules/style.md': STYLE,
		'workflow/coding.md': CODING,
		'context/specs/api.md': API,
		'META_PROMPT.md': '# Ours\n',
	});
	const ada = await workspace.agent('ada');
	const draft = async (op: object, resource = 'context') =>
		String((await ada('artifact', { resource, op })).structured.id);
	const found = async (args: object) =>
		((await ada('memdisc', { ...args })).structured.items as { path: string }[]).map(
			({ path }) => path,
		);
	const load = async (known: Record<string, string>, more: object = {}) => {
		const args = { ids: Object.keys(known), knownHashes: known, shape: 'slim', draft: false };
		return (await ada('memload', { ...args, ...more })).structured;
	};
	return { ...workspace, ada, draft, found, load, style: ids['STYLE.md'] ?? '' };
}

describe('a search', () => {
	it('of nothing finds all but the meta-prompt', async () => {
		const { found } = await library();
		for (const query of ['', '  '])
			expect((await found({ query })).sort()).toEqual([
				'STYLE.md',
				'specs/API.md',
				'workflow/CODING.md',
			]);
	});

	it('tells ten, how many more there are, and as many as are asked for', async () => {
		const { hub, push, agent } = openWorkspace();
		const texts = (count: number, name: string, text: string) =>
			Array.from({ length: count }, (_, at) => [`context/${name}_${at}.md`, text]);
		const weak = `${'Other words of many kinds stand here. '.repeat(6)}\n\nA kiwi.\n`;
		const files = [...texts(14, 'weak', weak), ...texts(30, 'none', 'Plum\n')];
		await push({ ...Object.fromEntries(files), 'rules/kiwi.md': '# Kiwi\n\n- Kiwi, kiwi\n' });
		const ada = await agent();
		const found = async (more: object) => {
			const { structured } = await ada('memdisc', { query: 'kiwi', ...more });
			return (structured.items as { path: string }[]).map(({ path }) => path);
		};
		expect([(await found({}))[0], (await found({})).length]).toEqual(['KIWI.md', 10]);
		expect(await found({ kind: 'context', limit: 14 })).toHaveLength(14);
		expect((await ada('memdisc', { query: 'kiwi' })).structured.more).toMatch(/^5 /);
		expect((await ada('memdisc', { query: 'kiwi', limit: 0 })).isError).toBe(true);
		// People are told all.
		expect(await hub.listObjects({ query: 'kiwi' })).toHaveLength(15);
	});

	it('of words that are no topic finds what says them, and never what does not', async () => {
		const { hub, push, draft, found } = await library();
		await push({ 'rules/leave.md': '- Ask a week before\n', 'rules/all.md': '- Greet: hello\n' });
		const filler = Array.from({ length: 9 }, (_, at) => [`context/o_${at}.md`, 'Plum\n']);
		await push(Object.fromEntries(filler));
		for (const [query, path, listed] of [
			['leave', 'LEAVE.md', ['LEAVE.md']],
			// A person who looks for a greeting finds it; of a model it is small talk.
			['Hello!', 'ALL.md', []],
		] as const) {
			expect([query, await found({ query })]).toEqual([query, listed]);
			expect(await hub.listObjects({ query })).toMatchObject([{ path }]);
		}
		expect(await found({ query: 'thanks, that leave was great' })).toEqual([]);
		await draft({ create: { path: 'best.md', body: 'x' } });
		expect(await found({ query: 'best' })).toEqual(['BEST.md']);
		expect(await hub.listObjects({ query: 'tomorrow' })).toEqual([]);
	});

	it('that finds nothing says so first, with the call that lists what there is', async () => {
		const { ada } = await library();
		for (const query of ['quokka', 'tomorrow', '???', '📦'])
			for (const more of [{}, { kind: 'rule' }, { shape: 'slim' }])
				expect(Object.entries((await ada('memdisc', { query, ...more })).structured)).toEqual([
					['note', `nothing found for "${query}"; memdisc without query lists what there is`],
					['items', []],
				]);
		for (const query of ['', ' '])
			expect((await ada('memdisc', { query, group: 'none' })).structured).toEqual({ items: [] });
	});

	it('is recorded with what was asked for, and the names found', async () => {
		const { hub, ada } = await library();
		await ada('memdisc', { kind: 'rule', group: 'none', query: 'how code looks' });
		await ada('memdisc', { kind: 'rule' });
		await ada('memdisc', {});
		const { items } = await hub.attestations({ event: 'discover', order: 'oldest' });
		const common = {
			at: expect.any(Number),
			event: 'discover',
			principal: 'ada',
			session: 'ada-1',
		};
		expect(items.map(({ seq: _, ...event }) => event)).toStrictEqual([
			{ ...common, reason: 'rule none how code looks', detail: '' },
			{ ...common, reason: 'rule', detail: 'STYLE' },
			{ ...common, detail: 'API, CODING, STYLE' },
		]);
	});

	it('lists whatever has a word of it, and nothing where none has', async () => {
		const { hub, push, found } = await library();
		await push({
			'rules/deploy.md': '# Deploying\n\n- Deploy from main, never on a Friday\n',
			'rules/other.md': '# Words\n\n- Names of ports are whole words\n',
		});
		expect(await found({ query: 'oil ports of Alaska and Rotterdam' })).toEqual(['OTHER.md']);
		expect(await found({ query: 'oil harbours of Alaska' })).toEqual([]);
		expect(await hub.listObjects({ query: 'oil ports of Alaska and Rotterdam' })).toHaveLength(1);
		expect(await found({ query: 'flaky deploy' })).toEqual(['DEPLOY.md']);
		expect(await found({ query: 'rollout' })).toEqual(['DEPLOY.md']);
	});
});

describe('an own new draft', () => {
	it('is found by words of its path and its description, or where nothing is asked', async () => {
		const { draft, found } = await library();
		const description = 'Which fruit grows where';
		await draft({ create: { path: 'garden/trees_in_rows.md', body: 'x', description } });
		await draft({ update: { id: 'c3', body: '# API 2\n' } });
		const tree = 'garden/TREES_IN_ROWS.md';
		for (const query of ['tree', 'trees row', 'fruit grow', 'fruits', 'fru trees'])
			expect([query, await found({ query })]).toEqual([query, [tree]]);
		for (const query of ['rees', 'md', 'stryker', 'undefined'])
			expect([query, await found({ query })]).toEqual([query, []]);
		// It stands behind if some words are another's.
		expect(await found({ query: 'tree json' })).toEqual(['specs/API.md', tree]);
		expect((await found({ query: ' ' }))[0]).toBe(tree);
		expect(await found({ group: 'garden' })).toEqual([tree]);
		expect(await found({ group: 'specs' })).toEqual(['specs/API.md']);
		expect(await found({ kind: 'context' })).toEqual([tree, 'specs/API.md']);
		expect(await found({ kind: 'workflow' })).toEqual(['workflow/CODING.md']);
	});

	it('is told with its hash and description, beside those that are published', async () => {
		const { ada, draft } = await library();
		const id = await draft({ create: { path: 'a.md', body: 'x', description: 'An A' } });
		const { items } = (await ada('memdisc', { kind: 'context' })).structured;
		expect(items).toStrictEqual([
			{
				...{ id, kind: 'context', path: 'A.md', name: 'A', hash: contentHash('x') },
				...{ description: 'An A', hasDraft: true },
			},
			{
				...{ id: expect.stringMatching(/^p-/), kind: 'context', path: 'specs/API.md', name: 'API' },
				...{ group: 'specs', hash: contentHash(API), hasDraft: false },
			},
		]);
	});

	it('is marked as one in a short list', async () => {
		const { ada, draft } = await library();
		const id = await draft({ create: { path: 'a.md', body: 'x' } });
		expect(
			(await ada('memdisc', { kind: 'context', shape: 'slim' })).structured.items,
		).toStrictEqual([
			{ id, path: 'A.md', hasDraft: true },
			{ id: 'c3', path: 'specs/API.md' },
		]);
	});

	it('is loaded by its id, and a change of what is published where drafts are asked for', async () => {
		const { draft, load } = await library();
		const id = await draft({ create: { path: 'a.md', body: '- one\n' } }, 'rule');
		const hash = shortHash(contentHash('- one\n'));
		expect(await load({ [id]: '' })).toStrictEqual({
			items: [{ id, path: 'A.md', hash, constraints: 1, hasDraft: true, content: '- one\n' }],
			refer: expect.any(String),
		});
		expect(await load({ [id]: hash })).toStrictEqual({ items: [], unchanged: [id] });
		await draft({ update: { id: 'r1', body: '- two\n' } }, 'rule');
		const two = {
			...{ id: 'r1', path: 'STYLE.md', hash: shortHash(contentHash('- two\n')), constraints: 1 },
			...{ hasDraft: true, draftBaseHash: shortHash(contentHash(STYLE)), content: '- two\n' },
		};
		expect((await load({ r1: '' }, { draft: true })).items).toStrictEqual([two]);
		const { items } = (await load({ r1: '' }, { draft: true, shape: 'full' })) as {
			items: { constraints: object[] }[];
		};
		expect(items[0]?.constraints).toStrictEqual([
			{ id: 'Text/1', name: 'Text', text: 'two', textHash: contentHash('two') },
		]);
	});

	it('is loaded no longer once what it changes was withdrawn', async () => {
		const { hub, draft, load, style } = await library();
		await draft({ update: { id: style, body: '- two\n' } }, 'rule');
		const withdraw = [{ id: style, hash: contentHash(STYLE) }];
		await hub.applySync({ by: 'admin', files: [], withdraw });
		expect(await load({ [style]: '' }, { draft: true })).toMatchObject({
			...{ items: [], withdrawn: ['r1 STYLE.md'] },
		});
	});
});

describe('a load', () => {
	it('is recorded, once for each object, with whether its content was sent', async () => {
		const { hub, store, load, style } = await library();
		const hash = contentHash(STYLE);
		await load({ r1: '', [style]: hash, c3: '' });
		const { items } = await hub.attestations({ event: 'load', order: 'oldest' });
		const event = (objectId: string, path: string, detail: string, content: string) => ({
			...{ seq: expect.any(Number), at: expect.any(Number), event: 'load', principal: 'ada' },
			...{ session: 'ada-1', objectId, path, hash: contentHash(content), detail },
		});
		expect(items).toStrictEqual([
			event(style, 'STYLE.md', 'unchanged', STYLE),
			event(expect.any(String), 'specs/API.md', 'content', API),
		]);
		expect(store.tallies()).toContainEqual({
			...{ objectId: style, what: 'load', key: hash, count: 1, lastAt: expect.any(Number) },
		});
	});

	it('knows no meta-prompt', async () => {
		const { load } = await library();
		for (const id of ['META_PROMPT.md', 'm4'])
			expect((await load({ [id]: '' })).error).toMatch(/^Unknown rule id/);
	});

	it('has no constraints of a context, whatever its shape', async () => {
		const { load } = await library();
		const { items } = await load({ c3: '' }, { shape: 'full' });
		expect(items).toMatchObject([{ constraints: [] }]);
		expect(await load({ c3: '' })).toStrictEqual({
			items: [{ id: 'c3', path: 'specs/API.md', hash: shortHash(contentHash(API)), content: API }],
		});
	});

	it('names as many digits as tell the versions of an object apart', async () => {
		const { hub, load, push } = await library();
		const [one, other] = ['- rule 16493090\n', '- rule 21637645\n'];
		const [before, hash] = [contentHash(one), contentHash(other)];
		expect(shortHash(before)).toBe(shortHash(hash));
		await push({ 'rules/twin.md': one });
		const files = [{ file: 'rules/twin.md', content: other, base: before }];
		await hub.applySync({ by: 'admin', files });
		const digits = shortHash(hash, 16);
		const told = { items: [{ hash: digits, content: other }] };
		for (const held of ['', shortHash(hash), shortHash(before, 16), before])
			expect(await load({ r5: held })).toMatchObject(told);
		for (const held of [digits, shortHash(hash, 20), hash])
			expect(await load({ r5: held })).toStrictEqual({ items: [], unchanged: ['r5'] });
	});
});
