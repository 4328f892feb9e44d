// workflow_list: the workflows that can be started.
import { jsonResult, ownTool } from '../tool';

export const workflowList = ownTool({
	toolset: 'workflow',
	name: 'workflow_list',
	description: 'Lists the workflows that can be started.',
	input: {},
	outputSchema: { type: 'object', properties: { workflows: { type: 'array' } } },
	annotations: { readOnlyHint: true },
	call: async (_, { services }) => jsonResult({ workflows: await services.workflow.list({}) }),
});
