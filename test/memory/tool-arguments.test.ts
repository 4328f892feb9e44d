import { describe, expect, it } from 'vitest';
import { argument, readSessionId, readShape } from '../../src/memory/tools/tool';
import type { MemoryToolName } from '../../src/memory/tools/tools';
import { openWorkspace, STYLE } from './workspace';

const SHAPE = 'shape must be "full" (the items of Memory MCP) or "slim"';
const many = (count: number) => Array.from({ length: count }, (_, at) => `p-${at}`);
const hashes = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, '']));
const one = { ids: ['p'], knownHashes: { p: '' } };
const BUDGET = 'token_budget must be a whole number from 100 to 100000';

describe('arguments that a tool refuses', () => {
	it.each([
		['memload', { ids: many(201) }, /^ids parameter must contain at most 200 IDs; load the rest/],
		['memload', { ids: many(200), knownHashes: hashes(many(200)) }, /^Unknown rule id/],
		['memload', { ...one, draft: 'yes' }, 'draft must be true or false'],
		['memload', { ...one, draft: null, shape: 'x' }, SHAPE],
		[
			'memload',
			{ ids: ['p', null], knownHashes: {} },
			"all items in the 'ids' array must be strings",
		],
		['memload', { ids: ['toString'], knownHashes: {} }, /^knownHashes must contain an entry/],
		['memload', { ...one, session_id: 'a b' }, /^session_id may only contain/],
		['memdisc', { kind: 'x' }, "kind parameter must be one of 'rule', 'workflow', or 'context'"],
		['memdisc', { query: 'x'.repeat(2001) }, 'query must be at most 2000 characters'],
		['memdisc', { group: 'x'.repeat(2001) }, 'group must be at most 2000 characters'],
		['memdisc', { shape: 'x' }, SHAPE],
		['memref', { refs: many(201) }, 'refs parameter must contain at most 200 references'],
		...(
			[
				['x', ' must be an object with ruleId and constraintId'],
				[{ constraintId: 'x' }, '.ruleId is required and must be a string'],
				[{ ruleId: 'x', constraintId: 1 }, '.constraintId is required and must be a string'],
				[{ ruleId: 'x', constraintId: 'x', ruleHash: 1 }, '.ruleHash must be a string'],
				[
					{ ruleId: 'x', constraintId: 'x', ruleHash: 'x'.repeat(101) },
					'.ruleHash must be at most 100 characters',
				],
				[{ ruleId: 'x', constraintId: 'x', reason: 1 }, '.reason must be a string'],
				[
					{ ruleId: 'x', constraintId: 'x', reason: 'x'.repeat(2001) },
					'.reason must be at most 2000 characters',
				],
			] as const
		).map(
			([ref, error]) =>
				['memref', { refs: [ref] }, `refs[0]${error}; nothing was recorded`] as const,
		),
		[
			'memref',
			{ refs: [{ ruleId: 'x', constraintId: 'y', reasons: 'z' }] },
			'refs[0] has no "reasons" (did you mean reason?); it takes ruleId, constraintId, ruleHash, reason; nothing was recorded',
		],
		[
			'memactivate',
			{ task: 'x', budget: 4 },
			'memactivate has no "budget" (did you mean token_budget?); it takes session_id, task, query, files, token_budget, known, shape',
		],
		['memload', { ...one, hash: '' }, /^memload has no "hash"/],
		['memdisc', { search: 'x' }, /^memdisc has no "search"/],
		['agentreport', { summary: 'x', reason: 'y' }, /^agentreport has no "reason"/],
		['agentreport', { summary: 'x'.repeat(10_001) }, 'summary must be at most 10000 characters'],
		['agentreport', { summary: '' }, 'summary must not be empty'],
		['agentrejected', { reason: 'x'.repeat(10_001) }, 'reason must be at most 10000 characters'],
		['memactivate', { task: 1 }, 'task must be a string'],
		['memactivate', { query: 1 }, 'query must be a string'],
		['memactivate', { task: 'x'.repeat(4001) }, 'task must be at most 4000 characters'],
		['memactivate', { query: 'x'.repeat(4001) }, 'query must be at most 4000 characters'],
		['memactivate', {}, 'task is required: describe the task in a few words'],
		['memactivate', { query: ' ' }, 'query is required: describe the task in a few words'],
		['memactivate', { task: 'x', files: 'a' }, 'files must be an array of paths'],
		['memactivate', { task: 'x', files: ['a', 1] }, 'files must be an array of paths'],
		['memactivate', { task: 'x', files: many(51) }, 'files must have at most 50 paths'],
		['memactivate', { task: 'x', token_budget: '500' }, BUDGET],
		['memactivate', { task: 'x', token_budget: 100.5 }, BUDGET],
		['memactivate', { task: 'x', token_budget: 99 }, BUDGET],
		['memactivate', { task: 'x', token_budget: 100_001 }, BUDGET],
		['memactivate', { task: 'x', known: [] }, 'known must be an object map of {key: hash}'],
		['memactivate', { task: 'x', known: { r1: 1 } }, 'all hash values in known must be strings'],
		[
			'memactivate',
			{ task: 'x', known: hashes(many(2001)) },
			'known must have at most 2000 entries',
		],
		['memactivate', { task: 'x', shape: 'x' }, SHAPE],
	] as [MemoryToolName, object, string | RegExp][])('%s of %j: %s', async (tool, args, error) => {
		const agent = await openWorkspace().agent();
		const said = typeof error === 'string' ? error : expect.stringMatching(error);
		expect((await agent(tool, { ...args })).structured.error).toEqual(said);
	});
});

describe('a session that is no name', () => {
	it.each([
		['memdisc', {}],
		['memload', one],
		['memref', { refs: [] }],
		['memactivate', { task: 'x' }],
		['agentreport', { summary: 'x' }],
		['agentrejected', {}],
		['artifact', { resource: 'rule', op: { discard: { id: 'x' } } }],
	] as const)('is what %s says first', async (tool, args) => {
		const agent = await openWorkspace().agent();
		const said = expect.stringMatching(/^session_id may only contain/);
		expect((await agent(tool, { ...args, session_id: 'a b' })).structured.error).toEqual(said);
	});
});

describe('arguments that a tool takes', () => {
	it.each([
		['memactivate', { task: 'x', token_budget: 100, files: many(50), known: hashes(many(2000)) }],
		['memactivate', { query: 'x'.repeat(4000), token_budget: 100_000, task: null }],
		['memdisc', { query: 'x'.repeat(2000), group: null, kind: null }],
		['agentreport', { summary: 'x'.repeat(10_000) }],
		['agentrejected', { reason: null }],
	] as [MemoryToolName, object][])('%s of %j', async (tool, args) => {
		const agent = await openWorkspace().agent();
		expect((await agent(tool, { ...args })).isError).toBe(false);
	});

	it('are read by both names of a task, and answered as text unless asked otherwise', async () => {
		const { hub, push, agent } = openWorkspace();
		await push({ 'rules/style.md': STYLE });
		const ada = await agent();
		const slim = await ada('memactivate', { task: 'Naming', query: 'functions', shape: 'slim' });
		expect(slim.text).toMatch(/^\[r1 [0-9a-f]{8}\]\n# Code style/);
		expect(await ada('memactivate', { task: 'Naming' })).not.toHaveProperty('text');
		const { items } = await hub.attestations({ event: 'activate' });
		expect(items.map(({ reason }) => reason)).toEqual(['Naming', 'Naming functions']);
	});
});

describe('an argument', () => {
	it('is the caller’s own; null is absent', () => {
		expect(argument({ a: null }, 'a')).toBe(undefined);
		expect(argument({}, 'toString')).toBe(undefined);
		expect(argument({ a: false }, 'a')).toBe(false);
	});

	it('that names a session is short and plain', () => {
		const id = `aZ-_09${'x'.repeat(122)}`;
		expect(readSessionId(id)).toEqual({ ok: true, value: id });
		for (const [wrong, error] of [
			[null, 'session_id is required'],
			[`${id}x`, /at most 128 bytes$/],
			[' a', /^session_id may only contain/],
			['a ', /^session_id may only contain/],
		] as const)
			expect(readSessionId(wrong)).toEqual({ ok: false, error: expect.stringMatching(error) });
	});

	it('that names a shape is one of two', () => {
		expect(readShape({})).toEqual({ ok: true, value: undefined });
		expect(readShape({ shape: 'full' })).toEqual({ ok: true, value: 'full' });
	});
});
