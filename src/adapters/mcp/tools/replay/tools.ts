// The replay tools, in the order of their use.
import * as z from 'zod/v4';
import {
	buildReplayPayload as build,
	createContextStore,
	readPayload,
	readTaskId,
	renderPromptContext as render,
	validateReplayPayload as validate,
	validated,
} from '../../../../replay';
import { currentPayload, savedPayloads } from '../../../../session';
import { textResult } from '../../../../shared/tool-result';
import { answerOf, jsonResult, liveSources, type OwnTool, ownTools, sessionId } from '../tool';

const ownTool = ownTools('replay');

/** A payload; the replay core checks what is in it. */
const payloadArgument = () => z.record(z.string(), z.unknown());

/** UTF-16 units of a saved payload; a database row holds two million bytes. */
const MAX_SAVED_LENGTH = 600_000;

export const REPLAY_TOOLSET: readonly OwnTool[] = [
	ownTool({
		name: 'build_replay_payload',
		description:
			'Constraints, order, dependencies and recovery of a recorded run {task, trace, state, dependency_graph}; without trace, of this session.',
		input: {
			task: z.string().optional(),
			trace: payloadArgument().optional(),
			state: payloadArgument().optional(),
			dependency_graph: payloadArgument().optional(),
			session_id: sessionId(),
		},
		annotations: { readOnlyHint: true },
		whole: true,
		async call({ session_id: _, ...run }, request) {
			if (run.trace !== undefined || run.state !== undefined || run.dependency_graph !== undefined)
				return answerOf(build(run));
			const named = run.task === undefined ? undefined : readTaskId(run.task);
			if (named && !named.ok) return textResult(named.error.message, true);
			const { sources, who } = await liveSources(request);
			const { payload } = await currentPayload(sources, who);
			return jsonResult(named ? { ...payload, task: named.value } : payload);
		},
	}),
	ownTool({
		name: 'render_prompt_context',
		description: 'A replay payload as a short text for a prompt.',
		input: { payload: payloadArgument() },
		output: 'prompt_context',
		annotations: { readOnlyHint: true, idempotentHint: true },
		whole: true,
		call: async ({ payload }) =>
			answerOf(readPayload(payload), (read) => ({ prompt_context: render(validated(read)) })),
	}),
	ownTool({
		name: 'validate_replay_payload',
		description:
			'Whether a payload still holds what binds; with baseline, what it lost against it.',
		input: { payload: payloadArgument(), baseline: payloadArgument().optional() },
		output: 'admissible: boolean, failure_labels, issues',
		annotations: { readOnlyHint: true, idempotentHint: true },
		async call({ payload, baseline }) {
			const earlier = baseline === undefined ? undefined : readPayload(baseline, 'baseline');
			if (earlier && !earlier.ok) return textResult(earlier.error.message, true);
			return answerOf(readPayload(payload), (read) => validate(read, { baseline: earlier?.value }));
		},
	}),
	ownTool({
		name: 'save_context',
		description: 'Keeps a replay payload under its task, in place of an earlier one.',
		input: {
			payload: payloadArgument(),
			shared: z.boolean().optional(),
		},
		output: 'task_id: string',
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
	}),
	ownTool({
		name: 'load_context',
		description: 'The replay payload saved for a task; of a workflow run it is the run_id.',
		input: { task_id: z.string() },
		output: 'payload',
		annotations: { readOnlyHint: true },
		whole: true,
		async call({ task_id }, { services, context }) {
			// The savings of a collapse are written with the calls of its session.
			await services.settled();
			const store = savedPayloads(context.principal.id, services);
			const loaded = await createContextStore(store).loadContext(task_id);
			return answerOf(loaded, (payload) => ({ payload }));
		},
	}),
];
