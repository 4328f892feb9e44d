// The trace of a session: calls, loads and moves in order. Bounded and append-only; holds names, ids and
// hashes, never arguments or results (docs/replay.md, "Live sessions").
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
	/** A rule, workflow or context was loaded. */
	| {
			readonly kind: 'loaded';
			readonly object: string;
			readonly path: string;
			readonly hash: string;
			readonly constraints: readonly { readonly id: string; readonly hash: string }[];
	  }
	/** Constraints were declared as applied. */
	| { readonly kind: 'referred'; readonly count: number }
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
	  }
	| { readonly kind: 'required_order'; readonly steps: readonly string[] };

/** An event with its number, from 1. */
export type TracedEvent = TraceEvent & { readonly n: number; readonly at: number };

export const MAX_EVENTS = 5_000;
const MAX_STEPS = 200;
/** Maximum number of objects per load, and of constraints per object. */
const MAX_LOADED = 200;

/** Returns the trace events of a finished call; `structured` parses its result on demand. */
export function eventsOf(
	tool: string,
	failed: boolean,
	structured: () => unknown,
	meta: Readonly<Record<string, unknown>> = {},
	from: readonly string[] = [],
): TraceEvent[] {
	const call: TraceEvent = {
		kind: 'call',
		tool,
		...(failed ? { failed: true } : {}),
		...(from.length > 0 ? { from } : {}),
	};
	if (failed) return [call];
	const read = Object.hasOwn(TRACED, tool) ? TRACED[tool] : undefined;
	const value = read && structured();
	const own = read && isRecord(value) ? read(value) : [];
	const { required_order: order } = meta;
	return order === undefined ? [call, ...own] : [call, ...own, ...orderOf(order)];
}

/** Readers of results by tool. */
const TRACED: Readonly<Record<string, (value: Record<string, unknown>) => TraceEvent[]>> = {
	memload: ({ items }) => loaded(items),
	memref: ({ count }) => (typeof count === 'number' ? [{ kind: 'referred', count }] : []),
	workflow_start: (value) => moved(value),
	workflow_set_tasks: (value) => moved(value),
	workflow_advance: (value) => moved(value),
};

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

const loaded = (items: unknown): TraceEvent[] =>
	(Array.isArray(items) ? (items as unknown[]) : []).slice(0, MAX_LOADED).flatMap((item) => {
		if (!isRecord(item) || !isName(item.id)) return [];
		const { id, path, hash } = item;
		return [
			{
				kind: 'loaded' as const,
				object: id,
				path: isName(path) ? path : '',
				hash: isName(hash) ? hash : '',
				constraints: constraintsOf(item.constraints),
			},
		];
	});

const constraintsOf = (constraints: unknown) =>
	(Array.isArray(constraints) ? (constraints as unknown[]) : [])
		.slice(0, MAX_LOADED)
		.flatMap((each) =>
			isRecord(each) && isName(each.id)
				? [{ id: each.id, hash: isName(each.textHash) ? each.textHash : '' }]
				: [],
		);

const orderOf = (steps: unknown): TraceEvent[] => {
	const names = (Array.isArray(steps) ? (steps as unknown[]) : []).slice(0, MAX_STEPS);
	return names.length > 1 && names.every(isName) ? [{ kind: 'required_order', steps: names }] : [];
};
