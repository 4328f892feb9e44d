// build_replay_payload: what of a recorded run, or of this session, must survive a change of context.
import * as z from 'zod/v4';
import { buildReplayPayload as build, readTaskId } from '../../../../replay';
import { currentPayload } from '../../../../session';
import { textResult } from '../../../../shared/tool-result';
import { liveSources } from '../live-sources';
import { jsonResult, ownTool, sessionId } from '../tool';
import { answerOf } from './answer';

const document = () => z.record(z.string(), z.unknown()).optional();

export const buildReplayPayload = ownTool({
	toolset: 'replay',
	name: 'build_replay_payload',
	description:
		'Constraints, order, dependencies and recovery of a recorded run {task, trace, state, dependency_graph}; without trace, of this session.',
	input: {
		task: z.string().optional(),
		trace: document(),
		state: document(),
		dependency_graph: document(),
		session_id: sessionId(),
	},
	annotations: { readOnlyHint: true },
	whole: true,
	async call({ session_id: _, ...run }, request) {
		if (run.trace !== undefined || run.state !== undefined || run.dependency_graph !== undefined)
			return answerOf(build(run), (payload) => payload);
		const named = run.task === undefined ? undefined : readTaskId(run.task);
		if (named && !named.ok) return textResult(named.error.message, true);
		const { sources, who } = await liveSources(request);
		const { payload } = await currentPayload(sources, who);
		return jsonResult(named ? { ...payload, task: named.value } : payload);
	},
});
