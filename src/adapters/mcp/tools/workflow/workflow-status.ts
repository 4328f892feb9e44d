// workflow_status: where a run stands and what to do there. It changes nothing, so that a session that
// lost its context, or a new one, goes on from it.
import { ownTool } from '../tool';
import { runArguments, runCall, STATUS_SCHEMA, valueResult } from './run-call';

export const workflowStatus = ownTool({
	toolset: 'workflow',
	name: 'workflow_status',
	description: 'Where the run stands and what to do now. Call it after a context action.',
	input: runArguments(),
	outputSchema: STATUS_SCHEMA,
	annotations: { readOnlyHint: true },
	whole: true,
	call: async (args, request) =>
		valueResult(await request.services.workflow.status(await runCall(args, request))),
});
