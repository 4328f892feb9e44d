// Payloads: composed in canonical form, read from untrusted JSON, rendered for a prompt.
import { sortedByCodePoint } from '../shared/code-point-order';
import { defined } from '../shared/json-values';
import { err, every, ok, type Result } from '../shared/result';
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
	readonly objective?: string;
	readonly constraints: Iterable<string>;
	readonly requiredOrder: readonly string[];
	readonly blockers: Iterable<Edge>;
	readonly dependencies: Iterable<Edge>;
	readonly recovery: Iterable<Edge>;
}

/** Returns a payload in canonical form: all but the order of steps is deduplicated and sorted by code point. */
export const composePayload = (parts: PayloadParts): ReplayPayload => ({
	task: parts.task,
	...(parts.objective ? { objective: parts.objective } : {}),
	constraints: sortedByCodePoint(new Set(parts.constraints)),
	required_order: [...parts.requiredOrder],
	blockers: sortedEdges(parts.blockers),
	dependency_chains: sortedEdges(parts.dependencies),
	recovery: sortedEdges(parts.recovery),
});

/** Reads an untrusted payload: absent lists are empty, order stays, unknown members go. @param name of it in messages */
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

const edgeSet = (edges: Iterable<Edge>): ReadonlyMap<string, ReadonlySet<string>> => {
	const targets = new Map<string, Set<string>>();
	for (const [source, target] of edges) {
		const known = targets.get(source);
		if (known === undefined) targets.set(source, new Set([target]));
		else known.add(target);
	}
	return targets;
};

/** Deduplicates edges and sorts them by source, then target. */
export const sortedEdges = (edges: Iterable<Edge>): Edge[] => {
	const targets = edgeSet(edges);
	const sorted: Edge[] = [];
	for (const source of sortedByCodePoint(targets.keys())) {
		for (const target of sortedByCodePoint(targets.get(source) ?? []))
			sorted.push([source, target]);
	}
	return sorted;
};

/** Returns the edges of `wanted` that `present` lacks. */
export const missingEdges = (wanted: readonly Edge[], present: readonly Edge[]): Edge[] => {
	const targets = edgeSet(present);
	return wanted.filter(([source, target]) => !targets.get(source)?.has(target));
};

/**
 * Renders a payload as sections joined by `\n`, without empty ones. Control characters are escaped, so that
 * no string can pose as a section.
 */
export const renderPromptContext = (payload: ReplayPayload): string => {
	const { validation } = payload;
	return [
		...line('task', payload.task),
		...line('objective', payload.objective ?? ''),
		...line('admissible', validation === undefined ? '' : String(validation.admissible)),
		...line('failures', validation?.failure_labels.join(', ') ?? ''),
		...section('constraints', payload.constraints),
		...section('required_order', payload.required_order),
		...section('dependencies', payload.dependency_chains.map(arrow)),
		...section('blockers', payload.blockers.map(arrow)),
		...section('recovery', payload.recovery.map(arrow)),
	].join('\n');
};

const line = (name: string, value: string): string[] =>
	value === '' ? [] : [`${name}: ${onOneLine(value)}`];

const section = (name: string, entries: readonly string[]): string[] =>
	entries.length === 0 ? [] : [`${name}:`, ...entries.map((entry) => `- ${onOneLine(entry)}`)];

const arrow = ([source, target]: Edge): string => `${source} -> ${target}`;

const onOneLine = (text: string): string =>
	text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, (sign) => {
		const short = JSON.stringify(sign).slice(1, -1);
		return short === sign ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : short;
	});
