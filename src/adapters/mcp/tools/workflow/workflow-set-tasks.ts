// workflow_set_tasks: the tasks of a loop, before the loop is reached or at it.
import * as z from 'zod/v4';
import { jsonIn } from '../../../../shared/json-in';
import { ownTool } from '../tool';
import { moveResult } from './move-result';
import { MOVE_SCHEMA, runArguments, runCall } from './run-call';

/** Some models write a list as its JSON text. */
function parsed(value: unknown): unknown {
	const isList = typeof value === 'string' && value.trimStart().startsWith('[');
	return (isList ? jsonIn(value) : undefined) ?? value;
}

/** The entries are unchecked here: the workflow says of each task what is wrong with it. */
const tasks = z
	.preprocess(
		parsed,
		z.custom<readonly unknown[]>(Array.isArray, 'must be a list of {id, title, description?}'),
	)
	.meta({
		type: 'array',
		items: {
			type: 'object',
			properties: {
				id: { type: 'string' },
				title: { type: 'string' },
				description: { type: 'string' },
			},
			required: ['id', 'title'],
		},
	});

export const workflowSetTasks = ownTool({
	toolset: 'workflow',
	name: 'workflow_set_tasks',
	description: 'Sets the tasks of a loop of the run; replaces earlier ones.',
	input: { loop_id: z.string(), tasks, ...runArguments() },
	outputSchema: MOVE_SCHEMA,
	whole: true,
	call: async ({ loop_id, tasks: list, ...which }, request) =>
		moveResult(
			await request.services.workflow.setTasks({
				...(await runCall(which, request)),
				loop_id,
				tasks: list,
			}),
			request,
		),
});
