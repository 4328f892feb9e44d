// The runs of one workspace. A change writes what differs, in one transaction.

import { hasTable, insert, joined, piece, raw, type Sql, type SqlValue } from '../../shared/sql';
import { textParts } from '../../shared/text-parts';
import type { HistoryEntry, Page, RunRecord, RunSummary } from '../store';
import type { Run, Task, WorkflowDefinition, WorkflowState } from '../types';
import { WORKFLOW_SCHEMA } from './definitions';

type Row = Omit<RunRecord, 'run'> & { readonly n: number; readonly head: string };

type Listed = Omit<RunSummary, 'summary'> & { readonly summary: string | null };

/** A run without what has rows of its own; of its tasks only how many each loop has. */
type Head = Omit<Run, 'definition' | 'state'> & {
	readonly state: Omit<Run['state'], 'tasks' | 'outputs' | 'artefacts'>;
	readonly tasks: Readonly<Record<string, number>>;
};

/** Tables by the number of a run, and by its id. */
const OF_A_RUN = ['workflow_tasks', 'workflow_outputs', 'workflow_artefacts', 'workflow_history'];
const LEADS_TO_A_RUN = ['workflow_keys', 'workflow_joined'];

const NAMES =
	'id, principal, session, workflow, version, created_at AS createdAt, updated_at AS updatedAt, delivered';
const WHOLE = `SELECT n, ${NAMES}, head FROM workflow_runs`;
const LISTED = `SELECT ${NAMES}, status, step, position, summary FROM workflow_runs`;

/** @param sql a database of this workspace alone; the tables are made if they are missing */
export const createRunStore = (sql: Sql) => {
	for (const statement of WORKFLOW_SCHEMA) sql.all(statement);
	// The sessions of before they kept all runs.
	if (hasTable(sql, 'workflow_adopted')) {
		sql.all(`INSERT OR IGNORE INTO workflow_joined (principal, session, run)
			SELECT principal, session, run FROM workflow_adopted`);
		sql.all('DROP TABLE workflow_adopted');
	}
	const definitions = textParts(sql, 'workflow_parts');
	const rows = workflowRunRows(sql);

	const enter = (n: number, entry: HistoryEntry): void =>
		void sql.all`INSERT INTO workflow_history (run, number, entry)
				SELECT ${n}, COALESCE(MAX(number), 0) + 1, ${JSON.stringify(entry)} FROM workflow_history WHERE run = ${n}`;

	const join = (principal: string, session: string, run: string): void =>
		void insert(sql, 'INSERT OR REPLACE INTO workflow_joined', { principal, session, run });

	const recordOf = (row: Row | undefined): RunRecord | null => {
		if (row === undefined) return null;
		const { n, head, ...names } = row;
		const { state, tasks, ...rest } = JSON.parse(head) as Head;
		const definition = JSON.parse(definitions.read(row.id)) as WorkflowDefinition;
		const growing = {
			tasks: rows.tasks(n, Object.keys(tasks)),
			outputs: rows.outputs(n),
			artefacts: rows.artefacts(n),
		};
		return { ...names, run: { ...rest, definition, state: { ...state, ...growing } } };
	};
	const find = (where: ReturnType<typeof raw>) =>
		recordOf(sql.all<Row>`${raw(WHOLE)} WHERE ${where}`[0]);

	return {
		/** Adds a run and its first history entry; `key` identifies it for `keyed`, per principal. */
		insert(record: RunRecord, entry: HistoryEntry, key?: string): void {
			sql.transaction(() => {
				const { id, principal, session, workflow, version, createdAt } = record;
				const lasting = { id, principal, session, workflow, version, created_at: createdAt };
				const columns = { ...lasting, ...changing(record) };
				const row = insert<{ n: number }>(sql, 'INSERT INTO workflow_runs', columns, 'RETURNING n');
				const n = Number(row?.n);
				// A session that joined none means what it started last.
				const joined = piece`workflow_joined WHERE principal = ${principal} AND session = ${session}`;
				if (sql.all`SELECT 1 FROM ${joined} LIMIT 1`.length > 0) join(principal, session, id);
				if (key !== undefined)
					insert(sql, 'INSERT INTO workflow_keys', { principal, key, run: id });
				definitions.write(record.id, JSON.stringify(record.run.definition));
				rows.write(n, undefined, record.run.state);
				enter(n, entry);
			});
		},
		/** Replaces a run and adds a history entry; only what differs from before is written. */
		update(before: RunRecord, after: RunRecord, entry: HistoryEntry): void {
			sql.transaction(() => {
				const set = Object.entries(changing(after)).map(
					([name, value]) => piece`${raw(name)} = ${value}`,
				);
				const [row] = sql.all<{ n: number }>`UPDATE workflow_runs SET ${joined(set, ', ')}
					WHERE id = ${after.id} RETURNING n`;
				if (row === undefined) throw new Error(`run ${after.id} does not exist`);
				rows.write(row.n, before.run.state, after.run.state);
				enter(row.n, entry);
			});
		},
		get: (id: string) => find(piece`id = ${id}`),
		keyed: (principal: string, key: string) =>
			find(piece`id = (SELECT run FROM workflow_keys
				WHERE principal = ${principal} AND key = ${key})`),
		/** Makes a run the latest of a session. */
		join,
		/** Lists the newest sessions that had to do with a run, oldest first. */
		sessions: (id: string, limit: number): readonly string[] =>
			sql.all<{ session: string }>`SELECT session FROM workflow_joined WHERE run = ${id}
				ORDER BY n DESC LIMIT ${limit}`
				.map(({ session }) => session)
				.reverse(),
		/** Lists a principal's running runs across sessions, last changed first. */
		running: (principal: string, limit: number): readonly RunSummary[] =>
			sql.all<Listed>`${raw(LISTED)} WHERE principal = ${principal} AND status = 'running'
					ORDER BY updated_at DESC, n DESC LIMIT ${limit}`.map(summaryOf),
		/** Returns the run last started or adopted in a session. */
		latest: (principal: string, session: string) =>
			find(piece`id = (SELECT run FROM workflow_joined
				WHERE principal = ${principal} AND session = ${session} ORDER BY n DESC LIMIT 1)`) ??
			find(piece`principal = ${principal} AND session = ${session} ORDER BY n DESC LIMIT 1`),
		/** Lists runs of a principal, or of all (null), newest first. */
		list(principal: string | null, { limit, offset }: Page): readonly RunSummary[] {
			const whose = principal === null ? raw('') : piece`WHERE principal = ${principal}`;
			return sql.all<Listed>`${raw(LISTED)} ${whose} ORDER BY n DESC
					LIMIT ${limit} OFFSET ${offset}`.map(summaryOf);
		},
		/** Removes runs last changed before a time in milliseconds since the epoch. */
		forgetBefore: (time: number): void =>
			sql.transaction(() => {
				const gone = sql.all<{ n: number; id: string }>`SELECT n, id FROM workflow_runs
					WHERE updated_at < ${time}`;
				for (const { n, id } of gone) {
					for (const table of OF_A_RUN) sql.all`DELETE FROM ${raw(table)} WHERE run = ${n}`;
					for (const table of LEADS_TO_A_RUN) sql.all`DELETE FROM ${raw(table)} WHERE run = ${id}`;
					definitions.drop(id);
					sql.all`DELETE FROM workflow_runs WHERE n = ${n}`;
				}
			}),
		/** Lists changes of a run, newest first, each with its number, from 1. */
		history: (id: string, { limit, offset }: Page) =>
			sql.all<{ number: number; entry: string }>`SELECT number, entry FROM workflow_history
					WHERE run = (SELECT n FROM workflow_runs WHERE id = ${id})
					ORDER BY number DESC LIMIT ${limit} OFFSET ${offset}`.map(({ number, entry }) => ({
				...(JSON.parse(entry) as HistoryEntry),
				number,
			})),
	};
};

/** Runs of workflows in SQLite, each with its history. */
export type RunStore = ReturnType<typeof createRunStore>;

/** Columns that a change writes. */
const changing = ({ updatedAt, delivered, run }: RunRecord): Record<string, SqlValue> => {
	const { definition: _, state, ...rest } = run;
	const { tasks, outputs: _o, artefacts: _a, ...place } = state;
	const counts = Object.entries(tasks).map(([loop, list]) => [loop, list.length] as const);
	const head: Head = { ...rest, state: place, tasks: Object.fromEntries(counts) };
	const { status, step, summary = null } = state;
	return {
		...{ updated_at: updatedAt, status, step, position: run.position },
		...{ summary, delivered, head: JSON.stringify(head) },
	};
};

const summaryOf = ({ summary, ...run }: Listed): RunSummary => ({
	...run,
	...(summary !== null && { summary }),
});

// The growing parts of a run, in rows of their own: tasks in blocks, outputs, artefacts. Only what differs
// from before is written.

/** Tasks of a row: under a megabyte even when all are as long as they may be, every character escaped. */
const BLOCK = 32;

/** An output keeps its place. */
const AGAIN = 'ON CONFLICT (run, key) DO UPDATE SET text = excluded.text';

type Outputs = WorkflowState['outputs'];

/** Creates the parts of runs over tables that exist already; without such rows a part is empty. */
const workflowRunRows = (sql: Sql) => {
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
		/** Belongs in a transaction with the rest of the run. @param before undefined for a new run */
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
				sql.all<{ key: string; text: string }>`SELECT key, text FROM workflow_outputs
					WHERE run = ${run} ORDER BY n`.map(({ key, text }) => [key, text]),
			),
		artefacts: (run: number): readonly string[] =>
			sql.all<{ name: string }>`SELECT name FROM workflow_artefacts
				WHERE run = ${run} ORDER BY n`.map(({ name }) => name),
	};
};
