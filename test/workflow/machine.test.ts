// The machine of a run: context actions, loops, failures and positions.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instructionsOf } from '../../src/workflow/instructions';
import { startRun, transition } from '../../src/workflow/machine';
import { getContextActionIfNeeded } from '../../src/workflow/position';
import { checkTasks } from '../../src/workflow/run-call';
import { noteOf, statusOf } from '../../src/workflow/status';
import type { RunEvent } from '../../src/workflow/types';
import { inLoop, play, sample, setTasks } from './play';
import { advance, definitionOf, SAMPLE, step, TASKS } from './sample';

describe('a context action', () => {
	it('is delivered once by the transition that makes it due, and never again', () => {
		const { run, action } = play(...inLoop);
		expect(action).toBe('clear');
		expect(run.state.contextActionExecuted).toBe(true);
		expect(getContextActionIfNeeded(run)).toBeNull();
	});

	it('is the sub-step’s own, or else its step’s', () => {
		expect(play(...inLoop).action).toBe('clear');
		expect(play(...inLoop, advance())).toMatchObject({ action: 'compact', where: 'work.t1.check' });
	});

	it('comes before each ralph iteration', () => {
		const actions = [];
		let [run] = step(play(advance()).run, { type: 'set_tasks', loop: 'work', tasks: [] });
		expect(run.state.step).toBe('refine');
		for (const _ of [1, 2]) {
			const [next, effects] = step(run, advance());
			run = next;
			actions.push(effects.some(({ kind }) => kind === 'context_action'));
		}
		expect(actions).toEqual([true, false]);
		expect(run.state.step).toBe('close');
	});

	it('does not come again when a sub-step is repeated', () => {
		expect(play(...inLoop, advance({ outcome: 'failed' }))).toMatchObject({
			action: null,
			where: 'work.t1.build',
		});
	});

	it('is never due when a transition has ended, whatever the events', () => {
		const event = fc.oneof(
			fc.record({
				type: fc.constant('advance' as const),
				outcome: fc.constantFrom('ok' as const, 'failed' as const),
				output: fc.string({ maxLength: 5 }),
				maxRetries: fc.integer({ min: 0, max: 2 }),
			}),
			fc.record({
				type: fc.constant('set_tasks' as const),
				loop: fc.constant('work'),
				tasks: fc.constantFrom([], TASKS.slice(0, 1), TASKS),
			}),
		);
		fc.assert(
			fc.property(fc.array(event, { maxLength: 25 }), (events) => {
				let [run] = startRun(sample);
				for (const each of events) {
					const result = transition(run, each);
					if (!result.ok) {
						expect(result.error.code).toBe('ended');
						continue;
					}
					const [next, effects] = result.value;
					const moved = effects.some(({ kind }) => kind === 'moved' || kind === 'ended');
					expect(next.position).toBe(run.position + (moved ? 1 : 0));
					expect(getContextActionIfNeeded(next)).toBeNull();
					expect(statusOf('r', next).position).toBe(next.position);
					run = next;
				}
			}),
		);
	});
});

describe('a loop', () => {
	it('starts when it is reached with tasks set before', () => {
		const { run } = play(...inLoop);
		expect(instructionsOf(run)).toBe('Build t1: First [one]');
		expect(run.state.tasks.work).toEqual([
			{ ...TASKS[0], status: 'in_progress' },
			{ ...TASKS[1], status: 'pending' },
		]);
	});

	it('waits for its tasks and says how to set or skip them', () => {
		const { run, action } = play(advance());
		expect(action).toBeNull();
		expect(noteOf(run)).toContain("workflow_set_tasks with loop_id 'work'");
		expect(play(advance(), setTasks)).toMatchObject({ action: 'clear', where: 'work.t1.build' });
	});

	it.each([
		['an empty list', { type: 'set_tasks', loop: 'work', tasks: [] } as RunEvent],
		['an advance without tasks', advance()],
	])('is skipped by %s, which is said', (_, event) => {
		const { run, effects, where } = play(advance(), event);
		expect(where).toBe('refine');
		expect(noteOf(run, effects)).toBe("Loop 'work' has no tasks and was skipped.");
	});

	it('fills in a task’s texts once, and as they are', () => {
		const tasks = [{ id: '$&', title: '{task.description}', description: '$1 {task.id}' }];
		const { run } = play({ type: 'set_tasks', loop: 'work', tasks }, advance());
		expect(instructionsOf(run)).toBe('Build $&: {task.description} [$1 {task.id}]');
	});

	it('keeps the task in hand when its list is replaced', () => {
		const replaced: RunEvent = {
			type: 'set_tasks',
			loop: 'work',
			tasks: [
				{ id: 'a', title: 'A' },
				{ id: 'b', title: 'B' },
			],
		};
		const { run, effects } = play(...inLoop, replaced);
		expect(run.state.task?.id).toBe('t1');
		expect(run.position).toBe(play(...inLoop).run.position);
		expect(noteOf(run, effects)).toContain('after the task in hand');
		expect(play(...inLoop, replaced, advance(), advance(), advance()).where).toBe('work.b.build');
	});

	it('takes ten thousand tasks to the end', () => {
		const tasks = Array.from({ length: 10_000 }, (_, i) => ({ id: `t${i}`, title: `Task ${i}` }));
		const checked = checkTasks(tasks);
		if (!checked.ok) throw new Error(checked.error.message);
		let { run } = play({ type: 'set_tasks', loop: 'work', tasks: checked.value }, advance());
		for (let i = 0; i < 30; i++) [run] = step(run, advance({ output: 'done' }));
		expect(statusOf('r', run).progress).toMatchObject({
			completedTasks: 10,
			totalTasks: 10_000,
			currentTaskProgress: 'Task 11/10000, Sub-step 1/3',
		});
	});
});

describe('a failure', () => {
	const failed = advance({ outcome: 'failed', output: 'broken' });

	it('is repeated as often as allowed, each time at a new position, then ends the run', () => {
		const { run } = play(...inLoop, failed, failed, failed);
		expect(run).toMatchObject({ position: 5, retries: 3, state: { status: 'running' } });
		expect(run.state.outputs['work.t1.build']).toBe('broken');
		const [end, effects] = step(run, failed);
		expect(effects.at(-1)).toEqual({ kind: 'ended', status: 'failed' });
		expect(instructionsOf(end)).toBe(
			"Workflow failed. Sub-step 'build' of task 't1' failed after 3 retries.",
		);
		expect(end.state.tasks.work?.[0]?.status).toBe('failed');
	});

	it('counts repeats anew for each sub-step', () => {
		const build = [failed, failed, advance()];
		const { run, where } = play(...inLoop, ...build, advance(), advance(), failed);
		expect(where).toBe('work.t2.build');
		expect(run.retries).toBe(1);
	});

	it('skips to the next task where on_fail says so', () => {
		const { run, where } = play(...inLoop, advance(), failed);
		expect(where).toBe('work.t2.build');
		expect(run.state.tasks.work?.map(({ status }) => status)).toEqual(['failed', 'in_progress']);
	});

	it.each([
		['of a step', [failed], "Step 'plan' failed and no on_fail says what to do."],
		[
			'of a sub-step without on_fail',
			[...inLoop, advance(), advance(), failed],
			"Sub-step 'sign' of task 't1' failed and no on_fail says what to do.",
		],
		[
			'when no repeat is allowed',
			[...inLoop, advance({ outcome: 'failed', maxRetries: 0 })],
			"Sub-step 'build' of task 't1' failed after 0 retries.",
		],
		[
			'after one repeat',
			[...inLoop, failed, advance({ outcome: 'failed', maxRetries: 1 })],
			"Sub-step 'build' of task 't1' failed after 1 retry.",
		],
	])('%s ends the run', (_, events, why) => {
		const { run } = play(...events);
		expect(run.state.status).toBe('failed');
		expect(run.failure).toBe(why);
		expect(instructionsOf(run)).toBe(`Workflow failed. ${why}`);
		expect(noteOf(run)).toBeUndefined();
	});

	it('ends the run where on_fail says so', () => {
		const [begun] = startRun(definitionOf(SAMPLE.replace('on_fail: skip', 'on_fail: abort')));
		const at = [...inLoop, advance()].reduce((run, event) => step(run, event)[0], begun);
		expect(step(at, failed)[0].failure).toBe(
			"Sub-step 'check' of task 't1' failed and its on_fail is abort.",
		);
	});
});

describe('a position', () => {
	it('that is stale changes nothing, also after the end', () => {
		const { run } = play(...inLoop);
		expect(step(run, advance({ ifPosition: 0, output: 'late' }))).toEqual([
			run,
			[{ kind: 'stale' }],
		]);
		expect(step(run, advance({ ifPosition: 1 }))).toEqual([run, [{ kind: 'repeated' }]]);
		expect(step(run, advance({ ifPosition: 2 }))[0].position).toBe(3);
		const { run: set } = play(advance(), setTasks);
		expect(step(set, advance({ ifPosition: 2 }))[1]).toEqual([{ kind: 'stale' }]);
		expect(step(play().run, advance({ ifPosition: 0 }))[1]).toEqual([{ kind: 'stale' }]);
		const { run: over } = play(advance({ outcome: 'failed' }));
		expect(step(over, advance({ ifPosition: 1 }))[1]).toEqual([{ kind: 'repeated' }]);
	});

	it('after the end takes neither steps nor tasks', () => {
		const { run } = play(advance({ outcome: 'failed' }));
		for (const event of [advance(), setTasks])
			expect(transition(run, event)).toMatchObject({ ok: false, error: { code: 'ended' } });
	});
});
