// Payloads: composed in canonical form, read from untrusted JSON, rendered for a prompt.
import * as z from 'zod/v4';
import { sortedByCodePoint } from '../shared/code-point-order';
import { defined } from '../shared/json-values';
import { once } from '../shared/once';
import { err, ok, type Result } from '../shared/result';
import type { Edge, ReplayFault, ReplayPayload } from './types';

/** Says what a value must be, and what it is. */
export const must = (what: string) => ({
	error: ({ input }: { readonly input?: unknown }) => `must be ${what}, not ${kindOf(input)}`,
});

/** An object; further members go. */
export const object = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z.object(shape, must('an object'));

/** A string that is not empty. */
export const name = () => z.string(must('a string')).min(1, 'must not be empty');

/** A string; absent, null and empty give `''`. */
export const text = () =>
	z
		.string(must('a string'))
		.nullish()
		.transform((given) => given ?? '');

/** A list; absent and null give an empty one. */
export const list = <Item extends z.ZodType>(item: Item) =>
	z
		.array(item, must('a list'))
		.nullish()
		.transform((given) => given ?? []);

/** Begins a key that the caller named, and no member of ours. */
export const NAMED = ':';

/** Reads a value; the error is its first fault, behind the place of that: `.recovery[2] must be …`. */
export function readAs<Read>(schema: z.ZodType<Read>, value: unknown): Result<Read, string> {
	const read = schema.safeParse(value);
	if (read.success) return ok(read.data);
	const { path = [], message = '' } = read.error.issues[0] ?? {};
	const place = path.map((key) => {
		if (typeof key === 'number') return `[${key}]`;
		const named = String(key);
		return named.startsWith(NAMED) ? `[${quoted(named.slice(NAMED.length))}]` : `.${named}`;
	});
	return err(`${place.join('')} ${message}`);
}

/** Quotes a value for a message: one line, at most 60 characters, structures by their kind. */
export const quoted = (value: unknown): string => {
	if (typeof value !== 'string') return kindOf(value);
	return JSON.stringify(value.length > 60 ? `${value.slice(0, 60).toWellFormed()}…` : value);
};

export const kindOf = (value: unknown): string => {
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

/** An untrusted payload: absent lists are empty, order stays. */
const payload = once(() => {
	const pair = {
		error: ({ input }: { readonly input?: unknown }) =>
			must('a pair [source, target]').error({ input }) +
			(Array.isArray(input) ? ` of ${input.length}` : ''),
	};
	const edges = list(z.tuple([name(), name()], pair));
	return object({
		task: text(),
		objective: text(),
		constraints: list(name()),
		required_order: list(name()),
		blockers: edges,
		dependency_chains: edges,
		recovery: edges,
		validation: object({
			admissible: z.boolean('must be true or false'),
			failure_labels: list(name()),
			issues: list(z.unknown()),
		}).nullish(),
	});
});

/** @param name of the payload in messages */
export const readPayload = (
	value: unknown,
	name = 'payload',
): Result<ReplayPayload, ReplayFault> => {
	const read = readAs(payload(), value);
	if (!read.ok) return err({ code: 'invalid_payload', message: `${name}${read.error}` });
	const { objective, validation, ...rest } = read.value;
	const told = { objective: objective || undefined, validation: validation ?? undefined };
	return ok({ ...rest, ...defined(told) });
};

const edgeSet = (edges: Iterable<Edge>): ReadonlyMap<string, ReadonlySet<string>> => {
	const bySource = Map.groupBy(edges, ([source]) => source);
	return new Map(
		[...bySource].map(([source, some]) => [source, new Set(some.map((edge) => edge[1]))]),
	);
};

/** Deduplicates edges and sorts them by source, then target. */
export const sortedEdges = (edges: Iterable<Edge>): Edge[] => {
	const targets = edgeSet(edges);
	return sortedByCodePoint(targets.keys()).flatMap((source) =>
		sortedByCodePoint(targets.get(source) ?? []).map((target): Edge => [source, target]),
	);
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

const line = (name: string, value: string) =>
	value === '' ? [] : [`${name}: ${onOneLine(value)}`];

const section = (name: string, entries: readonly string[]): string[] =>
	entries.length === 0 ? [] : [`${name}:`, ...entries.map((entry) => `- ${onOneLine(entry)}`)];

const arrow = ([source, target]: Edge): string => `${source} -> ${target}`;

const onOneLine = (text: string): string =>
	text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, (sign) => {
		const short = JSON.stringify(sign).slice(1, -1);
		return short === sign ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : short;
	});
