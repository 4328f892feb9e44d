import { describe, expect, it } from 'vitest';
import { parseConstraints } from '../../src/memory/document/document';
import { overlapsOf } from '../../src/memory/document/overlap';
import { openWorkspace } from './workspace';

const boss = { principal: 'boss', administrator: true };

describe('what the user corrected', () => {
	it('becomes a draft of a rule with its example and source', async () => {
		const { agent: open, hub, bodies } = openWorkspace();
		const agent = await open();
		const text = 'The user corrected me: never use `any`, use `unknown`';
		const learn = {
			text,
			example: 'const value: unknown = read()',
			source: 'review of the parser',
		};
		const { structured } = await agent('artifact', { resource: 'rule', op: { learn } });
		expect(structured).toMatchObject({
			ok: true,
			draft_path: 'learned/NEVER_USE_ANY_USE_UNKNOWN.md',
		});
		const { items } = (
			await agent('memload', {
				ids: [structured.id],
				knownHashes: { [String(structured.id)]: '' },
			})
		).structured as { items: { content: string; constraints: { text: string }[] }[] };
		expect(items[0]?.content).toMatch(
			/^- never use `any`, use `unknown`\n {2}Example: const value.*\n {2}Source: review of the parser\n/,
		);
		expect(items[0]?.constraints).toHaveLength(1);
		const [draft] = (await hub.drafts()).drafts;
		expect(draft?.summary).toBe('learned: never use `any`, use `unknown`');
		expect(bodies).toBeDefined();
	});

	it.each([
		[{ resource: 'context', op: { learn: { text: 'x' } } }, "learn is for resource 'rule'"],
		[{ resource: 'rule', op: { learn: {} } }, 'learn.text is required'],
		[{ resource: 'rule', op: { learn: { text: 1 } } }, 'invalid parameters: text must be'],
		[{ resource: 'rule', op: { learn: { text: 'x' }, discard: { id: 'y' } } }, 'op must contain'],
	])('as %j is refused: %s', async (args, error) => {
		const agent = await openWorkspace().agent();
		expect((await agent('artifact', args)).structured.error).toContain(error);
	});
});

describe('what is published', () => {
	it('is searched for what is said twice and what contradicts itself, across documents', async () => {
		const { push, hub } = openWorkspace();
		await push({
			'rules/a.md': '- Indent with tabs\n- Name files in kebab-case\n- Never commit secrets\n',
			'rules/b.md': '## Style\n\n- Indent with spaces\n- **Name** files in kebab-case\n- Be kind\n',
			'rules/c.md': '## Never\n\n- Name files in kebab-case\n',
			'context/d.md': '- Be kind\n',
		});
		const { overlaps, total } = await hub.overlaps({});
		const said = overlaps.map(({ kind, one, other }) => [kind, one.path, other.path, other.text]);
		expect(said.sort()).toEqual([
			['contradiction', 'A.md', 'B.md', 'Indent with spaces'],
			['contradiction', 'A.md', 'C.md', 'Name files in kebab-case'],
			['contradiction', 'B.md', 'C.md', 'Name files in kebab-case'],
			['duplicate', 'A.md', 'B.md', '**Name** files in kebab-case'],
		]);
		expect(total).toBe(4);
		expect(await hub.overlaps({ most: 1 })).toMatchObject({ overlaps: [{}], total: 4 });
	});
});

describe('a reviewer', () => {
	it('is shown what others say already, and the opposite', async () => {
		const { push, agent: open, hub } = openWorkspace();
		await push({
			'rules/ts.md':
				'## Types\n\n- Never use `any` in public functions\n- Indent with tabs\n- Name files in kebab-case\n',
		});
		const agent = await open();
		const body =
			'- Use any in public functions\n- Indent with spaces\n- **Name** files in kebab-case\n- Cache nothing\n';
		const create = { path: 'more.md', body };
		const { structured } = await agent('artifact', { resource: 'rule', op: { create } });
		const id = String(structured.id);
		expect(await hub.draft({ id, by: boss })).not.toHaveProperty('value.overlaps');
		await hub.submitDraft({ id, by: { principal: 'ada', administrator: false }, content: body });
		const view = await hub.draft({ id, by: boss });
		expect(view.ok && view.value.overlaps).toMatchObject([
			{
				kind: 'contradiction',
				text: 'Use any in public functions',
				path: 'TS.md',
				constraintId: 'Types/1',
			},
			{ kind: 'contradiction', text: 'Indent with spaces', constraintId: 'Types/2' },
			{ kind: 'duplicate', constraintId: 'Types/3' },
		]);
	});

	it('is warned of a rule of which nothing binds', async () => {
		const { agent: open, hub } = openWorkspace();
		const agent = await open('boss');
		const create = { path: 'empty.md', body: '# Title\n' };
		const { structured } = await agent('artifact', { resource: 'rule', op: { create } });
		expect(structured.warnings).toEqual([expect.stringMatching(/^nothing in it binds/)]);
		expect(await hub.draft({ id: String(structured.id), by: boss })).toMatchObject({
			value: { warnings: [expect.stringMatching(/^nothing in it binds/)] },
		});
	});

	it('is not bothered with what has only words in common', () => {
		const of = (text: string) => parseConstraints(`- ${text}\n`).constraints;
		const there = [
			'Write a test for every change',
			'Never commit secrets to the repository',
			'Prefer composition over inheritance',
		].flatMap(of);
		const published = there.map((constraint) => ({ objectId: 'p', path: 'A.md', constraint }));
		for (const text of [
			'Write documentation for every public function',
			'Commit often to the repository',
			'Prefer small functions',
		])
			expect(overlapsOf(of(text), published)).toEqual([]);
	});
});

describe('a dead rule', () => {
	it('was loaded often and never referred to, and says what that cost', async () => {
		const { push, agent: open, hub } = openWorkspace();
		await push({
			'rules/a.md': '- One thing to follow\n',
			'rules/b.md': '- Another one to follow\n',
		});
		const agent = await open();
		for (let at = 0; at < 6; at++)
			await agent('memload', { ids: ['r1', 'r2'], knownHashes: { r1: '', r2: '' } });
		await agent('memref', { refs: [{ ruleId: 'r2', constraintId: 'Another one' }] });
		expect((await hub.usage({})).dead).toEqual([
			{ id: expect.any(String), path: 'A.md', loads: 6, tokens: 6, cost: 36 },
		]);
	});
});
