// The public face of workflow: definitions and runs (docs/workflow.md).
export { parseDefinition, WORKFLOW_NAME } from './definition/parse';
export { issueLine } from './definition/tree';
export type { WorkflowFault } from './fault';
export { MAX_DEFINITION_BYTES } from './limits';
export type { RunCall } from './run-call';
export { WorkflowService } from './service';
export type { RunAnswer, Status } from './status';
export type { StepContextAction, WorkflowDefinition } from './types';
