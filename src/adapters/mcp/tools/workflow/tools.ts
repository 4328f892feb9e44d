// The workflow tools, in the order of their use.
import type { OwnTool } from '../tool';
import { getWorkflowStep } from './get-workflow-step';
import { workflowAdvance } from './workflow-advance';
import { workflowContext } from './workflow-context';
import { workflowList } from './workflow-list';
import { workflowSetTasks } from './workflow-set-tasks';
import { workflowStart } from './workflow-start';
import { workflowStatus } from './workflow-status';

export const WORKFLOW_TOOLSET: readonly OwnTool[] = [
	workflowList,
	workflowStart,
	workflowSetTasks,
	workflowStatus,
	workflowAdvance,
	workflowContext,
	getWorkflowStep,
];
