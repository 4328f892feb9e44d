// How a change of a run is answered: its status, or the context action to perform first. The action
// stands in `_meta.context` too, as data for whoever holds the conversation (docs/workflow.md,
// "Context actions"). Every change of a run passes here, with what it did (`effects`).
import type { Result } from '../../../../shared/result';
import type { ToolResult } from '../../../../shared/tool-result';
import type { WorkflowFault } from '../../../../workflow/fault';
import type { RunAnswer } from '../../../../workflow/service';
import { jsonResult } from '../tool';
import { faultResult } from './run-call';

/** The answer of workflow_start, workflow_set_tasks and workflow_advance. */
export const moveResult = (answered: Result<RunAnswer, WorkflowFault>): ToolResult => {
	if (!answered.ok) return faultResult(answered.error);
	const { answer, effects } = answered.value;
	const delivered = effects.find((effect) => effect.kind === 'context_action');
	if (delivered === undefined) return jsonResult(answer);
	return jsonResult(answer, { context: { action: delivered.action, run_id: answer.run_id } });
};
