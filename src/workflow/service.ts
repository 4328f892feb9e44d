// The workflows of a workspace: the state machine over a store. Arguments and answers are plain data, and
// every change is one write.

import { defined } from '../shared/json-values';
import { ok, type Result } from '../shared/result';
import type { Sql } from '../shared/sql';
import { Definitions } from './definitions';
import { fault, quoted, type WorkflowFault } from './fault';
import { stepText } from './instructions';
import { DEFAULT_RETRIES } from './limits';
import { startRun, transition } from './machine';
import { checkTasks, findRun, MAX_NAMED, type RunCall, unknownRun } from './run-call';
import {
	answerOf,
	deliveredAction,
	entryOf,
	noteOf,
	type RunAnswer,
	repeatedAnswer,
	runHints,
	type Status,
	staleStatus,
	statusOf,
} from './status';
import { createRunStore, type RunStore } from './storage/runs';
import { type RunRecord, type RunSummary, summaryOf } from './store';
import type { Outcome, RunEvent } from './types';

/** Database, clock and bundled definitions of a workspace. */
export interface WorkflowServiceOptions {
	readonly sql: Sql;
	/** YAML texts. */
	readonly bundled: readonly string[];
	readonly now: () => number;
	readonly newRunId: () => string;
}

/** Sessions of a run that go on binding it, beside the one that started it. */
const MAX_SESSIONS = 200;
const MAX_LISTED = 200;
const DEFAULT_LISTED = 50;

type Page = { limit?: number; offset?: number };
type Listed = Page & { principal: string; everyone?: boolean };

const pageOf = ({ limit, offset }: Page) => ({
	limit: Math.min(Math.max(Math.trunc(limit ?? DEFAULT_LISTED) || 1, 1), MAX_LISTED),
	offset: Math.max(Math.trunc(offset ?? 0) || 0, 0),
});

/** The workflows and runs of a workspace. */
export class WorkflowService {
	private readonly definitions: Definitions;
	private readonly runs: RunStore;

	constructor(private readonly options: WorkflowServiceOptions) {
		this.definitions = new Definitions(options);
		this.runs = createRunStore(options.sql);
	}

	/** Forgets the runs that nothing has changed since, with all that is kept of them. @param time milliseconds since the epoch */
	forgetBefore(time: number): void {
		this.runs.forgetBefore(time);
	}

	list(_: object = {}) {
		return this.definitions.list();
	}

	getDefinition({ name }: { name: string }) {
		const found = this.definitions.find(name);
		if (!found.ok) return found;
		return ok({ ...found.value, versions: this.definitions.versions(name) });
	}

	putDefinition(call: Parameters<Definitions['put']>[0]) {
		return this.definitions.put(call);
	}

	/** Returns the text of a step of a definition, without a run. */
	step(call: { workflow: string; step: number | string }) {
		const found = this.definitions.find(call.workflow);
		return found.ok ? stepText(found.value.definition, call.step) : found;
	}

	start(call: {
		workflow: string;
		summary?: string;
		session: string;
		principal: string;
		/** Idempotency key: a repeat answers with the run it began. */
		key?: string;
	}): Result<RunAnswer, WorkflowFault> {
		const begun = call.key === undefined ? null : this.runs.keyed(call.principal, call.key);
		if (begun !== null) return this.startedBefore(begun, call);
		const found = this.definitions.find(call.workflow);
		if (!found.ok) return found;
		const [run, effects] = startRun(found.value.definition, call.summary);
		const at = this.options.now();
		const record: RunRecord = {
			id: this.options.newRunId(),
			principal: call.principal,
			session: call.session,
			workflow: found.value.name,
			version: found.value.version,
			createdAt: at,
			updatedAt: at,
			run,
			delivered: deliveredAction(effects),
		};
		this.runs.insert(record, entryOf('start', at, run, effects), call.key);
		return ok(answerOf(record.id, run, effects));
	}

	/** Sets the tasks of a loop; `tasks` is unchecked. */
	setTasks(call: RunCall & { loop_id: string; tasks: unknown }): Result<RunAnswer, WorkflowFault> {
		const record = findRun(this.runs, call);
		if (!record.ok) return record;
		const tasks = checkTasks(call.tasks);
		if (!tasks.ok) return tasks;
		return this.apply(record.value, { type: 'set_tasks', loop: call.loop_id, tasks: tasks.value });
	}

	status(call: RunCall): Result<Status, WorkflowFault> {
		return this.told(call, ({ id, run }) => statusOf(id, run, noteOf(run)));
	}

	/** Advances a run; `maxRetries` bounds `on_fail: retry` (default 3). */
	advance(
		call: RunCall & {
			output?: string;
			outcome?: Outcome;
			artefacts?: readonly string[];
			if_position?: number;
			maxRetries?: number;
		},
	): Result<RunAnswer, WorkflowFault> {
		const record = findRun(this.runs, call);
		if (!record.ok) return record;
		const { output, outcome, artefacts, if_position } = call;
		return this.apply(record.value, {
			type: 'advance',
			...defined({ output, outcome, artefacts, ifPosition: if_position }),
			maxRetries: call.maxRetries ?? DEFAULT_RETRIES,
		});
	}

	/** Returns the run's definition and the context action delivered at its position. */
	inForce(call: RunCall) {
		return this.told(call, ({ id, session, run, delivered }) => ({
			run_id: id,
			/** The one that started it, and the newest that named it. */
			sessions: [...new Set([session, ...this.runs.sessions(id, MAX_SESSIONS)])],
			position: run.position,
			definition: run.definition,
			delivered,
			contextHints: runHints(run),
			outputs: Object.keys(run.state.outputs).length,
			...defined({ summary: run.state.summary }),
		}));
	}

	/** Returns outputs and artefacts of a run, for a context that was cleared; a note where outputs were dropped. */
	context(call: RunCall) {
		return this.told(call, ({ id, run, workflow }) => ({
			run_id: id,
			position: run.position,
			workflow,
			...defined({ summary: run.state.summary }),
			outputs: run.state.outputs,
			artefacts: run.state.artefacts,
			...(run.outputsDropped > 0 && {
				note: `The oldest ${run.outputsDropped} outputs were dropped: a run keeps about a million characters.`,
			}),
		}));
	}

	/** Lists runs of a caller, or of everyone, newest first; `limit` is at most 200. */
	listRuns(call: Listed): readonly RunSummary[] {
		return this.runs.list(call.everyone === true ? null : call.principal, pageOf(call));
	}

	/** Returns a run with its history, newest first and at most 200 entries. */
	getRun(call: Listed & { run_id: string }) {
		const record = this.runs.get(call.run_id);
		if (record === null || (call.everyone !== true && record.principal !== call.principal))
			return unknownRun(call.run_id);
		return ok({
			summary: summaryOf(record),
			status: statusOf(record.id, record.run, noteOf(record.run)),
			history: this.runs.history(record.id, pageOf(call)),
		});
	}

	runningRuns({ principal }: { principal: string }): readonly RunSummary[] {
		return this.runs.running(principal, MAX_NAMED);
	}

	/** Answers with what is to be told of the run that a call means. */
	private told<Value>(call: RunCall, tell: (record: RunRecord) => Value) {
		const record = findRun(this.runs, call);
		return record.ok ? ok(tell(record.value)) : record;
	}

	private startedBefore({ id, run, workflow }: RunRecord, call: { workflow: string }) {
		const other = `key began run ${id} of workflow ${quoted(workflow)} before. Take another key, or go on with workflow_status {"run_id":"${id}"}.`;
		if (workflow !== call.workflow) return fault(other);
		if (run.position === 1) return ok(repeatedAnswer(id, run));
		const note = `This key began the run before; it stands at position ${run.position}.`;
		const answer = { ...statusOf(id, run, note), stale: true } as const;
		return ok({ answer, effects: [], delivered: null, contextHints: runHints(run) });
	}

	private apply(record: RunRecord, event: RunEvent): Result<RunAnswer, WorkflowFault> {
		const moved = transition(record.run, event);
		if (!moved.ok) return moved;
		const [run, effects] = moved.value;
		if (run === record.run) {
			if (effects.some(({ kind }) => kind === 'repeated'))
				return ok(repeatedAnswer(record.id, run));
			const contextHints = runHints(run);
			return ok({ answer: staleStatus(record), effects, delivered: null, contextHints });
		}
		const updatedAt = this.options.now();
		const stays = run.position === record.run.position;
		const delivered = deliveredAction(effects) ?? (stays ? record.delivered : null);
		const after: RunRecord = { ...record, run, updatedAt, delivered };
		this.runs.update(record, after, entryOf(event, updatedAt, run, effects));
		return ok(answerOf(record.id, run, effects));
	}
}
