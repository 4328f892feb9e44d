// Builds the replay payload of a recorded run from its trace, state and dependency graph, and keeps payloads by
// task, as canonical JSON, behind a port.

import * as z from 'zod/v4';
import { canonicalJson } from '../shared/canonical-json';
import { asObject, isRecord, jsonIn } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import {
	composePayload,
	kindOf,
	list,
	must,
	NAMED,
	name,
	object,
	quoted,
	readAs,
	readPayload,
	readTaskId,
	text,
} from './payload';
import { type Edge, RELATIONS, type Relation, type ReplayFault, type ReplayPayload } from './types';

/** The object with its names marked as such: one may be `__proto__`. */
const asNamed = (value: unknown): unknown =>
	isRecord(value)
		? Object.fromEntries(Object.entries(value).map(([key, each]) => [NAMED + key, each]))
		: value;

/** Schema of a recorded run, as far as it is read. @param declared its nodes; any where a graph declares them by its edges */
const recorded = (declared: ReadonlySet<unknown> | undefined) => {
	const event = object({
		step: z.number({ error: ({ input }) => `must be a number, not ${quoted(input)}` }).optional(),
		action: name(),
	});
	const events = z
		.array(event, {
			error: (issue) =>
				issue.input == null ? 'must be a list of {action, step}' : must('a list').error(issue),
		})
		.superRefine((all, context) => {
			const first = new Map<number, number>();
			for (const [at, { step }] of all.entries()) {
				if (step === undefined) continue;
				const earlier = first.get(step);
				const message = `is ${step}, which is also that of [${earlier}]; give each event its own`;
				if (earlier !== undefined)
					context.addIssue({ code: 'custom', path: [at, 'step'], message });
				first.set(step, at);
			}
		});
	const scopes = z.preprocess(
		asNamed,
		z.record(z.string(), list(name()), must('an object')).nullish(),
	);
	const relation = z.enum(RELATIONS, {
		error: ({ input }) => `is ${quoted(input)}; use one of ${RELATIONS.join(', ')}`,
	});
	const end = name().refine((each) => declared?.has(each) ?? true, {
		error: ({ input }) =>
			`is ${quoted(input)}, which is the node_id of none of the nodes; add the node`,
	});
	const graph = object({
		nodes: list(object({ node_id: name() })),
		edges: list(object({ source: end, target: end, relation })),
	});
	return object({
		objective: text(),
		trace: object({ events }),
		state: object({ permission_scopes: scopes }).nullish(),
		dependency_graph: graph.nullish(),
	});
};

/**
 * Extracts the commitments of a run: scopes, the order of events, dependencies, blockers and recovery paths. Cycles are
 * kept: validation reports their edges as unsatisfiable. @param input unchecked: `{task, objective?, trace: {events},
 * state?: {permission_scopes}, dependency_graph?: {nodes,   edges}}`
 */
export const buildReplayPayload = (input: unknown): Result<ReplayPayload, ReplayFault> => {
	const source = asObject(input);
	if (!source) return invalid(`the recorded run must be an object, not ${kindOf(input)}`);
	const task = readTaskId(source.task);
	if (!task.ok) return task;
	const nodes = asObject(source.dependency_graph)?.nodes;
	const declared = Array.isArray(nodes) && new Set(nodes.map((node) => asObject(node)?.node_id));
	const run = readAs(recorded(declared || undefined), source);
	if (!run.ok) return invalid(run.error.slice(1));
	const { objective, trace, state, dependency_graph: graph } = run.value;
	const actions = trace.events.map(({ action }) => action);
	const known = new Set(actions);
	const edgesOf = (wanted?: Relation): Edge[] =>
		(graph?.edges ?? [])
			.filter(({ relation }) => wanted === undefined || relation === wanted)
			.map(({ source, target }) => [source, target]);
	const payload = composePayload({
		task: task.value,
		objective,
		constraints: Object.entries(state?.permission_scopes ?? {}).flatMap(([action, scopes]) =>
			scopes.map((scope) => `${action.slice(NAMED.length)}:${scope}`),
		),
		requiredOrder: actions,
		blockers: edgesOf('BLOCKER'),
		dependencies: edgesOf().filter((pair) => pair.every((each) => known.has(each))),
		recovery: edgesOf('RECOVERY'),
	});
	return ok(payload);
};

const invalid = (message: string) => err({ code: 'invalid_trace', message } as const);

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
	async saveContext(input: unknown) {
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
	const source = asObject(input);
	if (source?.trace !== undefined) return buildReplayPayload(input);
	return readPayload(input, source ? 'payload' : 'the context');
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
