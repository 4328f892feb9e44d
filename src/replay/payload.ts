// Makes payloads: from parts this program knows, in canonical form, and from JSON of anyone else.
import { byCodePoint } from '../shared/code-point-order';
import { err, ok, type Result } from '../shared/result';
import { type Read, readEdge, readList, readName, readObject } from './input';
import type { EarlierValidation, Edge, ReplayFault, ReplayPayload } from './types';

/** The parts of a payload, in any order and with repetitions. */
export interface PayloadParts {
	readonly task: string;
	readonly objective?: string;
	readonly constraints: Iterable<string>;
	readonly requiredOrder: readonly string[];
	readonly blockers: Iterable<Edge>;
	readonly dependencies: Iterable<Edge>;
	readonly recovery: Iterable<Edge>;
}

/** A payload in canonical form: everything but the order of steps is sorted by code point, each once. */
export const composePayload = (parts: PayloadParts): ReplayPayload => ({
	task: parts.task,
	...(parts.objective === undefined ? {} : { objective: parts.objective }),
	constraints: [...new Set(parts.constraints)].sort(byCodePoint),
	required_order: [...parts.requiredOrder],
	blockers: sortedEdges(parts.blockers),
	dependency_chains: sortedEdges(parts.dependencies),
	recovery: sortedEdges(parts.recovery),
});

/** A text that is equal for equal edges only, for sets of edges. */
export const edgeKey = ([source, target]: Edge): string => `${source.length} ${source}${target}`;

const sortedEdges = (edges: Iterable<Edge>): Edge[] => {
	const distinct = new Map<string, Edge>();
	for (const edge of edges) distinct.set(edgeKey(edge), edge);
	return [...distinct.values()].sort((a, b) => byCodePoint(a[0], b[0]) || byCodePoint(a[1], b[1]));
};

/**
 * Reads a payload that came from outside. Lists that are absent count as empty, the order of lists
 * stays, and members that a payload does not have are dropped.
 */
export const readPayload = (
	value: unknown,
	path = 'payload',
): Result<ReplayPayload, ReplayFault> => {
	const payload = readMembers(value, path);
	return payload.ok ? payload : err({ code: 'invalid_payload', message: payload.error });
};

const readMembers = (value: unknown, path: string): Read<ReplayPayload> => {
	const source = readObject(value, path);
	if (!source.ok) return source;
	const task = readText(source.value.task, `${path}.task`);
	if (!task.ok) return task;
	const objective = readText(source.value.objective, `${path}.objective`);
	if (!objective.ok) return objective;
	const names = (field: string) => readList(source.value[field], `${path}.${field}`, readName);
	const edges = (field: string) => readList(source.value[field], `${path}.${field}`, readEdge);
	const constraints = names('constraints');
	if (!constraints.ok) return constraints;
	const order = names('required_order');
	if (!order.ok) return order;
	const blockers = edges('blockers');
	if (!blockers.ok) return blockers;
	const dependencies = edges('dependency_chains');
	if (!dependencies.ok) return dependencies;
	const recovery = edges('recovery');
	if (!recovery.ok) return recovery;
	const validation = readValidation(source.value.validation, `${path}.validation`);
	if (!validation.ok) return validation;
	return ok({
		task: task.value,
		...(objective.value === '' ? {} : { objective: objective.value }),
		constraints: constraints.value,
		required_order: order.value,
		blockers: blockers.value,
		dependency_chains: dependencies.value,
		recovery: recovery.value,
		...(validation.value === undefined ? {} : { validation: validation.value }),
	});
};

const readText = (value: unknown, path: string): Read<string> =>
	value === undefined || value === null || value === '' ? ok('') : readName(value, path);

const readValidation = (value: unknown, path: string): Read<EarlierValidation | undefined> => {
	if (value === undefined || value === null) return ok(undefined);
	const source = readObject(value, path);
	if (!source.ok) return source;
	const { admissible } = source.value;
	if (typeof admissible !== 'boolean') return err(`${path}.admissible must be true or false`);
	const labels = readList(source.value.failure_labels, `${path}.failure_labels`, readName);
	if (!labels.ok) return labels;
	const issues = readList(source.value.issues, `${path}.issues`, (issue) => ok(issue));
	if (!issues.ok) return issues;
	return ok({ admissible, failure_labels: labels.value, issues: issues.value });
};
