// get_workflow_step: the text of a step without a run; `_meta.contextHints` tell the client which
// results may leave the context once used (docs/client.md).
import * as z from 'zod/v4';
import { ownTool, sessionId } from '../tool';
import { faultResult } from './run-call';

export const getWorkflowStep = ownTool({
	toolset: 'workflow',
	name: 'get_workflow_step',
	description: 'Text of one step of a workflow, or of its loop group, without a run.',
	input: {
		workflow: z.string(),
		step: z
			.union([z.number(), z.string()], 'must be the number or the id of a step')
			.meta({ anyOf: undefined, description: 'Number or id.' }),
		session_id: sessionId(),
	},
	annotations: { readOnlyHint: true },
	whole: true,
	call: async ({ workflow, step }, { services }) => {
		const found = await services.workflow.step({ workflow, step });
		if (!found.ok) return faultResult(found.error);
		const { text, contextHints } = found.value;
		// Text alone: hosts that show structured content would show a model its lines as JSON.
		return { content: [{ type: 'text', text }], ...(contextHints && { meta: { contextHints } }) };
	},
});
