// save_context: keeps a payload under its task.
import * as z from 'zod/v4';
import { createContextStore } from '../../../../replay';
import { savedPayloads } from '../../../../session';
import { ownTool } from '../tool';
import { answerOf, payloadArgument } from './answer';

/** UTF-16 units of a saved payload; a database row holds two million bytes. */
const MAX_SAVED_LENGTH = 600_000;

export const saveContext = ownTool({
	toolset: 'replay',
	name: 'save_context',
	description: 'Keeps a replay payload under its task, in place of an earlier one.',
	input: {
		payload: payloadArgument(),
		shared: z.boolean().optional(),
	},
	outputSchema: { type: 'object', properties: { task_id: { type: 'string' } } },
	annotations: { idempotentHint: true, destructiveHint: false },
	async call({ payload, shared }, { services, context, config }) {
		const store = savedPayloads(context.principal.id, services, {
			shared,
			most: config.limits.payloads,
		});
		const limits = { maxLength: MAX_SAVED_LENGTH };
		const saved = await createContextStore(store, limits).saveContext(payload);
		return answerOf(saved, ({ task }) => ({ ok: true, task_id: task }));
	},
});
