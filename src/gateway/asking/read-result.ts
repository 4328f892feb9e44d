// `read_result`: opens any handle: the next page or chunk, one value, some lines, and the answer to a
// question about a kept result or several.
import type { ReadCall } from '../../protect';
import { defined, isRecord, type JsonObject } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import { READ_RESULT } from '../contract/names';
import type { ToolDefinition } from '../contract/tool-source';
import { type AskingCall, readAsking } from './arguments';
import { isAbsent, readView } from './own-arguments';

const MOST_POINTER_CHARS = 1_000;
/** Results that one expression may be about. */
const MOST_HANDLES = 5;

const typed = (type: string, ...names: readonly string[]): JsonObject =>
	Object.fromEntries(names.map((name) => [name, { type }]));

/** The tool `read_result`. @param maxPageSize items of a page at most */
export const readResultDefinition = (maxPageSize: number): ToolDefinition => ({
	name: READ_RESULT,
	title: 'Ask or read on in a kept result',
	description:
		'Asks a kept result (select computes, query finds) or reads on in it: next page or chunk, whole fields, one value, lines. Takes any nextCursor or handle.',
	inputSchema: {
		type: 'object',
		properties: {
			handle: { type: 'string', description: 'nextCursor or handle of a result.' },
			select: {
				type: 'string',
				description:
					'JMESPath, exact: "count_by(items[?total > 9], &status)". Also sum_by, distinct, inner_join, days_between, matches, sort_by(…, \'desc\').',
			},
			query: {
				type: 'string',
				description: 'Words in any order, "a phrase", key:value, /regex/, -not.',
			},
			fields: { type: 'string', description: 'Only these fields, whole: "id,address.city".' },
			pointer: { type: 'string', description: 'One value, RFC 6901: "/items/3/notes".' },
			limit: { type: 'integer', minimum: 1, maximum: maxPageSize, description: 'Items or hits.' },
			startLine: { type: 'integer', minimum: 1 },
			endLine: { type: 'integer', minimum: 1 },
			context: { type: 'integer', description: 'Lines around a hit.' },
			tokens: { type: 'integer', description: 'Room for this answer.' },
			handles: {
				type: 'object',
				description: 'Several by name, for a select over all: {"a": "…", "b": "…"}.',
			},
		},
		additionalProperties: false,
	},
	annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
});

/**
 * The same in 140 tokens, with the arguments that answers spell: it takes all that the other does. It says how to ask
 * on the first call, since readers who know that pay a fifth.
 */
export const shortReadResult: ToolDefinition = {
	name: READ_RESULT,
	description:
		'Reads cut results. Cheaper: ask any tool at once for the answer alone: _loadline={"select":"JMESPath"} or {"query":"words"}; CSV is rows, text {line,text}; count_by(@,&key), sum_by, distinct. Wrong keys are told the right ones.',
	inputSchema: {
		type: 'object',
		properties: {
			...typed('string', 'handle', 'select', 'query', 'fields', 'pointer'),
			...typed('integer', 'limit', 'startLine', 'endLine'),
		},
	},
	annotations: { readOnlyHint: true },
};

const NAMES =
	'handle select query fields pointer limit startLine endLine context tokens handles'.split(' ');

/** Arguments of `read_result`. */
export interface ReadResultCall extends Pick<ReadCall, 'view' | 'pointer'> {
	readonly handle: unknown;
	readonly asking: AskingCall;
}

/** An expression over several results. */
export interface JoinCall {
	readonly handles: Readonly<Record<string, unknown>>;
	readonly select: string;
	readonly tokens?: number;
	readonly limit?: number;
}

/** Checks the arguments. The error names the argument and what it takes. */
export function readResultCall(
	args: JsonObject,
	maxPageSize: number,
	maxTokens: number,
): Result<ReadResultCall | JoinCall, string> {
	const unknown = Object.keys(args).find((name) => !NAMES.includes(name) && name !== 'cursor');
	if (unknown !== undefined)
		return err(`${unknown.slice(0, 60)}: unknown argument. read_result takes ${NAMES.join(', ')}.`);
	const view = readView(args, maxPageSize);
	if (!view.ok) return view;
	const asking = readAsking(args, maxTokens);
	if (!asking.ok) return asking;
	if (!isAbsent(args.handles)) return joinCall(args, asking.value, view.value.limit);
	// Other tools call it cursor, and a model repeats what worked there.
	const handle = isAbsent(args.handle) ? args.cursor : args.handle;
	if (isAbsent(handle))
		return err('handle: missing. Give a nextCursor or handle of an earlier result.');
	const pointer = args.pointer === undefined ? ok(undefined) : pointerIn(args.pointer);
	if (!pointer.ok) return pointer;
	return ok({
		handle,
		view: view.value,
		asking: asking.value,
		...(pointer.value === undefined ? {} : { pointer: pointer.value }),
	});
}

/** Arguments about one result. */
const ONE_ONLY = ['fields', 'pointer', 'query', 'context', 'startLine', 'endLine'];

function joinCall(
	{ handles, ...others }: JsonObject,
	{ select, tokens }: AskingCall,
	limit: number | undefined,
): Result<JoinCall, string> {
	const form = '{"handles": {"a": "<handle>", "b": "<handle>"}, "select": "…"}';
	if (!isRecord(handles)) return err(`handles: must be an object of handles by name: ${form}.`);
	const names = Object.keys(handles);
	if (names.length === 0 || names.length > MOST_HANDLES)
		return err(`handles: from 1 to ${MOST_HANDLES} of them: ${form}.`);
	const wrong = names.find((name) => !/^[A-Za-z_]\w{0,59}$/.test(name));
	if (wrong !== undefined)
		return err(`handles: ${JSON.stringify(wrong.slice(0, 40))} cannot be a name; use letters.`);
	const beside = ONE_ONLY.find((name) => !isAbsent(others[name]));
	if (beside !== undefined)
		return err(
			`${beside}: not with handles. "select" names what is given: "a[].{id: id, name: name}".`,
		);
	if (select === undefined)
		return err(`select: missing. It says what to compute from ${names.join(' and ')}: ${form}.`);
	return ok({
		handles,
		select,
		...defined({ tokens, limit }),
	});
}

function pointerIn(value: unknown): Result<string | undefined, string> {
	if (value === null) return ok(undefined);
	if (typeof value === 'string' && value.length <= MOST_POINTER_CHARS) return ok(value);
	return err(`pointer: must be a string of at most ${MOST_POINTER_CHARS} characters.`);
}
