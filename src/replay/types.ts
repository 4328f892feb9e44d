// The replay payload, the commitments that must survive when a context is compacted, cleared or rebuilt,
// and its validation (docs/replay.md).

/** A dependency `[source, target]`: the source must happen before the target. */
export type Edge = readonly [source: string, target: string];

/** Relations between two steps of a dependency graph. */
export const RELATIONS = [
	'BLOCKER',
	'CAUSAL',
	'DATA_FLOW',
	'PREREQUISITE',
	'RECOVERY',
	'TEMPORAL',
] as const;

export type Relation = (typeof RELATIONS)[number];

export interface ReplayPayload {
	/** The key under which the payload is stored; `''` when a caller left it out. */
	readonly task: string;
	readonly objective?: string;
	/** Binding rules, `action:scope` or the id of a rule; sorted and unique. */
	readonly constraints: readonly string[];
	/** Steps in the order they must happen; a step may repeat. */
	readonly required_order: readonly string[];
	/** Edges whose source stops their target until it is done; sorted and unique. */
	readonly blockers: readonly Edge[];
	/** All dependencies between steps; sorted and unique. */
	readonly dependency_chains: readonly Edge[];
	/** Edges to follow from a failed step; sorted and unique. */
	readonly recovery: readonly Edge[];
	readonly validation?: {
		readonly admissible: boolean;
		readonly failure_labels: readonly string[];
		readonly issues: readonly unknown[];
	};
}

/** Kinds of broken commitments, in the vocabulary of the payload format. */
export type FailureLabel =
	| 'CONSTRAINT_DRIFT'
	| 'DEPENDENCY_CHAIN_BREAK'
	| 'RECOVERY_PATH_LOSS'
	| 'TOOL_ORDER_VIOLATION';

/** A reason why a payload is not admissible. */
export interface ReplayIssue {
	/** The affected list of the payload. */
	readonly field: Exclude<keyof ReplayPayload, 'validation'>;
	readonly failure_label: FailureLabel;
	readonly message: string;
	/** The lost or wrong constraints, steps or edges. */
	readonly evidence?: readonly (string | Edge)[];
}

/** An expected failure; the message names the field, the problem and the remedy. */
export interface ReplayFault {
	/** `corrupt` is an unreadable stored payload. */
	readonly code: 'invalid_trace' | 'invalid_payload' | 'invalid_task_id' | 'not_found' | 'corrupt';
	readonly message: string;
}
