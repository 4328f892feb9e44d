// The growing parts of a run, in rows of their own: tasks in blocks, outputs, artefacts. Only what differs
// from before is written.
import { insert } from '../../shared/rows';
import type { Sql } from '../../shared/sql';
import type { Task, WorkflowState } from '../types';

/** Tasks of a row: under a megabyte even when all are as long as they may be, every character escaped. */
const BLOCK = 32;

/** An output keeps its place. */
const AGAIN = 'ON CONFLICT (run, key) DO UPDATE SET text = excluded.text';

type Outputs = WorkflowState['outputs'];

/** Creates the parts of runs over tables that exist already; without such rows a part is empty. */
export const workflowRunRows = (sql: Sql) => {
	const writeTasks = (run: number, loop: string, was: readonly Task[], is: readonly Task[]) => {
		if (was === is) return;
		for (let from = 0, block = 0; from < is.length; from += BLOCK, block++) {
			const tasks = is.slice(from, from + BLOCK);
			// A change keeps the tasks that it does not touch.
			const kept = was.slice(from, from + BLOCK);
			if (kept.length === tasks.length && tasks.every((task, at) => task === kept[at])) continue;
			const row = { run, loop, block, tasks: JSON.stringify(tasks) };
			insert(sql, 'INSERT OR REPLACE INTO workflow_tasks', row);
		}
		if (was.length > is.length)
			sql.all`DELETE FROM workflow_tasks WHERE run = ${run} AND loop = ${loop}
				AND block >= ${Math.ceil(is.length / BLOCK)}`;
	};

	const writeOutputs = (run: number, was: Outputs, is: Outputs) => {
		if (was === is) return;
		for (const key of Object.keys(was))
			if (!Object.hasOwn(is, key))
				sql.all`DELETE FROM workflow_outputs WHERE run = ${run} AND key = ${key}`;
		for (const [key, text] of Object.entries(is))
			if (!Object.hasOwn(was, key) || was[key] !== text)
				insert(sql, 'INSERT INTO workflow_outputs', { run, key, text }, AGAIN);
	};

	return {
		/**
		 * Belongs in a transaction with the rest of the run.
		 * @param before undefined for a new run
		 */
		write(run: number, before: WorkflowState | undefined, after: WorkflowState): void {
			const was = before?.tasks ?? {};
			for (const [loop, tasks] of Object.entries(after.tasks))
				writeTasks(run, loop, Object.hasOwn(was, loop) ? (was[loop] ?? []) : [], tasks);
			writeOutputs(run, before?.outputs ?? {}, after.outputs);
			// They are only ever added to.
			for (let n = before?.artefacts.length ?? 0; n < after.artefacts.length; n++)
				insert(sql, 'INSERT INTO workflow_artefacts', { run, n, name: after.artefacts[n] ?? '' });
		},
		/** @param loops those that have a list, be it empty */
		tasks(run: number, loops: readonly string[]): WorkflowState['tasks'] {
			const lists = new Map<string, Task[]>(loops.map((loop) => [loop, []]));
			const blocks = sql.all<{ loop: string; tasks: string }>`SELECT loop, tasks
				FROM workflow_tasks WHERE run = ${run} ORDER BY loop, block`;
			for (const { loop, tasks } of blocks) lists.get(loop)?.push(...(JSON.parse(tasks) as Task[]));
			return Object.fromEntries(lists);
		},
		outputs: (run: number): Outputs =>
			Object.fromEntries(
				sql
					.all<{ key: string; text: string }>(
						'SELECT key, text FROM workflow_outputs WHERE run = ? ORDER BY n',
						run,
					)
					.map(({ key, text }) => [key, text]),
			),
		artefacts: (run: number): readonly string[] =>
			sql
				.all<{ name: string }>('SELECT name FROM workflow_artefacts WHERE run = ? ORDER BY n', run)
				.map(({ name }) => name),
	};
};
