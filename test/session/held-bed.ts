import { parseConstraints } from '../../src/memory/document/document';
import type { BindingRule } from '../../src/memory/hub/binding-rules';
import { type Resumption, replaySection } from '../../src/session/replay-section';
import { livePayload } from '../../src/session/verified-action';
import type { WorkflowDefinition } from '../../src/workflow/types';

export const hash = (digit: string) => `sha256:${digit.repeat(64)}`;

export const rule = (
	path: string,
	texts: readonly string[],
	facts: Partial<BindingRule> = {},
): BindingRule => {
	const items = texts.map((text) => `- ${text}\n`).join('');
	const { constraints } = parseConstraints(`## Steps\n\n${items}`);
	return {
		...{ ruleId: `p-${path}`, kind: 'rule', path, hash: hash('0') },
		...{ told: constraints, constraints, ...facts },
	};
};

/** Rules as they were told before and are in force now; those of now alone were told since. */
export const changed = (
	before: readonly BindingRule[],
	now: readonly BindingRule[],
): BindingRule[] => [
	...before.map((was) => ({
		...(now.find(({ path }) => path === was.path) ?? { ...was, constraints: [] }),
		told: was.told,
	})),
	...now.filter(({ path }) => before.every((was) => was.path !== path)),
];

const definition: WorkflowDefinition = {
	name: 'build',
	description: '',
	agents: { tester: { description: '' } },
	loops: { each: [{ id: 'do', instructions: 'Do', on_fail: 'retry', agent: 'tester' }] },
	steps: [
		{ id: 'plan', type: 'action', instructions: 'Plan', order: 1 },
		{ id: 'each', type: 'loop', order: 2, context: 'clear' },
	],
};

export const facts = (rules: readonly BindingRule[]) => ({
	task: 'run-1',
	rules,
	run: { id: '1', definition },
});

export const characters = (text: string) => text.length;

export const section = (
	rules: readonly BindingRule[],
	options: Partial<Pick<Resumption, 'held' | 'tokenBudget' | 'estimate' | 'fits'>> & {
		before?: readonly BindingRule[];
	},
) => {
	const { before = rules, ...more } = options;
	return replaySection({
		live: livePayload(facts(rules)),
		rules: changed(before, rules),
		baseline: livePayload(facts(before)),
		...{ tokenBudget: 10_000, estimate: characters, ...more },
	}).section;
};
