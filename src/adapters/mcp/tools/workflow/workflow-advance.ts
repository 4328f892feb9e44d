// workflow_advance: the current step, sub-step or iteration is done; on to the next.
import * as z from 'zod/v4';
import { defined } from '../../../../shared/defined';
import { ownTool } from '../tool';
import { moveResult } from './move-result';
import { MOVE_SCHEMA, position, runArguments, runCall } from './run-call';

export const workflowAdvance = ownTool({
	toolset: 'workflow',
	name: 'workflow_advance',
	description:
		'Ends the current step and answers the next. Pass if_position, the position of the last answer: a repeated call then skips nothing.',
	input: {
		output: z.string().optional().describe('Result of the step, kept for later steps.'),
		outcome: z
			.enum(['ok', 'failed', 'again'], 'must be ok, failed, or again (the next page of a group)')
			.optional(),
		artefacts: z.array(z.string()).optional().describe('Files made.'),
		if_position: position(),
		...runArguments(),
	},
	outputSchema: MOVE_SCHEMA,
	whole: true,
	call: async ({ output, outcome, artefacts, if_position, ...which }, request) =>
		moveResult(
			await request.services.workflow.advance({
				...(await runCall(which, request)),
				...defined({ output, outcome, artefacts, if_position }),
				maxRetries: request.config.workflow.maxRetries,
			}),
			request,
		),
});
