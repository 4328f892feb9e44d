// The data of workflows: what a definition says, and where a run of it stands (docs/workflow.md).
// Plain data throughout, so that it can be stored and sent as it is.

/** What the host does to the conversation before a step begins. */
export type StepContextAction = 'compact' | 'clear';
/** What a step is: once, over tasks, or over iterations. */
export type StepType = 'action' | 'loop' | 'ralph';
/** What happens when a sub-step failed. */
export type OnFail = 'retry' | 'skip' | 'abort';
/** `again`: the steps of a loop group are repeated, for the next page. */
export type Outcome = 'ok' | 'failed' | 'again';

/** Who does a step, as its definition says. */
export interface AgentConfig {
	readonly description: string;
}

/** What a step's tool fetches may leave the context once `consumedBy` has used it. */
export interface StepContextHint {
	readonly lifecycle: 'transient';
	/** Name of the consumer tool. */
	readonly consumedBy: string;
}

/** A step as its definition says it; what the definition leaves out is absent. */
export interface WorkflowStep {
	readonly id: string;
	readonly type: StepType;
	readonly agent?: string;
	readonly instructions?: string;
	/** Iterations of a ralph step. */
	readonly n?: number;
	/** Whether the files that the step makes are wanted. */
	readonly artefacts?: boolean;
	readonly context?: StepContextAction;
	readonly title?: string;
	/** Name of the tool that the step calls. */
	readonly tool?: string;
	/** Number of the step; grows from step to step. */
	readonly order: number;
	/** Neighbours of the same group are repeated together, page by page. */
	readonly loopGroup?: string;
	readonly contextHint?: StepContextHint;
}

/** A sub-step of a loop, done once for each task. */
export interface LoopStep {
	readonly id: string;
	readonly agent?: string;
	readonly instructions: string;
	readonly on_fail?: OnFail;
	readonly context?: StepContextAction;
}

/** A workflow as it is written. */
export interface WorkflowDefinition {
	readonly name: string;
	readonly description: string;
	readonly agents: Readonly<Record<string, AgentConfig>>;
	readonly loops: Readonly<Record<string, readonly LoopStep[]>>;
	readonly steps: readonly WorkflowStep[];
}

/** A task of a loop. */
export interface TaskInput {
	readonly id: string;
	readonly title: string;
	readonly description?: string;
}

export interface Task extends TaskInput {
	/** `failed`: given up by `on_fail: skip` or `abort`. */
	readonly status: 'pending' | 'in_progress' | 'done' | 'failed';
}

/** The task of a loop that a run is at. */
export interface TaskContext {
	/** From 0. */
	readonly index: number;
	readonly id: string;
	readonly title: string;
}

/** Where a run stands and what it has produced; task and sub-step are absent outside a loop. */
export interface WorkflowState {
	readonly status: 'running' | 'complete' | 'failed';
	readonly step: string;
	readonly stepType: StepType;
	readonly task?: TaskContext;
	readonly subStep?: string;
	/** From 1. */
	readonly ralphIteration?: number;
	/** By loop. */
	readonly tasks: Readonly<Record<string, readonly Task[]>>;
	/** By `step`, `step.N` (ralph) or `loop.task.subStep`. */
	readonly outputs: Readonly<Record<string, string>>;
	readonly summary?: string;
	readonly artefacts: readonly string[];
	readonly currentStepArtefacts?: boolean;
	/** Whether the action of the current step or sub-step was delivered. */
	readonly contextActionExecuted: boolean;
}

/** A definition and the state of one way through it: all that the machine needs to go on. */
export interface Run {
	/** As it was when the run started. */
	readonly definition: WorkflowDefinition;
	readonly state: WorkflowState;
	/** 1 at the start, one more with every move. */
	readonly position: number;
	/** Repeats of the current sub-step so far. */
	readonly retries: number;
	/** Outputs that gave way to newer ones. */
	readonly outputsDropped: number;
	/** Why a failed run failed; a sentence. */
	readonly failure?: string;
	/** What led here: repeated to a caller that never got its answer. */
	readonly arrival?: Arrival;
}

/** The change that led to a run's position. */
export interface Arrival {
	readonly event: 'start' | 'set_tasks' | 'advance';
	readonly effects: readonly RunEffect[];
}

/** What moves a run: the tasks of a loop, or the end of what it is at. */
export type RunEvent =
	| { readonly type: 'set_tasks'; readonly loop: string; readonly tasks: readonly TaskInput[] }
	| {
			readonly type: 'advance';
			readonly output?: string;
			/** `ok` unless given. */
			readonly outcome?: Outcome;
			/** Names or paths of what the step made. */
			readonly artefacts?: readonly string[];
			/** The event changes nothing unless the run is at this position; one less than it repeats the answer. */
			readonly ifPosition?: number;
			/** Repeats that `on_fail: retry` allows a sub-step. */
			readonly maxRetries: number;
	  };

/** What a transition did, in order: for the trace of a session and for answers. */
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
	/** `ifPosition` was not the run's position: nothing changed. */
	| { readonly kind: 'stale' }
	/** The call that led here came once more: its answer is repeated. */
	| { readonly kind: 'repeated' };
