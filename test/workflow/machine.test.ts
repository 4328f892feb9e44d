import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instructionsOf } from '../../src/workflow/instructions';
import { startRun, transition } from '../../src/workflow/machine';
import { getContextActionIfNeeded } from '../../src/workflow/position';
import { checkTasks } from '../../src/workflow/run-call';
import { noteOf, statusOf } from '../../src/workflow/status';
import type { RunEffect, RunEvent, Task } from '../../src/workflow/types';
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

describe('the effects of a run', () => {
	const told = (effects: readonly RunEffect[]): string =>
		effects.map((effect) => Object.values(effect).join(' ')).join(', ');

	it('tell its whole way', () => {
		const again: RunEvent = {
			type: 'set_tasks',
			loop: 'work',
			tasks: [TASKS[0] as Task, { id: 't3', title: 'Third' }],
		};
		const failed = advance({ outcome: 'failed' });
		const way: readonly (readonly [RunEvent, string])[] = [
			[setTasks, 'tasks_set work 2'],
			[advance(), 'completed plan ok, moved 2 work t1 build, context_action clear work'],
			[failed, 'completed work.t1.build failed, retried 1 3, moved 3 work t1 build'],
			[advance(), 'completed work.t1.build ok, moved 4 work t1 check, context_action compact work'],
			[again, 'tasks_set work 2, tasks_replaced work'],
			[failed, 'completed work.t1.check failed, moved 5 work t3 build, context_action clear work'],
			[advance(), 'completed work.t3.build ok, moved 6 work t3 check, context_action compact work'],
			[advance(), 'completed work.t3.check ok, moved 7 work t3 sign, context_action compact work'],
			[advance(), 'completed work.t3.sign ok, moved 8 refine 1, context_action compact refine'],
			[advance(), 'completed refine.1 ok, moved 9 refine 2, context_action compact refine'],
			[advance(), 'completed refine.2 ok, moved 10 close'],
			[again, 'tasks_set work 2'],
			[advance(), 'completed close ok, ended complete'],
		];
		let [run, effects] = startRun(sample);
		expect(told(effects)).toBe('moved 1 plan');
		for (const [event, expected] of way) {
			[run, effects] = step(run, event);
			expect(told(effects)).toBe(expected);
			const arrived = event.type === 'set_tasks' ? undefined : { event: 'advance', effects };
			if (arrived) expect(run.arrival).toEqual(arrived);
		}
	});

	it('do not confuse a loop with a step of another kind that has its name', () => {
		const yaml = `loops: {a: [{id: s, context: clear, instructions: Do.}]}
steps: [{id: a, type: action, context: compact, instructions: A}, {id: b, type: action, instructions: B}, {id: c, type: loop}]
`.replace('loops: {', 'loops: {c: [{id: s, instructions: Do.}], ');
		const tasks: RunEvent = { type: 'set_tasks', loop: 'a', tasks: TASKS };
		const [begun, first] = startRun(definitionOf(`name: n\n${yaml}`));
		expect(told(first)).toBe('moved 1 a, context_action compact a');
		const [run, effects] = step(begun, tasks);
		expect(told(effects)).toBe('tasks_set a 2');
		expect(told(step(run, advance())[1])).toBe('completed a ok, moved 2 b');
		const [waiting] = step(step(run, advance())[0], advance());
		expect(told(step(waiting, tasks)[1])).toBe('tasks_set a 2');
		expect(told(step(waiting, { ...tasks, loop: 'c', tasks: [] })[1])).toBe(
			'tasks_set c 0, loop_skipped c, ended complete',
		);
	});

	it('do not begin tasks at a step that only has the name of their loop', () => {
		const [begun] = startRun(
			definitionOf(`name: n
loops: {a: [{id: s, instructions: Do.}]}
steps: [{id: z, type: action, instructions: Z}, {id: a, type: action, artefacts: true, instructions: A}]`),
		);
		const [set] = step(begun, { type: 'set_tasks', loop: 'a', tasks: TASKS });
		const [run, effects] = step(set, advance());
		expect(told(effects)).toBe('completed z ok, moved 2 a');
		expect([noteOf(begun), noteOf(run)]).toEqual([
			undefined,
			'Name what this step makes in artefacts when you call workflow_advance.',
		]);
	});

	it('end a loop whose list became shorter than where it stands', () => {
		const { run } = play(...inLoop, advance(), advance({ outcome: 'failed' }));
		expect(run.state.task?.index).toBe(1);
		const [short] = step(run, {
			type: 'set_tasks',
			loop: 'work',
			tasks: [{ id: 'x', title: 'X' }],
		});
		const [end] = step(short, advance({ outcome: 'failed', maxRetries: 0 }));
		expect(end.state.status).toBe('failed');
		expect(instructionsOf(step(short, advance())[0])).toBe('Check Second');
		const left = [advance(), advance()].reduce((at, event) => step(at, event)[0], short);
		expect(step(left, advance())[0].state).toMatchObject({
			step: 'refine',
			tasks: { work: [{ id: 'x', status: 'pending' }] },
		});
	});

	it.each([
		['other titles', [{ ...TASKS[0], title: 'x' }, TASKS[1]]],
		['other ids', [{ ...TASKS[0], id: 'x' }, TASKS[1]]],
		['other descriptions', [{ ...TASKS[0], description: 'x' }, TASKS[1]]],
		['fewer', [TASKS[0]]],
		['more', [...TASKS, { id: 't3', title: 'Third' }]],
		['others at the end', [TASKS[0], { id: 't2', title: 'x' }]],
	])('tell tasks with %s from those that are set once more', (_, tasks) => {
		const { run } = play(advance(), setTasks);
		expect(told(step(run, setTasks)[1])).toBe('repeated');
		const other = { type: 'set_tasks', loop: 'work', tasks } as RunEvent;
		expect(told(step(run, other)[1])).toMatch(/^tasks_set/);
	});

	it('take tasks again for another loop, or after the run has moved on', () => {
		const yaml = SAMPLE.replace(
			'loops:',
			'loops:\n  more:\n    - {id: s, instructions: S}',
		).replace('  - id: refine', '  - {id: more, type: loop}\n  - id: refine');
		const [begun] = startRun(definitionOf(yaml));
		const [at] = step(step(begun, advance())[0], setTasks);
		const more: RunEvent = { type: 'set_tasks', loop: 'more', tasks: TASKS };
		expect(told(step(at, more)[1])).toBe('tasks_set more 2');
		const big = { id: 'x'.repeat(200), title: 't'.repeat(500), description: 'd'.repeat(3_494) };
		const most = {
			type: 'set_tasks',
			loop: 'more',
			tasks: Array(1_000).fill(big),
		} satisfies RunEvent;
		const [full] = step(at, most);
		expect(transition(full, most).ok).toBe(true);
		expect(transition(full, { ...most, loop: 'work' })).toMatchObject({
			error: {
				code: 'invalid_tasks',
				message:
					'the tasks of this run would have 8388000 characters; at most 4194304. Nothing changed: shorten the descriptions.',
			},
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
