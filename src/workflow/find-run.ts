// Which run a call is about: the one it names, else the latest of its session.

import { err, ok, type Result } from '../shared/result';
import { fault, quoted, type WorkflowFault } from './fault';
import type { RunRecord, RunStore, RunSummary } from './store';

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
