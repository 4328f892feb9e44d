// workflow_start: begins a run in the caller's session.
import * as z from 'zod/v4';
import { defined } from '../../../../shared/defined';
import { ownTool, sessionId } from '../tool';
import { moveResult } from './move-result';
import { MOVE_SCHEMA } from './run-call';

export const workflowStart = ownTool({
	toolset: 'workflow',
	name: 'workflow_start',
	description:
		'Starts a workflow and answers what to do first. On contextAction ask the user to run that command; then call workflow_status.',
	input: {
		workflow: z.string(),
		summary: z.string().optional().describe('What the work is about, one line.'),
		key: z
			.string()
			.min(1, 'must have 1 to 200 characters')
			.max(200, 'must have 1 to 200 characters')
			.optional()
			.describe('Your name for this run: repeated, it starts no second one.'),
		session_id: sessionId(),
	},
	outputSchema: MOVE_SCHEMA,
	whole: true,
	call: async ({ workflow, summary, key }, request) =>
		moveResult(
			await request.services.workflow.start({
				workflow,
				...defined({ summary, key }),
				session: await request.sessionName(),
				principal: request.context.principal.id,
			}),
			request,
		),
});
