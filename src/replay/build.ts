// Builds the replay payload of a recorded run from its trace, state and dependency graph, and keeps payloads by
// task, as canonical JSON, behind a port.

import { canonicalJson } from '../shared/canonical-json';
import { jsonIn } from '../shared/json-values';
import { err, every, ok, type Result } from '../shared/result';
import {
	composePayload,
	isAbsent,
	listOf,
	member,
	quoted,
	type Read,
	type Reader,
	readName,
	readObject,
	readPayload,
	readTaskId,
	readText,
} from './payload';
import { type Edge, RELATIONS, type Relation, type ReplayFault, type ReplayPayload } from './types';

/**
 * Extracts the commitments of a run: scopes, the order of events, dependencies, blockers and recovery paths. Cycles are
 * kept: validation reports their edges as unsatisfiable. @param input unchecked: `{task, objective?, trace: {events},
 * state?: {permission_scopes}, dependency_graph?: {nodes,   edges}}`
 */
export const buildReplayPayload = (input: unknown): Result<ReplayPayload, ReplayFault> => {
	const source = readObject(input);
	if (!source.ok) return invalid(`the recorded run${source.error}`);
	const task = readTaskId(source.value.task);
	if (!task.ok) return task;
	const objective = member(source.value, 'objective', readText);
	if (!objective.ok) return invalid(objective.error.slice(1));
	const run = every({
		actions: member(source.value, 'trace', readTrace),
		scopes: member(source.value, 'state', readState),
		edges: member(source.value, 'dependency_graph', readGraph),
	});
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

interface GraphEdge {
	readonly pair: Edge;
	readonly relation: Relation;
}

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

/** Port: payload texts by checked task id (`readTaskId`), one store per workspace. */
export interface PayloadStore {
	/** Replaces the text of a task. Rejects when the store fails. */
	put(taskId: string, text: string): Promise<void>;
	/** Returns the text of a task, null when there is none. Rejects when the store fails. */
	get(taskId: string): Promise<string | null>;
}

/** Serializes a payload as stored: sorted members, two spaces, final newline. */
export const payloadText = (payload: ReplayPayload): string => `${canonicalJson(payload, 2)}\n`;

/** A store of payloads, checked when saved and loaded. @param maxLength of one in UTF-16 units; unlimited by default */
export const createContextStore = (
	store: PayloadStore,
	{ maxLength = Number.POSITIVE_INFINITY }: { readonly maxLength?: number } = {},
) => ({
	/** Saves a payload, or the payload built from a recorded run `{task, trace, …}`; the input is unchecked. */
	async saveContext(
		input: unknown,
	): Promise<Result<{ readonly task: string; readonly payload: ReplayPayload }, ReplayFault>> {
		const payload = payloadOf(input);
		if (!payload.ok) return payload;
		const task = readTaskId(payload.value.task);
		if (!task.ok) return task;
		const text = payloadText(payload.value);
		const { length } = text;
		if (length > maxLength) {
			const message = `the payload has ${length} characters; at most ${maxLength} are kept: split its task`;
			return err({ code: 'invalid_payload', message });
		}
		await store.put(task.value, text);
		return ok({ task: task.value, payload: payload.value });
	},

	/** Returns the payload saved for a task; the fault is `not_found` when there is none. */
	async loadContext(taskId: unknown): Promise<Result<ReplayPayload, ReplayFault>> {
		const task = readTaskId(taskId, 'task_id');
		if (!task.ok) return task;
		const text = await store.get(task.value);
		if (text === null) {
			const message = `no payload is saved for task ${quoted(task.value)}; save it first`;
			return err({ code: 'not_found', message });
		}
		return readStored(text, task.value);
	},
});

const payloadOf = (input: unknown): Result<ReplayPayload, ReplayFault> => {
	const source = readObject(input);
	if (!source.ok) return err({ code: 'invalid_payload', message: `the context${source.error}` });
	return source.value.trace === undefined ? readPayload(input) : buildReplayPayload(input);
};

const readStored = (text: string, task: string): Result<ReplayPayload, ReplayFault> => {
	const corrupt = (reason: string) => {
		const message = `the payload saved for task ${quoted(task)} cannot be used: ${reason}; save it again`;
		return err({ code: 'corrupt', message } as const);
	};
	const value = jsonIn(text);
	if (value === undefined) return corrupt('it is not JSON');
	const payload = readPayload(value);
	if (!payload.ok) return corrupt(payload.error.message);
	if (payload.value.task === task) return payload;
	return corrupt(`it is that of task ${quoted(payload.value.task)}`);
};
