// Arguments of calls on runs: the run that is meant, and the tasks of a loop.

import { defined } from '../shared/json-values';
import { every, ok, type Result } from '../shared/result';
import { fault, quoted, type WorkflowFault } from './fault';
import {
	MAX_TASK_DESCRIPTION_LENGTH,
	MAX_TASK_ID_LENGTH,
	MAX_TASK_TITLE_LENGTH,
	MAX_TASKS,
} from './limits';
import type { RunStore } from './storage/runs';
import type { RunSummary } from './store';
import type { TaskInput } from './types';

/** A caller and the run it means. */
export interface RunCall {
	readonly principal: string;
	/** Session whose latest run is meant, unless `run_id` is given. */
	readonly session: string;
	readonly run_id?: string;
	/** No session was named: the latest run is meant only where it is the only one. */
	readonly unsaid?: boolean;
}

/** Runs named in a message. */
export const MAX_NAMED = 10;

/** Finds the run of a call; naming a run also makes it the latest of the session. */
export function findRun(runs: RunStore, { principal, session, run_id, unsaid }: RunCall) {
	if (run_id === undefined) {
		if (unsaid === true) {
			// Nothing tells these runs apart.
			const rivals = runs.running(principal, MAX_NAMED);
			if (rivals.length > 1) return ambiguous(rivals);
		}
		const latest = runs.latest(principal, session);
		return latest === null ? noRun(runs.running(principal, MAX_NAMED)) : ok(latest);
	}
	const record = runs.get(run_id);
	if (record === null || record.principal !== principal) return unknownRun(run_id);
	if (unsaid !== true && session !== '' && runs.latest(principal, session)?.id !== run_id)
		runs.join(principal, session, run_id);
	return ok(record);
}

const runLabel = ({ id, workflow, step, position }: RunSummary): string =>
	`${id} (${workflow}, step ${step}, position ${position})`;

const noRun = (others: readonly RunSummary[]) =>
	fault(
		`No workflow was started in this session. Call workflow_start first, or name the run by run_id.${
			others.length === 0 ? '' : ` Runs that go on: ${others.map(runLabel).join('; ')}.`
		}`,
		'no_run',
	);

const ambiguous = (runs: readonly RunSummary[]) =>
	fault(
		`Several runs go on and this call names no session. Nothing changed: pass the run_id that workflow_start answered, one of ${runs.map(runLabel).join('; ')}.`,
		'no_run',
	);

/** The same fault for a missing run and for someone else's. */
export const unknownRun = (id: string) =>
	fault(`Run ${quoted(id)} not found. Call workflow_start to begin one.`, 'unknown_run');

const invalidTasks = (message: string) => fault(`${message} Nothing changed.`, 'invalid_tasks');

const field = (
	task: object,
	name: 'id' | 'title' | 'description',
	place: string,
	longest: number,
): Result<string | undefined, WorkflowFault> => {
	const given: unknown = Object.hasOwn(task, name)
		? (task as Record<string, unknown>)[name]
		: undefined;
	// Numbers are accepted as ids.
	const value = name === 'id' && typeof given === 'number' ? String(given) : given;
	if (value === undefined || value === null || value === '') {
		if (name === 'description') return ok(value ?? undefined);
		return invalidTasks(`${place} has no ${name}; every task needs an id and a title.`);
	}
	if (typeof value !== 'string')
		return invalidTasks(`${place}.${name} must be a text, not ${quoted(value)}.`);
	if (name !== 'description' && value.trim() === '')
		return invalidTasks(`${place} has no ${name}; every task needs an id and a title.`);
	if (name === 'id' && /\p{Cc}/u.test(value))
		return invalidTasks(`${place}.id must be on one line.`);
	if (value.length > longest)
		return invalidTasks(`${place}.${name} has ${value.length} characters; at most ${longest}.`);
	return ok(value.toWellFormed());
};

/** Checks a list of tasks; unknown members such as `status` are dropped. */
export const checkTasks = (tasks: unknown): Result<readonly TaskInput[], WorkflowFault> => {
	if (!Array.isArray(tasks))
		return invalidTasks(`tasks must be a list of {id, title, description?}, not ${quoted(tasks)}.`);
	if (tasks.length > MAX_TASKS)
		return invalidTasks(`tasks has ${tasks.length} entries; at most ${MAX_TASKS}.`);
	const first = new Map<string, number>();
	const checked: TaskInput[] = [];
	for (const [index, task] of tasks.entries()) {
		const place = `tasks[${index}]`;
		if (typeof task !== 'object' || task === null || Array.isArray(task))
			return invalidTasks(`${place} must be {id, title, description?}, not ${quoted(task)}.`);
		const read = every({
			id: field(task, 'id', place, MAX_TASK_ID_LENGTH),
			title: field(task, 'title', place, MAX_TASK_TITLE_LENGTH),
			description: field(task, 'description', place, MAX_TASK_DESCRIPTION_LENGTH),
		});
		if (!read.ok) return read;
		const { id = '', title = '', description } = read.value;
		const before = first.get(id);
		const twice = `${place} has the id ${quoted(id)} of tasks[${before}]; ids must differ.`;
		if (before !== undefined) return invalidTasks(twice);
		first.set(id, index);
		checked.push(defined({ id, title, description }));
	}
	return ok(checked);
};
