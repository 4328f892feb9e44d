import { describe, expect, it } from 'vitest';
import { contentHash, shortHash } from '../../src/memory/hash';
import { API, openWorkspace, STYLE } from './workspace';

const SLIM = { shape: 'slim', draft: false };

async function library() {
	const workspace = openWorkspace();
	const ids = await workspace.push({ 'rules/style.md': STYLE, 'context/specs/api.md': API });
	const agent = await workspace.agent();
	const load = async (known: Record<string, string>, more: object = SLIM) =>
		(await agent('memload', { ids: Object.keys(known), knownHashes: known, ...more })).structured;
	return { workspace, agent, load, style: ids['STYLE.md'] ?? '' };
}

describe('a slim answer', () => {
	it('finds by short names, with as much of the description as little costs', async () => {
		const { agent } = await library();
		expect((await agent('memdisc', { shape: 'slim', query: 'names' })).structured).toEqual({
			items: [{ id: 'r1', path: 'STYLE.md', about: 'How code looks' }],
		});
	});

	it('loads by them, with no text twice', async () => {
		const { load } = await library();
		expect(await load({ r1: '', c2: '' })).toEqual({
			items: [
				{
					id: 'r1',
					path: 'STYLE.md',
					hash: shortHash(contentHash(STYLE)),
					constraints: 3,
					content: STYLE,
				},
				{ id: 'c2', path: 'specs/API.md', hash: shortHash(contentHash(API)), content: API },
			],
			refer: expect.stringContaining('memref'),
		});
	});

	it('only names what the caller holds, by a short hash or a whole one', async () => {
		const { load, style } = await library();
		const hash = contentHash(STYLE);
		for (const known of [shortHash(hash), hash, hash.slice('sha256:'.length)])
			expect(await load({ [style]: known })).toEqual({ items: [], unchanged: ['r1'] });
		for (const known of [hash.slice(7, 18), '0'.repeat(12)])
			expect(await load({ r1: known })).toMatchObject({ items: [{ id: 'r1' }] });
	});

	it('counts what it holds where all of many is unchanged', async () => {
		const { push, agent: open } = openWorkspace();
		const names = Array.from({ length: 6 }, (_, at) => `rules/r${at}.md`);
		await push(Object.fromEntries(names.map((name) => [name, STYLE])));
		const ids = names.map((_, at) => `r${at + 1}`);
		const knownHashes = Object.fromEntries(ids.map((id) => [id, shortHash(contentHash(STYLE))]));
		const agent = await open();
		const load = async (named: readonly string[], more: object = {}) =>
			(await agent('memload', { ids: named, knownHashes: { ...knownHashes, ...more }, ...SLIM }))
				.structured;
		expect(await load(ids)).toEqual({ items: [], unchanged: 'all 6' });
		expect(await load(ids.slice(1))).toEqual({ items: [], unchanged: ids.slice(1) });
		await push({ 'rules/new.md': STYLE });
		expect(await load([...ids, 'r7'], { r7: '' })).toMatchObject({
			items: [{ id: 'r7' }],
			unchanged: ids,
		});
	});

	it('warns of a rule of which nothing binds, in every shape', async () => {
		const { workspace, load } = await library();
		await workspace.push({ 'rules/empty.md': '# Title\n' });
		for (const shape of ['slim', 'full'])
			expect(await load({ r3: '' }, { shape })).toMatchObject({
				items: [{ warning: expect.stringMatching(/^nothing in it binds/) }],
			});
	});

	it('takes no other shape', async () => {
		const { load } = await library();
		expect((await load({ r1: '' }, { shape: 'thin' })).error).toMatch(/^shape must be "full"/);
	});
});

describe('a draft', () => {
	it('never stands in for the published text, unless asked for', async () => {
		const { agent, load, style } = await library();
		const body = STYLE.replace('snake_case', 'camelCase');
		await agent('artifact', { resource: 'rule', op: { update: { id: 'r1', body } } });
		const told = await load({ r1: '' });
		expect(told).toMatchObject({ items: [{ content: STYLE, hasDraft: true }] });
		expect(await load({ r1: '' }, { ...SLIM, draft: true })).toMatchObject({
			items: [{ content: body }],
		});
		const refer = (constraintId: string) =>
			agent('memref', { refs: [{ ruleId: style, constraintId }] });
		expect((await refer('Use snake_case for')).isError).toBe(false);
		expect((await refer('Use camelCase for')).isError).toBe(true);
	});
});

describe('a reference', () => {
	it('names a constraint by its first words, its id or its section', async () => {
		const { workspace, agent } = await library();
		const refer = async (constraintId: string) =>
			(await agent('memref', { refs: [{ ruleId: 'r1', constraintId }] })).structured;
		for (const name of ['Use PascalCase…', 'use `snake_case` for functions', 'Naming/2', 'Errors'])
			expect(await refer(name)).toEqual({ ok: true, count: 1 });
		expect(await refer('Use')).toMatchObject({ code: 'unknown_constraint' });
		expect(await refer('Use camelCase for types')).toMatchObject({
			code: 'unknown_constraint',
			validConstraints: [{ id: 'Naming/2' }, { id: 'Naming/1' }, { id: 'Errors' }],
		});
		const [usage] = (await workspace.hub.usage({})).objects.filter(({ kind }) => kind === 'rule');
		expect(usage?.constraints.map(({ id, references }) => [id, references])).toEqual([
			['Naming/1', 1],
			['Naming/2', 2],
			['Errors', 1],
		]);
	});

	it('goes on counting through inserts, reorders, edits and a new file name', async () => {
		const { workspace, agent, style } = await library();
		await agent('memref', { refs: [{ ruleId: 'r1', constraintId: 'Naming/1' }] });
		const publish = async (content: string, file = 'rules/style.md') => {
			const current = await workspace.hub.readObject({ id: style });
			const files = [{ file, content, base: current?.hash ?? null }];
			const done = await workspace.hub.applySync({ by: 'admin', files });
			expect(done.ok).toBe(true);
		};
		const counted = async () => {
			const [usage] = (await workspace.hub.usage({ id: style })).objects;
			return usage?.constraints.filter(({ references }) => references > 0).map(({ id }) => id);
		};
		await publish(STYLE.replace('- Use snake', '- Think first\n- Use snake'));
		expect(await counted()).toEqual(['Naming/2']);
		await publish(
			STYLE.replace('## Naming', '## How things are called').replace(
				'- Use snake',
				'* Use\n  snake',
			),
		);
		expect(await counted()).toEqual(['How things are called/1']);
		await publish(STYLE.replace('functions', 'all functions and methods'));
		expect(await counted()).toEqual(['Naming/1']);
	});
});
