// Values for tests of replay payloads.
import { buildReplayPayload } from '../../src/replay/build';
import { readPayload } from '../../src/replay/payload';
import type { ReplayPayload } from '../../src/replay/types';
import type { Result } from '../../src/shared/result';

/** A recorded run of the given actions and edges `source>target:RELATION`. */
export const run = (actions: readonly string[], edges: readonly string[] = []) => ({
	task: 'a_task',
	trace: { events: actions.map((action, at) => ({ action, step: at + 1 })) },
	state: { permission_scopes: { [actions[0] ?? 'a']: ['requires_approval'] } },
	dependency_graph: {
		edges: edges.map((edge) => {
			const [source, target, relation] = edge.split(/[>:]/);
			return { source, target, relation };
		}),
	},
});

export const built = (input: unknown): ReplayPayload => value(buildReplayPayload(input));

/** A payload from a few of its members. */
export const payload = (members: Partial<ReplayPayload>): ReplayPayload =>
	value(readPayload({ task: 'a_task', ...members }));

const value = (result: Result<ReplayPayload, { readonly message: string }>): ReplayPayload => {
	if (!result.ok) throw new Error(result.error.message);
	return result.value;
};
