// `read_result` opens any handle: the next page or chunk, one value, some lines, and the answer to a question about a
// kept result or several (docs/ask.md): `select`, `query`, how much room it may take.

import { MAX_EXPRESSION_LENGTH } from '../../ask';
import type { ReadCall } from '../../protect';
import { parseFields } from '../../shared/json/write';
import { defined, isRecord, type JsonObject } from '../../shared/json-values';
import { err, every, ok, type Result, type SuccessOf } from '../../shared/result';
import { READ_RESULT } from '../contract/names';
import type { ToolDefinition } from '../contract/tool-source';

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
		'Reads cut results. Cheaper: ask any tool at once for the answer alone: _loadline={"select":"JMESPath"} or {"query":"words"}; CSV is rows, text {line,text}; count_by(@,&key), sum_by, distinct, items, split, to_number.',
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

export interface ReadResultCall extends Pick<ReadCall, 'view' | 'pointer'> {
	readonly handle: unknown;
	readonly asking: AskingCall;
}

/** An expression over several results. */
export type JoinCall = SuccessOf<typeof joinCall>;

/** Checks the arguments. The error names the argument and what it takes. */
export function readResultCall(args: JsonObject, limits: AskedLimits) {
	const unknown = Object.keys(args).find((name) => !NAMES.includes(name) && name !== 'cursor');
	if (unknown !== undefined)
		return err(`${unknown.slice(0, 60)}: unknown argument. read_result takes ${NAMES.join(', ')}.`);
	const asked = readAsked(args, limits);
	if (!asked.ok) return asked;
	const { asking, view } = asked.value;
	if (!isAbsent(args.handles)) return joinCall(args, asking, view.limit);
	// Other tools call it cursor, and a model repeats what worked there.
	const handle = isAbsent(args.handle) ? args.cursor : args.handle;
	if (isAbsent(handle))
		return err('handle: missing. Give a nextCursor or handle of an earlier result.');
	const pointer = args.pointer === undefined ? ok(undefined) : pointerIn(args.pointer);
	if (!pointer.ok) return pointer;
	return ok({ handle, view, asking, ...defined({ pointer: pointer.value }) });
}

/** Arguments about one result. */
const ONE_ONLY = ['fields', 'pointer', 'query', 'context', 'startLine', 'endLine'];

function joinCall(
	{ handles, ...others }: JsonObject,
	{ select, tokens }: AskingCall,
	limit: number | undefined,
) {
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

/** A question about a result. */
export interface AskingCall {
	/** An expression (JMESPath). */
	readonly select?: string;
	/** Words, key:value, /pattern/, -not. */
	readonly query?: string;
	/** Lines around a hit. */
	readonly context?: number;
	/** Tokens the answer may take. */
	readonly tokens?: number;
	/** References are looked at, the tool is not called. */
	readonly dry?: boolean;
}

const MOST_QUERY_CHARACTERS = 500;
const MOST_CONTEXT_LINES = 50;
const LEAST_TOKENS = 100;

/** Items of a page, and tokens of an answer, that a call may ask for. */
export interface AskedLimits {
	readonly maxPageSize: number;
	readonly maxTokens: number;
}

/** Highest line a call may name. */
const LAST_LINE = 1_000_000_000;

/** Checks how a result is to be shown, and what is asked of it. The error names the argument and its range. */
export function readAsked(own: JsonObject, { maxPageSize, maxTokens }: AskedLimits) {
	const read = every({
		limit: wholeNumber('limit', own.limit, [1, maxPageSize]),
		startLine: wholeNumber('startLine', own.startLine, [1, LAST_LINE]),
		endLine: wholeNumber('endLine', own.endLine, [1, LAST_LINE]),
		fields: isAbsent(own.fields) ? ok([]) : parseFields(own.fields),
		select: text('select', own.select, MAX_EXPRESSION_LENGTH),
		query: text('query', own.query, MOST_QUERY_CHARACTERS),
		context: wholeNumber('context', own.context, [0, MOST_CONTEXT_LINES]),
		tokens: wholeNumber('tokens', own.tokens, [LEAST_TOKENS, maxTokens], true),
	});
	if (!read.ok) return read;
	const { limit, startLine, endLine, fields, select, query, context, tokens } = read.value;
	if ((startLine ?? 1) > (endLine ?? LAST_LINE))
		return err(`startLine: ${startLine} is after endLine ${endLine}. Give startLine <= endLine.`);
	if (select !== undefined && query !== undefined)
		return err('select, query: give one of them. "select" computes, "query" finds words.');
	const isDry = own.dry === true || own.dry === 'true';
	return ok({
		view: { ...defined({ limit, startLine, endLine }), ...(fields.length > 0 && { fields }) },
		asking: {
			...defined({ select, query, context: context || undefined, tokens }),
			...(isDry && { dry: true }),
		},
	});
}

/** Returns true for a call with a question. */
export const asks = ({ select, query }: AskingCall): boolean =>
	select !== undefined || query !== undefined;

/** Returns whether a value is the placeholder of a strict caller, who must send every argument: an empty object is one. */
export const isAbsent = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && value.trim() === '') ||
	(Array.isArray(value) && value.length === 0);

const text = (name: string, value: unknown, most: number): Result<string | undefined, string> => {
	if (value === undefined || value === null) return ok(undefined);
	// A number is looked for as it is spelled.
	if (typeof value === 'number') return ok(String(value));
	if (typeof value !== 'string' || value.length > most)
		return err(`${name}: must be a string of at most ${most} characters.`);
	return ok(value.trim() === '' ? undefined : value);
};

/** @param isCapped true where more than the most stands for the most */
const wholeNumber = (
	name: string,
	value: unknown,
	[least, most]: readonly [number, number],
	isCapped = false,
): Result<number | undefined, string> => {
	if (isAbsent(value)) return ok(undefined);
	const number = numberOf(value);
	if (Number.isInteger(number) && number >= least && (number <= most || isCapped))
		return ok(Math.min(number, most));
	return err(`${name}: must be a whole number from ${least} to ${most}; got ${described(value)}.`);
};

export const described = (value: unknown): string =>
	typeof value === 'number' || typeof value === 'boolean' || value === null
		? String(value)
		: typeof value === 'string'
			? JSON.stringify(value.slice(0, 20))
			: 'something else';

/** Returns a number, as a text or as it was spelled too, `300.0`; NaN for anything else. */
export const numberOf = (value: unknown): number => {
	if (typeof value === 'number') return value;
	if (typeof value === 'string') return /^\s*\d+(?:\.0*)?\s*$/.test(value) ? Number(value) : NaN;
	const spelled = (value as { rawJSON?: unknown } | null)?.rawJSON;
	return typeof spelled === 'string' ? Number(spelled) : Number.NaN;
};
