// Which run a call is about: the one it names, else the latest of its session.

import { defined } from '../shared/defined';
import { err, every, ok, type Result } from '../shared/result';
import { fault, quoted, type WorkflowFault } from './fault';
import {
	LONGEST_TASK_DESCRIPTION,
	LONGEST_TASK_ID,
	LONGEST_TASK_TITLE,
	MOST_TASKS,
} from './limits';
import type { RunRecord, RunStore, RunSummary } from './store';
import type { TaskInput } from './types';

/** Who calls, and which run is meant. */
export interface RunCall {
	readonly principal: string;
	/** Handle of the session; its latest run is meant unless `run_id` names another. */
	readonly session: string;
	readonly run_id?: string;
	/** The caller named no session: a run is meant only where no other could be. */
	readonly unsaid?: boolean;
}

/** Runs that a message names. */
export const MOST_TOLD = 10;

/** A session that names a run has it from then on. */
export function findRun(
	runs: RunStore,
	{ principal, session, run_id, unsaid }: RunCall,
): Result<RunRecord, WorkflowFault> {
	if (run_id === undefined) {
		if (unsaid === true) {
			// In whatever session: which of them is the caller's, nothing says.
			const rivals = runs.running(principal, MOST_TOLD);
			if (rivals.length > 1) return err(ambiguous(rivals));
		}
		const latest = runs.latest(principal, session);
		return latest === null ? err(noRun(runs.running(principal, MOST_TOLD))) : ok(latest);
	}
	const record = runs.get(run_id);
	if (record === null || record.principal !== principal) return err(unknownRun(run_id));
	if (unsaid !== true && session !== '' && runs.latest(principal, session)?.id !== run_id)
		runs.adopt(principal, session, run_id);
	return ok(record);
}

const toldOf = ({ id, workflow, step, position }: RunSummary): string =>
	`${id} (${workflow}, step ${step}, position ${position})`;

const noRun = (others: readonly RunSummary[]): WorkflowFault =>
	fault(
		'no_run',
		`No workflow was started in this session. Call workflow_start first, or name the run by run_id.${
			others.length === 0 ? '' : ` Runs that go on: ${others.map(toldOf).join('; ')}.`
		}`,
	);

const ambiguous = (runs: readonly RunSummary[]): WorkflowFault =>
	fault(
		'no_run',
		`Several runs go on and this call names no session. Nothing changed: pass the run_id that workflow_start answered, one of ${runs.map(toldOf).join('; ')}.`,
	);

/** The same for a run that does not exist and for one of somebody else. */
export const unknownRun = (id: string): WorkflowFault =>
	fault('unknown_run', `Run ${quoted(id)} not found. Call workflow_start to begin one.`);

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
