// Workflow data (docs/workflow.md): definitions and the state of runs. Plain data, stored and sent as is.
import type { ContextHint } from '../shared/context-marks';

/** An action on the host's conversation before a step. */
export type StepContextAction = 'compact' | 'clear';
/** A step is done once, per task, or per iteration. */
export type StepType = 'action' | 'loop' | 'ralph';
export type OnFail = 'retry' | 'skip' | 'abort';
/** `again` repeats the steps of a loop group, for the next page. */
export type Outcome = 'ok' | 'failed' | 'again';

export interface AgentConfig {
	readonly description: string;
}

/** Marks results of a step's tool as transient until `consumedBy` used them. */
export type StepContextHint = Pick<ContextHint, 'lifecycle' | 'consumedBy'>;

export interface WorkflowStep {
	readonly id: string;
	readonly type: StepType;
	readonly agent?: string;
	readonly instructions?: string;
	/** Iterations of a ralph step. */
	readonly n?: number;
	/** The step's files are wanted. */
	readonly artefacts?: boolean;
	readonly context?: StepContextAction;
	readonly title?: string;
	readonly tool?: string;
	readonly order: number;
	/** Adjacent steps of a group are repeated together, page by page. */
	readonly loopGroup?: string;
	readonly contextHint?: StepContextHint;
}

/** A sub-step of a loop, done once per task. */
export interface LoopStep {
	readonly id: string;
	readonly agent?: string;
	readonly instructions: string;
	readonly on_fail?: OnFail;
	readonly context?: StepContextAction;
}

/** A parsed workflow. */
export interface WorkflowDefinition {
	readonly name: string;
	readonly description: string;
	readonly agents: Readonly<Record<string, AgentConfig>>;
	readonly loops: Readonly<Record<string, readonly LoopStep[]>>;
	readonly steps: readonly WorkflowStep[];
}

/** A task as set by a caller. */
export interface TaskInput {
	readonly id: string;
	readonly title: string;
	readonly description?: string;
}

export interface Task extends TaskInput {
	/** `failed`: given up by `on_fail: skip` or `abort`. */
	readonly status: 'pending' | 'in_progress' | 'done' | 'failed';
}

/** The state of a run; task and sub-step are absent outside a loop. */
export interface WorkflowState {
	readonly status: 'running' | 'complete' | 'failed';
	readonly step: string;
	readonly stepType: StepType;
	readonly task?: {
		/** From 0. */
		readonly index: number;
		readonly id: string;
		readonly title: string;
	};
	readonly subStep?: string;
	/** From 1. */
	readonly ralphIteration?: number;
	/** By loop. */
	readonly tasks: Readonly<Record<string, readonly Task[]>>;
	/** Keyed by `step`, `step.N` (ralph) or `loop.task.subStep`. */
	readonly outputs: Readonly<Record<string, string>>;
	readonly summary?: string;
	readonly artefacts: readonly string[];
	readonly currentStepArtefacts?: boolean;
	readonly contextActionExecuted: boolean;
}

/** A definition and its state: everything the state machine needs. */
export interface Run {
	readonly definition: WorkflowDefinition;
	readonly state: WorkflowState;
	/** 1 at the start, incremented by every move. */
	readonly position: number;
	readonly retries: number;
	/** Number of outputs evicted by newer ones. */
	readonly outputsDropped: number;
	/** Reason of a failed run, a sentence. */
	readonly failure?: string;
	/** The last change, repeated to a caller that never received its answer. */
	readonly arrival?: Arrival;
}

/** The change that led to a run's position. */
export interface Arrival {
	readonly event: 'start' | 'set_tasks' | 'advance';
	readonly effects: readonly RunEffect[];
}

/** Events of a run: tasks of a loop, or the completion of the current step. */
export type RunEvent =
	| { readonly type: 'set_tasks'; readonly loop: string; readonly tasks: readonly TaskInput[] }
	| {
			readonly type: 'advance';
			readonly output?: string;
			/** Default `ok`. */
			readonly outcome?: Outcome;
			/** Names or paths. */
			readonly artefacts?: readonly string[];
			/** Ignores the event at any other position; one less repeats the last answer. */
			readonly ifPosition?: number;
			/** Bound of `on_fail: retry`. */
			readonly maxRetries: number;
	  };

export type RunEffect =
	| {
			readonly kind: 'completed';
			/** Key of the output, whether or not there is one. */
			readonly key: string;
			readonly outcome: Outcome;
	  }
	| { readonly kind: 'retried'; readonly retry: number; readonly maxRetries: number }
	| { readonly kind: 'tasks_set'; readonly loop: string; readonly count: number }
	| { readonly kind: 'tasks_replaced'; readonly loop: string }
	| { readonly kind: 'loop_skipped'; readonly loop: string }
	| {
			readonly kind: 'moved';
			readonly position: number;
			readonly step: string;
			readonly task?: string;
			readonly subStep?: string;
			readonly ralphIteration?: number;
	  }
	| { readonly kind: 'context_action'; readonly action: StepContextAction; readonly step: string }
	| { readonly kind: 'ended'; readonly status: 'complete' | 'failed' }
	/** `ifPosition` was not the current position. */
	| { readonly kind: 'stale' }
	/** A repeat of the call that led here. */
	| { readonly kind: 'repeated' };
