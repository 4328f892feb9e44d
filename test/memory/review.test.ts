import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { submitDraft, viewDraft } from '../../src/memory/hub/draft-bodies';
import type { Reviewer } from '../../src/memory/hub/reviewing';
import { API, CODING, openWorkspace, STYLE } from './workspace';

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
