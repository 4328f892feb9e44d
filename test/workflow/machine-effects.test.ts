// The effects of a run, as its transitions tell them.
import { describe, expect, it } from 'vitest';
import { instructionsOf } from '../../src/workflow/instructions';
import { startRun, transition } from '../../src/workflow/machine';
import { noteOf } from '../../src/workflow/status';
import type { RunEffect, RunEvent, Task } from '../../src/workflow/types';
import { inLoop, play, sample, setTasks } from './play';
import { advance, definitionOf, SAMPLE, step, TASKS } from './sample';

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
