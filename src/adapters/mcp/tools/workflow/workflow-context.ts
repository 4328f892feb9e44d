// workflow_context: outputs, artefacts and summary of a run so far.
import { ownTool } from '../tool';
import { runArguments, runCall, valueResult } from './run-call';

export const workflowContext = ownTool({
	toolset: 'workflow',
	name: 'workflow_context',
	description: 'Outputs and artefacts of the run so far.',
	input: runArguments(),
	// The outputs may be long: a reduced result holds a note in their place.
	outputSchema: {
		type: 'object',
		properties: { run_id: { type: 'string' }, summary: {}, outputs: {}, artefacts: {} },
	},
	annotations: { readOnlyHint: true },
	call: async (args, request) =>
		valueResult(await request.services.workflow.context(await runCall(args, request))),
});
