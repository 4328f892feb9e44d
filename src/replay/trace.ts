// Reads a recorded run: its trace, its state and its dependency graph, each as the JSON document a
// recorder wrote. Checks what a payload is built from and passes over everything else.
import { err, every, ok } from '../shared/result';
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
} from './input';
import { type Edge, RELATIONS, type Relation } from './types';

/** A dependency between two steps. */
export interface GraphEdge {
	readonly pair: Edge;
	readonly relation: Relation;
}

/** What a payload is built from; scopes and edges are empty where the run came without them. */
export interface RecordedRun {
	/** Actions in the order they happened. */
	readonly actions: readonly string[];
	/** `action:scope` of every permission scope. */
	readonly scopes: readonly string[];
	readonly edges: readonly GraphEdge[];
}

/** @param input `{trace: {events}, state?: {permission_scopes}, dependency_graph?: {nodes, edges}}` */
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
