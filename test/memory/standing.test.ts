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
