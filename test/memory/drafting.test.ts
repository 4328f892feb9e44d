import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { MEMORY_TOOLS } from '../../src/memory/tools/tools';
import { API, callerOf, openWorkspace, STYLE } from './workspace';

const rita = { principal: 'rita', administrator: true };
const MOVED = expect.stringMatching(/^the published text has changed since you began this draft; /);

async function workshop() {
	const workspace = openWorkspace();
	const ids = await workspace.push({ 'rules/style.md': STYLE, 'context/specs/api.md': API });
	const [ada, bob] = [await workspace.agent('ada'), await workspace.agent('bob')];
	const events = async () => (await workspace.hub.attestations({ principal: 'ada' })).items;
	const move = (content: string, file = 'context/specs/api.md') =>
		workspace.hub.applySync({
			by: 'admin',
			files: [{ file, content, base: contentHash(API), id: ids['specs/API.md'] }],
		});
	return { ...workspace, ada, bob, events, move, api: ids['specs/API.md'] ?? '' };
}
const context = (op: object) => ({ resource: 'context', op });

describe('a change', () => {
	it('is kept as a draft and recorded, with what is said of it', async () => {
		const { ada, store, api, events } = await workshop();
		const create = { path: 'notes/a.md', body: '- one\n', description: 'A note' };
		const { structured } = await ada('artifact', context({ create }));
		const id = String(structured.id);
		const body = {
			...{ key: expect.stringContaining(id), hash: contentHash('- one\n'), bytes: 6 },
			...{ constraints: [expect.objectContaining({ text: 'one' })], description: 'A note' },
		};
		const time = { createdAt: expect.any(Number), updatedAt: expect.any(Number) };
		expect(store.drafts()).toStrictEqual([
			{
				...{ id, category: 'context', operation: 'create', state: 'draft', author: 'ada' },
				...{ path: 'notes/A.md', body, summary: 'A note', ...time },
			},
		]);
		const update = { id: api, body: '# 2\n', description: 'Shorter' };
		expect((await ada('artifact', context({ update }))).structured).toStrictEqual({
			...{ ok: true, id: api, draft_path: 'specs/API.md' },
		});
		const ofApi = () => store.drafts().find(({ objectId }) => objectId === api);
		expect(ofApi()?.body?.key).toMatch(new RegExp(`^draft/${ofApi()?.id}/`));
		const rename = { id: api, new_path: 'b.md', description: 'Elsewhere' };
		expect((await ada('artifact', context({ rename }))).structured).toStrictEqual({
			...{ ok: true, id: api, new_draft_path: 'B.md' },
			note: 'paths are spelled folder/NAME.md',
		});
		expect(store.drafts().find(({ objectId }) => objectId === api)).toMatchObject({
			...{ operation: 'rename', newPath: 'B.md', summary: 'Elsewhere' },
		});
		await ada('artifact', context({ delete: { id: api, description: 'Gone' } }));
		expect(store.drafts().find(({ objectId }) => objectId === api)).toStrictEqual({
			...{ id: expect.stringMatching(/^tmp-context-/), category: 'context', operation: 'delete' },
			...{ state: 'draft', author: 'ada', objectId: api, path: 'specs/API.md', ...time },
			...{ summary: 'Gone', baseHash: contentHash(API) },
		});
		await ada('artifact', context({ discard: { id: api } }));
		const common = { at: expect.any(Number), principal: 'ada', session: 'ada-1' };
		const path = 'specs/API.md';
		expect((await events()).slice(0, 5)).toStrictEqual([
			{ ...common, seq: 9, event: 'artifact.discard', objectId: api, path },
			{ ...common, seq: 8, event: 'artifact.delete', objectId: api, path, reason: 'Gone' },
			{
				...{ ...common, seq: 7, event: 'artifact.rename', objectId: api, path },
				...{ reason: 'Elsewhere', detail: 'to B.md' },
			},
			{
				...{ ...common, seq: 6, event: 'artifact.update', objectId: api, path },
				...{ hash: contentHash('# 2\n'), reason: 'Shorter' },
			},
			{
				...{ ...common, seq: 5, event: 'artifact.create', objectId: id, path: 'notes/A.md' },
				...{ hash: contentHash('- one\n'), reason: 'A note' },
			},
		]);
	});

	it('that creates the meta-prompt changes the one there always is', async () => {
		const { ada, store } = await workshop();
		const create = { path: 'META_PROMPT.md', body: '# Ours\n' };
		expect((await ada('artifact', { resource: 'mpf', op: { create } })).structured).toStrictEqual({
			...{ ok: true, id: 'META_PROMPT.md', draft_path: 'META_PROMPT.md' },
		});
		expect(store.drafts()).toMatchObject([
			{
				...{ category: 'mpf', operation: 'update', objectId: 'META_PROMPT.md' },
				baseHash: expect.stringMatching(/^sha256:/),
			},
		]);
		expect(store.drafts()[0]).not.toHaveProperty('summary');
	});

	it('tells of a text that has moved, as long as it is a change', async () => {
		const { ada, api, move } = await workshop();
		const act = async (op: object) => (await ada('artifact', context(op))).structured.warnings;
		expect(await act({ update: { id: api, body: 'mine' } })).toBe(undefined);
		await move('moved');
		expect(await act({ update: { id: api, body: 'mine on' } })).toStrictEqual([MOVED]);
		expect(await act({ discard: { id: api } })).toBe(undefined);
	});

	it('takes the place of the rejected draft of another, wherever that began', async () => {
		const { hub, ada, bob, store, api, move } = await workshop();
		await bob('artifact', context({ update: { id: api, body: 'from bob' } }));
		await hub.rejectDraft({ id: api, by: rita });
		await move(API, 'context/http.md');
		await ada('artifact', context({ update: { id: api, body: 'from ada' } }));
		expect(store.drafts()).toMatchObject([{ author: 'ada', path: 'HTTP.md' }]);
	});
});

describe('the path of a draft', () => {
	const create = (path: string, resource = 'context') => ({
		...{ resource, op: { create: { path, body: 'x' } } },
	});
	const named = async (answer: Promise<{ structured: object }>) =>
		String(((await answer).structured as { id?: string }).id);

	it('is one of its category, and may be what it was', async () => {
		const { ada, store } = await workshop();
		const [rule, note] = [
			await named(ada('artifact', create('a.md', 'rule'))),
			await named(ada('artifact', create('a.md'))),
		];
		expect(store.drafts()).toHaveLength(2);
		const rename = context({ rename: { id: note, new_path: 'A.md' } });
		expect((await ada('artifact', rename)).structured).toStrictEqual({
			...{ ok: true, id: note, new_draft_path: 'A.md' },
		});
		// By its path too it is written on, of its category.
		const update = (id: string, resource = 'context') =>
			ada('artifact', { resource, op: { update: { id, body: 'y' } } });
		expect((await update('a.md', 'rule')).structured.id).toBe(rule);
		expect((await update('A.md')).structured.id).toBe(note);
		expect(store.draft(note)?.body?.key).toMatch(new RegExp(`^draft/${note}/`));
		expect((await update('b.md')).isError).toBe(true);
	});

	it('names nothing of others, and nothing that is published', async () => {
		const { ada, bob, api } = await workshop();
		const id = await named(ada('artifact', create('a.md')));
		await ada('artifact', context({ update: { id: api, body: 'y' } }));
		const error = (name: string) =>
			`file not found in cache: "${name}" is no id of an object or of your drafts; call memdisc`;
		for (const [agent, name] of [
			[bob, id],
			[bob, 'a.md'],
			[ada, 'specs/API.md'],
		] as const) {
			const update = context({ update: { id: name, body: 'z' } });
			expect((await agent('artifact', update)).structured).toStrictEqual({ error: error(name) });
		}
		const taken = 'draft already exists for this path:';
		expect((await ada('artifact', create('a.md'))).structured.error).toBe(
			`${taken} A.md; update it by the id that memdisc shows`,
		);
		expect((await bob('artifact', create('a.md'))).structured.error).toBe(
			`${taken} A.md; another author is drafting it: choose another path`,
		);
		expect((await bob('artifact', create('specs/api.md'))).structured.error).toBe(
			`${taken} specs/API.md is published as ${api}; use update with that id`,
		);
	});

	it('is held by a move, whatever became of its object', async () => {
		const { hub, ada, bob, api } = await workshop();
		await ada('artifact', context({ rename: { id: api, new_path: 'b.md' } }));
		const withdraw = [{ id: api, hash: contentHash(API) }];
		await hub.applySync({ by: 'admin', files: [], withdraw });
		expect((await bob('artifact', create('b.md'))).isError).toBe(true);
	});
});

describe('an author who has too many drafts', () => {
	it('may change those, and begins no other but by the rejected', async () => {
		const { hub, store, bodies, api } = await workshop();
		const services = { hub, bodies, now: () => 0, mostDrafts: 1 };
		const act = async (op: object, resource = 'context') => {
			const call = { resource, op };
			const { structured } = await MEMORY_TOOLS.artifact(services, callerOf('ada', 'ada-1'), call);
			return structured as { id?: string; error?: string };
		};
		const full = {
			error: expect.stringMatching(/^you have 1 drafts that wait \(limits\.drafts\)/),
		};
		const { id = '' } = await act({ create: { path: 'a.md', body: 'x' } });
		expect(await act({ create: { path: 'b.md', body: 'x' } })).toEqual(full);
		expect(await act({ update: { id: api, body: 'x' } })).toEqual(full);
		expect(await act({ update: { id, body: 'y' } })).toMatchObject({ id });
		await hub.rejectDraft({ id, by: rita });
		expect(await act({ update: { id: api, body: 'x' } })).toMatchObject({ id: api });
		expect(store.drafts()).toHaveLength(2);
	});
});
