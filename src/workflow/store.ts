// Storage ports of definitions and runs. Synchronous, since a run has one writer; each call is one
// transaction (`test/workflow/store-contract.ts`).
import type { Outcome, Run, StepContextAction, WorkflowDefinition } from './types';

/** A version of a workspace's own definition. */
export interface StoredDefinition {
	readonly name: string;
	/** From 1. */
	readonly version: number;
	readonly yaml: string;
	readonly definition: WorkflowDefinition;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly principal: string;
}

/** A version without its content. */
export interface DefinitionSummary {
	readonly name: string;
	readonly version: number;
	readonly description: string;
	readonly steps: number;
	readonly createdAt: number;
	readonly principal: string;
}

export interface DefinitionStore {
	/** Adds a version and drops all but the newest `keep` of that name. */
	put(stored: StoredDefinition, keep: number): void;
	latest(name: string): StoredDefinition | null;
	/** Returns the newest version of every workflow, last changed first. */
	list(): readonly DefinitionSummary[];
	versions(name: string): readonly DefinitionSummary[];
}

/** A stored run. */
export interface RunRecord {
	readonly id: string;
	/** The owner; nobody else can see the run. */
	readonly principal: string;
	readonly session: string;
	readonly workflow: string;
	/** Version of its definition; 0 for a bundled one. */
	readonly version: number;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly run: Run;
	/** The context action delivered at the current position. */
	readonly delivered: StepContextAction | null;
}

/** A run without tasks, outputs and definition. */
export interface RunSummary extends Omit<RunRecord, 'run'> {
	readonly status: Run['state']['status'];
	readonly step: string;
	readonly position: number;
	readonly summary?: string;
}

/** A change of a run. */
export interface HistoryEntry {
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly event: 'start' | 'set_tasks' | 'advance';
	readonly outcome?: Outcome;
	readonly position: number;
	readonly status: Run['state']['status'];
	readonly step: string;
	readonly task?: string;
	readonly subStep?: string;
	readonly ralphIteration?: number;
	readonly contextAction?: StepContextAction;
	readonly note?: string;
}

/** A history entry with its number, from 1. */
export type NumberedEntry = HistoryEntry & { readonly number: number };

/** A slice of a list, newest first. */
export interface Page {
	readonly limit: number;
	readonly offset: number;
}

/** Storage of the runs of a workspace; null where there is no such run. */
export interface RunStore {
	/** Adds a run and its first history entry; `key` identifies it for `keyed`, per principal. */
	insert(record: RunRecord, entry: HistoryEntry, key?: string): void;
	/** Replaces a run and adds a history entry; `before` allows an adapter to write only the difference. */
	update(before: RunRecord, after: RunRecord, entry: HistoryEntry): void;
	get(id: string): RunRecord | null;
	keyed(principal: string, key: string): RunRecord | null;
	/** Makes a run the latest of a session. */
	adopt(principal: string, session: string, id: string): void;
	/** Returns the run last started or adopted in a session. */
	latest(principal: string, session: string): RunRecord | null;
	/** Lists a principal's running runs across sessions, last changed first. */
	running(principal: string, limit: number): readonly RunSummary[];
	/** Lists runs of a principal, or of all (null), newest first. */
	list(principal: string | null, page: Page): readonly RunSummary[];
	/** Removes runs last changed before a time in milliseconds since the epoch. */
	forgetBefore(time: number): void;
	/** Returns changes of a run, newest first. */
	history(id: string, page: Page): readonly NumberedEntry[];
}

export const summaryOf = (record: RunRecord): RunSummary => {
	const { run, ...head } = record;
	const { status, step, summary } = run.state;
	return {
		...head,
		status,
		step,
		position: run.position,
		...(summary !== undefined && { summary }),
	};
};
