// Memory as an agent uses it, from setup to report: real clients of both eras (docs/memory.md).
import { describe, expect, it } from 'vitest';
import { someClients } from './clients';
import {
	agentOf,
	api,
	endMemory,
	ids,
	itemsOf,
	LONG,
	load,
	MEMORY_TOOLS,
	STYLE,
	serveMemory,
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
