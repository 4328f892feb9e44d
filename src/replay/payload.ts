// Payloads: composed in canonical form, read from untrusted JSON, rendered for a prompt. Errors are assembled from the
// inside out (`payload` + `.recovery` + `[2]` + ` must be …`), so that valid lists cost no paths.
import { sortedByCodePoint } from '../shared/code-point-order';
import { defined, isRecord, type JsonObject } from '../shared/json-values';
import { err, every, ok, type Result } from '../shared/result';
import type { EarlierValidation, Edge, ReplayFault, ReplayPayload } from './types';

/** A read value, or an error that continues the name of the value. */
export type Read<T> = Result<T, string>;
/** Reads a value; the error continues the path of the value. */
export type Reader<T> = (value: unknown) => Read<T>;

/** Accepts any object. */
export const readObject: Reader<JsonObject> = (value) =>
	isRecord(value) ? ok(value as JsonObject) : err(` must be an object, not ${kindOf(value)}`);

/** Reads a non-empty string. */
export const readName: Reader<string> = (value) => {
	if (typeof value !== 'string') return err(` must be a string, not ${kindOf(value)}`);
	return value === '' ? err(' must not be empty') : ok(value);
};

/** Reads a string; absent, null and empty give `''`. */
export const readText: Reader<string> = (value) =>
	isAbsent(value) || value === '' ? ok('') : readName(value);

/** Reads a pair of non-empty strings. */
const readEdge: Reader<Edge> = (value) => {
	if (!Array.isArray(value) || value.length !== 2) {
		const found = Array.isArray(value) ? `a list of ${value.length}` : kindOf(value);
		return err(` must be a pair [source, target], not ${found}`);
	}
	const source = readName(value[0]);
	if (!source.ok) return err(`[0]${source.error}`);
	const target = readName(value[1]);
	return target.ok ? ok([source.value, target.value]) : err(`[1]${target.error}`);
};

export const member = <T>(source: JsonObject, name: string, read: Reader<T>): Read<T> => {
	const value = read(source[name]);
	return value.ok ? value : err(`.${name}${value.error}`);
};

/** Reads a list; absent and null give an empty one. */
export const listOf =
	<T>(read: (item: unknown, at: number) => Read<T>): Reader<T[]> =>
	(value) => {
		if (isAbsent(value)) return ok([]);
		if (!Array.isArray(value)) return err(` must be a list, not ${kindOf(value)}`);
		const items: T[] = [];
		for (let at = 0; at < value.length; at++) {
			const item = read(value[at], at);
			if (!item.ok) return err(`[${at}]${item.error}`);
			items.push(item.value);
		}
		return ok(items);
	};

/** Returns true for undefined and null. */
export const isAbsent = (value: unknown): value is undefined | null =>
	value === undefined || value === null;

/** Quotes a value for a message: one line, at most 60 characters, structures by their kind. */
export const quoted = (value: unknown): string => {
	if (typeof value !== 'string') return kindOf(value);
	return JSON.stringify(value.length > 60 ? `${value.slice(0, 60).toWellFormed()}…` : value);
};

const kindOf = (value: unknown): string => {
	if (value === undefined) return 'missing';
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

const TASK_ID = /^(?!\.)[\p{L}\p{M}\p{N} _.@+-]{1,128}$/u;

/** Checks a task id, which names a stored payload and must be safe in a path. */
export const readTaskId = (value: unknown, name = 'task'): Result<string, ReplayFault> => {
	if (typeof value === 'string' && TASK_ID.test(value)) return ok(value);
	const allowed = '1 to 128 letters, digits, spaces or _ - . @ +, and no dot first';
	return err({ code: 'invalid_task_id', message: `${name} is ${quoted(value)}; use ${allowed}` });
};

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

/** Renders a payload as sections joined by `\n`, none empty; escaped control characters: no string poses as a section. */
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
