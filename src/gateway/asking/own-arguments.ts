// Loadline's own arguments of a tool call (docs/protect.md "Going on"): under one reserved name, in `_meta`,
// or listed with the tool where that is configured. Nothing else is taken out of a call.
import type { Policy, View } from '../../protect';
import { jsonFault } from '../../shared/json-fault';
import { defined, isRecord, type JsonObject, jsonIn, pointerKeys } from '../../shared/json-values';
import { err, every, ok, type Result } from '../../shared/result';
import type { ToolCall } from '../contract/tool-source';
import { hasPaging, pagingArguments } from '../paging/server-paging';
import {
	type AskedLimits,
	type AskingCall,
	asks,
	described,
	isAbsent,
	readAsked,
} from './read-result';

/** The argument of any tool that holds Loadline's. */
export const OWN_ARGUMENT = '_loadline';
/** The same of clients that send `_meta`. */
export const OWN_META_KEY = 'dev.loadline/ask';

/** Arguments that say how to show a result; with a handle they are read as such wherever they stand. */
const VIEWING = ['limit', 'fields', 'startLine', 'endLine', 'select', 'query', 'context', 'tokens'];
const NAMES: ReadonlySet<string> = new Set([...VIEWING, 'cursor', 'gather', 'dry', 'session_id']);

/** Returns whether the reserved name is the tool's: one that takes any argument does not have it for that. */
export const ownsReserved = (inputSchema: JsonObject): boolean =>
	mayTake(inputSchema, OWN_ARGUMENT, false);

/** Takes what is under the reserved name and in `_meta` out of a call. @param isTheirs that name is the tool's argument */
export function withReserved<Call extends ToolCall>(
	call: Call,
	meta: JsonObject,
	isTheirs: boolean,
): Result<Call, string> {
	const inMeta = meta[OWN_META_KEY];
	if (inMeta !== undefined && !isRecord(inMeta))
		return err(notObject(`_meta["${OWN_META_KEY}"]`, inMeta));
	if (isTheirs || !Object.hasOwn(call.args, OWN_ARGUMENT))
		return ok(inMeta ? { ...call, own: { ...call.own, ...inMeta } } : call);
	if (call.own) return err(`${OWN_ARGUMENT}: stands in arguments and beside them. Give it once.`);
	const [{ [OWN_ARGUMENT]: sent }, args] = divided(call.args, (name) => name === OWN_ARGUMENT);
	const given = jsonIn(sent) ?? sent;
	if (!isRecord(given)) return err(notObject(OWN_ARGUMENT, given));
	return ok({ ...call, args, own: { ...inMeta, ...given } });
}

export const notObject = (place: string, given: unknown): string =>
	`${place}: must be an object, as in {"query": "words"}${faultOf(given)}. Nothing was called: make the call again with one, or without ${place}.`;

/** Returns the fault of a text that was meant as an object of JSON; '' of anything else. */
export const faultOf = (given: unknown): string =>
	typeof given === 'string' && /^\s*\{/.test(given) ? `: ${jsonFault(given)}` : '';

/** Those that are listed with a tool where it is configured so, `gather` where its server pages. */
const LISTED: Readonly<Record<string, JsonObject>> = {
	query: { type: 'string', description: 'Only items or lines that match.' },
	select: { type: 'string', description: 'JMESPath over the whole result.' },
	gather: { type: 'boolean', description: 'All further pages too.' },
};

/** Names of Loadline's arguments that are listed with a tool: none that it may take itself. */
export const listedArguments = (inputSchema: JsonObject): readonly string[] =>
	Object.keys(LISTED).filter(
		(name) =>
			(name !== 'gather' || hasPaging(pagingArguments(inputSchema))) && !mayTake(inputSchema, name),
	);

/** Returns whether a call has what can be listed. */
export const hasListable = (args: JsonObject): boolean =>
	Object.keys(args).some((name) => Object.hasOwn(LISTED, name));

/** The input schema with Loadline's arguments; all of the tool's stays as it is. */
export function withOwnArguments(inputSchema: JsonObject): JsonObject {
	const names = listedArguments(inputSchema);
	const { properties } = inputSchema;
	const added = Object.fromEntries(names.map((name) => [name, LISTED[name]]));
	return { ...inputSchema, properties: { ...(isRecord(properties) && properties), ...added } };
}

/** A call's arguments told apart; `cursor` is as received, neither checked nor opened. */
export interface SplitCall {
	readonly view: View;
	readonly cursor?: unknown;
	/** True to fetch the server's further pages; absent: as configured. */
	readonly gather?: boolean;
	readonly asking: AskingCall;
	readonly args: JsonObject;
	/** Of a call that brings a handle among the tool's: these may be its own as in its first call, too. */
	readonly repeated?: JsonObject;
	/** The reason why one of them is no argument of Loadline's. */
	readonly misread?: string;
}

/**
 * Takes Loadline's arguments out of a call, those under the reserved name already apart. The error names the argument and its range.
 * @param listed names that are Loadline's because they are listed with the tool
 * @param handle name of an argument of the tool's that brings a handle of ours: the tool is not asked then, and
 *   what can be read as an argument of ours is one
 */
export function splitArguments(
	{ args, own: reserved = {} }: Pick<ToolCall, 'args' | 'own'>,
	listed: readonly string[],
	limits: AskedLimits,
	handle?: string,
): Result<SplitCall, string> {
	const fault = (own: JsonObject) => {
		const read = readAsked(own, limits);
		return read.ok ? undefined : read.error;
	};
	const isViewing = (name: string) => handle !== undefined && VIEWING.includes(name);
	const [viewing, others] = divided(
		args,
		(name) => isViewing(name) && fault({ [name]: args[name] }) === undefined,
	);
	const [ours, rest] = divided(others, (name) => name === handle || listed.includes(name));
	const named = listed.map((name) => [name, ours[name]]);
	const own: JsonObject = { ...viewing, ...Object.fromEntries(named), ...reserved };
	const unknown = Object.keys(own).find((name) => !NAMES.has(name));
	if (unknown !== undefined)
		return err(
			`${OWN_ARGUMENT}.${unknown.slice(0, 60)}: unknown argument. It takes ${[...NAMES].join(', ')}.`,
		);
	const read = every({ asked: readAsked(own, limits), gather: readFlag('gather', own.gather) });
	if (!read.ok) return read;
	const { asked, gather } = read.value;
	const told = { args: rest, ...asked, ...defined({ gather }) };
	if (handle === undefined)
		return ok({ ...told, ...defined({ cursor: isAbsent(own.cursor) ? undefined : own.cursor }) });
	const [misread] = Object.keys(rest).filter(isViewing);
	return ok({
		...told,
		cursor: args[handle],
		repeated: { ...rest, ...viewing },
		...defined({ misread: misread && fault({ [misread]: args[misread] }) }),
	});
}

/** Returns whether a call asks for less than what its answer may have. */
export const isPartOf = ({ view, asking }: SplitCall, { tokenBudgetThreshold: room }: Policy) =>
	Object.keys(view).length > 0 || asks(asking) || (asking.tokens ?? room) < room;

/** Subschemas that are looked at; a schema with more does not tell. */
const MOST_PARTS = 500;

/**
 * Returns whether a tool may take an argument of this name: its schema names it, or does not rule it out by
 * being open, by patterns, or by a reference that leads elsewhere. A schema that only leaves
 * `additionalProperties` out takes no name that it does not have.
 */
function mayTake(schema: JsonObject, name: string, isOpenTaken = true): boolean {
	const looked = new Set<unknown>();
	const at = (part: unknown): boolean => {
		if (part === undefined || part === false || looked.has(part)) return false;
		if (!isRecord(part) || looked.size >= MOST_PARTS) return true;
		looked.add(part);
		const { properties, patternProperties, additionalProperties, unevaluatedProperties } = part;
		const open = [additionalProperties, unevaluatedProperties];
		if (isRecord(properties) && Object.hasOwn(properties, name)) return true;
		if (isRecord(patternProperties) && Object.keys(patternProperties).length > 0) return true;
		if (isOpenTaken && open.some((rest) => rest ?? false)) return true;
		return REFERENCES.some((key) => refersTo(part[key])) || branchesOf(part).some(at);
	};
	const refersTo = (reference: unknown): boolean =>
		reference !== undefined && at(resolved(schema, reference));
	return at(schema);
}

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];
const BRANCHES = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not'];
/** Of these the branches stand by name. */
const NAMED = ['dependentSchemas', 'dependencies'];

const branchesOf = (part: JsonObject): readonly unknown[] => [
	...BRANCHES.flatMap((key) => part[key]),
	...NAMED.flatMap((key) => (isRecord(part[key]) ? Object.values(part[key]) : []))
		// Names of further arguments, in older dialects.
		.filter((value) => !Array.isArray(value)),
];

/** The part that a pointer of the document names; `true`, which takes anything, for any other reference. */
function resolved(schema: JsonObject, reference: unknown): unknown {
	if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) return true;
	return pointerKeys(reference).reduce<unknown>((at, key) => {
		return typeof at === 'object' && at !== null && Object.hasOwn(at, key)
			? (at as JsonObject)[key]
			: true;
	}, schema);
}

/** Arguments by whose they are. */
function divided(
	args: JsonObject,
	isOurs: (name: string) => boolean,
): readonly [ours: JsonObject, theirs: JsonObject] {
	const whose = ([name]: readonly [string, unknown]) => (isOurs(name) ? 'ours' : 'theirs');
	const { ours = [], theirs = [] } = Object.groupBy(Object.entries(args), whose);
	return [Object.fromEntries(ours), Object.fromEntries(theirs)];
}

function readFlag(name: string, value: unknown): Result<boolean | undefined, string> {
	if (isAbsent(value)) return ok(undefined);
	if (typeof value === 'boolean') return ok(value);
	if (value === 'true' || value === 'false') return ok(value === 'true');
	return err(`${name}: must be true or false; got ${described(value)}.`);
}
