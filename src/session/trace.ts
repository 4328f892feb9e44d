// The trace of a session: calls and moves in order. Bounded and append-only; holds names and ids, never arguments or
// results (docs/replay.md, "Live sessions").
import { isName } from '../shared/context-marks';
import { isRecord } from '../shared/json-values';

/** A stored event; fields of earlier versions stay readable. */
export type TraceEvent =
	| {
			readonly kind: 'call';
			readonly tool: string;
			readonly failed?: true;
			/** Tools whose kept results were used as input. */
			readonly from?: readonly string[];
	  }
	| {
			readonly kind: 'moved';
			readonly run: string;
			readonly position: number;
			readonly step: string;
	  }
	| { readonly kind: 'context_action'; readonly run: string; readonly action: 'compact' | 'clear' }
	/** A result was used up and could leave. */
	| { readonly kind: 'used'; readonly call: string }
	/** A result was reported to have left. */
	| { readonly kind: 'collapsed'; readonly call: string; readonly by: string }
	/** The verification after a context action. */
	| {
			readonly kind: 'verified';
			readonly run: string;
			readonly admissible: boolean;
			readonly failures: readonly string[];
			/** Number of compared constraints; absent in events of earlier versions. */
			readonly bound?: number;
	  };

/** An event with its number, from 1. */
export type TracedEvent = TraceEvent & { readonly n: number; readonly at: number };

export const MAX_EVENTS = 5_000;

/** Returns the trace events of a finished call; `structured` parses its result on demand. */
export function eventsOf(
	tool: string,
	failed: boolean,
	structured: () => unknown,
	from: readonly string[] = [],
): TraceEvent[] {
	const call: TraceEvent = {
		kind: 'call',
		tool,
		...(failed ? { failed: true } : {}),
		...(from.length > 0 ? { from } : {}),
	};
	if (failed) return [call];
	const value = MOVERS.has(tool) ? structured() : undefined;
	return [call, ...(isRecord(value) ? moved(value) : [])];
}

/** Tools that move a run. */
const MOVERS = new Set(['workflow_start', 'workflow_set_tasks', 'workflow_advance']);

function moved({
	run_id,
	position,
	step,
	contextAction,
	stale,
}: Record<string, unknown>): TraceEvent[] {
	if (!isName(run_id) || typeof position !== 'number' || stale === true) return [];
	if (contextAction === '/compact' || contextAction === '/clear') {
		const action = contextAction === '/clear' ? 'clear' : 'compact';
		return [{ kind: 'context_action', run: run_id, action }];
	}
	return isName(step) ? [{ kind: 'moved', run: run_id, position, step }] : [];
}
