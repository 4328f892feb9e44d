import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { submitDraft, viewDraft } from '../../src/memory/hub/draft-bodies';
import type { Reviewer } from '../../src/memory/hub/reviewing';
import { API, CODING, openWorkspace } from './workspace';

const reviewer: Reviewer = { principal: 'rita', administrator: false };
const author: Reviewer = { principal: 'ada', administrator: false };
const admin: Reviewer = { principal: 'root', administrator: true };

async function desk() {
	const workspace = openWorkspace();
	const ids = await workspace.push({ 'context/specs/api.md': API, 'workflow/coding.md': CODING });
	const api = ids['specs/API.md'] ?? '';
	const ada = await workspace.agent('ada');
	const services = { hub: workspace.hub, bodies: workspace.bodies, now: () => 0 };
	const draft = async (op: object, resource = 'context') => {
		const answer = await ada('artifact', { resource, op });
		const id = String(answer.structured.id);
		return (
			(await workspace.hub.drafts()).drafts.find((each) => each.id === id || each.objectId === id)
				?.id ?? ''
		);
	};
	return { workspace, hub: workspace.hub, services, ada, api, draft };
}

describe('review', () => {
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
			value: { objectId: api, path: 'specs/API.md', version: 2, hash },
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

	it('keeps the base of a draft that is written on, until it was rejected', async () => {
		const { hub, services, ada, api, draft } = await desk();
		const id = await draft({ update: { id: api, body: 'draft' } });
		await hub.applySync({
			by: 'admin',
			files: [{ file: 'context/specs/api.md', content: 'moved', base: contentHash(API) }],
		});
		const update = { resource: 'context', op: { update: { id: api, body: 'draft on' } } };
		expect((await ada('artifact', update)).structured).toMatchObject({
			ok: true,
			warnings: [expect.stringContaining('has changed since you began')],
		});
		await submitDraft(services, { id, by: author });
		expect(await hub.approveDraft({ id, by: reviewer, fourEyes: false })).toMatchObject({
			error: { code: 'conflict', view: { base: { content: API } } },
		});
		await hub.rejectDraft({ id, by: reviewer, comment: 'see the new text' });
		expect((await ada('artifact', update)).structured).not.toHaveProperty('warnings');
		await submitDraft(services, { id, by: author });
		expect((await hub.approveDraft({ id, by: reviewer, fourEyes: false })).ok).toBe(true);
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
		expect(await seen(admin)).toBe('content is visible to its author until it is submitted');
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
