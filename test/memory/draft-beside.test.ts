// A draft beside what is published: its base, conflicts, warnings and overlaps.
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { defaultMetaPrompt } from '../../src/memory/hub/context';
import { ada, desk, root } from './desk';
import { API, STYLE } from './workspace';

describe('a draft beside what is published', () => {
	it('is no conflict where its object moved and another has its old path', async () => {
		const { hub, draft, push, api, submit, approve, view } = await desk();
		const id = await draft({ update: { id: api, body: 'new' } });
		await push('context/http.md', API, contentHash(API), api);
		await hub.applySync({
			by: 'admin',
			files: [{ file: 'context/specs/api.md', content: 'other', base: null }],
		});
		expect((await hub.drafts()).drafts).toMatchObject([{ conflict: false }]);
		await submit(id);
		expect((await view(id)).proposed).toMatchObject({ path: 'HTTP.md' });
		expect((await approve(id)).ok).toBe(true);
		expect(await hub.readObject({ id: api })).toMatchObject({ content: 'new', path: 'HTTP.md' });
	});

	it('has a base of its own, and its author alone its content', async () => {
		const { store, draft, push, view, api, hub } = await desk();
		const side = (content: string, version?: number) => ({
			...{ hash: contentHash(content), path: 'specs/API.md', content },
			...(version !== undefined && { version }),
		});
		const id = await draft({ update: { id: api, body: 'mine' } });
		await push('context/specs/api.md', 'moved', contentHash(API));
		const sides = { base: side(API, 1), current: side('moved', 2) };
		const { draft: entry, ...own } = await view(id, ada);
		expect(own).toStrictEqual({ ...sides, proposed: side('mine') });
		expect(entry.conflict).toBe(true);
		const { draft: _, ...others } = await view(id, root);
		expect(others).toStrictEqual({
			...{ ...sides, proposed: null },
			withheld: 'Its text is seen by its author alone until they submit it.',
		});
		const { body, updatedAt } = store.draft(id) ?? {};
		expect(await hub.draft({ id, by: ada })).toMatchObject({
			value: { body: { key: body?.key, hash: body?.hash, writtenAt: updatedAt } },
		});
		expect(await hub.draft({ id, by: root })).not.toHaveProperty('value.body');
		const fresh = await draft({ create: { path: 'n.md', body: 'x' } });
		expect(await view(fresh, ada)).toMatchObject({ base: null, current: null });
		const gone = await draft({ delete: { id: api } });
		expect(await view(gone, root)).toStrictEqual({
			...{ draft: expect.any(Object), base: side('moved', 2), current: side('moved', 2) },
			proposed: null,
		});
	});

	it('of the default meta-prompt is based on that', async () => {
		const { draft, view } = await desk();
		const update = { id: 'META_PROMPT.md', body: '# Ours\n' };
		const id = await draft({ update }, 'mpf');
		const side = { version: 0, content: defaultMetaPrompt('slim') };
		expect(await view(id, ada)).toMatchObject({ base: side, current: side });
	});

	it('warns where it is a rule of which nothing binds, and where it becomes one', async () => {
		const { draft, view, hub } = await desk();
		const silent = [
			'nothing in it binds: it has no list item, paragraph or table row to follow; links alone are counted',
		];
		const id = await draft({ create: { path: 'a.md', body: '# Title\n' } });
		expect(await view(id, ada)).not.toHaveProperty('warnings');
		await draft({ rename: { id, new_path: 'workflow/a.md' } });
		expect((await view(id, ada)).warnings).toEqual(silent);
		expect(await view(id, root)).not.toHaveProperty('warnings');
		const told = await draft({ create: { path: 'b.md', body: '- x\n' } }, 'rule');
		expect(await hub.draft({ id: told, by: ada })).not.toHaveProperty('value.warnings');
	});

	it('overlaps with others only, where it is new and binds', async () => {
		const { hub, draft, view, push, style } = await desk();
		await hub.applySync({
			by: 'admin',
			files: [{ file: 'rules/tabs.md', content: '- Indent with tabs\n- Be kind\n', base: null }],
		});
		const texts = async (id: string, by = ada) =>
			((await view(id, by)).overlaps ?? []).map(({ kind, text, path }) => [kind, text, path]);
		const body = '- Indent with spaces\n';
		const context = await draft({ create: { path: 'a.md', body } });
		expect(await texts(context)).toEqual([]);
		const told = ['contradiction', 'Indent with spaces', 'TABS.md'];
		const create = await draft({ create: { path: 'b.md', body } }, 'rule');
		expect(await texts(create)).toEqual([told]);
		expect(await texts(create, root)).toEqual([]);
		// The rest of it was there before.
		await push('rules/style.md', '- Be kind\n- Sort imports\n', contentHash(STYLE));
		const kept = '- Be kind\n- Sort all imports\n- Indent with spaces\n';
		const update = await draft({ update: { id: style, body: kept } }, 'rule');
		expect(await texts(update)).toEqual([told]);
	});

	it('tells twenty overlaps', async () => {
		const { push, draft, view, style } = await desk();
		const lines = Array.from({ length: 21 }, (_, at) => `- Sort the imports of part ${at}\n`);
		await push('rules/style.md', lines.join(''), contentHash(STYLE), style);
		const id = await draft({ create: { path: 'b.md', body: lines.join('') } }, 'rule');
		expect((await view(id, ada)).overlaps).toHaveLength(20);
	});
});
