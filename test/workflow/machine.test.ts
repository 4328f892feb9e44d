import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getContextActionIfNeeded } from '../../src/workflow/context-action';
import { instructionsOf } from '../../src/workflow/instructions';
import { MOST_ARTEFACTS, MOST_OUTPUT } from '../../src/workflow/limits';
import { startRun, transition } from '../../src/workflow/machine';
import { noteOf, statusOf } from '../../src/workflow/status';
import { checkTasks } from '../../src/workflow/tasks';
import type { Run, RunEvent } from '../../src/workflow/types';
import { advance, definitionOf, SAMPLE, step, TASKS } from './sample';

const sample = definitionOf(SAMPLE);
const setTasks: RunEvent = { type: 'set_tasks', loop: 'work', tasks: TASKS };

/** A run after some events, and the kinds and actions of the effects of the last. */
const play = (...events: RunEvent[]) => {
	let [run, effects] = startRun(sample);
	for (const event of events) [run, effects] = step(run, event);
	const action = effects.find(({ kind }) => kind === 'context_action');
	return {
		run,
		effects,
		action: action?.kind === 'context_action' ? action.action : null,
		where: [run.state.step, run.state.task?.id, run.state.subStep].filter(Boolean).join('.'),
	};
};

const inLoop = [setTasks, advance()];

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
		['of a step', [failed]],
		['of a sub-step without on_fail', [...inLoop, advance(), advance(), failed]],
		['when no repeat is allowed', [...inLoop, advance({ outcome: 'failed', maxRetries: 0 })]],
	])('%s ends the run', (_, events) => {
		expect(play(...events).run.state.status).toBe('failed');
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
		const { run: over } = play(advance({ outcome: 'failed' }));
		expect(step(over, advance({ ifPosition: 1 }))[1]).toEqual([{ kind: 'repeated' }]);
	});

	it('after the end takes neither steps nor tasks', () => {
		const { run } = play(advance({ outcome: 'failed' }));
		for (const event of [advance(), setTasks])
			expect(transition(run, event)).toMatchObject({ ok: false, error: { code: 'ended' } });
	});
});

describe('what a run keeps', () => {
	it('is outputs by step, iteration and task, and artefacts once each', () => {
		const { run } = play(
			advance({ output: 'p', artefacts: ['a.md', 'b.md'] }),
			setTasks,
			advance({ output: 'b1', artefacts: ['b.md'] }),
			advance({ outcome: 'failed' }),
			advance(),
			advance(),
			advance(),
			advance({ output: 'r1' }),
			advance({ output: '' }),
		);
		expect(run.state.outputs).toEqual({
			plan: 'p',
			'work.t1.build': 'b1',
			'refine.1': 'r1',
			'refine.2': '',
		});
		expect(run.state.artefacts).toEqual(['a.md', 'b.md']);
		expect(statusOf('r', run).artefacts).toEqual(['a.md', 'b.md']);
	});

	it('is a summary of one line, a hundred characters, no half of a pair', () => {
		const summaryOf = (text: string) => startRun(sample, text)[0].state.summary;
		expect(summaryOf('  Fix\u0007 the\nlogin  ')).toBe('Fix thelogin');
		expect(summaryOf(`${'x'.repeat(99)}😀`)).toBe('x'.repeat(99));
		expect(summaryOf('\u0000 x')).toBe(' x');
		expect(summaryOf('  ')).toBeUndefined();
	});

	it('is bounded: one output is refused, the oldest of many give way', () => {
		const { run } = play();
		expect(transition(run, advance({ output: 'x'.repeat(65_537) }))).toMatchObject({
			ok: false,
			error: { message: expect.stringContaining('65537 characters; at most 65536') },
		});
		expect(transition(run, advance({ artefacts: ['ok', 'two\nlines'] }))).toMatchObject({
			ok: false,
			error: { message: expect.stringContaining('artefacts[1]') },
		});
		const many = Array.from({ length: MOST_ARTEFACTS + 1 }, (_, i) => `f${i}`);
		expect(transition(run, advance({ artefacts: many }))).toMatchObject({ ok: false });

		const tasks = Array.from({ length: 12 }, (_, i) => ({ id: `t${i}`, title: 't' }));
		let full: Run = play({ type: 'set_tasks', loop: 'work', tasks }, advance()).run;
		const output = 'y'.repeat(65_536);
		for (let i = 0; i < 18; i++) [full] = step(full, advance({ output }));
		const kept = Object.values(full.state.outputs).join('');
		expect(kept.length).toBe(MOST_OUTPUT);
		expect(full.outputsDropped).toBe(2);
		expect(Object.keys(full.state.outputs)[0]).toBe('work.t0.sign');
	});
});

describe('tasks', () => {
	it.each([
		['no list', 'x', "tasks must be a list of {id, title, description?}, not 'x'."],
		['no object', [null], 'tasks[0] must be {id, title, description?}, not null.'],
		['no id', [{ title: 'a' }], 'tasks[0] has no id; every task needs an id and a title.'],
		['a blank title', [{ id: 'a', title: ' ' }], 'tasks[0] has no title; every'],
		['a list as id', [{ id: [], title: 'a' }], 'tasks[0].id must be a text, not a list.'],
		['a long title', [{ id: 'a', title: 'x'.repeat(501) }], 'tasks[0].title has 501 characters'],
		['an inherited id', [Object.create({ id: 'a', title: 'b' })], 'tasks[0] has no id'],
		[
			'the same id twice',
			[TASKS[0], TASKS[1], { id: 't1', title: 'again' }],
			"tasks[2] has the id 't1' of tasks[0]; ids must differ.",
		],
		['too many', Array.from({ length: 10_001 }), 'tasks has 10001 entries; at most 10000.'],
	])('with %s are refused', (_, tasks, message) => {
		const checked = checkTasks(tasks);
		expect(checked.ok ? '' : checked.error.message).toContain(message);
	});

	it('for an unknown loop are refused with the loops there are', () => {
		for (const loop of ['nope', 'constructor', '__proto__'])
			expect(transition(play().run, { type: 'set_tasks', loop, tasks: [] })).toMatchObject({
				ok: false,
				error: {
					code: 'unknown_loop',
					message: `Loop '${loop}' not found in template. Loops of this workflow: work.`,
				},
			});
	});
});
