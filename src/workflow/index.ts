// The face of workflow: all that other rooms may import.
export { type DefinitionIssue, issueLine } from './definition/issues';
export { parseDefinition, WORKFLOW_NAME } from './definition/parse';
export type { FoundDefinition, PutAnswer, WorkflowListing } from './definitions';
export type { WorkflowFault } from './fault';
export type { RunCall } from './find-run';
export { LARGEST_DEFINITION } from './limits';
export type { RunAnswer } from './run-answer';
export { type RunInForce, WorkflowService } from './service';
export type { Status } from './status';
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
