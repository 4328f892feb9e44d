// What a replay payload holds: the commitments that must survive when a context is compacted,
// cleared or rebuilt, and what its validation says. Exact strings only (docs/replay.md).

/** A dependency `[source, target]`: the target needs the source to have happened before. */
export type Edge = readonly [source: string, target: string];

/** How two steps of a dependency graph relate. */
export const RELATIONS = [
	'BLOCKER',
	'CAUSAL',
	'DATA_FLOW',
	'PREREQUISITE',
	'RECOVERY',
	'TEMPORAL',
] as const;

/** How one step depends on another. */
export type Relation = (typeof RELATIONS)[number];

export interface ReplayPayload {
	/** Names the payload, and is the key under which it is stored; `''` when a caller left it out. */
	readonly task: string;
	/** What the work is for, in a sentence. */
	readonly objective?: string;
	/** Rules that bind the work, `action:scope` or the id of a rule; sorted, each once. */
	readonly constraints: readonly string[];
	/** Steps in the order they are to happen; a step may happen more than once. */
	readonly required_order: readonly string[];
	/** Edges whose source stops their target until it is done; sorted, each once. */
	readonly blockers: readonly Edge[];
	/** All dependencies between steps; sorted, each once. */
	readonly dependency_chains: readonly Edge[];
	/** Where to go from a step that failed; sorted, each once. */
	readonly recovery: readonly Edge[];
	/** What an earlier validation said. */
	readonly validation?: EarlierValidation;
}

/** What kind of commitment a payload broke, in the words of the payload format. */
export type FailureLabel =
	| 'CONSTRAINT_DRIFT'
	| 'DEPENDENCY_CHAIN_BREAK'
	| 'RECOVERY_PATH_LOSS'
	| 'TOOL_ORDER_VIOLATION';

/** One reason why a payload is not admissible. */
export interface ReplayIssue {
	/** The list of the payload it is about. */
	readonly field:
		| 'task'
		| 'objective'
		| 'constraints'
		| 'required_order'
		| 'dependency_chains'
		| 'blockers'
		| 'recovery';
	readonly failure_label: FailureLabel;
	readonly message: string;
	/** What exactly is lost or wrong: constraints, steps or edges. */
	readonly evidence?: readonly (string | Edge)[];
}

/** What validating a payload says; it is admissible when there is no issue, whatever the warnings. */
export interface ReplayValidation {
	readonly admissible: boolean;
	/** Sorted, each once. */
	readonly failure_labels: readonly FailureLabel[];
	/** In the order task, objective, constraints, required_order, dependency_chains, blockers, recovery. */
	readonly issues: readonly ReplayIssue[];
	/** What is no failure and should be known, a sentence each; absent when there is nothing. */
	readonly warnings?: readonly string[];
}

/** A validation as it came with a payload, perhaps from another program: only its form is known. */
export interface EarlierValidation {
	readonly admissible: boolean;
	readonly failure_labels: readonly string[];
	readonly issues: readonly unknown[];
}

/** Why a call failed; `corrupt` is a stored payload that cannot be read, `not_configured` a store without a folder. */
export type ReplayFaultCode =
	| 'invalid_trace'
	| 'invalid_payload'
	| 'invalid_task_id'
	| 'not_found'
	| 'not_configured'
	| 'corrupt';

/** An expected failure. The message names the field, what is wrong with it, and what to do. */
export interface ReplayFault {
	readonly code: ReplayFaultCode;
	readonly message: string;
}
