// expand_result: the original of a result that has left the context, to look at again.
import { z } from 'zod';
import { textResult } from '../../../../shared/tool-result';
import { ownTool, sessionId } from '../tool';

export const expandResult = ownTool({
	toolset: 'results',
	name: 'expand_result',
	description: 'The original of a collapsed result, by the id in its summary.',
	input: { id: z.string().max(128), session_id: sessionId() },
	annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
	async call({ id }, { services, context, sessionName, open }) {
		await services.settled();
		const session = services.session(context.principal.id, await sessionName());
		const call = await session.call({ id });
		if (!call) return textResult(UNKNOWN, true);
		if (call.handle === undefined)
			return textResult(`The original is not kept. Call ${call.tool} again.`, true);
		const opened = await open(call.handle);
		return opened.ok ? opened.value : textResult(opened.error, true);
	},
});

const UNKNOWN =
	'id: no result of this session has it. Take the id from the summary of a collapsed result, or call its tool again.';
