// Loadline's own arguments of every protected tool (docs/protect.md "Going on"): which are listed,
// and how they are taken out of a call before the tool sees it.
import type { View } from '../../protect';
import { defined } from '../../shared/defined';
import { isRecord } from '../../shared/is-record';
import { parseFields } from '../../shared/json/fields';
import { err, every, ok, type Result } from '../../shared/result';
import type { JsonObject } from '../contract/tool-source';
import { ASKING_ARGUMENTS, type AskingCall, readAsking } from './arguments';

export const OWN_ARGUMENTS = [
	'limit',
	'cursor',
	'fields',
	'startLine',
	'endLine',
	'gather',
] as const;
/** An argument that Loadline adds to tools. */
export type OwnArgument = (typeof OWN_ARGUMENTS)[number];
/** All that Loadline takes out of a call, advertised or not. */
export type TakenArgument = OwnArgument | (typeof ASKING_ARGUMENTS)[number];

/** Highest line a call may name. */
const LAST_LINE = 1_000_000_000;

/** The listed ones: those that `read_result` cannot serve, because the tool has not been called yet. */
const LISTED: Readonly<Partial<Record<TakenArgument, JsonObject>>> = {
	query: { type: 'string', description: 'Only items or lines that match.' },
	select: { type: 'string', description: 'JMESPath over the whole result.' },
};
/** For a tool whose server pages. */
const LISTED_OF_PAGES: typeof LISTED = {
	gather: { type: 'boolean', description: 'All further pages too.' },
};

const propertiesOf = (schema: JsonObject): JsonObject => {
	const properties = schema.properties;
	return isRecord(properties) ? properties : {};
};

/** The arguments of Loadline that a tool does not have itself. */
export const freeArguments = (inputSchema: JsonObject): OwnArgument[] => {
	const taken = propertiesOf(inputSchema);
	return OWN_ARGUMENTS.filter((name) => !Object.hasOwn(taken, name));
};

/**
 * Arguments that Loadline takes out of a call of the tool; the others are left to a tool with an open schema.
 */
export const takenArguments = (inputSchema: JsonObject): TakenArgument[] => {
	const { additionalProperties: others } = inputSchema;
	if (others === true || isRecord(others)) return freeArguments(inputSchema);
	const own = propertiesOf(inputSchema);
	return [
		...freeArguments(inputSchema),
		...ASKING_ARGUMENTS.filter((name) => !Object.hasOwn(own, name)),
	];
};

/**
 * The input schema with those of Loadline's arguments that are worth their tokens; the tool's own of
 * such a name stay as they are.
 */
export function withOwnArguments(inputSchema: JsonObject, isPaged: boolean): JsonObject {
	const taken = new Set<string>(takenArguments(inputSchema));
	const listed = Object.entries({ ...LISTED, ...(isPaged && LISTED_OF_PAGES) });
	const added = Object.fromEntries(listed.filter(([name]) => taken.has(name)));
	return { ...inputSchema, properties: { ...propertiesOf(inputSchema), ...added } };
}

/** A call's arguments told apart; `cursor` is as received, neither checked nor opened. */
export interface SplitCall {
	readonly view: View;
	readonly cursor?: unknown;
	/** True to fetch the server's further pages; absent: as configured. */
	readonly gather?: boolean;
	/** The question to the result. */
	readonly asking: AskingCall;
	/** The tool's own arguments. */
	readonly args: JsonObject;
}

/**
 * Returns whether a value is a strict caller's placeholder for an unused argument, since it must send them all: an empty object is one.
 */
const isAbsent = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && value.trim() === '') ||
	(Array.isArray(value) && value.length === 0);

/** Takes Loadline's arguments out of a call. The error names the argument and its range. */
export function splitArguments(
	args: JsonObject,
	free: readonly TakenArgument[],
	maxPageSize: number,
	maxTokens: number,
): Result<SplitCall, string> {
	const [own, rest] = divided(args, (name) => (free as readonly string[]).includes(name));
	const read = every({
		view: readView(own, maxPageSize),
		asking: readAsking(own, maxTokens),
		gather: readFlag('gather', own.gather),
	});
	if (!read.ok) return read;
	const cursor = isAbsent(own.cursor) ? undefined : own.cursor;
	return ok({ args: rest, ...defined({ ...read.value, cursor }) });
}

/** Arguments by whose they are; a name such as `__proto__` is a name. */
function divided(
	args: JsonObject,
	isOurs: (name: string) => boolean,
): [ours: Record<string, unknown>, theirs: Record<string, unknown>] {
	const ours: Record<string, unknown> = {};
	const theirs: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(args)) {
		Object.defineProperty(isOurs(name) ? ours : theirs, name, {
			value,
			enumerable: true,
			configurable: true,
			writable: true,
		});
	}
	return [ours, theirs];
}

/**
 * A call that brings a handle of ours in an argument of the tool's own. What is named like an argument
 * of ours is read as ours; beside others it also tells, with them, which call is gone on from.
 *
 * @param name of the argument that brings it
 */
export function splitHandleCall(
	args: JsonObject,
	name: string,
	free: readonly TakenArgument[],
	maxPageSize: number,
	maxTokens: number,
): Result<SplitCall, string> {
	const cursor = args[name];
	const [, others] = divided(args, (each) => each === name);
	const [ours, given] = divided(others, (each) => (free as readonly string[]).includes(each));
	const [theirs, rest] = divided(given, (each) =>
		(OWN_ARGUMENTS as readonly string[]).includes(each),
	);
	const view = readView(ours, maxPageSize);
	if (!view.ok) return view;
	// The tool's own may be anything: what cannot be read as ours says nothing.
	const read = readView(theirs, maxPageSize);
	const asking = readAsking(ours, maxTokens);
	if (!asking.ok) return asking;
	const isAlone = Object.keys(rest).length === 0;
	return ok({
		cursor,
		asking: asking.value,
		view: { ...(read.ok ? read.value : {}), ...view.value },
		args: isAlone ? {} : { ...rest, ...theirs },
	});
}

/** Checks `limit`, `fields`, `startLine`, `endLine`. */
export function readView(own: JsonObject, maxPageSize: number): Result<View, string> {
	const read = every({
		limit: wholeNumber('limit', own.limit, maxPageSize),
		startLine: wholeNumber('startLine', own.startLine, LAST_LINE),
		endLine: wholeNumber('endLine', own.endLine, LAST_LINE),
	});
	if (!read.ok) return read;
	const { startLine = 1, endLine = LAST_LINE } = read.value;
	if (startLine > endLine)
		return err(`startLine: ${startLine} is after endLine ${endLine}. Give startLine <= endLine.`);
	const fields = isAbsent(own.fields) ? ok([]) : parseFields(own.fields);
	if (!fields.ok) return fields;
	return ok({ ...defined(read.value), ...(fields.value.length > 0 && { fields: fields.value }) });
}

function wholeNumber(
	name: string,
	value: unknown,
	most: number,
): Result<number | undefined, string> {
	if (isAbsent(value)) return ok(undefined);
	const number = numberOf(value);
	if (Number.isInteger(number) && number >= 1 && number <= most) return ok(number);
	return err(`${name}: must be a whole number from 1 to ${most}; got ${described(value)}.`);
}

function readFlag(name: string, value: unknown): Result<boolean | undefined, string> {
	if (isAbsent(value)) return ok(undefined);
	if (typeof value === 'boolean') return ok(value);
	if (value === 'true' || value === 'false') return ok(value === 'true');
	return err(`${name}: must be true or false; got ${described(value)}.`);
}

/** A number, also one whose spelling was kept (`50.0`) or that is a text; NaN for anything else. */
const numberOf = (value: unknown): number => {
	if (typeof value === 'number') return value;
	if (typeof value === 'string') return /^\s*\d+(?:\.0*)?\s*$/.test(value) ? Number(value) : NaN;
	const spelled = (value as { rawJSON?: unknown } | null)?.rawJSON;
	return typeof spelled === 'string' ? Number(spelled) : Number.NaN;
};

const described = (value: unknown): string =>
	typeof value === 'number' || typeof value === 'boolean' || value === null
		? String(value)
		: typeof value === 'string'
			? JSON.stringify(value.slice(0, 20))
			: 'something else';
