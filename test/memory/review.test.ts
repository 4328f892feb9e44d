// Drafts on their way to a version, by those who review them.
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { submitDraft, viewDraft } from '../../src/memory/hub/hub';
import type { Reviewer } from '../../src/memory/hub/reviewing';
import { author, desk, reviewer } from './reviewers';
import { API } from './workspace';

const admin: Reviewer = { principal: 'root', administrator: true };

describe('review', () => {
	it('approves a draft that renames alone by the hash of the text that was read', async () => {
		const { hub, services, api, draft } = await desk();
		const id = await draft({ rename: { id: api, new_path: 'specs/HTTP.md' } });
		await submitDraft(services, { id, by: author });
		const approve = (draftHash: string) =>
			hub.approveDraft({ id, by: reviewer, fourEyes: true, draftHash });
		expect(await approve(contentHash('other'))).toMatchObject({ ok: false });
		expect(await approve(contentHash(API))).toMatchObject({
			ok: true,
			value: { path: 'specs/HTTP.md', version: 2 },
		});
	});

	it('lists drafts, submits one, and publishes it as a new version', async () => {
		const { hub, services, ada, api, draft } = await desk();
		const id = await draft({ update: { id: api, body: '# API 2\n', description: 'Second' } });
		expect((await hub.drafts()).drafts).toMatchObject([
			{
				id,
				path: 'specs/API.md',
				resource: 'context',
				operation: 'update',
				state: 'draft',
				author: 'ada',
				conflict: false,
			},
		]);
		expect(await submitDraft(services, { id, by: author })).toMatchObject({
			ok: true,
			value: { state: 'submitted' },
		});
		const approved = await hub.approveDraft({ id, by: reviewer, comment: 'fine', fourEyes: true });
		const hash = contentHash('# API 2\n');
		expect(approved).toEqual({
			ok: true,
			value: { objectId: api, path: 'specs/API.md', version: 2, hash, state: 'published' },
		});
		expect((await hub.drafts()).drafts).toEqual([]);
		expect(await hub.listVersions({ id: api })).toMatchObject([
			{ version: 2, origin: 'review', author: 'ada', note: 'fine' },
			{ version: 1, origin: 'sync', author: 'admin' },
		]);
		const load = await ada('memload', { ids: [api], knownHashes: { [api]: contentHash(API) } });
		expect(load.structured).toMatchObject({
			items: [{ changed: true, hash, content: '# API 2\n', hasDraft: false }],
		});
		const { items } = await hub.attestations({ objectId: api, order: 'oldest' });
		expect(items.map(({ event, principal }) => [event, principal])).toEqual([
			['publish', 'admin'],
			['artifact.update', 'ada'],
			['review.submit', 'ada'],
			['review.approve', 'rita'],
			['load', 'ada'],
		]);
	});

	it('creates, renames and withdraws objects', async () => {
		const { hub, services, ada, api, draft } = await desk();
		const publish = async (id: string) => {
			await submitDraft(services, { id, by: author });
			return hub.approveDraft({ id, by: reviewer, fourEyes: false });
		};
		const created = await publish(
			await draft({ create: { path: 'a.md', body: '## A\n\n- x\n', description: 'An A' } }, 'rule'),
		);
		expect(created).toMatchObject({ ok: true, value: { path: 'A.md', version: 1 } });
		expect((await ada('memdisc', { kind: 'rule' })).structured).toMatchObject({
			items: [{ id: expect.stringMatching(/^p-[0-9a-f-]{36}$/), description: 'An A' }],
		});
		await publish(await draft({ rename: { id: api, new_path: 'workflow/serve.md' } }));
		expect(await hub.readObject({ id: api })).toMatchObject({
			kind: 'workflow',
			path: 'workflow/SERVE.md',
			content: API,
		});
		await publish(await draft({ delete: { id: api } }));
		expect(await hub.readObject({ id: api })).toBeNull();
		const rolled = await hub.rollback({ id: api, version: 1, by: 'rita' });
		expect(rolled).toMatchObject({ ok: true, value: { path: 'specs/API.md', version: 4 } });
		expect(await hub.readObject({ id: api })).toMatchObject({ kind: 'context', content: API });
	});

	it('changes the meta-prompt, and gives the default back when that is deleted', async () => {
		const { hub, services, ada, draft } = await desk();
		const publish = async (op: object) => {
			const id = await draft(op, 'mpf');
			await submitDraft(services, { id, by: author });
			await hub.approveDraft({ id, by: reviewer, fourEyes: false });
			const setup = { session_id: 'ada-1', knownHashes: { 'META_PROMPT.md': '' } };
			return (await ada('memsetup', setup)).structured.mpf;
		};
		expect(await publish({ update: { id: 'META_PROMPT.md', body: '# Ours\n' } })).toEqual({
			hash: contentHash('# Ours\n'),
			content: '# Ours\n',
			changed: true,
		});
		expect(await publish({ delete: { id: 'META_PROMPT.md' } })).toMatchObject({
			content: expect.stringContaining('loaded rules > this meta-prompt > your defaults'),
		});
	});

	it('is heard of by an author whose rejected draft gave way, and of an approval by whoever drafts next', async () => {
		const { hub, services, ada, draft, workspace } = await desk();
		const bob = await workspace.agent('bob', 'bob-1');
		const heard = async () => (await ada('memdisc', {})).structured.reviews;
		const op = (body: string) => ({ create: { path: 'new.md', body } });
		const id = await draft(op('- one\n'), 'rule');
		await submitDraft(services, { id, by: author });
		await hub.rejectDraft({ id, by: reviewer, comment: 'say two' });
		const next = (await bob('artifact', { resource: 'rule', op: op('- two\n') })).structured;
		expect(next.ok).toBe(true);
		expect(next.id).not.toBe(id);
		expect([await heard(), await heard()]).toEqual([
			[`${id} NEW.md: your create was rejected: "say two"; another author drafts it now`],
			undefined,
		]);
		expect((await hub.drafts()).drafts).toMatchObject([{ id: next.id, author: 'bob' }]);
		expect((await ada('artifact', { resource: 'rule', op: { discard: { id } } })).isError).toBe(
			true,
		);
		const by = { principal: 'bob', administrator: false };
		await submitDraft(services, { id: String(next.id), by });
		await hub.approveDraft({ id: String(next.id), by: reviewer, fourEyes: false });
		const update = (body: string) => ({ resource: 'rule', op: { update: { id: 'r3', body } } });
		await bob('artifact', update('- three\n'));
		await submitDraft(services, { id: 'r3', by });
		await hub.approveDraft({ id: 'r3', by: reviewer, fourEyes: false });
		expect((await ada('artifact', update('- four\n'))).isError).toBe(false);
		expect((await bob('memdisc', {})).structured.reviews).toEqual([
			'r3 NEW.md: your update was approved',
		]);
	});

	it('is heard of by the author in every window that was open, and once by any other', async () => {
		const { hub, services, ada, draft, workspace } = await desk();
		const { agent } = workspace;
		const other = await agent('ada', 'ada-2');
		const reviewsOf = async (one: typeof ada) => (await one('memdisc', {})).structured.reviews;
		const id = await draft({ create: { path: 'new.md', body: '- one\n' } }, 'rule');
		const op = { update: { id, body: '- two\n' } };
		for (const comment of ['say two', 'say it well']) {
			await ada('artifact', { resource: 'rule', op });
			await submitDraft(services, { id, by: author });
			await hub.rejectDraft({ id, by: reviewer, comment });
			const told = [
				`${id} NEW.md: your create was rejected: "${comment}"; update it, or discard it`,
			];
			expect([await reviewsOf(ada), await reviewsOf(ada)]).toEqual([told, undefined]);
			expect([await reviewsOf(other), await reviewsOf(other)]).toEqual([told, undefined]);
			expect(await reviewsOf(await agent('bob', 'bob-1'))).toBe(undefined);
		}
		await ada('artifact', { resource: 'rule', op });
		await submitDraft(services, { id, by: author });
		const done = await hub.approveDraft({ id, by: reviewer, fourEyes: false, comment: 'good' });
		const { objectId = '', hash = '' } = done.ok ? done.value : {};
		const { text } = await (await agent('ada', 'ada-3'))('memactivate', {
			task: 'x',
			shape: 'slim',
		});
		// The setup of the third window was told.
		expect(text).not.toContain('approved');
		expect(await reviewsOf(ada)).toEqual([`${id} was approved and is r3 now, NEW.md: "good"`]);
		const load = (name: string) => ada('memload', { ids: [name], knownHashes: { [name]: '' } });
		expect((await load(id)).structured).toMatchObject({ items: [{ id: objectId, hash }] });
		const refs = [{ ruleId: id, constraintId: 'two' }];
		expect((await ada('memref', { refs })).isError).toBe(false);
		await ada('artifact', { resource: 'rule', op: { delete: { id } } });
		await submitDraft(services, { id: 'r3', by: author });
		await hub.approveDraft({ id: 'r3', by: reviewer, fourEyes: false });
		const events = (await hub.attestations({ objectId })).items;
		expect(events.map((each) => [each.event, each.hash]).slice(0, 2)).toEqual([
			['withdraw', expect.stringMatching(/^sha256:/)],
			['review.approve', hash],
		]);
		expect(await hub.drafts({})).toMatchObject({ drafts: [], total: 0 });
	});

	it('wants a second person under four eyes, and a submitted draft always', async () => {
		const { hub, services, draft } = await desk();
		const id = await draft({ create: { path: 'a.md', body: 'x' } });
		const approve = (by: Reviewer, fourEyes: boolean) => hub.approveDraft({ id, by, fourEyes });
		expect(await approve(reviewer, false)).toMatchObject({ error: { code: 'wrong_state' } });
		await submitDraft(services, { id, by: author });
		expect(await approve(author, true)).toMatchObject({ error: { code: 'four_eyes' } });
		expect((await approve(author, false)).ok).toBe(true);
		expect(await approve(author, false)).toMatchObject({ error: { code: 'not_found' } });
	});

	it('keeps unsubmitted content to its author', async () => {
		const { services, draft } = await desk();
		const id = await draft({ create: { path: 'a.md', body: 'private' } });
		const seen = async (by: Reviewer) => {
			const view = await viewDraft(services, { id, by });
			return view.ok ? (view.value.proposed?.content ?? view.value.withheld) : view.error.code;
		};
		expect(await seen(author)).toBe('private');
		// Whoever reviews learns that the path is taken; nobody else that there is a draft.
		expect(await seen(admin)).toBe('Its text is seen by its author alone until they submit it.');
		expect(await seen(reviewer)).toBe('not_found');
		expect((await services.hub.drafts({ by: reviewer })).drafts).toEqual([]);
		expect((await services.hub.drafts({ by: admin })).drafts).toMatchObject([{ id }]);
		expect(await submitDraft(services, { id, by: reviewer })).toMatchObject({
			error: { code: 'not_found' },
		});
		expect((await submitDraft(services, { id, by: admin })).ok).toBe(true);
		expect(await seen(reviewer)).toBe('private');
	});

	it('gives a rejected draft back, and its path to others', async () => {
		const { workspace, hub, services, ada, draft } = await desk();
		const id = await draft({ create: { path: 'a.md', body: 'x' } });
		await submitDraft(services, { id, by: author, comment: 'please' });
		expect((await hub.drafts()).drafts).toMatchObject([{ state: 'submitted', comment: 'please' }]);
		const update = { resource: 'context', op: { update: { id, body: 'y' } } };
		expect((await ada('artifact', update)).structured.error).toContain('submitted for review');
		expect(await hub.rejectDraft({ id, by: reviewer, comment: 'too short' })).toMatchObject({
			ok: true,
			value: { state: 'rejected', comment: 'too short' },
		});
		expect((await ada('artifact', update)).isError).toBe(false);
		expect((await hub.drafts()).drafts).toMatchObject([{ state: 'draft' }]);
		await submitDraft(services, { id, by: author, comment: 'now?' });
		await hub.rejectDraft({ id, by: reviewer });
		expect((await hub.drafts()).drafts[0]).not.toHaveProperty('comment');
		const bob = await workspace.agent('bob');
		const create = { resource: 'context', op: { create: { path: 'a.md', body: 'z' } } };
		expect((await bob('artifact', create)).isError).toBe(false);
		expect((await hub.drafts()).drafts).toMatchObject([{ author: 'bob', state: 'draft' }]);
	});
});
