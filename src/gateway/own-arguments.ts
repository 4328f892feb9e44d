// The arguments Loadline adds to every protected tool (docs/protect.md "Going on"):
// how they are advertised, and how they are taken out of a call before the tool sees it.
import { parseFields } from '../protect/json/project';
import type { View } from '../protect/types';
import { isRecord } from '../shared/is-record';
import { err, ok, type Result } from '../shared/result';
import { ASKING_ARGUMENTS, type AskingCall, readAsking } from './asking/arguments';
import type { JsonObject } from './tool-source';

export const OWN_ARGUMENTS = ['limit', 'cursor', 'fields', 'startLine', 'endLine'] as const;
export type OwnArgument = (typeof OWN_ARGUMENTS)[number];
/** All that Loadline takes out of a call, advertised or not. */
export type TakenArgument = OwnArgument | (typeof ASKING_ARGUMENTS)[number];

/** Highest line a call may name. */
const LAST_LINE = 1_000_000_000;

const schemas = (maxPageSize: number): Readonly<Record<OwnArgument, JsonObject>> => ({
	limit: { type: 'integer', minimum: 1, maximum: maxPageSize, description: 'Items per page.' },
	cursor: {
		type: 'string',
		description: 'nextCursor or handle of an earlier result of this tool: continues it.',
	},
	fields: { type: 'string', description: 'Only these fields: "id,status,address.city".' },
	startLine: { type: 'integer', minimum: 1, description: 'First line of a long text.' },
	endLine: { type: 'integer', minimum: 1, description: 'Last line, inclusive.' },
});

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
 * What Loadline takes out of a call of the tool. What is not advertised is left to a tool that says
 * it takes anything.
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

/** The input schema with Loadline's arguments; the tool's own of such a name stay as they are. */
export function withOwnArguments(inputSchema: JsonObject, maxPageSize: number): JsonObject {
	const own = schemas(maxPageSize);
	const added = Object.fromEntries(freeArguments(inputSchema).map((name) => [name, own[name]]));
	return { ...inputSchema, properties: { ...propertiesOf(inputSchema), ...added } };
}

export interface SplitCall {
	readonly view: View;
	readonly cursor?: unknown;
	/** What is asked of the result. */
	readonly asking: AskingCall;
	/** The tool's own arguments. */
	readonly args: JsonObject;
}

/** Takes Loadline's arguments out of a call. The error names the argument and its range. */
export function splitArguments(
	args: JsonObject,
	free: readonly TakenArgument[],
	maxPageSize: number,
	maxTokens: number,
): Result<SplitCall, string> {
	const own: Record<string, unknown> = {};
	const rest: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(args)) {
		const target = (free as readonly string[]).includes(name) ? own : rest;
		Object.defineProperty(target, name, {
			value,
			enumerable: true,
			configurable: true,
			writable: true,
		});
	}
	const view = readView(own, maxPageSize);
	if (!view.ok) return view;
	const asking = readAsking(own, maxTokens);
	if (!asking.ok) return asking;
	return ok({
		view: view.value,
		asking: asking.value,
		args: rest,
		...('cursor' in own ? { cursor: own.cursor } : {}),
	});
}

/** Checks `limit`, `fields`, `startLine`, `endLine`. */
export function readView(own: JsonObject, maxPageSize: number): Result<View, string> {
	const limit = wholeNumber('limit', own.limit, maxPageSize);
	if (!limit.ok) return limit;
	const startLine = wholeNumber('startLine', own.startLine, LAST_LINE);
	if (!startLine.ok) return startLine;
	const endLine = wholeNumber('endLine', own.endLine, LAST_LINE);
	if (!endLine.ok) return endLine;
	if ((startLine.value ?? 1) > (endLine.value ?? LAST_LINE))
		return err(
			`startLine: ${startLine.value} is after endLine ${endLine.value}. Give startLine <= endLine.`,
		);
	const fields = own.fields === undefined ? ok(undefined) : parseFields(own.fields);
	if (!fields.ok) return err(fields.error);
	return ok({
		...(limit.value === undefined ? {} : { limit: limit.value }),
		...(startLine.value === undefined ? {} : { startLine: startLine.value }),
		...(endLine.value === undefined ? {} : { endLine: endLine.value }),
		...(fields.value === undefined || fields.value.length === 0 ? {} : { fields: fields.value }),
	});
}

function wholeNumber(
	name: string,
	value: unknown,
	most: number,
): Result<number | undefined, string> {
	if (value === undefined) return ok(undefined);
	const number = numberOf(value);
	if (Number.isInteger(number) && number >= 1 && number <= most) return ok(number);
	return err(`${name}: must be a whole number from 1 to ${most}; got ${described(value)}.`);
}

/** A number, also one whose spelling was kept (`50.0`); NaN for anything else. */
const numberOf = (value: unknown): number => {
	if (typeof value === 'number') return value;
	const spelled = (value as { rawJSON?: unknown } | null)?.rawJSON;
	return typeof spelled === 'string' ? Number(spelled) : Number.NaN;
};

const described = (value: unknown): string =>
	typeof value === 'number' || typeof value === 'boolean' || value === null
		? String(value)
		: typeof value === 'string'
			? JSON.stringify(value.slice(0, 20))
			: 'something else';
