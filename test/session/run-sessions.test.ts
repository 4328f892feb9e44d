import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { resume, saveBaseline } from '../../src/session/verified-action';
import { ok } from '../../src/shared/result';
import { WorkflowService } from '../../src/workflow';
import { openSql } from '../adapters/sqlite/open';
import { callerOf, openWorkspace, STYLE } from '../memory/workspace';

const YAML = 'name: w\nsteps:\n  - { id: plan, type: action, instructions: Plan }\n';

describe('the sessions of a run', () => {
	it('are the one that started it, and the newest that named it, whatever they mean now', () => {
		let runs = 0;
		const options = { bundled: [YAML], now: () => 1, newRunId: () => `run-${++runs}` };
		const service = new WorkflowService({ sql: openSql(), ...options });
		const start = (session: string) =>
			service.start({ principal: 'ada', session, workflow: 'w' } as never);
		start('home');
		start('other');
		const sessions = (session: string, run_id: string) => {
			const run = service.inForce({ principal: 'ada', session, run_id });
			return run.ok ? run.value.sessions : [];
		};
		expect(sessions('home', 'run-1')).toEqual(['home']);
		expect(sessions('second', 'run-1')).toEqual(['home', 'second']);
		expect(sessions('second', 'run-2')).toEqual(['other', 'second']);
		expect(sessions('third', 'run-1')).toEqual(['home', 'second', 'third']);
		for (let at = 0; at < 210; at++) sessions(`s${at}`, 'run-1');
		expect(sessions('s209', 'run-1')).toHaveLength(201);
		expect(sessions('s209', 'run-1')[0]).toBe('home');
		expect(service.inForce({ principal: 'eve', session: 'x', run_id: 'run-1' }).ok).toBe(false);
	});

	it('bind the one that goes on with it after a context action', async () => {
		const { hub, push, agent } = openWorkspace();
		await push({ 'rules/style.md': STYLE });
		const first = await agent('ada', 'ada-1');
		await first('memload', { ids: ['r1'], knownHashes: { r1: '' } });
		await agent('ada', 'ada-2');
		const definition = { name: 'w', description: '', agents: {}, loops: {}, steps: [] };
		const run = { run_id: 'r', sessions: ['ada-1'], position: 1, delivered: 'clear', outputs: 0 };
		const saved = new Map<string, string>();
		const sources = {
			hub,
			workflow: { inForce: async () => ok({ ...run, definition, contextHints: [] } as never) },
			baselines: {
				get: async (task: string) => saved.get(task) ?? null,
				put: async (task: string, text: string) => void saved.set(task, text),
			},
			session: () => ({ requiredOrders: async () => [] }),
		};
		const who = (session: string) => ({ caller: callerOf('ada', session), session });
		await saveBaseline(sources, who('ada-1'), 'r');
		const limits = { runId: 'r', tokenBudget: 1_000, estimate: (text: string) => text.length };
		const { section, bound } = await resume(sources, who('ada-2'), limits);
		expect(bound).toBe(3);
		expect(section.verification.admissible).toBe(true);
		expect(section.prompt_context).toContain('[STYLE.md');
		// A line under a heading that states a rule is told with that rule.
		const content = STYLE.replace('## Naming', '## Never rename what is public');
		const base = contentHash(STYLE);
		hub.applySync({ by: 'admin', files: [{ file: 'rules/style.md', content, base }] });
		await resume(sources, who('ada-2'), limits);
		const rules = await hub.bindingRules({ caller: callerOf('ada', 'ada-2') });
		const told = rules.ok ? rules.value.flatMap((each) => each.told.map(({ text }) => text)) : [];
		expect(told).toContain('Never rename what is public');
	});
});
