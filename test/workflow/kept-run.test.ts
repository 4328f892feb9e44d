import { describe, expect, it } from 'vitest';
import { MAX_ARTEFACTS, MAX_OUTPUT } from '../../src/workflow/limits';
import { startRun, transition } from '../../src/workflow/machine';
import { checkTasks } from '../../src/workflow/run-call';
import { statusOf } from '../../src/workflow/status';
import type { Run } from '../../src/workflow/types';
import { play, sample, setTasks } from './play';
import { advance, step, TASKS } from './sample';

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
		expect(summaryOf(`${'x'.repeat(98)}😀y`)).toBe(`${'x'.repeat(98)}😀`);
		expect(summaryOf(`😀${'x'.repeat(99)}`)).toBe(`😀${'x'.repeat(98)}`);
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
		for (const name of [7, '', ' ', 'x'.repeat(501)])
			expect(transition(run, advance({ artefacts: [name as string] }))).toMatchObject({
				error: { code: 'invalid_argument', message: expect.stringContaining('of 1 to 500') },
			});
		expect(transition(run, advance({ artefacts: ['x'.repeat(500)] })).ok).toBe(true);
		const many = Array.from({ length: MAX_ARTEFACTS + 1 }, (_, i) => `f${i}`);
		expect(transition(run, advance({ artefacts: many.slice(1) })).ok).toBe(true);
		expect(transition(run, advance({ artefacts: many }))).toMatchObject({
			error: {
				code: 'invalid_argument',
				message:
					'a run keeps 1000 artefacts; these would be more. Nothing changed: name folders instead of files.',
			},
		});

		const tasks = Array.from({ length: 12 }, (_, i) => ({ id: `t${i}`, title: 't' }));
		let full: Run = play({ type: 'set_tasks', loop: 'work', tasks }, advance()).run;
		const output = 'y'.repeat(65_536);
		for (let i = 0; i < 18; i++) [full] = step(full, advance({ output }));
		const kept = Object.values(full.state.outputs).join('');
		expect(kept.length).toBe(MAX_OUTPUT);
		expect(full.outputsDropped).toBe(2);
		expect(Object.keys(full.state.outputs)[0]).toBe('work.t0.sign');
	});
});

describe('tasks', () => {
	it.each([
		['no list', 'x', "tasks must be a list of {id, title, description?}, not 'x'."],
		['no object', [null], 'tasks[0] must be {id, title, description?}, not null.'],
		['no id', [{ title: 'a' }], 'tasks[0] has no id; every task needs an id and a title.'],
		['no empty id', [{ id: '', title: 'a' }], 'tasks[0] has no id'],
		['an id of lines', [{ id: 'a\nb', title: 'a' }], 'tasks[0].id must be on one line.'],
		['a number as title', [{ id: 'a', title: 7 }], 'tasks[0].title must be a text, not 7.'],
		[
			'a mapping as description',
			[{ id: 'a', title: 'b', description: {} }],
			'tasks[0].description must be a text, not an object.',
		],
		['a text for a task', ['x'], "tasks[0] must be {id, title, description?}, not 'x'."],
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

	it('are taken as they are, numbers as ids too', () => {
		const longest = { id: 'i'.repeat(200), title: 't'.repeat(500), description: 'd'.repeat(4_000) };
		expect(
			checkTasks([
				{ id: 7, title: 'a\nb', description: '', status: 'done' },
				{ id: 'b', title: 'c', description: null },
				{ id: 'd', title: 'e', description: ' ' },
				longest,
			]),
		).toStrictEqual({
			ok: true,
			value: [
				{ id: '7', title: 'a\nb', description: '' },
				{ id: 'b', title: 'c' },
				{ id: 'd', title: 'e', description: ' ' },
				longest,
			],
		});
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
