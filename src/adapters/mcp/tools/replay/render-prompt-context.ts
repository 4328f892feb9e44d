// render_prompt_context: a payload as a short text for a prompt.
import { readPayload, renderPromptContext as render, validated } from '../../../../replay';
import { ownTool } from '../tool';
import { answerOf, payloadArgument } from './answer';

export const renderPromptContext = ownTool({
	toolset: 'replay',
	name: 'render_prompt_context',
	description: 'A replay payload as a short text for a prompt.',
	input: { payload: payloadArgument() },
	outputSchema: { type: 'object', properties: { prompt_context: {} } },
	annotations: { readOnlyHint: true, idempotentHint: true },
	whole: true,
	call: async ({ payload }) =>
		answerOf(readPayload(payload), (read) => ({ prompt_context: render(validated(read)) })),
});
