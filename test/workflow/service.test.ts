// The workflow service: definitions that are put, and runs that are moved.
import { describe, expect, it } from 'vitest';
import type { PendingAction, Status } from '../../src/workflow/status';
import { SAMPLE, TASKS } from './sample';
import { ada, bob, message, open, started, value } from './service-setting';

describe('definitions', () => {
	it('are versioned, replace bundled ones, and are listed before them', () => {
		const { service } = open();
		const yaml = SAMPLE.replace('name: sample', 'name: page-through');
		const put = (text: string) =>
			value(service.putDefinition({ name: 'page-through', yaml: text, principal: 'ada' }));
		expect(put(yaml)).toMatchObject({ version: 1, outcome: 'created' });
		expect(put(yaml)).toMatchObject({ version: 1, outcome: 'unchanged' });
		expect(put(`${yaml}#\n`)).toMatchObject({ version: 2, outcome: 'updated' });
		expect(service.list().map(({ name, source, version }) => [name, source, version])).toEqual([
			['page-through', 'workspace', 2],
			['draft-and-refine', 'bundled', 0],
		]);
		const found = value(service.getDefinition({ name: 'page-through' }));
		expect(found).toMatchObject({ version: 2, yaml: `${yaml}#\n`, source: 'workspace' });
		expect(found.versions.map(({ version }) => version)).toEqual([2, 1]);
	});

	it('are refused whole with every problem, or under another name', () => {
		const { service } = open();
		const bad = SAMPLE.replace('agent: coder', 'agent: ghost').replace('n: 2', 'n: 0');
		const refused = service.putDefinition({ name: 'sample', yaml: bad, principal: 'ada' });
		expect(refused).toMatchObject({
			ok: false,
			error: { code: 'invalid_definition', issues: [{ line: 8 }, { line: 26 }] },
		});
		expect(message(refused)).toMatch(
			/^The definition is not valid .* Line 8, column 14: .*; and 1 more\.$/,
		);
		expect(
			message(service.putDefinition({ name: 'other', yaml: SAMPLE, principal: 'a' })),
		).toContain("Template name 'sample' differs from the name it is stored under, 'other'");
		expect(service.putDefinition({ name: '../x', yaml: SAMPLE, principal: 'a' })).toMatchObject({
			error: { code: 'invalid_argument' },
		});
		expect(service.list()).toHaveLength(2);
	});

	it('do not change a run that has begun', () => {
		const { service } = started();
		const yaml = SAMPLE.replace('instructions: Plan', 'instructions: Other');
		value(service.putDefinition({ name: 'sample', yaml, principal: 'ada' }));
		expect(value(service.status(ada)).instructions).toBe('Plan');
		expect(value(service.start({ workflow: 'sample', ...ada })).answer).toMatchObject({
			run_id: 'run-2',
			instructions: 'Other',
		});
	});
});

describe('a run', () => {
	it('answers status in full and a pending action with what to do', () => {
		const { service } = started();
		expect(value(service.status(ada))).toEqual({
			run_id: 'run-1',
			position: 1,
			status: 'running',
			step: 'plan',
			stepType: 'action',
			agent: null,
			instructions: 'Plan',
			progress: { currentStep: 1, totalSteps: 4 },
			artefacts: [],
		} satisfies Status);
		value(service.setTasks({ ...ada, loop_id: 'work', tasks: TASKS }));
		const { answer, effects } = value(service.advance({ ...ada, output: 'planned' }));
		expect(answer).toEqual({
			run_id: 'run-1',
			position: 2,
			contextAction: '/clear',
			message: 'Please run `/clear` first, then call workflow_status again.',
			note: 'You cannot run it: ask the user to run /clear, or to go on in a fresh session, and end your turn. Afterwards: workflow_status {"run_id":"run-1"}.',
		} satisfies PendingAction);
		expect(effects.map(({ kind }) => kind)).toEqual(['completed', 'moved', 'context_action']);
		expect(value(service.status(ada))).toMatchObject({
			position: 2,
			agent: 'coder',
			instructions: 'Build t1: First [one]',
			task: { index: 0, id: 't1', title: 'First', total: 2 },
			subStep: 'build',
			subStepIndex: 0,
			totalSubSteps: 3,
		});
	});

	it('delivers an action on start and on set_tasks too', () => {
		const { service } = open();
		const yaml = SAMPLE.replace('instructions: Plan', 'instructions: Plan\n    context: compact');
		value(service.putDefinition({ name: 'sample', yaml, principal: 'ada' }));
		const contextAction = (answer: Status | PendingAction) =>
			'contextAction' in answer ? answer.contextAction : null;
		const answers = [
			service.start({ workflow: 'sample', ...ada }),
			service.advance(ada),
			service.setTasks({ ...ada, loop_id: 'work', tasks: TASKS }),
			service.setTasks({ ...ada, loop_id: 'work', tasks: TASKS }),
		].map((result) => contextAction(value(result).answer));
		expect(answers).toEqual(['/compact', null, '/clear', '/clear']);
	});

	it('is moved by one of two calls with the same position', () => {
		const { service, writes } = started();
		value(service.setTasks({ ...ada, loop_id: 'work', tasks: TASKS }));
		const first = value(service.advance({ ...ada, output: 'a', if_position: 1 }));
		const second = value(service.advance({ ...ada, output: 'b', if_position: 1 }));
		expect(first.answer).toMatchObject({ position: 2, contextAction: '/clear' });
		expect(second.answer).toEqual({ ...first.answer, stale: true });
		expect(second.effects).toEqual([{ kind: 'repeated' }]);
		expect(second.delivered).toBe('clear');
		const later = value(service.advance({ ...ada, if_position: 7 }));
		expect(later).toMatchObject({ answer: { step: 'work', stale: true }, delivered: null });
		expect(value(service.context(ada)).outputs).toEqual({ plan: 'a' });
		expect(writes).toEqual(['insert', 'update', 'update']);
	});

	it('is written once by each call that changes it, and not at all by one that fails', () => {
		const { service, writes } = started();
		value(service.setTasks({ ...ada, loop_id: 'work', tasks: TASKS }));
		expect(writes).toEqual(['insert', 'update']);
		const failures = [
			service.setTasks({ ...ada, loop_id: 'nope', tasks: TASKS }),
			service.setTasks({ ...ada, loop_id: 'work', tasks: [{ id: 'x' }] }),
			service.advance({ ...ada, output: 'x'.repeat(70_000) }),
			service.advance({ ...ada, run_id: 'run-9' }),
			service.start({ workflow: 'nope', ...ada }),
		];
		expect(failures.map((result) => (result.ok ? '' : result.error.code))).toEqual([
			'unknown_loop',
			'invalid_tasks',
			'invalid_argument',
			'unknown_run',
			'unknown_workflow',
		]);
		value(service.status(ada));
		value(service.context(ada));
		expect(writes).toHaveLength(2);
	});

	it('says what is wrong before its start, after its end, and of an unknown workflow', () => {
		const { service } = open();
		expect(message(service.advance(ada))).toBe(
			'No workflow was started in this session. Call workflow_start first, or name the run by run_id.',
		);
		expect(message(service.start({ workflow: 'nope', ...ada }))).toBe(
			"Workflow 'nope' not found. Available: page-through, draft-and-refine.",
		);
		value(service.start({ workflow: 'draft-and-refine', ...ada }));
		for (let i = 0; i < 5; i++) value(service.advance(ada));
		expect(value(service.status(ada))).toMatchObject({
			status: 'complete',
			position: 6,
			instructions: 'Workflow complete.',
		});
		expect(message(service.advance(ada))).toMatch(/^This run is complete; it takes no more steps/);
		expect(value(service.advance({ ...ada, if_position: 5 })).answer).toMatchObject({
			status: 'complete',
			stale: true,
		});
	});

	it('is the session’s latest unless named, and nobody else’s', () => {
		const { service } = started();
		value(service.start({ workflow: 'draft-and-refine', ...ada }));
		expect(value(service.status(ada)).run_id).toBe('run-2');
		const elsewhere = { principal: 'ada', session: 'fresh', run_id: 'run-1' };
		expect(value(service.status(elsewhere)).step).toBe('plan');
		const foreign = message(service.status({ ...bob, run_id: 'run-1' }));
		expect(foreign.replace('run-1', 'run-9')).toBe(
			message(service.status({ ...bob, run_id: 'run-9' })),
		);
		expect(service.advance({ ...bob, run_id: 'run-1' })).toMatchObject({ ok: false });
		expect(service.status(bob)).toMatchObject({ ok: false, error: { code: 'no_run' } });
		expect(service.getRun({ principal: 'bob', run_id: 'run-1' })).toMatchObject({ ok: false });
		expect(service.listRuns({ principal: 'bob' })).toEqual([]);
		expect(service.listRuns({ principal: 'bob', everyone: true }).map(({ id }) => id)).toEqual([
			'run-2',
			'run-1',
		]);
	});

	it('says of a stale position what was delivered at it, beside what it waits for', () => {
		const { service } = open();
		const yaml = `loops: {work: [{id: s, instructions: Do.}]}
steps: [{id: work, type: loop, context: compact, tool: save}]`;
		value(service.putDefinition({ name: 'own', yaml, principal: 'ada' }));
		value(service.start({ workflow: 'own', ...ada }));
		expect(value(service.advance({ ...ada, if_position: 9 })).answer).toEqual({
			run_id: 'run-1',
			position: 1,
			status: 'running',
			step: 'work',
			stepType: 'loop',
			agent: null,
			tool: 'save',
			instructions: '',
			progress: { currentStep: 1, totalSteps: 1, completedTasks: 0, totalTasks: 0 },
			artefacts: [],
			note: "The context action `/compact` was delivered at this position. Loop 'work' waits for its tasks: call workflow_set_tasks with loop_id 'work', or workflow_advance to skip it.",
			stale: true,
		});
	});

	it('keeps the action of its position while it stays there', () => {
		const { service } = started();
		const tasks = { ...ada, loop_id: 'work', tasks: TASKS };
		value(service.setTasks(tasks));
		value(service.advance(ada));
		value(service.setTasks({ ...tasks, tasks: TASKS.slice(0, 1) }));
		const delivered = () => service.listRuns({ principal: 'ada' })[0]?.delivered;
		expect(delivered()).toBe('clear');
		value(service.advance({ ...ada, outcome: 'failed' }));
		expect(delivered()).toBeNull();
	});
});
