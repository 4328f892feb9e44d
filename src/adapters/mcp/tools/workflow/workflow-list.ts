// workflow_list: the workflows that can be started, and the caller's runs that go on.
import { jsonResult, ownTool } from '../tool';

export const workflowList = ownTool({
	toolset: 'workflow',
	name: 'workflow_list',
	description: 'Lists the workflows that can be started, and your runs that go on.',
	input: {},
	outputSchema: {
		type: 'object',
		properties: { workflows: { type: 'array' }, runs: { type: 'array' } },
	},
	annotations: { readOnlyHint: true },
	async call(_, { services, context }) {
		const [workflows, running] = await Promise.all([
			services.workflow.list({}),
			services.workflow.runningRuns({ principal: context.principal.id }),
		]);
		const runs = running.map(({ id, workflow, step, position, summary }) => ({
			run_id: id,
			workflow,
			step,
			position,
			...(summary !== undefined && { summary }),
		}));
		return jsonResult({ workflows, ...(runs.length > 0 && { runs }) });
	},
});
