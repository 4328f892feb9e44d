// workflow_start: begins a run in the caller's session.
import { z } from 'zod';
import { ownTool, sessionId } from '../tool';
import { moveResult } from './move-result';
import { MOVE_SCHEMA } from './run-call';

export const workflowStart = ownTool({
	toolset: 'workflow',
	name: 'workflow_start',
	description:
		'Starts a workflow. Answers what to do first; on contextAction have that command run, then call workflow_status.',
	input: {
		workflow: z.string(),
		summary: z.string().optional().describe('What the work is about, one line.'),
		session_id: sessionId(),
	},
	outputSchema: MOVE_SCHEMA,
	whole: true,
	call: async ({ workflow, summary }, request) =>
		moveResult(
			await request.services.workflow.start({
				workflow,
				...(summary !== undefined && { summary }),
				session: await request.sessionName(),
				principal: request.context.principal.id,
			}),
			request,
		),
});
