// Reads a recorded run: its trace, its state and its dependency graph, each as the JSON document a
// recorder wrote. Checks what a payload is built from and passes over everything else.
import { err, ok } from '../shared/result';
import {
	type JsonObject,
	quoted,
	type Read,
	readList,
	readName,
	readObject,
	readOptionalObject,
} from './input';
import { type Edge, RELATIONS, type Relation } from './types';

export interface GraphEdge {
	readonly pair: Edge;
	readonly relation: Relation;
}

export interface RecordedRun {
	/** Actions in the order they happened. */
	readonly actions: readonly string[];
	/** `action:scope` of every permission scope. */
	readonly scopes: readonly string[];
	readonly edges: readonly GraphEdge[];
}

/** @param input `{trace: {events}, state?: {permission_scopes}, dependency_graph?: {nodes, edges}}` */
export const readRun = (input: JsonObject): Read<RecordedRun> => {
	const actions = readActions(input.trace);
	if (!actions.ok) return actions;
	const scopes = readScopes(input.state);
	if (!scopes.ok) return scopes;
	const edges = readGraph(input.dependency_graph);
	if (!edges.ok) return edges;
	return ok({ actions: actions.value, scopes: scopes.value, edges: edges.value });
};

const readActions = (value: unknown): Read<string[]> => {
	const trace = readObject(value, 'trace');
	if (!trace.ok) return trace;
	if (!Array.isArray(trace.value.events)) {
		return err('trace.events must be a list of events {action, step}');
	}
	const pathOfStep = new Map<number, string>();
	return readList(trace.value.events, 'trace.events', (item, path) => {
		const event = readObject(item, path);
		if (!event.ok) return event;
		const { step } = event.value;
		if (step !== undefined) {
			if (!Number.isSafeInteger(step)) return err(`${path}.step must be a whole number`);
			const earlier = pathOfStep.get(step as number);
			if (earlier !== undefined) {
				return err(`${path}.step is ${step}, as is that of ${earlier}; give every event its own`);
			}
			pathOfStep.set(step as number, path);
		}
		return readName(event.value.action, `${path}.action`);
	});
};

const readScopes = (value: unknown): Read<string[]> => {
	const state = readOptionalObject(value, 'state');
	if (!state.ok) return state;
	const path = 'state.permission_scopes';
	const byAction = readOptionalObject(state.value.permission_scopes, path);
	if (!byAction.ok) return byAction;
	const scopes: string[] = [];
	for (const [action, value] of Object.entries(byAction.value)) {
		const ofAction = readList(value, `${path}[${quoted(action)}]`, readName);
		if (!ofAction.ok) return ofAction;
		for (const scope of ofAction.value) scopes.push(`${action}:${scope}`);
	}
	return ok(scopes);
};

const readGraph = (value: unknown): Read<GraphEdge[]> => {
	const graph = readOptionalObject(value, 'dependency_graph');
	if (!graph.ok) return graph;
	const nodes = readList(graph.value.nodes, 'dependency_graph.nodes', (item, path) => {
		const node = readObject(item, path);
		return node.ok ? readName(node.value.node_id, `${path}.node_id`) : node;
	});
	if (!nodes.ok) return nodes;
	// A graph without a list of nodes declares them by its edges.
	const declared = Array.isArray(graph.value.nodes) ? new Set(nodes.value) : undefined;
	const readEnd = (value: unknown, path: string): Read<string> => {
		const name = readName(value, path);
		if (!name.ok || declared === undefined || declared.has(name.value)) return name;
		return err(`${path} is ${quoted(name.value)}, which is no node_id of dependency_graph.nodes`);
	};
	return readList(graph.value.edges, 'dependency_graph.edges', (item, path) => {
		const edge = readObject(item, path);
		if (!edge.ok) return edge;
		const source = readEnd(edge.value.source, `${path}.source`);
		if (!source.ok) return source;
		const target = readEnd(edge.value.target, `${path}.target`);
		if (!target.ok) return target;
		const relation = RELATIONS.find((name) => name === edge.value.relation);
		if (relation === undefined) {
			const given = edge.value.relation;
			const found = typeof given === 'string' ? quoted(given) : 'not a string';
			return err(`${path}.relation is ${found}; use one of ${RELATIONS.join(', ')}`);
		}
		return ok({ pair: [source.value, target.value], relation });
	});
};
