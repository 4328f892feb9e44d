// expand_result: a result that has left the context, to look at again, as it was.
import * as z from 'zod/v4';
import { textResult } from '../../../../shared/tool-result';
import { ownTool, sessionId } from '../tool';

export const expandResult = ownTool({
	toolset: 'results',
	name: 'expand_result',
	description: 'The original of a collapsed result, unchanged, by the id in its place.',
	input: { id: z.string().max(128), session_id: sessionId() },
	annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
	whole: 'original',
	async call({ id }, { services, original }) {
		await services.settled();
		return (await original(id)) ?? textResult(UNKNOWN, true);
	},
});

const UNKNOWN =
	'id: no result of yours has it, or it is no longer kept. Take the id from what stands in place of a result, or call its tool again.';
