// Drafts, and those who decide on them.
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { ada, bob, desk, root } from './desk';
import { API } from './workspace';

const refused = (code: string, message: string) => ({ ok: false, error: { code, message } });
const absent = (id: string) => refused('not_found', `there is no draft "${id}"`);

describe('the list of drafts', () => {
	it('has pages and states', async () => {
		const { hub, draft, submit } = await desk();
		const ids: string[] = [];
		for (const name of ['a', 'b', 'c'])
			ids.push(await draft({ create: { path: `${name}.md`, body: 'x' } }));
		await submit(ids[1] ?? '');
		const listed = async (query: object) => {
			const { drafts, total } = await hub.drafts(query);
			return [drafts.map(({ path }) => path).join(' '), total];
		};
		expect(await listed({})).toEqual(['C.md B.md A.md', 3]);
		expect(await listed({ limit: 1, offset: 1 })).toEqual(['B.md', 3]);
		expect(await listed({ state: 'submitted' })).toEqual(['B.md', 1]);
		expect(await listed({ by: bob })).toEqual(['B.md', 1]);
	});

	it('says of each since when it stands so: when it was submitted, and when it was decided', async () => {
		const { hub, draft, submit } = await desk();
		const id = await draft({ create: { path: 'a.md', body: 'x' } });
		const since = async () => (await hub.drafts()).drafts[0]?.updatedAt ?? 0;
		const written = await since();
		// Each look at the clock is a millisecond later.
		await submit(id);
		const submitted = await since();
		expect(submitted).toBeGreaterThan(written);
		await hub.rejectDraft({ id, by: bob });
		expect(await since()).toBeGreaterThan(submitted);
	});

	it('says of each where it stands', async () => {
		const { hub, draft, submit, api } = await desk();
		await draft({ rename: { id: api, new_path: 'b.md', description: 'Elsewhere' } });
		await submit(api, 'please');
		expect((await hub.drafts()).drafts).toStrictEqual([
			{
				...{ id: expect.stringMatching(/^tmp-context-/), path: 'specs/API.md', author: 'ada' },
				...{ resource: 'context', operation: 'rename', state: 'submitted', objectId: api },
				...{ newPath: 'B.md', summary: 'Elsewhere', comment: 'please', conflict: false },
				...{ createdAt: expect.any(Number), updatedAt: expect.any(Number) },
			},
		]);
	});
});

describe('a submission', () => {
	it('is of the content as it is kept', async () => {
		const { hub, store, draft, submit, api } = await desk();
		const id = await draft({ create: { path: 'a.md', body: 'x' } });
		const { body, updatedAt } = store.draft(id) ?? {};
		expect(await hub.draftBody({ id, by: ada })).toStrictEqual({
			ok: true,
			value: { key: body?.key, writtenAt: updatedAt },
		});
		const changed = refused('wrong_state', 'the draft changed while it was submitted; repeat');
		for (const content of [{}, { content: 'y' }])
			expect(await hub.submitDraft({ id, by: ada, ...content })).toStrictEqual(changed);
		await submit(id);
		const done = refused('wrong_state', 'the draft is submitted already');
		expect(await hub.draftBody({ id, by: ada })).toStrictEqual(done);
		expect(await hub.submitDraft({ id, by: ada, content: 'x' })).toStrictEqual(done);
		await draft({ delete: { id: api } });
		expect(await hub.draftBody({ id: api, by: ada })).toStrictEqual({ ok: true, value: null });
	});

	it('is its author’s, or an administrator’s', async () => {
		const { hub, draft, submit, api } = await desk();
		await draft({ delete: { id: api } });
		for (const call of [hub.draftBody, hub.submitDraft]) {
			expect(await call({ id: api, by: bob })).toStrictEqual(absent(api));
			expect(await call({ id: 'tmp-none', by: root })).toStrictEqual(absent('tmp-none'));
		}
		await submit(api);
		for (const call of [hub.draftBody, hub.submitDraft])
			expect(await call({ id: api, by: bob })).toStrictEqual(
				refused('forbidden', 'only its author or an administrator may submit a draft'),
			);
		const long = await hub.draft({ id: 'x'.repeat(200), by: root });
		expect(long).toStrictEqual(absent('x'.repeat(80)));
	});
});

describe('a decision', () => {
	it('is recorded, with what was said', async () => {
		const { hub, store, draft, submit, approve, style } = await desk();
		const body = '---\ndescription: Ours\n---\n- Be kind\n';
		const update = { id: style, body, description: 'Kinder' };
		const id = await draft({ update }, 'rule');
		await submit(id, 'please');
		await hub.rejectDraft({ id, by: bob, comment: 'no' });
		await submit(id);
		await approve(id, { comment: 'fine' });
		const hash = contentHash(body);
		const { items } = await hub.attestations({ objectId: style, order: 'oldest' });
		const common = { at: expect.any(Number), session: '', objectId: style, path: 'STYLE.md', hash };
		const [event, detail] = [(name: string) => `review.${name}`, 'update by ada'];
		expect(items.slice(2).map(({ seq: _, ...rest }) => rest)).toStrictEqual([
			{ ...common, event: event('submit'), principal: 'ada', reason: 'please', detail },
			{ ...common, event: event('reject'), principal: 'bob', reason: 'no', detail },
			{ ...common, event: event('submit'), principal: 'ada', detail },
			{ ...common, event: event('approve'), principal: 'bob', reason: 'fine', detail: 'version 2' },
		]);
		expect(store.version(style, 2)).toStrictEqual({
			...{ objectId: style, version: 2, category: 'rule', kind: 'rule', path: 'STYLE.md', hash },
			...{ content: body, description: 'Ours', origin: 'review', author: 'ada', note: 'fine' },
			...{ at: expect.any(Number), deleted: false },
			constraints: [expect.objectContaining({ text: 'Be kind' })],
		});
	});

	it('keeps what the draft says nothing of', async () => {
		const { store, draft, submit, approve, style } = await desk();
		await draft({ rename: { id: style, new_path: 'b.md' } }, 'rule');
		await submit(style);
		expect((await approve(style)).ok).toBe(true);
		const first = store.version(style, 1);
		expect(store.version(style, 2)).toStrictEqual({
			...{ ...first, version: 2, path: 'B.md', origin: 'review', author: 'ada' },
			at: expect.any(Number),
		});
		await draft({ update: { id: style, body: '- x\n', description: 'Shorter' } }, 'rule');
		await submit(style);
		await approve(style);
		const third = { note: 'Shorter', description: 'How code looks', path: 'B.md' };
		expect(store.version(style, 3)).toMatchObject(third);
		await draft({ delete: { id: style } }, 'rule');
		await submit(style);
		await approve(style);
		expect(store.version(style, 4)).toMatchObject({ content: '', constraints: [], deleted: true });
	});

	it('is refused with what to do', async () => {
		const { hub, store, draft, submit, approve, api } = await desk();
		const id = await draft({ create: { path: 'a.md', body: 'x' } });
		const holder = 'p-00000000-0000-4000-8000-000000000002';
		expect(await approve('tmp-none')).toStrictEqual(absent('tmp-none'));
		expect(await hub.rejectDraft({ id: 'tmp-none', by: bob })).toStrictEqual(absent('tmp-none'));
		expect(await approve(id)).toStrictEqual(
			refused('wrong_state', 'the draft is not submitted (its state: draft)'),
		);
		await submit(id);
		expect(await approve(id, { by: ada, fourEyes: true })).toStrictEqual(
			refused('four_eyes', 'review.fourEyes is on: somebody else must approve this draft'),
		);
		expect(await approve(id, { draftHash: contentHash('y') })).toStrictEqual(
			refused('conflict', 'the draft has changed since you read it; read it again'),
		);
		await hub.applySync({
			by: 'admin',
			files: [{ file: 'context/a.md', content: 'y', base: null }],
		});
		expect((await hub.drafts()).drafts).toMatchObject([{ conflict: true }]);
		expect(await approve(id)).toStrictEqual(
			refused('conflict', `A.md is published as ${holder}; reject this draft`),
		);
		const update = await draft({ update: { id: api, body: 'y' } });
		await submit(update);
		const kept = store.draft(update);
		if (kept !== undefined) store.putDraft(kept);
		expect(await approve(update)).toStrictEqual(
			refused('wrong_state', 'the draft has no content; reject it'),
		);
		await hub.applySync({
			by: 'admin',
			files: [],
			withdraw: [{ id: api, hash: contentHash(API) }],
		});
		for (const over of ['', contentHash(API)])
			expect(await approve(update, { over })).toMatchObject(
				refused(
					'conflict',
					'what this draft was based on has changed since; compare base, current and draft, then reject it, or approve it with `over` set to the hash of current',
				),
			);
	});

	it('is refused where a document may not be what it is renamed to', async () => {
		const { draft, submit, approve } = await desk();
		const id = await draft({ create: { path: 'a.md', body: '- x\n'.repeat(2001) } });
		await draft({ rename: { id, new_path: 'workflow/a.md' } });
		await submit(id);
		expect(await approve(id)).toMatchObject({
			error: { code: 'invalid', message: expect.stringMatching(/^body must hold at most 2000/) },
		});
	});
});
