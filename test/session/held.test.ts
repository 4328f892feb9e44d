import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import type { BindingRule } from '../../src/memory/hub/binding';
import { type Resumption, replaySection } from '../../src/session/held';
import { liveConstraints, livePayload } from '../../src/session/live-payload';
import { promptWeight } from '../../src/session/prompt-weight';
import type { WorkflowDefinition } from '../../src/workflow/types';

const hash = (digit: string) => `sha256:${digit.repeat(64)}`;

const rule = (path: string, texts: readonly string[]): BindingRule => ({
	ruleId: `p-${path}`,
	kind: 'rule',
	path,
	hash: hash('0'),
	constraints: texts.map((text, at) => ({
		id: `Steps/${at + 1}`,
		name: 'Steps',
		text,
		textHash: hash(String((at + 1) % 10)),
	})),
});

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

const facts = (rules: readonly BindingRule[]) => ({
	task: 'run-1',
	rules,
	run: { id: '1', definition },
});

const characters = (text: string) => text.length;

const section = (
	rules: readonly BindingRule[],
	options: Partial<Pick<Resumption, 'held' | 'tokenBudget' | 'estimate'>> & {
		before?: readonly BindingRule[];
	},
) =>
	replaySection({
		live: livePayload(facts(rules)),
		constraints: liveConstraints(rules),
		baseline: livePayload(facts(options.before ?? rules)),
		held: options.held,
		tokenBudget: options.tokenBudget ?? 10_000,
		estimate: options.estimate ?? characters,
	});

describe('the payload of a live session', () => {
	it('says constraints, order, dependencies and recovery of rules and workflow', () => {
		expect(livePayload(facts([rule('rules/A.md', ['Ask first.'])]))).toEqual({
			task: 'run-1',
			constraints: ['each/do:agent=tester', 'rules/A.md#Steps/1@111111111111: Ask first.'],
			required_order: ['plan', 'each', 'each/do'],
			blockers: [],
			dependency_chains: [
				['each', 'each/do'],
				['plan', 'each'],
			],
			recovery: [
				['each/do', 'on_fail:retry'],
				['run 1', 'workflow_status'],
			],
		});
	});

	it('takes orders that results asked for as dependencies', () => {
		const payload = livePayload({ task: 't', rules: [], requiredOrders: [['check', 'send']] });
		expect(payload.required_order).toEqual(['check', 'send']);
		expect(payload.dependency_chains).toEqual([['check', 'send']]);
	});
});

describe('after a context action', () => {
	const rules = [rule('rules/A.md', ['Ask first.', 'Test it.']), rule('rules/B.md', ['Be brief.'])];

	it('a caller that says nothing is told everything, and nothing is lost', () => {
		const { prompt_context, verification, note } = section(rules, {});
		expect(verification.admissible).toBe(true);
		for (const text of ['Ask first.', 'Test it.', 'Be brief.'])
			expect(prompt_context).toContain(text);
		expect(note).toBeUndefined();
	});

	it('knows a constraint by the path, the rule or its plain id, and by a whole or short hash', () => {
		const held = {
			'rules/A.md#Steps/1': hash('1'),
			'p-rules/A.md/Steps/2': '2'.repeat(64),
			'p-rules/B.md#Steps/1': '1'.repeat(12),
		};
		const { prompt_context, verification } = section(rules, { held });
		expect(verification.admissible).toBe(true);
		expect(prompt_context).not.toContain('@');
	});

	it('takes a stale constraint for one that is missing', () => {
		const held = { 'rules/A.md#Steps/1': hash('9'), 'Steps/2': hash('2') };
		const { prompt_context, verification } = section([rule('rules/A.md', ['Ask.', 'Test.'])], {
			held,
		});
		expect(verification.failure_labels).toEqual(['CONSTRAINT_DRIFT']);
		expect(prompt_context).toContain('Ask.');
		expect(prompt_context).not.toContain('Test.');
	});

	it('reports a rule that is gone since the payload was saved', () => {
		const { verification } = section(rules.slice(0, 1), { before: rules });
		expect(verification.issues[0]?.evidence).toEqual([
			'rules/B.md#Steps/1@111111111111: Be brief.',
		]);
	});

	it('finds out that a rule which came after the action is not held either', () => {
		const held = { 'rules/A.md#Steps/1': hash('1'), 'rules/A.md#Steps/2': hash('2') };
		const { verification } = section(rules, { held, before: rules.slice(0, 1) });
		expect(verification.issues.map(({ evidence }) => evidence)).toEqual([
			['rules/B.md#Steps/1@111111111111: Be brief.'],
		]);
	});

	it('compares with what binds now when nothing was saved, and says so', () => {
		const { verification, note } = replaySection({
			live: livePayload(facts(rules)),
			constraints: liveConstraints(rules),
			held: {},
			tokenBudget: 10_000,
			estimate: characters,
		});
		expect(verification.issues[0]?.evidence).toHaveLength(3);
		expect(note).toBe('No payload was saved: compared with what binds now.');
	});

	it.each([
		['English', 'Every public function has a documented purpose'],
		['Thai', 'ห้ามข้ามการทดสอบทุกครั้งที่มีการเปลี่ยนแปลง'],
		['emoji', '🧪🚀🦄🪐🧬'.repeat(8)],
	])('stays within its budget as the tokenizer counts, in %s too', (_, text) => {
		const many = [
			rule(
				'rules/A.md',
				Array.from({ length: 200 }, (_, at) => `${text} ${at * 7919}`),
			),
		];
		const { prompt_context, verification } = section(many, {
			held: {},
			tokenBudget: 800,
			estimate: promptWeight(1),
		});
		for (const told of [prompt_context, JSON.stringify(verification.issues)]) {
			expect(countTokens(told)).toBeLessThanOrEqual(800);
			expect(countTokens(told)).toBeGreaterThan(400);
		}
	});

	it('says which constraints it was told only the beginning of', () => {
		const { prompt_context, note } = section(
			[rule('rules/A.md', ['Be. '.repeat(99), 'Short.'])],
			{},
		);
		expect(prompt_context).toMatch(/Be\. …$/m);
		expect(note).toBe('1 end in …: memload their rules for the rest.');
	});

	it('names what it lacks within the same budget: texts give way first, then names, counted', () => {
		const many = [
			rule(
				'rules/A.md',
				Array.from({ length: 40 }, () => 'Very long. '.repeat(20)),
			),
		];
		const evidence = (tokenBudget: number) => {
			const { verification, note } = section(many, { held: {}, tokenBudget });
			expect(verification.failure_labels).toEqual(['CONSTRAINT_DRIFT']);
			expect(JSON.stringify(verification.issues).length).toBeLessThanOrEqual(tokenBudget);
			return { named: verification.issues[0]?.evidence ?? [], note };
		};
		expect(evidence(20_000).named[0]).toContain('Very long.');
		expect(evidence(4_000).named).toHaveLength(40);
		expect(evidence(4_000).named[0]).toBe('rules/A.md#Steps/10@000000000000');
		const { named, note } = evidence(1_000);
		expect(note).toContain(`${40 - named.length} pieces of evidence found no room.`);
	});

	it('never tells more than its budget, gives up constraints last, and says what is missing', () => {
		const texts = fc.array(fc.string({ minLength: 1, maxLength: 60 }), { maxLength: 30 });
		fc.assert(
			fc.property(texts, fc.integer({ min: 20, max: 3_000 }), (given, tokenBudget) => {
				const many = [rule('rules/A.md', given)];
				const { prompt_context, verification, note } = section(many, { tokenBudget });
				expect(prompt_context.length).toBeLessThanOrEqual(
					Math.max(tokenBudget, 'task: run-1'.length),
				);
				const isCut = note?.includes('constraints found no room') ?? false;
				if (isCut) expect(prompt_context).not.toContain('required_order');
				for (const [list, title] of [
					['required_order', 'required_order:'],
					['recovery', 'recovery:'],
				] as const)
					expect(prompt_context.includes(title)).toBe(!note?.includes(list));
				expect(verification.failure_labels.includes('CONSTRAINT_DRIFT')).toBe(isCut);
			}),
		);
	});
});
