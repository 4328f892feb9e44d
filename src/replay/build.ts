// Builds the replay payload of a recorded run: what binds it, and nothing of the raw documents.
import { err, ok, type Result } from '../shared/result';
import { member, readObject, readText } from './input';
import { composePayload } from './payload';
import { readTaskId } from './task-id';
import { type GraphEdge, readRun } from './trace';
import type { Edge, Relation, ReplayFault, ReplayPayload } from './types';

/**
 * Extracts the commitments of a run, in linear time but for sorting: constraints from the
 * permission scopes, the order from the events, dependencies from the edges between actions of the
 * trace, blockers and recovery paths from all edges of that relation. Cycles are kept: validation
 * shows them as edges that no order can satisfy.
 * @param input `{task, objective?, trace, state?, dependency_graph?}`, unchecked
 */
export const buildReplayPayload = (input: unknown): Result<ReplayPayload, ReplayFault> => {
	const source = readObject(input);
	if (!source.ok) return invalid(`the recorded run${source.error}`);
	const task = readTaskId(source.value.task);
	if (!task.ok) return task;
	const objective = member(source.value, 'objective', readText);
	if (!objective.ok) return invalid(objective.error.slice(1));
	const run = readRun(source.value);
	if (!run.ok) return invalid(run.error.slice(1));
	const { actions, scopes, edges } = run.value;
	const known = new Set(actions);
	const payload = composePayload({
		task: task.value,
		objective: objective.value,
		constraints: scopes,
		requiredOrder: actions,
		blockers: withRelation(edges, 'BLOCKER'),
		dependencies: edges
			.map(({ pair }) => pair)
			.filter(([source, target]) => known.has(source) && known.has(target)),
		recovery: withRelation(edges, 'RECOVERY'),
	});
	return ok(payload);
};

const withRelation = (edges: readonly GraphEdge[], wanted: Relation): Edge[] =>
	edges.filter(({ relation }) => relation === wanted).map(({ pair }) => pair);

const invalid = (message: string) => err({ code: 'invalid_trace', message } as const);
