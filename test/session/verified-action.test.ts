import { describe, expect, it } from 'vitest';
import { parseConstraints } from '../../src/memory/document/constraints';
import type { BindingRule } from '../../src/memory/hub/binding-rules';
import { type ReplaySources, resume, saveBaseline } from '../../src/session/verified-action';
import { ok } from '../../src/shared/result';
import type { StepContextAction } from '../../src/workflow/types';

const who = {
	caller: { principal: 'ada', session: 's', source: 'argument' },
	session: 's',
} as const;

const rule = (path: string): BindingRule => ({
	ruleId: `p-${path}`,
	kind: 'rule',
	path,
	hash: 'sha256:0',
	constraints: parseConstraints(`## Do\n\nDo ${path}.\n`).constraints,
});

/** A run of one step, in a world that the test changes. */
function world() {
	const saved = new Map<string, string>();
	const now = { rules: [rule('A.md'), rule('B.md')], delivered: null as StepContextAction | null };
	const definition = { name: 'w', description: '', agents: {}, loops: {}, steps: [] };
	const sources: ReplaySources = {
		hub: { bindingRules: async () => ok(now.rules) },
		workflow: {
			inForce: async () =>
				ok({
					run_id: 'r',
					session: 's',
					position: 1,
					definition,
					delivered: now.delivered,
					contextHints: [],
					outputs: 0,
				}),
		},
		baselines: {
			get: async (task) => saved.get(task) ?? null,
			put: async (task, text) => void saved.set(task, text),
		},
		session: () => ({ requiredOrders: async () => [] }),
	};
	const status = () =>
		resume(sources, who, { runId: 'r', held: {}, tokenBudget: 1_000, estimate: () => 0 }).then(
			({ section }) => section,
		);
	const evidence = async () =>
		(await status())?.verification.issues.flatMap((issue) => issue.evidence ?? []) ?? [];
	return { now, sources, evidence };
}

describe('what was saved before a context action', () => {
	it('outlives collapses until the run moves on', async () => {
		const { now, sources, evidence } = world();
		now.delivered = 'clear';
		await saveBaseline(sources, who, 'r');
		now.rules = [rule('A.md')];
		await saveBaseline(sources, who);
		expect(await evidence()).toHaveLength(2);
		now.delivered = null;
		await saveBaseline(sources, who);
		expect(await evidence()).toHaveLength(1);
	});
});
