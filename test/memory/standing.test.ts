import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { openWorkspace } from './workspace';

async function open() {
	const workspace = openWorkspace();
	const files = {
		'AGENTS.md': '---\nowner: us\n---\n# Rules\n\n- Ask first\n',
		'packages/web/AGENTS.md': '- Only there\n',
		'packages/web/.claude/CLAUDE.md': '- Nor anywhere else\n',
		'.claude/CLAUDE.md': '- Ask twice\n',
		'.claude/rules/kind.md': '- Be kind\n',
		'.claude/rules/sql.md': '---\npaths: "*.sql"\n---\n- Upper case\n',
		'.cursor/rules/all.mdc': '---\nalwaysApply: true\n---\n- Say so\n',
		'.cursor/rules/some.mdc': '---\nalwaysApply: false\n---\n- Not now\n',
		'.github/instructions/x.instructions.md': "---\napplyTo: '**'\n---\n- In English\n",
		'rules/other.md': '- When its task comes up\n',
	};
	await workspace.push(files);
	const ask = (session: string, tokenBudget = 2000) =>
		workspace.hub.standing({ principal: 'ada', session, tokenBudget });
	return { ...workspace, ask };
}

describe('rules that are always on', () => {
	it('are those that every host would load at its start', async () => {
		const { ask } = await open();
		const { text, paths, omitted } = await ask('host-1');
		expect(paths).toEqual([
			'AGENTS.md',
			'claude/CLAUDE.md',
			'claude/rules/KIND.md',
			'cursor/rules/ALL.md',
			'github/instructions/X.md',
		]);
		expect(omitted).toEqual([]);
		expect(text).toContain('## AGENTS.md (r1)\n\n# Rules\n\n- Ask first');
		expect(text).not.toContain('owner');
	});

	it('bind the session of the host without a setup, once', async () => {
		const { ask, hub } = await open();
		await ask('host-1');
		await ask('host-1');
		const caller = { principal: 'ada', session: 'host-1', source: 'argument' } as const;
		expect(await hub.session({ caller })).toEqual({ ok: true, value: 'host-1' });
		const rules = await hub.bindingRules({ caller });
		expect(rules.ok && rules.value.map(({ path }) => path)).toHaveLength(5);
		expect((await hub.attestations({ session: 'host-1', event: 'load' })).items).toHaveLength(5);
		expect(await hub.session({ caller: { ...caller, principal: 'eve' } })).toMatchObject({
			ok: false,
		});
	});

	it('are not told again where the host reads the very text itself, and bind all the same', async () => {
		const { hub } = await open();
		const kind = contentHash('- Be kind\n').slice('sha256:'.length, 19);
		const stale = contentHash('- Say less\n').slice('sha256:'.length, 19);
		const told = { principal: 'ada', session: 'host-1', tokenBudget: 2000 };
		const { text, paths } = await hub.standing({ ...told, held: [kind, stale] });
		expect(text).not.toContain('Be kind');
		expect(text).toContain('Say so');
		expect(paths).toContain('claude/rules/KIND.md');
		const caller = { principal: 'ada', session: 'host-1', source: 'argument' } as const;
		const rules = await hub.bindingRules({ caller });
		expect(rules.ok && rules.value.map(({ path }) => path)).toContain('claude/rules/KIND.md');
	});

	it('are named where there is no room', async () => {
		const { ask } = await open();
		const { text, omitted } = await ask('host-1', 30);
		expect(omitted.length).toBeGreaterThan(0);
		expect(text).toMatch(/There was no room for r\d/);
		expect(
			(await openWorkspace().hub.standing({ principal: 'a', session: 's', tokenBudget: 99 })).text,
		).toBe('');
	});
});

describe('the text of what is always on', () => {
	const files = {
		...{ 'AGENTS.md': '- Ask first\n', 'docs/AGENTS.md': '- Only there\n' },
		'workflow/w.md': '---\nalwaysApply: true\n---\n- When it is begun\n',
	};
	const all = (name: string) => ({
		[`.claude/rules/${name}.md`]: `- Be ${name}, whatever it may be that is asked of you today\n`,
	});
	const told = { principal: 'ada', session: 'host-1', tokenBudget: 2000 };

	it('has the shallowest first, and then those of the first path', async () => {
		const { hub, push } = openWorkspace();
		await push({ ...all('late'), ...all('early'), ...files });
		const rule = (name: string) => `Be ${name}, whatever it may be that is asked of you today`;
		expect(await hub.standing(told)).toStrictEqual({
			text: [
				'These rules bind all work here:',
				'## AGENTS.md (r3)\n\n- Ask first',
				`## claude/rules/EARLY.md (r2)\n\n- ${rule('early')}`,
				`## claude/rules/LATE.md (r1)\n\n- ${rule('late')}`,
			].join('\n\n'),
			paths: ['AGENTS.md', 'claude/rules/EARLY.md', 'claude/rules/LATE.md'],
			omitted: [],
		});
		const short = await hub.standing({ ...told, tokenBudget: 20 });
		expect(short).toStrictEqual({
			text: 'These rules bind all work here:\n\n## AGENTS.md (r3)\n\n- Ask first\n\nThere was no room for r2 (claude/rules/EARLY.md), r1 (claude/rules/LATE.md), which bind too: memload them.',
			paths: ['AGENTS.md'],
			omitted: ['claude/rules/EARLY.md', 'claude/rules/LATE.md'],
		});
		// One that fits stands behind one that does not.
		const exact = Math.ceil(
			'These rules bind all work here:\n\n## AGENTS.md (r3)\n\n- Ask first'.length / 4,
		);
		expect((await hub.standing({ ...told, tokenBudget: exact })).paths).toEqual(['AGENTS.md']);
		expect((await hub.standing({ ...told, tokenBudget: exact - 1 })).paths).toEqual([]);
	});

	it('is some where one is told and one is not', async () => {
		const { hub, push } = openWorkspace();
		await push({ ...all('early'), ...files });
		const { paths, omitted, text } = await hub.standing({ ...told, tokenBudget: 20 });
		expect([paths.length, omitted.length, text.length > 0]).toEqual([1, 1, true]);
	});

	it('binds nobody where no session is named', async () => {
		const { hub, push, store } = openWorkspace();
		await push(files);
		const { session: _, ...nobody } = told;
		expect((await hub.standing(nobody)).paths).toEqual(['AGENTS.md']);
		expect((await hub.standing({ tokenBudget: 2000 })).paths).toEqual(['AGENTS.md']);
		expect(store.attestations({ event: 'load', order: 'newest', limit: 9 })).toEqual([]);
		expect([...store.bindings('ada', 9), ...store.bindings('', 9)]).toEqual([]);
	});

	it('is recorded as loaded, and again once it has changed', async () => {
		const { hub, push, store } = openWorkspace();
		const { 'AGENTS.md': id = '' } = await push(files);
		await hub.setup({
			caller: { principal: 'ada', session: 'host-1', source: 'transport' },
			...{ sessionId: 'talk-1', knownHash: '' },
		});
		await hub.standing(told);
		const [before, now] = [contentHash('- Ask first\n'), contentHash('- Ask last\n')];
		const change = [{ file: 'AGENTS.md', content: '- Ask last\n', base: before }];
		await hub.applySync({ by: 'admin', files: change });
		await hub.standing(told);
		await hub.standing(told);
		const load = (hash: string) => ({
			...{ seq: expect.any(Number), at: expect.any(Number), event: 'load', principal: 'ada' },
			...{ session: 'talk-1', objectId: id, path: 'AGENTS.md', hash, detail: 'always on' },
		});
		const { items } = await hub.attestations({ event: 'load' });
		expect(items).toStrictEqual([load(now), load(before)]);
		const counted = { objectId: id, what: 'load', count: 1, lastAt: expect.any(Number) };
		expect(store.tallies()).toStrictEqual([
			{ ...counted, key: expect.any(String) },
			{ ...counted, key: expect.any(String) },
		]);
	});
});
