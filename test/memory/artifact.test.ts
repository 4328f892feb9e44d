// Drafts as agents write them, by `artifact`.
import { describe, expect, it } from 'vitest';
import { create, discard, remove, rename, update, workshop } from './workshop';
import { API, openWorkspace } from './workspace';

describe('artifact', () => {
	it('creates a draft at the canonical path, with a temporary id that discovery shows', async () => {
		const { ada } = await workshop();
		const created = await ada('artifact', {
			resource: 'context',
			op: { create: { path: 'research/new-context.md', body: 'draft body', description: 'new' } },
		});
		expect(created).toEqual({
			isError: false,
			structured: {
				ok: true,
				id: 'tmp-context-1f60fd47c0a2',
				draft_path: 'research/NEW_CONTEXT.md',
				note: 'paths are spelled folder/NAME.md',
			},
		});
		const found = await ada('memdisc', { query: 'research' });
		expect(found.structured).toMatchObject({
			items: [{ id: 'tmp-context-1f60fd47c0a2', hasDraft: true, description: 'new' }],
		});
	});

	it('shows own new drafts before what is published, and loose matches of them behind', async () => {
		const { ada } = await workshop();
		await ada('artifact', create('notes/ideas.md'));
		const paths = async (args: Record<string, unknown>) =>
			((await ada('memdisc', args)).structured.items as { path: string }[]).map(({ path }) => path);
		expect((await paths({}))[0]).toBe('notes/IDEAS.md');
		expect(await paths({ query: 'notes' })).toEqual(['notes/IDEAS.md']);
		expect(await paths({ query: 'notes api' })).toEqual(['specs/API.md', 'notes/IDEAS.md']);
		expect(await paths({ kind: 'rule' })).toEqual(['STYLE.md']);
		expect(await paths({ query: '?' })).toEqual([]);
	});

	it('takes loaded content back without the reminder that it ended with', async () => {
		const { ada, style } = await workshop();
		const load = async () => {
			const { structured } = await ada('memload', { ids: [style], knownHashes: { [style]: '' } });
			return (structured.items as { content: string; hash: string }[])[0];
		};
		const loaded = await load();
		await ada('artifact', update(style, loaded?.content ?? '', 'rule'));
		expect(await load()).toEqual({ ...loaded, hasDraft: true, draftBaseHash: loaded?.hash });
	});

	it('shows a draft and its content to its author only', async () => {
		const { ada, bob, api } = await workshop();
		await ada('artifact', create('secret.md', '## Private\n\n- mine\n', 'rule'));
		await ada('artifact', update(api, '# API 2\n'));
		const created = (await ada('memdisc', { kind: 'rule' })).structured;
		expect(JSON.stringify(created)).toContain('SECRET.md');
		for (const kind of ['rule', 'context'])
			expect(JSON.stringify((await bob('memdisc', { kind })).structured)).not.toMatch(
				/SECRET|"hasDraft":true/,
			);
		const load = { ids: [api], knownHashes: { [api]: '' } };
		expect((await bob('memload', load)).structured).toMatchObject({
			items: [{ content: API, hasDraft: false }],
		});
		expect((await ada('memload', load)).structured).toMatchObject({
			items: [{ content: '# API 2\n', hasDraft: true, draftBaseHash: expect.any(String) }],
		});
		const [draft] = (await ada('memdisc', { query: 'secret' })).structured.items as {
			id: string;
		}[];
		const id = draft?.id ?? '';
		const foreign = await bob('memload', { ids: [id], knownHashes: { [id]: '' } });
		expect(foreign.structured.error).toMatch(/^Unknown rule id/);
		const mine = await ada('memload', { ids: [id], knownHashes: { [id]: '' } });
		expect(mine.structured).toMatchObject({
			items: [{ constraints: [{ id: 'Private/1', text: 'mine' }] }],
		});
		expect(
			(await ada('memref', { refs: [{ ruleId: id, constraintId: 'Private/1' }] })).isError,
		).toBe(false);
	});

	it('lets one author change an object at a time', async () => {
		const { ada, bob, api, states } = await workshop();
		await ada('artifact', update(api, 'new'));
		for (const command of [update(api, 'x'), rename(api, 'y.md'), remove(api)])
			expect((await bob('artifact', command)).structured.error).toMatch(
				/^artifact already has an incompatible local change/,
			);
		expect((await bob('artifact', create('other.md'))).isError).toBe(false);
		expect((await bob('artifact', rename(api, 'other.md'))).isError).toBe(true);
		expect(await states()).toHaveLength(2);
	});

	it('follows the state rules', async () => {
		const { ada, api, states } = await workshop();
		const conflict = /^artifact already has an incompatible local change/;
		await ada('artifact', rename(api, 'specs/http api.md'));
		await ada('artifact', update(api, 'text'));
		expect(await states()).toEqual(['rename specs/API.md → specs/HTTP_API.md']);
		await ada('artifact', remove(api));
		expect(await states()).toEqual(['delete specs/API.md']);
		expect((await ada('artifact', update(api, 'x'))).structured.error).toMatch(conflict);
		expect((await ada('artifact', rename(api, 'z.md'))).structured.error).toMatch(conflict);
		expect((await ada('artifact', remove(api))).isError).toBe(false);
		await ada('artifact', discard(api));
		expect(await states()).toEqual([]);
		await ada('artifact', update(api, 'text'));
		await ada('artifact', rename(api, 'z.md'));
		expect(await states()).toEqual(['rename specs/API.md → Z.md']);
		const load = await ada('memload', { ids: [api], knownHashes: { [api]: '' } });
		expect(load.structured).toMatchObject({ items: [{ content: 'text' }] });
	});

	it('keeps a new draft new through update and rename, and discards it on delete', async () => {
		const { workspace, ada, states } = await workshop();
		const { id } = (await ada('artifact', create('notes/ui.md'))).structured as { id: string };
		expect((await ada('artifact', update(id, 'second'))).structured).toMatchObject({ id });
		expect((await ada('artifact', rename(id, 'Specs/UI module-plan.md'))).structured).toEqual({
			ok: true,
			id,
			new_draft_path: 'specs/UI_MODULE_PLAN.md',
			note: 'paths are spelled folder/NAME.md',
		});
		const [renamed] = (await workspace.hub.attestations({ event: 'artifact.rename' })).items;
		expect(renamed?.path).toBe('notes/UI.md');
		expect(await states()).toEqual(['create specs/UI_MODULE_PLAN.md']);
		const again = (await ada('artifact', create('notes/ui.md'))).structured as { id: string };
		expect(again.id).toMatch(/^tmp-context-[0-9a-f]{12}$/);
		expect(again.id).not.toBe(id);
		expect((await ada('artifact', remove(id))).isError).toBe(false);
		expect((await ada('artifact', discard(again.id))).isError).toBe(false);
		expect(await states()).toEqual([]);
	});

	it('changes the meta-prompt by a draft only', async () => {
		const { ada } = await workshop();
		const changed = await ada('artifact', update('META_PROMPT.md', '# Ours', 'mpf'));
		expect(changed.structured).toMatchObject({ ok: true, id: 'META_PROMPT.md' });
		expect((await ada('artifact', create('META_PROMPT.md', 'x', 'mpf'))).structured.error).toMatch(
			/^draft already exists/,
		);
		const setup = { session_id: 'ada-1', knownHashes: { 'META_PROMPT.md': '' } };
		const before = (await ada('memsetup', setup)).structured;
		expect(before).toMatchObject({ mpf: { content: expect.stringContaining('discover') } });
		expect((await ada('artifact', remove('META_PROMPT.md', 'mpf'))).isError).toBe(false);
		expect((await ada('artifact', discard('META_PROMPT.md', 'mpf'))).isError).toBe(false);
	});

	it.each([
		[{}, 'resource name is required'],
		[{ resource: 'x' }, "resource must be 'context', 'rule', or 'mpf'"],
		[{ resource: 'rule' }, 'op is required'],
		[{ resource: 'rule', op: 'create' }, 'op must be a JSON object'],
		[{ resource: 'rule', op: {} }, 'op must contain exactly one of'],
		[{ resource: 'rule', op: { create: {}, delete: {} } }, 'op must contain exactly one of'],
		[{ resource: 'rule', op: { destroy: {} } }, 'op must contain exactly one of'],
		[{ resource: 'rule', op: { create: [] } }, 'operation details must be a JSON object'],
		[{ resource: 'rule', op: { creat: {} } }, "or 'learn' (did you mean create?)"],
		[
			{ resource: 'rule', op: { create: { pth: 'a.md' } } },
			'op.create has no "pth" (did you mean path?); it takes path, body, description',
		],
		[create('', 'x'), 'path is required and must not be empty'],
		[create('a.md', ''), 'body is required and must not be empty'],
		[create('../a.md'), 'unsafe path'],
		[create('/a.md'), 'unsafe path'],
		[create('a\\b.md'), 'unsafe path'],
		[create('__proto__/..'), 'unsafe path'],
		[create(`${'a/'.repeat(400)}b.md`), 'unsafe path'],
		[create('x.md', 'x', 'mpf'), "mpf path must be 'META_PROMPT.md'"],
		[rename('META_PROMPT.md', 'x.md', 'mpf'), 'mpf cannot be renamed'],
		[update('p-none', 'x'), 'file not found in cache'],
		[discard('tmp-context-000000000000'), 'file not found in cache'],
		[create('specs/api.md'), 'draft already exists for this path: specs/API.md is published as p-'],
		[create('big.md', 'x'.repeat(300_000)), 'body must be at most 262144 bytes'],
		[{ resource: 'rule', op: { update: { id: 1, body: 'x' } } }, 'invalid parameters'],
	])('answers %j with %s', async (args, message) => {
		const { ada, states } = await workshop();
		const answer = await ada('artifact', args);
		expect(answer.isError).toBe(true);
		expect(answer.structured.error).toContain(message);
		expect(await states()).toEqual([]);
	});

	it('refuses to change a rule as a context', async () => {
		const { ada, style } = await workshop();
		expect((await ada('artifact', update(style, 'x'))).structured.error).toMatch(
			/^file not found in cache.*not a context/,
		);
	});

	it('reports titles that repeat', async () => {
		const { ada } = await workshop();
		const answer = await ada('artifact', create('r.md', '## A\n\n- x\n\n## A\n\n- y\n', 'rule'));
		expect(answer.structured.warnings).toEqual([expect.stringContaining('"A (2)"')]);
	});

	it('says when the content of a draft cannot be read, and why', async () => {
		const { workspace, ada } = await workshop();
		const { id } = (await ada('artifact', create('a.md'))).structured as { id: string };
		const lost = openWorkspace('ws-test', workspace.store);
		const elsewhere = await lost.agent('ada');
		const load = { ids: [id], knownHashes: { [id]: '' } };
		expect((await elsewhere('memload', load)).structured.error).toMatch(
			/^tmp-context-\w+: the draft is not visible at this location yet; repeat/,
		);
	});
});
