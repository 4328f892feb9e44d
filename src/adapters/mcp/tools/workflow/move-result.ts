// Answers to a change of a run: its status, or the context action to perform first. The action
// stands in `_meta.context` too, as data for whoever holds the conversation (docs/workflow.md,
// "Context actions"). Every change of a run passes here, with what it did (`effects`).
import { saveBaseline } from '../../../../session';
import type { Result } from '../../../../shared/result';
import type { ToolResult } from '../../../../shared/tool-result';
import type { RunAnswer, WorkflowFault } from '../../../../workflow';
import { liveSources } from '../live-sources';
import { jsonResult, type OwnRequest } from '../tool';
import { faultResult } from './run-call';

/** The answer of workflow_start, workflow_set_tasks and workflow_advance. */
export const moveResult = async (
	answered: Result<RunAnswer, WorkflowFault>,
	request: OwnRequest,
): Promise<ToolResult> => {
	if (!answered.ok) return faultResult(answered.error);
	const { answer, effects, delivered, contextHints } = answered.value;
	const hints = contextHints.length > 0 ? { contextHints } : {};
	if (delivered === null)
		return contextHints.length > 0 ? jsonResult(answer, hints) : jsonResult(answer);
	// A repeat finds it saved: what binds may have left the context since.
	const isFirst = effects.some(({ kind }) => kind === 'context_action');
	if (isFirst) await saveWhatBinds(answer.run_id, request);
	return jsonResult(answer, { ...hints, context: { action: delivered, run_id: answer.run_id } });
};

/**
 * Before the context changes, what must survive is saved. The action is delivered already, once: an
 * answer that got lost over a failure here would be the only one.
 */
const saveWhatBinds = async (runId: string, request: OwnRequest): Promise<void> => {
	try {
		const { sources, who } = await liveSources(request);
		await saveBaseline(sources, who, runId);
		await request.services.memory.hub.taken({ caller: who.caller });
	} catch (error) {
		request.report(error);
	}
};
