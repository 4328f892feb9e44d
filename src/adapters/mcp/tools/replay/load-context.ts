// load_context: the payload that was saved for a task.
import * as z from 'zod/v4';
import { createContextStore } from '../../../../replay';
import { savedPayloads } from '../../../../session';
import { ownTool } from '../tool';
import { answerOf } from './answer';

export const loadContext = ownTool({
	toolset: 'replay',
	name: 'load_context',
	description: 'The replay payload saved for a task; of a workflow run it is the run_id.',
	input: { task_id: z.string() },
	outputSchema: { type: 'object', properties: { payload: {} } },
	annotations: { readOnlyHint: true },
	whole: true,
	async call({ task_id }, { services, context }) {
		// The savings of a collapse are written with the calls of its session.
		await services.settled();
		const store = savedPayloads(context.principal.id, services);
		const loaded = await createContextStore(store).loadContext(task_id);
		return answerOf(loaded, (payload) => ({ payload }));
	},
});
