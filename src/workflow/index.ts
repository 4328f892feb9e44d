// The face of workflow: all that other rooms may import.

export { parseDefinition, WORKFLOW_NAME } from './definition/parse';
export { type DefinitionIssue, issueLine } from './definition/tree';
export type { FoundDefinition, PutAnswer, WorkflowListing } from './definitions';
export type { WorkflowFault } from './fault';
export { MAX_DEFINITION_BYTES } from './limits';
export type { RunCall } from './run-call';
export { type RunInForce, type RunView, WorkflowService } from './service';
export type { RunAnswer, Status } from './status';
export type {
	DefinitionStore,
	DefinitionSummary,
	HistoryEntry,
	RunRecord,
	RunStore,
	RunSummary,
} from './store';
export type {
	LoopStep,
	Run,
	StepContextAction,
	Task,
	WorkflowDefinition,
	WorkflowState,
	WorkflowStep,
} from './types';
