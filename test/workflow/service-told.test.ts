// A run as the service tells it: its history, its place in lists, and what of it is in force.
import { describe, expect, it } from 'vitest';
import { TASKS } from './sample';
import { ada, bob, message, open, started, value } from './service-setting';

describe('a run', () => {
	it('tells its history in full, and its status once it has ended', () => {
		const { service } = started();
		const retried = { ...ada, outcome: 'failed', maxRetries: 1 } as const;
		value(service.setTasks({ ...ada, loop_id: 'work', tasks: TASKS }));
		value(service.advance(ada));
		expect(value(service.advance(retried)).answer).toMatchObject({
			note: 'Retry 1 of 1: the sub-step failed and is repeated.',
			progress: {
				currentStep: 2,
				totalSteps: 4,
				completedTasks: 0,
				totalTasks: 2,
				currentTaskProgress: 'Task 1/2, Sub-step 1/3',
			},
		});
		value(service.advance(retried));
		const why = "Sub-step 'build' of task 't1' failed after 1 retry.";
		const { history, status } = value(service.getRun({ principal: 'ada', run_id: 'run-1' }));
		const at = { step: 'work', task: 't1', subStep: 'build' };
		const [running, outcome] = [{ status: 'running' }, { outcome: 'failed' }];
		expect(history.toReversed()).toEqual([
			{ number: 1, at: 1001, event: 'start', position: 1, ...running, step: 'plan' },
			{ number: 2, at: 1002, event: 'set_tasks', position: 1, ...running, step: 'plan' },
			{
				...{ number: 3, at: 1003, event: 'advance', outcome: 'ok', position: 2, ...running, ...at },
				contextAction: 'clear',
			},
			{
				...{ number: 4, at: 1004, event: 'advance', ...outcome, position: 3, ...running, ...at },
				note: 'Retry 1 of 1: the sub-step failed and is repeated.',
			},
			{
				...{ number: 5, at: 1005, event: 'advance', ...outcome, position: 4, ...at },
				...{ status: 'failed', note: why },
			},
		]);
		expect(status).toEqual({
			run_id: 'run-1',
			position: 4,
			status: 'failed',
			step: 'work',
			stepType: 'loop',
			agent: null,
			instructions: `Workflow failed. ${why}`,
			progress: {
				...{ currentStep: 2, totalSteps: 4, completedTasks: 0, totalTasks: 2 },
				currentTaskProgress: 'Task 1/2, Sub-step 1/3',
			},
			artefacts: [],
		});
	});

	it('counts iterations, and tells them', () => {
		const { service } = open();
		value(service.start({ workflow: 'draft-and-refine', ...ada }));
		const seen = [1, 2, 3, 4, 5].map(() => {
			const { step, ralphIteration, ralphTotal } = value(service.status(ada));
			value(service.advance(ada));
			return [step, ralphIteration, ralphTotal];
		});
		const { history } = value(service.getRun({ principal: 'ada', run_id: 'run-1' }));
		const entries = history.map(({ step, ralphIteration }) => [step, ralphIteration]);
		expect(entries.toReversed().slice(0, 5)).toEqual(seen.map(([step, at]) => [step, at]));
		expect(seen.map(([, at, of]) => `${at}/${of}`)).toContain('1/3');
	});

	it('is in force with what it keeps, and says what it dropped', () => {
		const { service } = started();
		expect(value(service.inForce(ada))).toMatchObject({
			...{ run_id: 'run-1', sessions: ['s1'], position: 1, delivered: null, contextHints: [] },
			...{ outputs: 0, summary: 'Do it', definition: { name: 'sample' } },
		});
		expect(value(service.context(ada))).toEqual({
			...{ run_id: 'run-1', position: 1, workflow: 'sample', summary: 'Do it' },
			...{ outputs: {}, artefacts: [] },
		});
		const tasks = Array.from({ length: 12 }, (_, at) => ({ id: `t${at}`, title: 't' }));
		value(service.setTasks({ ...ada, loop_id: 'work', tasks }));
		const output = 'x'.repeat(65_536);
		for (let at = 0; at < 18; at++) value(service.advance({ ...ada, output, artefacts: ['a'] }));
		expect(value(service.context(ada))).toMatchObject({
			artefacts: ['a'],
			note: 'The oldest 2 outputs were dropped: a run keeps about a million characters.',
		});
		value(service.start({ workflow: 'draft-and-refine', ...ada }));
		expect(Object.keys(value(service.context(ada)))).not.toContain('summary');
		expect(Object.keys(value(service.inForce(ada)))).not.toContain('summary');
		expect(service.inForce(bob)).toMatchObject({ ok: false });
	});

	it('is listed a page at a time, with runs of others for those who may', () => {
		const { service } = open();
		for (let at = 0; at < 210; at++) value(service.start({ workflow: 'page-through', ...ada }));
		const ids = (page: object) =>
			service.listRuns({ principal: 'ada', ...page }).map(({ id }) => Number(id.slice(4)));
		expect(ids({})).toHaveLength(50);
		expect(
			[ids({ limit: 900 }), ids({ limit: 0 }), ids({ limit: -3 })].map(({ length }) => length),
		).toEqual([200, 1, 1]);
		expect(ids({ limit: 2, offset: 3.7 })).toEqual([207, 206]);
		for (const offset of [-5, Number.NaN]) expect(ids({ limit: 1, offset })).toEqual([210]);
		expect(service.runningRuns({ principal: 'ada' })).toHaveLength(10);
		expect(service.runningRuns({ principal: 'bob' })).toEqual([]);
		expect(service.getRun({ principal: 'bob', everyone: true, run_id: 'run-1' })).toMatchObject({
			ok: true,
		});
		expect(message(service.getRun({ principal: 'ada', run_id: 'run-0' }))).toBe(
			"Run 'run-0' not found. Call workflow_start to begin one.",
		);
	});

	it('has a history, and shows the action of its position to whoever performs it', () => {
		const { service } = started();
		value(service.setTasks({ ...ada, loop_id: 'work', tasks: TASKS }));
		value(service.advance({ ...ada, output: 'p' }));
		const view = value(service.getRun({ principal: 'ada', run_id: 'run-1' }));
		expect(view.summary).toMatchObject({ summary: 'Do it', position: 2, delivered: 'clear' });
		expect(view.history).toMatchObject([
			{ number: 3, event: 'advance', outcome: 'ok', position: 2, contextAction: 'clear' },
			{ number: 2, event: 'set_tasks', position: 1 },
			{ number: 1, event: 'start', position: 1, step: 'plan' },
		]);
		value(service.advance(ada));
		expect(service.listRuns({ principal: 'ada' })[0]).toMatchObject({
			position: 3,
			step: 'work',
			delivered: 'compact',
		});
	});

	it('answers plain data only', () => {
		const { service } = started();
		value(service.setTasks({ ...ada, loop_id: 'work', tasks: TASKS }));
		const answers = [
			service.list(),
			service.status(ada),
			service.advance(ada),
			service.context(ada),
			service.getRun({ principal: 'ada', run_id: 'run-1' }),
			service.step({ workflow: 'sample', step: 2 }),
		];
		expect(structuredClone(answers)).toEqual(answers);
	});
});
