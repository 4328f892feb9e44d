import { expect, it } from 'vitest';
import { MEMORY_TOOLS } from '../../src/memory/tools/tools';
import { callerOf, openWorkspace } from './workspace';

it('an author has so many drafts that wait; others have their own, and discarding makes room', async () => {
	const workspace = openWorkspace('ws-one');
	const [ada, bob] = [await workspace.agent('ada'), await workspace.agent('bob')];
	const create = (n: number) => ({
		resource: 'context',
		op: { create: { path: `n-${n}.md`, body: `# ${n}` } },
	});
	const ids: string[] = [];
	for (let n = 0; n < 200; n++)
		ids.push(String(((await ada('artifact', create(n))).structured as { id: string }).id));
	expect(JSON.stringify(await ada('artifact', create(200)))).toContain('200 drafts that wait');
	expect(JSON.stringify(await bob('artifact', create(300)))).toContain('N_300.md');
	await ada('artifact', { resource: 'context', op: { discard: { id: ids[0] } } });
	expect(JSON.stringify(await ada('artifact', create(201)))).toContain('N_201.md');
});

it('the workspace says how many', async () => {
	const { hub, bodies, agent } = openWorkspace('ws-two');
	await agent('ada', 'one');
	const kept: string[] = [];
	const put: typeof bodies.put = (key, ...body) => {
		kept.push(key);
		return bodies.put(key, ...body);
	};
	const services = { hub, bodies: { ...bodies, put }, now: () => 0, mostDrafts: 1 };
	const ada = (args: object) =>
		MEMORY_TOOLS.artifact(services, callerOf('ada', 'one'), args as Record<string, unknown>);
	const create = (n: number) => ({
		resource: 'context',
		op: { create: { path: `n-${n}.md`, body: `# ${n}` } },
	});
	expect((await ada(create(0))).isError).toBe(false);
	expect(JSON.stringify(await ada(create(1)))).toContain('(limits.drafts)');
	// Nothing is kept of what is refused.
	expect(kept).toHaveLength(1);
});

it('a rejected draft, of whomever, that is taken up again is one more', async () => {
	const { hub, bodies, store, agent, push } = openWorkspace('ws-three');
	const ids = await push({ 'context/P.md': '# p\n' });
	await agent('ada');
	await agent('bob');
	const services = { hub, bodies, now: () => 0, mostDrafts: 1 };
	const act = async (principal: string, op: object) => {
		const args = { resource: 'context', op };
		const caller = callerOf(principal, `${principal}-1`);
		return JSON.stringify((await MEMORY_TOOLS.artifact(services, caller, args)).structured);
	};
	const create = (path: string) => ({ create: { path, body: '# a' } });
	const published = { id: Object.values(ids)[0], body: '# changed' };
	await act('ada', create('a.md'));
	await act('bob', { update: published });
	const [mine, theirs] = ['ada', 'bob'].map((who) =>
		store.drafts().find(({ author }) => author === who),
	);
	for (const draft of [mine, theirs]) if (draft) store.putDraft({ ...draft, state: 'rejected' });
	expect(await act('ada', create('b.md'))).toContain('"ok":true');
	for (const update of [published, { id: mine?.id, body: '# again' }])
		expect(await act('ada', { update })).toContain('(limits.drafts)');
	const none = { discard: { id: published.id } };
	expect(await act('ada', none)).toContain('you have no draft of it');
	expect(await act('ada', { discard: { id: mine?.id } })).toContain('"ok":true');
});
