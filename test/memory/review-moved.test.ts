// Drafts whose base moved meanwhile: shown beside it, merged, and published over what was seen alone.
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { submitDraft, viewDraft } from '../../src/memory/hub/hub';
import { author, desk, reviewer } from './reviewers';
import { API, STYLE } from './workspace';

describe('review', () => {
	it('shows base, current and draft when the base has moved, and publishes only over what was seen', async () => {
		const { hub, services, api, draft } = await desk();
		const id = await draft({ update: { id: api, body: 'draft' } });
		await hub.applySync({
			by: 'admin',
			files: [{ file: 'context/specs/api.md', content: 'moved', base: contentHash(API) }],
		});
		expect((await hub.drafts()).drafts).toMatchObject([{ conflict: true }]);
		await submitDraft(services, { id, by: author });
		const refused = await hub.approveDraft({ id, by: reviewer, fourEyes: false });
		expect(refused).toMatchObject({
			ok: false,
			error: {
				code: 'conflict',
				view: {
					base: { content: API, version: 1 },
					current: { content: 'moved', version: 2 },
					proposed: { content: 'draft' },
				},
			},
		});
		const over = contentHash('moved');
		expect(
			(await hub.approveDraft({ id, by: reviewer, fourEyes: false, over: contentHash(API) })).ok,
		).toBe(false);
		const bare = over.replace('sha256:', '');
		expect((await hub.approveDraft({ id, by: reviewer, fourEyes: false, over: bare })).ok).toBe(
			true,
		);
		expect(await hub.readObject({ id: api })).toMatchObject({ content: 'draft', version: 3 });
	});

	it('keeps the base of a draft until both are merged, and offers that', async () => {
		const { hub, services, ada, workspace, draft } = await desk();
		const style = (await workspace.push({ 'rules/style.md': STYLE }))['STYLE.md'] ?? '';
		const [mine, theirs] = [
			STYLE.replace('snake_case', 'camelCase'),
			`${STYLE}Never swallow one.\n`,
		];
		const id = await draft({ update: { id: style, body: mine } }, 'rule');
		const publish = async (content: string, before: string) =>
			hub.applySync({
				by: 'admin',
				files: [{ file: 'rules/style.md', content, base: contentHash(before) }],
			});
		await publish(theirs, STYLE);
		const update = async (details: object) =>
			(await ada('artifact', { resource: 'rule', op: { update: { id: 'r3', ...details } } }))
				.structured as { warnings?: string[]; error?: string; body?: string };
		const offer = (await update({ body: mine })).warnings?.[0];
		expect(offer).toContain('has changed since you began');
		await submitDraft(services, { id, by: author });
		expect(await hub.approveDraft({ id, by: reviewer, fourEyes: false })).toMatchObject({
			error: { code: 'conflict', view: { base: { content: STYLE } } },
		});
		await hub.rejectDraft({ id, by: reviewer, comment: 'see the new text' });
		expect(await update({ body: mine })).toMatchObject({
			warnings: [offer],
			reviews: [
				'r3 STYLE.md: your update was rejected: "see the new text"; update it, or discard it',
			],
		});
		expect((await update({ base: 'no' })).error).toMatch(/^base is not the published text/);
		const { resource, op } = JSON.parse(/\{.*\}/.exec(offer ?? '')?.[0] ?? '');
		expect((await ada('artifact', { resource, op })).structured).toEqual({
			...{ ok: true, id: style, draft_path: 'STYLE.md' },
		});
		await publish(theirs.replace('snake_case', 'kebab-case'), theirs);
		const base = contentHash(theirs.replace('snake_case', 'kebab-case'));
		const collision = await update({ base });
		expect(collision.error).toMatch(/^1 place collides/);
		expect(collision.body).toMatch(/<<<<<<< here\n.*camelCase.*\n=======\n.*kebab-case.*\n>>>>>>>/);
		expect(await update({ base, body: mine })).not.toHaveProperty('warnings');
		await submitDraft(services, { id, by: author });
		expect((await hub.approveDraft({ id, by: reviewer, fourEyes: false })).ok).toBe(true);
	});

	it('goes on from the base that an update names, and refuses one that is no text of it', async () => {
		const { workspace, ada, hub } = await desk();
		const style = (await workspace.push({ 'rules/style.md': STYLE }))['STYLE.md'] ?? '';
		const theirs = `${STYLE}Never swallow one.\n`;
		const files = [{ file: 'rules/style.md', content: theirs, base: contentHash(STYLE) }];
		expect(await hub.applySync({ by: 'admin', files })).toMatchObject({ ok: true });
		const update = async (base: string, id = style) =>
			(await ada('artifact', { resource: 'rule', op: { update: { id, base, body: '- Mine' } } }))
				.structured;
		expect(await update('not a hash')).toEqual({
			error: 'base "not a hash" is no hash of a text of this document; memload it',
		});
		expect((await hub.drafts()).drafts).toEqual([]);
		const [then, now] = [STYLE, theirs].map((text) => contentHash(text));
		for (const base of [then, then?.slice(7, 19)])
			expect(await update(base ?? '')).toMatchObject({
				warnings: [expect.stringContaining(`"base":"${now?.slice(7, 19)}"`)],
			});
		// Its own text names no other base.
		expect(await update(contentHash('- Mine'))).toHaveProperty('warnings');
		expect(await update('')).toHaveProperty('warnings');
		for (const base of [now, now?.slice(7, 19)])
			expect(await update(base ?? '')).not.toHaveProperty('warnings');
		const op = { create: { path: 'new.md', body: '- New' } };
		const { id } = (await ada('artifact', { resource: 'rule', op })).structured;
		expect(await update(now ?? '', String(id))).toHaveProperty('error');
	});

	it('publishes an update where its object is by now', async () => {
		const { hub, services, api, draft } = await desk();
		const moved = await draft({ rename: { id: api, new_path: 'specs/http.md' } });
		await submitDraft(services, { id: moved, by: author });
		await hub.approveDraft({ id: moved, by: reviewer, fourEyes: false });
		const id = await draft({ update: { id: api, body: 'new' } });
		await hub.rollback({ id: api, version: 1, by: 'admin' });
		const proposed = { path: 'specs/API.md', content: 'new' };
		expect(await viewDraft(services, { id, by: author })).toMatchObject({ value: { proposed } });
		await submitDraft(services, { id, by: author });
		expect(await viewDraft(services, { id, by: reviewer })).toMatchObject({ value: { proposed } });
		await hub.approveDraft({ id, by: reviewer, fourEyes: false });
		expect(await hub.readObject({ id: api })).toMatchObject({ ...proposed, version: 4 });
		expect(await hub.readObject({ id: api, version: 0 })).toBe(null);
	});

	it('refuses a new document whose path was published meanwhile', async () => {
		const { workspace, hub, services, draft } = await desk();
		const id = await draft({ create: { path: 'a.md', body: 'x' } });
		await workspace.push({ 'context/a.md': 'y' });
		await submitDraft(services, { id, by: author });
		expect(await hub.approveDraft({ id, by: reviewer, fourEyes: false })).toMatchObject({
			ok: false,
			error: { code: 'conflict' },
		});
	});

	it('refuses to approve another text than the one that was read', async () => {
		const { hub, services, draft } = await desk();
		const id = await draft({ create: { path: 'a.md', body: 'x' } });
		await submitDraft(services, { id, by: author });
		const approve = (draftHash: string) =>
			hub.approveDraft({ id, by: reviewer, fourEyes: false, draftHash });
		expect(await approve(contentHash('y'))).toMatchObject({ error: { code: 'conflict' } });
		expect(await approve('')).toMatchObject({ error: { code: 'conflict' } });
		expect((await approve(contentHash('x').replace('sha256:', ''))).ok).toBe(true);
	});
});
