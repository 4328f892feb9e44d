// Memory as agents and people use it: real clients of both eras, tokens, workspaces, restarts
// (docs/memory.md).
import { describe, expect, it } from 'vitest';
import { isWhole } from '../fuzz-runs';
import { someClients } from './clients';
import {
	type Agent,
	agentOf,
	api,
	endMemory,
	ids,
	itemsOf,
	LONG,
	load,
	loadline,
	MEMORY_TOOLS,
	STYLE,
	serveMemory,
	startAgain,
} from './memory-bed';
import { MEMORY_ERRORS } from './memory-errors';

serveMemory();
endMemory();

describe.each(someClients(0))('a %s client', (kind) => {
	const session = `thread-${kind.replace(' ', '-')}`;

	it('goes through the cycle from setup to report', async () => {
		const agent = await agentOf(kind, 'ada', session, false);
		const { tools } = await agent.client.listTools();
		const names = tools.map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(MEMORY_TOOLS));
		expect(names.filter((name) => /[.]|draft|propose/.test(name))).toEqual([]);
		const { prompts } = await agent.client.listPrompts();
		expect(prompts.map(({ name }) => name)).toContain('rules');
		const { resources } = await agent.client.listResources();
		const uri = resources.find(({ name }) => name === 'STYLE.md')?.uri ?? '';
		expect(uri).toMatch(/^loadline\+memory:r\d+\/STYLE\.md$/);
		expect(await agent.client.readResource({ uri })).toMatchObject({
			contents: [{ uri, text: STYLE }],
		});
		const setup = await agent('memsetup', {
			session_id: session,
			knownHashes: { 'META_PROMPT.md': '' },
		});
		expect(setup.structured).toMatchObject({
			workspaceId: 'ws-main',
			sessionId: session,
			mpf: { changed: true, content: expect.stringContaining('memdisc') },
		});
		expect(setup.data).toEqual(setup.structured);

		const coding = ids['workflow/CODING.md'] ?? '';
		expect(itemsOf(await agent('memdisc', { kind: 'workflow' }))).toMatchObject([
			{ id: coding, path: 'workflow/CODING.md', name: 'CODING', group: 'workflow' },
		]);
		const [loaded] = itemsOf(await agent('memload', load(coding)));
		const constraints = [{ id: 'Steps', name: 'Steps', text: expect.any(String) }];
		expect(loaded).toMatchObject({
			changed: true,
			content: expect.stringContaining('memref'),
			constraints,
		});
		const again = { ids: [coding], knownHashes: { [coding]: loaded?.hash } };
		expect(itemsOf(await agent('memload', again))).toMatchObject([
			{ changed: false, content: null, constraints },
		]);
		const refs = [
			{ ruleId: coding, constraintId: 'Steps', ruleHash: loaded?.hash, reason: 'did so' },
		];
		expect((await agent('memref', { refs })).structured).toEqual({ ok: true, count: 1 });

		const create = { path: `Drafts/${session}.md`, body: '# New\n' };
		const created = await agent('artifact', { resource: 'context', op: { create } });
		const draft = String(created.structured?.id);
		expect(draft).toMatch(/^tmp-context-[0-9a-f]{12}$/);
		expect(itemsOf(await agent('memdisc', { group: 'drafts' }))).toContainEqual(
			expect.objectContaining({ id: draft, hasDraft: true }),
		);
		expect(itemsOf(await agent('memload', load(draft)))).toMatchObject([{ content: '# New\n' }]);
		await agent('artifact', { resource: 'context', op: { delete: { id: draft } } });
		const task = { query: 'suggest a commit message' };
		expect(itemsOf(await agent('memactivate', task))).toContainEqual(
			expect.objectContaining({
				path: 'workflow/CODING.md',
				text: expect.stringMatching(/Inspect/),
			}),
		);
		expect((await agent('agentreport', { summary: 'done' })).structured).toEqual({ ok: true });

		const { attestations } = await api('boss', `/attestations?session=${session}&order=oldest`);
		const events = attestations.map(({ event }: { event: string }) => event);
		expect(events.filter((event: string) => event !== 'activate')).toEqual([
			'.setup',
			'discover',
			'load',
			'load',
			'refer',
			'artifact.create',
			'discover',
			'load',
			'artifact.delete',
			'.agent_report',
		]);
		expect(attestations.every(({ principal }: { principal: string }) => principal === 'ada')).toBe(
			true,
		);
		await agent.client.close();
	});

	it('is told each fault with the text and the fields of the document', async () => {
		const stranger = await agentOf(kind, 'boss');
		const agent = await agentOf(kind, 'ada', `${session}-errors`);
		for (const [tool, args, expected] of MEMORY_ERRORS) {
			const told = await agent(
				tool,
				JSON.parse(
					JSON.stringify(args)
						.replaceAll('$RULE', ids['workflow/CODING.md'] ?? '')
						.replaceAll('$CONTEXT', ids['A.md'] ?? ''),
				),
			);
			expect
				.soft(told, `${tool} ${JSON.stringify(args)}`)
				.toMatchObject({ isError: true, structured: expected });
			expect.soft(JSON.parse(told.texts[0] ?? '')).toEqual(told.structured);
		}
		expect((await stranger('memdisc')).structured?.error).toMatch(
			/^memsetup with the exact host session_id is required before other tools/,
		);
		await expect(agent('memory.begin')).rejects.toThrow(/Unknown tool/);
		await Promise.all([agent.client.close(), stranger.client.close()]);
	});

	it('reads a long rule in chunks, its constraints whole', async () => {
		const agent = await agentOf(kind, 'eve', `${session}-long`);
		const wanted = [ids['LONG.md'] ?? '', ids['STYLE.md'] ?? ''];
		const [long, style] = itemsOf(await agent('memload', load(...wanted)));
		expect(long).toMatchObject({
			constraints: [
				{ id: 'Must/1', text: 'stay whole' },
				{ id: 'Story', text: /…$/ },
			].map((each) => expect.objectContaining({ ...each, text: expect.stringMatching(each.text) })),
		});
		expect(style).toMatchObject({ content: expect.stringContaining('PascalCase') });
		let text = String(long?.content);
		let chunk = long?.chunk as { nextCursor?: string };
		while (chunk.nextCursor !== undefined) {
			const more = await agent('read_result', { handle: chunk.nextCursor });
			text += more.texts[0];
			chunk = more.added.chunk as { nextCursor?: string };
		}
		expect(text.startsWith(LONG.trimEnd())).toBe(true);
		expect(text.length).toBeLessThan(LONG.length + 400);
		await agent.client.close();
	});
});

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

describe('a killed Loadline', () => {
	it.runIf(isWhole)('loses no attestation and no draft that it acknowledged', async () => {
		const agent = await agentOf('v2 auto', 'ada', 'killed');
		const ruleId = ids['workflow/CODING.md'];
		const acknowledged: string[] = [];
		const calls = Array.from({ length: 40 }, async (_, at) => {
			const create = { path: `killed/n${at}.md`, body: `body ${at}` };
			const told = await agent('artifact', { resource: 'context', op: { create } });
			if (!told.isError) acknowledged.push(String(told.structured?.id));
			const refs = [{ ruleId, constraintId: 'Steps', reason: String(at) }];
			await agent('memref', { refs });
			return at;
		});
		// In the middle of it: what is under way may fail, what was answered may not.
		await Promise.race([Promise.all(calls.slice(0, 12)), Promise.allSettled(calls)]);
		const settled = Promise.allSettled(calls);
		await loadline.stop();
		const referred = (await settled).flatMap((each) =>
			each.status === 'fulfilled' ? [String(each.value)] : [],
		);
		expect(acknowledged.length).toBeGreaterThanOrEqual(12);
		await startAgain();
		const again = await agentOf('v2 auto', 'ada', 'killed');
		for (const id of acknowledged)
			expect(itemsOf(await again('memload', load(id)))).toMatchObject([
				{ hasDraft: true, content: expect.stringMatching(/^body \d+$/) },
			]);
		const { attestations } = await api('boss', '/attestations?session=killed&limit=1000');
		const of = (wanted: string) =>
			attestations.filter(({ event }: { event: string }) => event === wanted);
		const reasons = of('refer').map(({ reason }: { reason: string }) => reason);
		expect(reasons).toEqual(expect.arrayContaining(referred));
		const drafted = of('artifact.create').map(({ objectId }: { objectId: string }) => objectId);
		expect(drafted).toEqual(expect.arrayContaining(acknowledged));
		const exported = await loadline.fetch('/api/memory/attestations?session=killed&format=ndjson', {
			headers: { authorization: 'Bearer token-boss' },
		});
		const lines = (await exported.text()).trimEnd().split('\n');
		expect(lines.map((line) => JSON.parse(line))).toEqual(attestations.toReversed());
		await again.client.close();
	});
});
