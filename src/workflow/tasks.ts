// The tasks that a caller sets for a loop, checked: hostile until then.
import { defined } from '../shared/defined';
import { err, every, ok, type Result } from '../shared/result';
import { fault, quoted, type WorkflowFault } from './fault';
import {
	LONGEST_TASK_DESCRIPTION,
	LONGEST_TASK_ID,
	LONGEST_TASK_TITLE,
	MOST_TASKS,
} from './limits';
import type { TaskInput } from './types';

const bad = (message: string): Result<never, WorkflowFault> =>
	err(fault('invalid_tasks', `${message} Nothing changed.`));

const field = (
	task: object,
	name: 'id' | 'title' | 'description',
	place: string,
	longest: number,
): Result<string | undefined, WorkflowFault> => {
	const given: unknown = Object.hasOwn(task, name)
		? (task as Record<string, unknown>)[name]
		: undefined;
	// A number names a task as well as a text does.
	const value = name === 'id' && typeof given === 'number' ? String(given) : given;
	if (value === undefined || value === null || value === '') {
		if (name === 'description') return ok(value ?? undefined);
		return bad(`${place} has no ${name}; every task needs an id and a title.`);
	}
	if (typeof value !== 'string')
		return bad(`${place}.${name} must be a text, not ${quoted(value)}.`);
	if (name !== 'description' && value.trim() === '')
		return bad(`${place} has no ${name}; every task needs an id and a title.`);
	if (name === 'id' && /\p{Cc}/u.test(value)) return bad(`${place}.id must be on one line.`);
	if (value.length > longest)
		return bad(`${place}.${name} has ${value.length} characters; at most ${longest}.`);
	return ok(value.toWellFormed());
};

/**
 * Checks a list of tasks; other members of a task (`status`) are left out.
 * @returns the tasks, or the first thing that is wrong with its index
 */
export const checkTasks = (tasks: unknown): Result<readonly TaskInput[], WorkflowFault> => {
	if (!Array.isArray(tasks))
		return bad(`tasks must be a list of {id, title, description?}, not ${quoted(tasks)}.`);
	if (tasks.length > MOST_TASKS)
		return bad(`tasks has ${tasks.length} entries; at most ${MOST_TASKS}.`);
	const first = new Map<string, number>();
	const checked: TaskInput[] = [];
	for (const [index, task] of tasks.entries()) {
		const place = `tasks[${index}]`;
		if (typeof task !== 'object' || task === null || Array.isArray(task))
			return bad(`${place} must be {id, title, description?}, not ${quoted(task)}.`);
		const read = every({
			id: field(task, 'id', place, LONGEST_TASK_ID),
			title: field(task, 'title', place, LONGEST_TASK_TITLE),
			description: field(task, 'description', place, LONGEST_TASK_DESCRIPTION),
		});
		if (!read.ok) return read;
		const { id = '', title = '', description } = read.value;
		const before = first.get(id);
		if (before !== undefined)
			return bad(`${place} has the id ${quoted(id)} of tasks[${before}]; ids must differ.`);
		first.set(id, index);
		checked.push(defined({ id, title, description }));
	}
	return ok(checked);
};
