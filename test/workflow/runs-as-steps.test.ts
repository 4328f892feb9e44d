// Runs of the documents that name tools, groups and hints (loop groups, context actions, steps by number).

import { describe, expect, it } from 'vitest';
import type { WorkflowService } from '../../src/workflow/service';
import { TASKS } from './sample';
import { ada, message, open, started, value } from './service-setting';

const at = (service: WorkflowService) => value(service.status(ada));

describe('a loop group in a run', () => {
	it('is one place: all its steps, its hints and its tools, page by page', () => {
		const { service } = open();
		value(service.start({ workflow: 'page-through', ...ada }));
		const { answer, contextHints } = value(service.advance(ada));
		expect(answer).toMatchObject({ step: 'fetch', position: 2 });
		const { instructions, note, ...place } = at(service);
		expect(Object.keys(place)).not.toContain('tool');
		expect(instructions).toContain('\n\n### Step 3: Store what the page says\n\n');
		expect(instructions).toMatch(/^## Steps 2–3 — loop \(repeat for each page of results\)/);
		expect(instructions).toContain('`search_records`');
		expect(instructions).toContain('`store_analysis_memory`');
		expect(note).toContain('repeat them for every page, then call workflow_advance once');
		expect(contextHints).toEqual([
			{
				step: 2,
				tool: 'search_records',
				lifecycle: 'transient',
				consumedBy: 'store_analysis_memory',
			},
		]);
		expect(value(service.advance({ ...ada, outcome: 'again' })).answer).toMatchObject({
			step: 'fetch',
			position: 3,
		});
		expect(value(service.advance(ada)).answer).toMatchObject({ step: 'report', position: 4 });
		expect(message(service.advance({ ...ada, outcome: 'again' }))).toContain('is in none');
	});

	it('has its context cleared once, or before each page that is asked for with again', () => {
		const { service } = open();
		const yaml = `steps:
  - {id: a, type: action, loopGroup: g, instructions: A, title: First, tool: read}
  - {id: b, type: action, loopGroup: g, instructions: B, context: compact}
  - {id: c, type: action, instructions: C, title: Last, tool: write}`;
		value(service.putDefinition({ name: 'grouped', yaml, principal: 'ada' }));
		const actions = [
			service.start({ workflow: 'grouped', ...ada }),
			service.advance({ ...ada, outcome: 'again' }),
			service.advance(ada),
		].map((result) => value(result).delivered);
		expect(actions).toEqual(['compact', 'compact', null]);
		expect(at(service)).toMatchObject({ step: 'c', title: 'Last', tool: 'write' });
		expect(value(service.step({ workflow: 'grouped', step: 1 })).text).toContain(
			'before this the user runs `/compact`',
		);
	});
});

describe('the document of context actions', () => {
	const document = (lines: string) => `steps:\n${lines}`;
	const run = (yaml: string, tasks?: readonly object[]) => {
		const { service } = open();
		value(service.putDefinition({ name: 'own', yaml, principal: 'ada' }));
		const answers = [value(service.start({ workflow: 'own', ...ada }))];
		if (tasks) answers.push(value(service.setTasks({ ...ada, loop_id: 'work', tasks })));
		return answers.map(({ delivered }) => delivered);
	};

	it('has examples that are valid as they stand, without name and description', () => {
		expect(
			run(
				document('  - id: b\n    type: action\n    context: clear\n    instructions: |\n      Go.'),
			),
		).toEqual(['clear']);
	});

	it('lets a sub-step win over its step, also while the loop waits, and compacts once there', () => {
		const loop = (context: string) =>
			`loops:\n  work:\n    - id: s\n${context}      instructions: Do.\nsteps:\n  - id: work\n    type: loop\n    context: compact\n`;
		expect(run(loop('      context: clear\n'), TASKS)).toEqual([null, 'clear']);
		expect(run(loop(''), TASKS)).toEqual(['compact', null]);
	});
});

describe('a step by its number', () => {
	const text = (workflow: string, step: number | string) =>
		value(started().service.step({ workflow, step }));

	it('shows its whole loop group, with the hints of the group', () => {
		const group = text('page-through', 2);
		expect(group).toEqual(text('page-through', 3));
		expect(group.text).toMatch(/^## Steps 2–3 — loop \(repeat for each page of results\)\n/);
		expect(group.text).toContain('### Step 3: Store what the page says');
		expect(group.text).toContain(
			'**REQUIRED next action:** Call get_workflow_step({ workflow: "page-through", step: 4 })',
		);
		expect(group.contextHints).toEqual([
			{
				step: 2,
				tool: 'search_records',
				lifecycle: 'transient',
				consumedBy: 'store_analysis_memory',
			},
		]);
	});

	it('alone says what comes next, or that nothing does', () => {
		const first = text('page-through', 1);
		expect(first.text).toMatch(/^## Step 1: Decide what to look for\n/);
		expect(first).not.toHaveProperty('contextHints');
		expect(text('page-through', 'report').text).toContain('**Workflow complete.**');
	});

	it('of a loop shows its sub-steps, of a ralph how often', () => {
		expect(text('sample', 2).text).toContain(
			'loop (repeat for each task)\n\n**Context:** before this the user runs `/compact`.',
		);
		expect(text('sample', 3).text).toContain('Do this 2 times');
	});

	it('is told word by word', () => {
		const [first, second, third, last] = [1, 2, 3, 4].map((step) => text('sample', step).text);
		const call = (step: number) =>
			`Call get_workflow_step({ workflow: "sample", step: ${step} }) — do NOT proceed without it.`;
		const cleared =
			'**Context:** before this the user runs `/compact`. Ask for it and end your turn, unless it was just done.';
		const asked = 'The user runs `/compact` (ask for it, end your turn); then ';
		expect(first?.split('\n\n')).toEqual([
			...['## Step 1: plan', 'Plan'],
			`---\n**REQUIRED next action:** ${asked}${call(2)}`,
		]);
		expect(second?.split('\n\n')).toEqual([
			...['## Step 2: work — loop (repeat for each task)', cleared],
			...['#### build (agent: coder)', 'Build {task.id}: {task.title} [{task.description}]'],
			...['#### check', 'Check {task.title}', '#### sign', 'Sign {task.title}'],
			`---\n**REQUIRED next action:** ${asked}${call(3)}`,
		]);
		expect(third?.split('\n\n')).toEqual([
			...['## Step 3: refine', cleared, 'Refine'],
			...[
				'Do this 2 times, refining the same result.',
				`---\n**REQUIRED next action:** ${call(4)}`,
			],
		]);
		expect(last?.split('\n\n')).toEqual([
			...['## Step 4: close', 'Close'],
			'---\n**Workflow complete.** No step comes after this one.',
		]);
	});

	it('of a group is told word by word, at the end too', () => {
		const { service } = open();
		const yaml = `agents: {ed: {description: x}}
steps:
  - {id: a, type: action, loopGroup: g, agent: ed, instructions: "A\\n"}
  - {id: b, type: loop, loopGroup: g}
loops: {b: [{id: s, instructions: "S\\n"}]}`;
		value(service.putDefinition({ name: 'own', yaml, principal: 'ada' }));
		const told = value(service.step({ workflow: 'own', step: '2' })).text;
		expect(told.split('\n\n')).toEqual([
			'## Steps 1–2 — loop (repeat for each page of results)',
			'Do all of these steps for one page of results, then again for the next, until none is left.',
			...['### Step 1: a', 'A', '**Agent:** ed', '### Step 2: b', '#### s', 'S'],
			'---\nWhen every page is done: **Workflow complete.** No step comes after these.',
		]);
		value(service.start({ workflow: 'own', ...ada }));
		expect(at(service)).toMatchObject({ step: 'a', agent: 'ed', instructions: 'A\n' });
		expect(value(service.advance(ada)).answer).toMatchObject({ step: 'b' });
	});

	it('that is unknown lists those there are', () => {
		const { service } = started();
		expect(message(service.step({ workflow: 'sample', step: 9 }))).toBe(
			"Step 9 not found in workflow 'sample'. Available: 1, 2, 3, 4.",
		);
		expect(message(service.step({ workflow: 'sample', step: 'x'.repeat(65) }))).toContain(
			`Step '${'x'.repeat(64)}…' not found`,
		);
		expect(message(service.step({ workflow: 'x', step: 1 }))).toContain('Available: sample, ');
	});
});
