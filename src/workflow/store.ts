// Stored forms of definitions and runs.
import { defined } from '../shared/json-values';
import type { Outcome, Run, RunEffect, StepContextAction, WorkflowDefinition } from './types';

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
export interface DefinitionSummary extends Omit<StoredDefinition, 'yaml' | 'definition'> {
	readonly description: string;
	readonly steps: number;
}

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
export interface HistoryEntry extends Omit<Extract<RunEffect, { kind: 'moved' }>, 'kind'> {
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly event: 'start' | 'set_tasks' | 'advance';
	readonly outcome?: Outcome;
	readonly status: Run['state']['status'];
	readonly contextAction?: StepContextAction;
	readonly note?: string;
}

/** A slice of a list, newest first. */
export type Page = Readonly<Record<'limit' | 'offset', number>>;

export const summaryOf = (record: RunRecord): RunSummary => {
	const { run, ...head } = record;
	const { status, step, summary } = run.state;
	return { ...head, status, step, position: run.position, ...defined({ summary }) };
};
