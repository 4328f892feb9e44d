// Memory as several use it at once: windows of one token, agents of one workspace and of two, authors and reviewers.
import { describe, expect, it } from 'vitest';
import {
	type Agent,
	agentOf,
	api,
	endMemory,
	ids,
	itemsOf,
	load,
	STYLE,
	serveMemory,
} from './memory-bed';

serveMemory();
endMemory();

describe('two windows of one token', () => {
	it('never bind each other: without a session, the tools ask for the handle', async () => {
		const [one, other] = await Promise.all([
			agentOf('v2 auto', 'boss'),
			agentOf('v2 auto', 'boss'),
		]);
		const setUp = async (agent: Agent, session_id: string) =>
			(await agent('memsetup', { session_id, knownHashes: { 'META_PROMPT.md': '' } })).structured;
		const first = await setUp(one, 'window-1');
		for (const agent of [one, other])
			expect((await agent('memdisc')).structured).toMatchObject({ code: 'unnamed_session' });
		const second = await setUp(other, 'window-2');
		await one('memload', { ...load(ids['STYLE.md'] ?? ''), session_id: first?.handle });
		await other('memload', { ...load(ids['LONG.md'] ?? ''), session_id: second?.handle });
		for (const [session, path] of [
			['window-1', 'STYLE.md'],
			['window-2', 'LONG.md'],
		]) {
			const { attestations } = await api('boss', `/attestations?session=${session}&event=load`);
			expect(attestations).toMatchObject([{ path }]);
		}
		// A window with a connection of its own is no more taken for one of them.
		for (const kind of ['v1', 'v2 auto'] as const) {
			const third = await agentOf(kind, 'boss', '', false);
			const { structured } = await third('memload', load(ids['STYLE.md'] ?? ''));
			expect(structured?.error).toMatch(/^memsetup .* memsetup \{"session_id": "new", /);
			await third.client.close();
		}
		await Promise.all([one.client.close(), other.client.close()]);
	});
});

describe('two agents at once', () => {
	it('in one workspace draft without losing or mixing anything, and one path goes to one of them', async () => {
		const agents = await Promise.all([
			agentOf('v1', 'ada', 'pair-ada'),
			agentOf('v2 auto', 'eve', 'pair-eve'),
		]);
		const created = await Promise.all(
			agents.flatMap((agent, of) =>
				Array.from({ length: 8 }, (_, at) =>
					agent('artifact', {
						resource: 'rule',
						op: {
							create: { path: `pair/${at === 0 ? 'same' : `of_${of}_${at}`}.md`, body: `# ${of}` },
						},
					}),
				),
			),
		);
		const refused = created.filter(({ isError }) => isError);
		expect(refused.map(({ structured }) => structured?.error)).toEqual([
			expect.stringMatching(/^draft already exists/),
		]);
		const { drafts } = await api('boss', '/drafts');
		const pair = drafts.filter(({ path }: { path: string }) => path.startsWith('pair/'));
		expect(pair).toHaveLength(15);
		for (const [of, agent] of agents.entries()) {
			const found = itemsOf(await agent('memdisc', { group: 'pair' }));
			const loaded = itemsOf(await agent('memload', load(...found.map(({ id }) => String(id)))));
			expect(loaded.every(({ content }) => String(content).startsWith(`# ${of}`))).toBe(true);
			const foreign = pair.find(({ author }: { author: string }) => author !== ['ada', 'eve'][of]);
			expect((await agent('memload', load(foreign.id))).structured?.error).toMatch(
				/^Unknown rule id/,
			);
			await agent.client.close();
		}
		for (const session of ['pair-ada', 'pair-eve']) {
			const { attestations } = await api(
				'boss',
				`/attestations?session=${session}&event=artifact.create`,
			);
			expect(attestations.length).toBeGreaterThanOrEqual(7);
		}
	});

	it('in two workspaces never see each other', async () => {
		const agent = await agentOf('v2 auto', 'olga', 'pair-ada');
		expect(itemsOf(await agent('memdisc'))).toEqual([]);
		for (const id of Object.values(ids))
			expect((await agent('memload', load(id))).structured?.error).toMatch(/^Unknown rule id/);
		expect(await api('olga', '/drafts')).toEqual({ drafts: [], total: 0 });
		expect(await api('olga', '/objects')).toEqual({ objects: [], total: 0 });
		const { attestations } = await api('olga', '/attestations?principal=ada');
		expect(attestations).toEqual([]);
		const create = { path: 'pair/same.md', body: '# olga' };
		expect((await agent('artifact', { resource: 'rule', op: { create } })).isError).toBe(false);
		await agent.client.close();
	});
});

describe('a draft', () => {
	it('goes from its author by way of a reviewer to the text that everybody loads', async () => {
		const [author, reader] = await Promise.all([
			agentOf('v2 auto', 'ada', 'author'),
			agentOf('v1', 'eve', 'reader'),
		]);
		const id = ids['STYLE.md'] ?? '';
		const body = STYLE.replace('snake_case', 'lowerCamelCase');
		await author('artifact', { resource: 'rule', op: { update: { id, body } } });
		const { drafts } = await api('boss', '/drafts?state=draft');
		const draft = drafts.find(({ objectId }: { objectId?: string }) => objectId === id);
		expect(draft).toMatchObject({ path: 'STYLE.md', operation: 'update', author: 'ada' });
		expect(await api('boss', `/drafts/${draft.id}`)).toMatchObject({ proposed: null });
		const hers = await api('eve', '/drafts');
		expect(hers.drafts.map(({ author }: { author: string }) => author)).not.toContain('ada');
		expect(await api('eve', `/drafts/${draft.id}/submit`, {})).toMatchObject({
			error: { code: 'not_found' },
		});
		await api('ada', `/drafts/${draft.id}/submit`, { comment: 'as the team wants it' });
		expect(await api('boss', `/drafts/${draft.id}`)).toMatchObject({
			base: { content: STYLE },
			proposed: { content: body },
		});
		const [before] = itemsOf(await reader('memload', load(id)));
		expect(before).toMatchObject({ content: expect.stringContaining('snake_case') });
		expect(await api('boss', `/drafts/${draft.id}/approve`, {})).toMatchObject({ version: 2 });
		const known = { ids: [id], knownHashes: { [id]: before?.hash } };
		expect(itemsOf(await reader('memload', known))).toMatchObject([
			{ changed: true, hasDraft: false, content: expect.stringContaining('lowerCamelCase') },
		]);
		await Promise.all([author.client.close(), reader.client.close()]);
	});
});
