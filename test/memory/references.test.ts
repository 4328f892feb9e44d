import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { talk } from './talk';
import { STYLE } from './workspace';

describe('a reference', () => {
	it('is recorded with the constraints that it names', async () => {
		const { hub, store, ada, publish, style } = await talk();
		const refs = [
			{ ruleId: 'r1', constraintId: 'Naming/1', reason: 'named it' },
			{ ruleId: style, constraintId: 'Naming/2' },
		];
		await ada('memref', { refs });
		const hash = contentHash(STYLE);
		const [one, two] = (await hub.readObject({ id: style }))?.constraints ?? [];
		const event = (constraintId: string, detail = '', more: object = {}) => ({
			...{ seq: expect.any(Number), at: expect.any(Number), event: 'refer', principal: 'ada' },
			...{ session: 'ada-1', objectId: style, path: 'STYLE.md', hash, constraintId, detail },
			...more,
		});
		expect((await hub.attestations({ event: 'refer', order: 'oldest' })).items).toStrictEqual([
			event('Naming/1', one?.key, { reason: 'named it' }),
			event('Naming/2', two?.key),
		]);
		// A document edited since counts for what became of it.
		await publish(STYLE.replace('functions', 'all functions'), STYLE);
		await ada('memref', { refs: [{ ruleId: 'r1', constraintId: 'Naming/1', ruleHash: hash }] });
		const [edited] = (await hub.readObject({ id: style }))?.constraints ?? [];
		expect(edited?.key).not.toBe(one?.key);
		expect(store.tallies().find(({ key }) => key === edited?.key)).toMatchObject({
			what: 'refer',
			count: 2,
		});
	});

	it('to an own draft is to its text, and to the published beside it', async () => {
		const { ada } = await talk();
		const refer = async (ref: object) =>
			(await ada('memref', { refs: [ref] })).structured as { ok?: true; code?: string };
		const drafted = '- Be brief\n';
		const create = { path: 'a.md', body: drafted };
		const made = await ada('artifact', { resource: 'rule', op: { create } });
		const ruleId = String(made.structured.id);
		expect(await refer({ ruleId, constraintId: 'Be brief' })).toEqual({ ok: true, count: 1 });
		await ada('artifact', { resource: 'rule', op: { update: { id: 'r1', body: drafted } } });
		const ruleHash = contentHash(drafted);
		const ref = { ruleId: 'r1', constraintId: 'Be brief' };
		expect((await refer(ref)).code).toBe('unknown_constraint');
		expect((await refer({ ...ref, ruleHash })).ok).toBe(true);
		expect((await refer({ ...ref, ruleHash: ruleHash.slice(7, 19) })).ok).toBe(true);
		expect((await refer({ ...ref, ruleHash: contentHash('x') })).code).toBe('validation_error');
		const moved = await ada('artifact', {
			...{ resource: 'context', op: { create: { path: 'b.md', body: '- x\n' } } },
		});
		const context = { ruleId: String(moved.structured.id), constraintId: 'x' };
		expect((await refer(context)).code).toBe('invalid_target_kind');
		for (const id of ['META_PROMPT.md', 'p-none'])
			expect((await refer({ ruleId: id, constraintId: 'Ours' })).code).toBe(
				'unknown_rule_or_workflow',
			);
	});
});
