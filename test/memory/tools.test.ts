// The memory tools, from setup to report.
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { defaultMetaPrompt } from '../../src/memory/hub/context';
import { MEMORY_TOOLS } from '../../src/memory/tools/tools';
import { library } from './library';
import { API, CODING, callerOf, openWorkspace, stranger } from './workspace';

describe('the memory tools', () => {
	it('run the cycle from setup to report', async () => {
		const { workspace, agent, coding } = await library();
		const setup = await agent('memsetup', {
			session_id: 'thread-7',
			knownHashes: { 'META_PROMPT.md': '' },
		});
		expect(setup.isError).toBe(true);
		const fresh = stranger(workspace, { ...callerOf('ada', 'thread-7'), source: 'argument' });
		const hash = contentHash(defaultMetaPrompt('slim'));
		expect(
			await fresh('memsetup', { session_id: 'thread-7', knownHashes: { 'META_PROMPT.md': '' } }),
		).toEqual({
			isError: false,
			structured: {
				workspaceId: 'ws-test',
				sessionId: 'thread-7',
				mpf: { hash, content: defaultMetaPrompt('slim'), changed: true },
			},
		});
		expect(
			(await fresh('memsetup', { session_id: 'thread-7', knownHashes: { 'META_PROMPT.md': hash } }))
				.structured.mpf,
		).toEqual({ hash, content: null, changed: false });

		const found = await fresh('memdisc', { kind: 'workflow' });
		expect(found.structured).toEqual({
			items: [
				{
					id: coding,
					kind: 'workflow',
					path: 'workflow/CODING.md',
					name: 'CODING',
					group: 'workflow',
					hash: contentHash(CODING),
					hasDraft: false,
				},
			],
		});
		const text = 'Inspect the diff and suggest a commit message.';
		const constraints = [{ id: 'Steps', name: 'Steps', text, textHash: contentHash(text) }];
		const item = { id: coding, kind: 'workflow', path: 'workflow/CODING.md', hasDraft: false };
		const loaded = await fresh('memload', { ids: [coding], knownHashes: { [coding]: '' } });
		expect(loaded.structured).toEqual({
			workspaceId: 'ws-test',
			items: [
				{
					...item,
					changed: true,
					hash: contentHash(CODING),
					content: expect.stringMatching(/^# Coding[\s\S]+memref[\s\S]+\n$/),
					constraints,
				},
			],
		});
		const again = await fresh('memload', {
			ids: [coding],
			knownHashes: { [coding]: contentHash(CODING) },
		});
		expect(again.structured.items).toEqual([
			{ ...item, changed: false, hash: contentHash(CODING), content: null, constraints },
		]);

		const refs = [{ ruleId: coding, constraintId: 'Steps', reason: 'wrote the message' }];
		expect((await fresh('memref', { refs })).structured).toEqual({ ok: true, count: 1 });
		expect((await fresh('agentreport', { summary: 'done' })).structured).toEqual({ ok: true });
		const { items } = await workspace.hub.attestations({ session: 'thread-7', order: 'oldest' });
		expect(items.map(({ event }) => event)).toEqual([
			'.setup',
			'.setup',
			'discover',
			'load',
			'load',
			'refer',
			'.agent_report',
		]);
		expect(items[5]).toMatchObject({
			principal: 'ada',
			objectId: coding,
			constraintId: 'Steps',
			hash: contentHash(CODING),
			reason: 'wrote the message',
		});
	});

	it('give contexts no reminder and no constraints', async () => {
		const { agent, api } = await library();
		const loaded = await agent('memload', { ids: [api, api], knownHashes: { [api]: '' } });
		expect(loaded.structured.items).toMatchObject([{ content: API, constraints: [] }]);
	});

	it('say what is needed before the setup', async () => {
		const workspace = openWorkspace();
		const agent = stranger(workspace);
		const calls = {
			memdisc: {},
			memload: { ids: ['p-1'], knownHashes: { 'p-1': '' } },
			memref: { refs: [{ ruleId: 'p-1', constraintId: 'A' }] },
			agentreport: { summary: 'x' },
			agentrejected: {},
			artifact: { resource: 'rule', op: { create: { path: 'a.md', body: 'x' } } },
			memactivate: { query: 'x' },
		} as const;
		for (const tool of ['memdisc', 'memload', 'memref', 'agentreport', 'agentrejected'] as const)
			expect((await agent(tool, calls[tool])).structured.error).toMatch(
				/^memsetup with the exact host session_id is required before other tools/,
			);
		for (const tool of ['artifact', 'memactivate'] as const)
			expect((await agent(tool, calls[tool])).structured.error).toMatch(/^memsetup/);
		for (const tool of ['memload', 'memref', 'agentreport', 'artifact', 'memactivate'] as const)
			expect((await agent(tool, {})).structured.error).toMatch(/^memsetup/);
		expect((await workspace.hub.drafts()).drafts).toEqual([]);
		expect(Object.keys(MEMORY_TOOLS)).toEqual(['memsetup', ...Object.keys(calls)]);
	});

	it('find the session by what the call names, or by its transport', async () => {
		const { workspace } = await library();
		const named = stranger(workspace, { principal: 'ada', session: 'new', source: 'argument' });
		const foreign = stranger(workspace, { principal: 'eve', session: 'ada-1', source: 'argument' });
		expect((await named('memdisc', {})).structured.error).toMatch(
			/^memsetup .*: "new" is not set up\. Call memsetup \{.* pass the handle it answered/,
		);
		expect((await named('memdisc', { session_id: 'ada-1' })).isError).toBe(false);
		expect((await named('memdisc', { session_id: '../x' })).structured.error).toMatch(
			/^session_id may only contain/,
		);
		expect((await foreign('memdisc', {})).isError).toBe(true);
	});

	it('never take one window for another that is set up, whatever it says of itself', async () => {
		const { workspace, style } = await library();
		const own = stranger(workspace, { principal: 'ada', session: 'mcp-2', source: 'transport' });
		const stateless = stranger(workspace, {
			principal: 'ada',
			session: 'default',
			source: 'none',
		});
		const ask = { ids: [style], knownHashes: { [style]: '' } };
		for (const window of [own, stateless]) {
			const refused = await window('memload', ask);
			const [, next = ''] = /memsetup (\{.*?\}\})/.exec(String(refused.structured.error)) ?? [];
			const setup = await window('memsetup', JSON.parse(next));
			// Its own, though the other one asked for the same.
			expect(setup.structured.sessionId).toMatch(window === own ? /^mcp-2$/ : /^s-[0-9a-f-]{36}$/);
			const handle = setup.structured.handle as string;
			expect((await window('memload', { ...ask, session_id: handle })).isError).toBe(false);
			const { items } = await workspace.hub.attestations({ event: 'load' });
			expect(items[0]?.session).toBe(setup.structured.sessionId);
		}
		expect((await own('memload', ask)).isError).toBe(false);
		expect((await stateless('memload', ask)).structured).toMatchObject({
			code: 'unnamed_session',
		});
		const again = await own('memsetup', {
			session_id: 'new',
			knownHashes: { 'META_PROMPT.md': '' },
		});
		expect(again.isError).toBe(false);
	});

	const setups: [object, string][] = [
		[{}, 'session_id is required'],
		[{ session_id: 1 }, 'session_id must be a string'],
		[{ session_id: '' }, 'session_id must not be empty'],
		[
			{ session_id: 'a b' },
			"session_id may only contain letters, numbers, '-' and '_' and must be at most 128 bytes",
		],
		[
			{ session_id: 'ada-1' },
			'knownHashes is required: {"META_PROMPT.md": ""}, or the hash that you hold',
		],
		[{ session_id: 'ada-1', knownHashes: [] }, 'knownHashes must be an object map'],
		[
			{ session_id: 'ada-1', knownHashes: {} },
			"knownHashes must contain a 'META_PROMPT.md' entry (use an empty string if unknown)",
		],
		[
			{ session_id: 'ada-1', knownHashes: { 'META_PROMPT.md': 1 } },
			"knownHashes['META_PROMPT.md'] must be a string",
		],
		[
			{ session_id: 'other', knownHashes: { 'META_PROMPT.md': '' } },
			'session is already bound to a different session_id',
		],
	];
	const loads: [object, string][] = [
		[{}, 'ids parameter is required and must be an array of strings'],
		[{ ids: 'p' }, 'ids parameter must be a JSON array'],
		[{ ids: [] }, 'ids parameter must contain at least one ID string'],
		[{ ids: [1] }, "all items in the 'ids' array must be strings"],
		[{ ids: ['p'] }, 'knownHashes parameter is required and must be a JSON object map'],
		[{ ids: ['p'], knownHashes: [] }, 'knownHashes parameter must be a JSON object map'],
		[{ ids: ['p'], knownHashes: { p: 1 } }, 'all hash values in knownHashes must be strings'],
		[
			{ ids: ['p', 'q'], knownHashes: { p: '' } },
			"knownHashes must contain an entry for every requested ID in 'ids' (use an empty string for unknown)",
		],
	];
	it.each([
		...setups.map(([args, error]) => ['memsetup', args, error] as const),
		...loads.map(([args, error]) => ['memload', args, error] as const),
		['memdisc', { kind: 'mpf' }, "kind parameter must be one of 'rule', 'workflow', or 'context'"],
		['memdisc', { group: 1 }, 'group parameter must be a string'],
		['memdisc', { query: {} }, 'query parameter must be a string'],
		['memref', {}, 'refs parameter is required'],
		['memref', { refs: {} }, 'refs parameter must be a JSON array'],
		['memref', { refs: [] }, 'refs parameter must contain at least one constraint reference'],
		['agentreport', {}, 'summary is required'],
		['agentreport', { summary: 1 }, 'summary must be a string'],
		['agentreport', { summary: ' ' }, 'summary must not be empty'],
		['agentrejected', { reason: 1 }, 'reason must be a string'],
	] as const)('%s of %j answers the error %s', async (tool, args, error) => {
		const { agent } = await library();
		expect(await agent(tool, { ...args })).toEqual({ isError: true, structured: { error } });
	});

	it('load all or nothing when an id is unknown', async () => {
		const { workspace, agent, api } = await library();
		for (const id of ['p-none', '__proto__', 'META_PROMPT.md']) {
			const knownHashes = JSON.parse(`{"${api}": "", "${id}": ""}`);
			const answer = await agent('memload', { ids: [api, id], knownHashes });
			expect(answer.structured.error).toMatch(/^Unknown rule id/);
		}
		expect((await workspace.hub.attestations({ event: 'load' })).items).toEqual([]);
	});
});
