// Tests of hooks after a cut of the context: they tell again what it took, as a status tells it, when the session goes
// on: once, in what a host takes.
import { expect, it } from 'vitest';
import { ClaudeCodeHooks } from '../../../src/adapters/hooks/claude-code';
import { GeminiCliHooks } from '../../../src/adapters/hooks/gemini-cli';
import { createSqlitePayloads } from '../../../src/adapters/sqlite/stores';
import { LOCAL_PRINCIPAL } from '../../../src/auth/tokens';
import type { Services } from '../../../src/gateway/sessions/recorded-call';
import { err, ok } from '../../../src/shared/result';
import { openWorkspace } from '../../memory/workspace';
import { openSql } from '../sqlite/open';

/** Characters that Claude Code takes of one hook; what is longer goes into a file. */
const MOST = 10_000;
const FLAGS = '# Flags\n\nNever do this:\n\n- name one without quokka_\n- keep one for ever\n';
const longRule = (count: number) =>
	`# Rules\n\n${Array.from({ length: count }, (_, at) => `- Rule ${at} ${'must hold '.repeat(30)}\n`).join('')}`;

/** Hooks over a workspace in which the session has loaded every file. */
const hooksOf = async (files: Readonly<Record<string, string>>, run?: object) => {
	const { hub, push, agent } = openWorkspace();
	const ids = Object.values(await push(files));
	const ask = await agent(LOCAL_PRINCIPAL.id, 's');
	const knownHashes = Object.fromEntries(ids.map((id) => [id, '']));
	await ask('memload', { ids, knownHashes });
	const baselines = createSqlitePayloads(openSql(), 'replay_baselines');
	const services = {
		baselines: {
			put: async (...of: Parameters<typeof baselines.put>) => baselines.put(...of),
			get: async (task: string) => baselines.get(task),
		},
		memory: { hub },
		session: () => ({ requiredOrders: async () => [] }),
		workflow: {
			inForce: async () => (run ? ok(run) : err({ code: 'no_run', message: 'none' })),
			status: async () => ok({ status: 'running' }),
		},
	};
	const hooks = new ClaudeCodeHooks({
		services: () => services as unknown as Services,
		reduce: async () => undefined,
		digest: async (text) => text,
		sessionTools: new Set(),
	});
	const told =
		(host: Pick<ClaudeCodeHooks, 'answer'>) =>
		async (hook_event_name: string, more: object = {}): Promise<string> => {
			const event = { session_id: 's', hook_event_name, ...more };
			const { hookSpecificOutput } = (await host.answer(event, LOCAL_PRINCIPAL)) as {
				hookSpecificOutput?: { hookEventName: string; additionalContext: string };
			};
			if (hookSpecificOutput !== undefined)
				expect(hookSpecificOutput.hookEventName).toBe(hook_event_name);
			return hookSpecificOutput?.additionalContext ?? '';
		};
	return { claude: told(hooks), gemini: told(new GeminiCliHooks(hooks)) };
};

it('tells what binds when a compacted session goes on, with the line that announces it', async () => {
	const { claude } = await hooksOf({ 'rules/flags.md': FLAGS, 'AGENTS.md': '# A\n\n- Be brief\n' });
	await claude('PreCompact');
	const told = await claude('SessionStart', { source: 'compact' });
	expect(told).toContain('Never do this:');
	expect(told.split('name one without quokka_')).toHaveLength(2);
	expect(told.split('Be brief')).toHaveLength(2);
	expect(await claude('UserPromptSubmit')).toBe('');
	// A second cut takes that, too.
	await claude('PreCompact');
	expect(await claude('SessionStart', { source: 'compact' })).toBe(told);
});

it('tells what an earlier session of the run was told', async () => {
	const definition = { name: 'w', agents: {}, loops: {}, steps: [] };
	const { claude } = await hooksOf(
		{ 'rules/flags.md': FLAGS, 'AGENTS.md': '# A\n\n- Be brief\n' },
		{ run_id: 'run-1', sessions: ['s', 'one', 'two'], position: 1, definition, delivered: null },
	);
	// A first compaction, a clear that no step asked for, and a compaction of what it told.
	for (const [session_id, source] of [
		['one', 'compact'],
		['two', 'clear'],
		['two', 'compact'],
	] as const) {
		const told = await claude('SessionStart', { session_id, source });
		for (const line of ['name one without quokka_', 'keep one for ever', 'Be brief'])
			expect([source, line, told.split(line).length]).toEqual([source, line, 2]);
	}
	expect(await claude('SessionStart', { session_id: 'three', source: 'startup' })).not.toContain(
		'keep one for ever',
	);
});

it('tells it with the next prompt in a host that starts no session then', async () => {
	const { gemini } = await hooksOf({ 'rules/flags.md': FLAGS, 'AGENTS.md': '# A\n\n- Be brief\n' });
	expect(await gemini('PreCompress')).toBe('');
	const told = await gemini('BeforeAgent');
	for (const line of ['name one without quokka_', 'keep one for ever', 'Be brief'])
		expect(told.split(line)).toHaveLength(2);
	expect(await gemini('BeforeAgent')).toBe('');
});

it('names what finds no room, with the call that brings it', async () => {
	const { claude } = await hooksOf({
		...{ 'rules/a.md': longRule(50), 'AGENTS.md': `# A\n\n- ${'always '.repeat(600)}\n` },
	});
	await claude('PreCompact');
	const told = await claude('SessionStart', { source: 'compact' });
	expect(told.length).toBeLessThan(MOST);
	expect(told).toContain('always always');
	const count = told.match(/^- Rule \d+ must/gm)?.length ?? 0;
	expect(count).toBeGreaterThan(5);
	expect(told).toContain(
		`${50 - count} more bind and are not repeated for lack of room: memload {`,
	);
});

it('tells nothing where nothing binds', async () => {
	const { claude } = await hooksOf({ 'context/api.md': '# API\n' });
	await claude('PreCompact');
	expect(await claude('SessionStart', { source: 'compact' })).toBe('');
});
