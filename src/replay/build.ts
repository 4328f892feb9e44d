// Builds the replay payload of a recorded run from its trace, state and dependency graph.
import { err, every, ok, type Result } from '../shared/result';
import {
	isAbsent,
	type JsonObject,
	listOf,
	member,
	quoted,
	type Read,
	type Reader,
	readName,
	readObject,
	readTaskId,
	readText,
} from './input';
import { composePayload } from './payload';
import { type Edge, RELATIONS, type Relation, type ReplayFault, type ReplayPayload } from './types';

/**
 * Extracts the commitments of a run: scopes, the order of events, dependencies, blockers and recovery
 * paths.
 * Cycles are kept: validation reports their edges as unsatisfiable.
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

/** A dependency between two steps. */
export interface GraphEdge {
	readonly pair: Edge;
	readonly relation: Relation;
}

/** The parts of a recorded run that a payload is built from. */
export interface RecordedRun {
	readonly actions: readonly string[];
	readonly scopes: readonly string[];
	readonly edges: readonly GraphEdge[];
}

/** Reads `{trace: {events}, state?: {permission_scopes}, dependency_graph?: {nodes, edges}}`. */
export const readRun = (input: JsonObject): Read<RecordedRun> =>
	every({
		actions: member(input, 'trace', readTrace),
		scopes: member(input, 'state', readState),
		edges: member(input, 'dependency_graph', readGraph),
	});

const readTrace: Reader<string[]> = (value) => {
	const trace = readObject(value);
	if (!trace.ok) return trace;
	if (isAbsent(trace.value.events)) return err('.events must be a list of {action, step}');
	const seen = new Map<number, number>();
	const readEvent = (item: unknown, at: number): Read<string> => {
		const event = readObject(item);
		if (!event.ok) return event;
		const { step } = event.value;
		if (step !== undefined) {
			if (typeof step !== 'number') return err(`.step must be a number, not ${quoted(step)}`);
			const earlier = seen.get(step);
			if (earlier !== undefined) {
				return err(`.step is ${step}, which is also that of [${earlier}]; give each event its own`);
			}
			seen.set(step, at);
		}
		return member(event.value, 'action', readName);
	};
	return member(trace.value, 'events', listOf(readEvent));
};

const readState: Reader<string[]> = (value) => {
	if (isAbsent(value)) return ok([]);
	const state = readObject(value);
	return state.ok ? member(state.value, 'permission_scopes', readScopes) : state;
};

const readScopes: Reader<string[]> = (value) => {
	if (isAbsent(value)) return ok([]);
	const byAction = readObject(value);
	if (!byAction.ok) return byAction;
	const scopes: string[] = [];
	for (const [action, value] of Object.entries(byAction.value)) {
		const ofAction = listOf(readName)(value);
		if (!ofAction.ok) return err(`[${quoted(action)}]${ofAction.error}`);
		for (const scope of ofAction.value) scopes.push(`${action}:${scope}`);
	}
	return ok(scopes);
};

const readGraph: Reader<GraphEdge[]> = (value) => {
	if (isAbsent(value)) return ok([]);
	const graph = readObject(value);
	if (!graph.ok) return graph;
	const nodes = member(graph.value, 'nodes', listOf(readNode));
	if (!nodes.ok) return nodes;
	// A graph without a list of nodes declares them by its edges.
	const declared = isAbsent(graph.value.nodes) ? undefined : new Set(nodes.value);
	const readEnd: Reader<string> = (value) => {
		const name = readName(value);
		if (!name.ok || declared === undefined || declared.has(name.value)) return name;
		return err(` is ${quoted(value)}, which is the node_id of none of the nodes; add the node`);
	};
	return member(
		graph.value,
		'edges',
		listOf((item) => readGraphEdge(item, readEnd)),
	);
};

const readNode: Reader<string> = (item) => {
	const node = readObject(item);
	return node.ok ? member(node.value, 'node_id', readName) : node;
};

const readGraphEdge = (item: unknown, readEnd: Reader<string>): Read<GraphEdge> => {
	const edge = readObject(item);
	if (!edge.ok) return edge;
	const ends = every({
		source: member(edge.value, 'source', readEnd),
		target: member(edge.value, 'target', readEnd),
	});
	if (!ends.ok) return ends;
	const relation = RELATIONS.find((name) => name === edge.value.relation);
	if (relation !== undefined) return ok({ pair: [ends.value.source, ends.value.target], relation });
	return err(`.relation is ${quoted(edge.value.relation)}; use one of ${RELATIONS.join(', ')}`);
};
