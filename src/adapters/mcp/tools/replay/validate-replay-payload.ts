// validate_replay_payload: whether a payload still holds what binds, alone or against an earlier one.
import { readPayload, validateReplayPayload as validate } from '../../../../replay';
import { textResult } from '../../../../shared/tool-result';
import { ownTool } from '../tool';
import { answerOf, payloadArgument } from './answer';

export const validateReplayPayload = ownTool({
	toolset: 'replay',
	name: 'validate_replay_payload',
	description: 'Whether a payload still holds what binds; with baseline, what it lost against it.',
	input: { payload: payloadArgument(), baseline: payloadArgument().optional() },
	outputSchema: {
		type: 'object',
		properties: { admissible: { type: 'boolean' }, failure_labels: {}, issues: {} },
	},
	annotations: { readOnlyHint: true, idempotentHint: true },
	async call({ payload, baseline }) {
		const earlier = baseline === undefined ? undefined : readPayload(baseline, 'baseline');
		if (earlier && !earlier.ok) return textResult(earlier.error.message, true);
		return answerOf(readPayload(payload), (read) => validate(read, { baseline: earlier?.value }));
	},
});
