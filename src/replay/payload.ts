// Makes payloads: from parts this program knows, in canonical form, and from JSON of anyone else.
import { sortedByCodePoint } from '../shared/code-point-order';
import { defined } from '../shared/defined';
import { err, every, ok, type Result } from '../shared/result';
import { sortedEdges } from './edges';
import {
	isAbsent,
	listOf,
	member,
	type Read,
	readEdge,
	readName,
	readObject,
	readText,
} from './input';
import type { EarlierValidation, Edge, ReplayFault, ReplayPayload } from './types';

/** The parts of a payload, in any order and with repetitions. */
export interface PayloadParts {
	readonly task: string;
	/** Left out when empty. */
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
	...(parts.objective ? { objective: parts.objective } : {}),
	constraints: sortedByCodePoint(new Set(parts.constraints)),
	required_order: [...parts.requiredOrder],
	blockers: sortedEdges(parts.blockers),
	dependency_chains: sortedEdges(parts.dependencies),
	recovery: sortedEdges(parts.recovery),
});

/**
 * Reads a payload that came from outside. Lists that are absent count as empty, the order of lists
 * stays, and members that a payload does not have are dropped.
 * @param name what messages call it
 */
export const readPayload = (
	value: unknown,
	name = 'payload',
): Result<ReplayPayload, ReplayFault> => {
	const payload = readMembers(value);
	if (payload.ok) return payload;
	return err({ code: 'invalid_payload', message: `${name}${payload.error}` });
};

const readNames = listOf(readName);
const readEdges = listOf(readEdge);

const readMembers = (value: unknown): Read<ReplayPayload> => {
	const source = readObject(value);
	if (!source.ok) return source;
	const of = source.value;
	const read = every({
		task: member(of, 'task', readText),
		objective: member(of, 'objective', readText),
		constraints: member(of, 'constraints', readNames),
		required_order: member(of, 'required_order', readNames),
		blockers: member(of, 'blockers', readEdges),
		dependency_chains: member(of, 'dependency_chains', readEdges),
		recovery: member(of, 'recovery', readEdges),
		validation: member(of, 'validation', readValidation),
	});
	if (!read.ok) return read;
	return ok(defined({ ...read.value, objective: read.value.objective || undefined }));
};

const readValidation = (value: unknown): Read<EarlierValidation | undefined> => {
	if (isAbsent(value)) return ok(undefined);
	const source = readObject(value);
	if (!source.ok) return source;
	const { admissible } = source.value;
	if (typeof admissible !== 'boolean') return err('.admissible must be true or false');
	return every({
		admissible: ok(admissible),
		failure_labels: member(source.value, 'failure_labels', readNames),
		issues: member(source.value, 'issues', listOf(ok)),
	});
};
