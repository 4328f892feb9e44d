// The path of a draft: one agent's at a time, and free again once the draft is gone.
import { describe, expect, it } from 'vitest';
import { create, discard, remove, rename, update, workshop } from './workshop';

describe('artifact', () => {
	it('lets exactly one of two agents have a path', async () => {
		const { ada, bob, states } = await workshop();
		const answers = await Promise.all([
			ada('artifact', create('plans/q3.md', "ada's")),
			bob('artifact', create('Plans/Q3.md', "bob's")),
		]);
		expect(answers.map(({ isError }) => isError).sort()).toEqual([false, true]);
		expect(answers.find(({ isError }) => isError)?.structured.error).toMatch(
			/^draft already exists/,
		);
		expect(await states()).toEqual(['create plans/Q3.md']);
	});

	it('holds no path for what was withdrawn, and lets a draft of it only be discarded', async () => {
		const { workspace, ada, bob, api, states } = await workshop();
		await ada('artifact', update(api, 'new'));
		const hash = (await workspace.hub.readObject({ id: api }))?.hash ?? '';
		await workspace.hub.applySync({ by: 'admin', files: [], withdraw: [{ id: api, hash }] });
		for (const command of [update(api, 'x'), rename(api, 'y.md'), remove(api)])
			expect((await ada('artifact', command)).structured.error).toMatch(
				/^file not found in cache: "p-.*" was withdrawn meanwhile; discard/,
			);
		expect((await bob('artifact', create('specs/api.md'))).isError).toBe(false);
		expect((await ada('artifact', discard(api))).isError).toBe(false);
		expect(await states()).toEqual(['create specs/API.md']);
	});

	it('leaves a rejected draft alone when the rename to its path is refused', async () => {
		const { workspace, ada, bob, api, states } = await workshop();
		const { id } = (await bob('artifact', create('mine.md'))).structured as { id: string };
		await workspace.hub.rejectDraft({ id, by: { principal: 'rita', administrator: true } });
		await ada('artifact', remove(api));
		expect((await ada('artifact', rename(api, 'mine.md'))).isError).toBe(true);
		expect(await states()).toContain('create MINE.md');
		await ada('artifact', discard(api));
		expect((await ada('artifact', rename(api, 'mine.md'))).isError).toBe(false);
		expect(await states()).toEqual(['rename specs/API.md → MINE.md']);
	});

	it('gives a new context the constraints of a workflow where it is renamed to one', async () => {
		const { ada } = await workshop();
		const created = await ada('artifact', create('notes/w.md', '# W\n\n## Must\n\n- be good\n'));
		const id = String(created.structured.id);
		const load = { ids: [id], knownHashes: { [id]: '' } };
		expect((await ada('memload', load)).structured.items).toMatchObject([{ constraints: [] }]);
		await ada('artifact', rename(id, 'workflow/w.md'));
		expect((await ada('memload', load)).structured.items).toMatchObject([
			{ kind: 'workflow', constraints: [{ id: 'Must/1', text: 'be good' }] },
		]);
		const refs = [{ ruleId: id, constraintId: 'Must/1' }];
		expect((await ada('memref', { refs })).structured).toEqual({ ok: true, count: 1 });
	});

	it('takes no path for an id, except to go on writing', async () => {
		const { ada, states } = await workshop();
		await ada('artifact', create('notes/ui.md'));
		for (const command of [
			remove('notes/UI.md'),
			discard('notes/UI.md'),
			rename('notes/UI.md', 'a.md'),
		])
			expect((await ada('artifact', command)).structured.error).toMatch(
				/^file not found in cache.*tmp-context-/,
			);
		expect((await ada('artifact', update('notes/UI.md', 'more'))).isError).toBe(false);
		expect(await states()).toEqual(['create notes/UI.md']);
	});
});
