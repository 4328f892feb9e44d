// Ports: where definitions and runs are kept. Synchronous, because a run has one writer; each call is
// one transaction, and `test/workflow/store-contract.ts` says what every adapter does.
import type { Outcome, Run, StepContextAction, WorkflowDefinition } from './types';

/** One version of a workspace's own definition, as text and as parsed. */
export interface StoredDefinition {
	readonly name: string;
	/** 1 for the first, one more with each change. */
	readonly version: number;
	/** As it was written. */
	readonly yaml: string;
	readonly definition: WorkflowDefinition;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	/** Who wrote it. */
	readonly principal: string;
}

/** A version without its content. */
export interface DefinitionSummary {
	readonly name: string;
	readonly version: number;
	readonly description: string;
	/** How many it has. */
	readonly steps: number;
	readonly createdAt: number;
	readonly principal: string;
}

export interface DefinitionStore {
	/** Adds a version, and forgets all but the newest `keep` of the same name. */
	put(stored: StoredDefinition, keep: number): void;
	/** The newest version, null when there is none. */
	latest(name: string): StoredDefinition | null;
	/** The newest version of every workflow, the one changed last first. */
	list(): readonly DefinitionSummary[];
	/** Versions of one workflow, newest first. */
	versions(name: string): readonly DefinitionSummary[];
}

/** A run as it is stored. */
export interface RunRecord {
	readonly id: string;
	/** Who started it; nobody else can see it. */
	readonly principal: string;
	/** The session it was started in. */
	readonly session: string;
	readonly workflow: string;
	/** Of the definition it started with; 0 for a bundled one. */
	readonly version: number;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly run: Run;
	/** The context action that was delivered at the current position, null when there was none. */
	readonly delivered: StepContextAction | null;
}

/** A run in a list: where it stands, without tasks, outputs and definition. */
export interface RunSummary extends Omit<RunRecord, 'run'> {
	readonly status: Run['state']['status'];
	readonly step: string;
	readonly position: number;
	readonly summary?: string;
}

/** One change of a run. */
export interface HistoryEntry {
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly event: 'start' | 'set_tasks' | 'advance';
	/** Of an advance. */
	readonly outcome?: Outcome;
	/** Where the change led. */
	readonly position: number;
	readonly status: Run['state']['status'];
	readonly step: string;
	readonly task?: string;
	readonly subStep?: string;
	readonly ralphIteration?: number;
	/** The context action that the change delivered. */
	readonly contextAction?: StepContextAction;
	readonly note?: string;
}

/** An entry with its number in the run's history, from 1. */
export type NumberedEntry = HistoryEntry & { readonly number: number };

/** Which part of a list is wanted, in entries. */
export interface Page {
	readonly limit: number;
	/** Newest first, beginning after this many. */
	readonly offset: number;
}

/** Storage of the runs of one workspace; null where there is no such run. */
export interface RunStore {
	/**
	 * Adds a run and the first entry of its history.
	 * @param key under which `keyed` finds it again, of this principal alone
	 */
	insert(record: RunRecord, entry: HistoryEntry, key?: string): void;
	/**
	 * Replaces a run and adds to its history.
	 * @param before what `get` gave, so that an adapter need write only what differs
	 */
	update(before: RunRecord, after: RunRecord, entry: HistoryEntry): void;
	get(id: string): RunRecord | null;
	/** The run that was started with a key. */
	keyed(principal: string, key: string): RunRecord | null;
	/** Makes a run the one that a session means, as if it were started there now. */
	adopt(principal: string, session: string, id: string): void;
	/** The run that was started or adopted last in a session of a principal. */
	latest(principal: string, session: string): RunRecord | null;
	/** Runs of a principal that go on, in whatever session, the one changed last first. */
	running(principal: string, limit: number): readonly RunSummary[];
	/** Runs of a principal, or of all (null), the one started last first. */
	list(principal: string | null, page: Page): readonly RunSummary[];
	/** Removes runs that were last changed before this time, milliseconds since the epoch. */
	forgetBefore(time: number): void;
	/** Changes of a run, newest first. */
	history(id: string, page: Page): readonly NumberedEntry[];
}

/** How a record shows in a list. */
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
