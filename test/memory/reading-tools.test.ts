// memref and memdisc: reports of what was used, and documents that are found.
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { library } from './library';
import { CODING } from './workspace';

describe('memref', () => {
	it('tells how to go on after each fault, and records nothing then', async () => {
		const { workspace, agent, coding, api } = await library();
		const good = { ruleId: coding, constraintId: 'Steps' };
		const refer = async (bad: object) => (await agent('memref', { refs: [good, bad] })).structured;
		expect(await refer({ ruleId: 'p-none', constraintId: 'Steps' })).toEqual({
			error:
				'memref ruleId must identify an existing rule or workflow; retry after memdisc and memload with the exact id',
			code: 'unknown_rule_or_workflow',
			retryable: true,
			retryAction: 'rediscover_and_reload',
			validConstraints: [],
			index: 1,
		});
		expect(await refer({ ruleId: api, constraintId: 'c-1' })).toEqual({
			error: 'memref ruleId must identify a rule or workflow; context ids cannot be referenced',
			code: 'invalid_target_kind',
			retryable: false,
			retryAction: 'use_rule_or_workflow_id',
			validConstraints: [],
			index: 1,
		});
		expect(await refer({ ruleId: coding, constraintId: 'Step' })).toEqual({
			error: `memref constraintId 'Step' is not valid for ruleId '${coding}'; retry with one of: Steps`,
			code: 'unknown_constraint',
			retryable: true,
			retryAction: 'retry_with_valid_constraint',
			validConstraints: [
				{ id: 'Steps', name: 'Steps', text: 'Inspect the diff and suggest a commit message.' },
			],
			index: 1,
		});
		expect(await refer({ ...good, ruleHash: 'sha256:00' })).toMatchObject({
			code: 'validation_error',
			retryable: true,
			retryAction: 'reload_and_retry',
			index: 1,
		});
		expect(await refer({ ruleId: coding })).toEqual({
			error: 'refs[1].constraintId is required and must be a string; nothing was recorded',
			index: 1,
		});
		expect((await workspace.hub.attestations({ event: 'refer' })).items).toEqual([]);
	});

	it('judges by the version that the agent worked with', async () => {
		const { workspace, agent, coding } = await library();
		await workspace.hub.applySync({
			by: 'admin',
			files: [
				{ file: 'workflow/coding.md', content: '## New\n\ntext\n', base: contentHash(CODING) },
			],
		});
		const ref = { ruleId: coding, constraintId: 'Steps' };
		expect((await agent('memref', { refs: [ref] })).structured.code).toBe('unknown_constraint');
		const old = { ...ref, ruleHash: contentHash(CODING) };
		expect((await agent('memref', { refs: [old] })).structured).toEqual({ ok: true, count: 1 });
	});
});

describe('memdisc', () => {
	it('ranks by names and descriptions, and filters by kind and group', async () => {
		const { agent } = await library();
		const paths = async (args: object) =>
			((await agent('memdisc', { ...args })).structured.items as { path: string }[]).map(
				({ path }) => path,
			);
		expect(await paths({})).toHaveLength(3);
		expect(await paths({ query: 'how does code look?' })).toEqual([
			'STYLE.md',
			'workflow/CODING.md',
		]);
		expect(await paths({ query: 'code', kind: 'workflow' })).toEqual(['workflow/CODING.md']);
		expect(await paths({ group: 'specs' })).toEqual(['specs/API.md']);
		expect(await paths({ query: 'zebras of that' })).toEqual([]);
	});
});
