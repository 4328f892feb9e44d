// The shape of a memory tool, and the argument readers that tools share. Each error is the sentence that the tool answers.
import { nearestName } from '../../shared/nearest-names';
import { err, ok, type Result } from '../../shared/result';
import { type Fault, quoted } from '../faults';
import type { Services } from '../hub/hub';
import type { Caller, Shape } from '../types';

/** Dependencies of the memory tools, for the caller's workspace. */
export interface ToolServices extends Services {
	readonly mostDrafts?: number;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** The answer of a tool; `text` is sent instead of the value, serialized. */
export type Reply = Result<object, Fault | string> & { readonly text?: string };

/** A memory tool: validates its arguments and answers. */
export type MemoryTool = (
	services: ToolServices,
	caller: Caller,
	args: Arguments,
) => Promise<Reply>;

/** Returns an own member of the arguments; null counts as absent. */
export const argument = (args: Arguments, name: string): unknown =>
	Object.hasOwn(args, name) ? (args[name] ?? undefined) : undefined;

/** Returns what to say of a member that is not one of these, with the nearest of them; undefined where there is none. */
export function unknownMember(
	what: string,
	given: object,
	names: readonly string[],
): string | undefined {
	const unknown = Object.keys(given).find((each) => !names.includes(each));
	if (unknown === undefined) return undefined;
	return `${what} has no ${quoted(unknown)}${meant(unknown, names)}; it takes ${names.join(', ')}`;
}

export function meant(name: string, names: readonly string[]): string {
	const nearest = nearestName(name, names);
	return nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
}

/** Reads an optional string argument; `fault` is the error for another type. */
export const optionalText = (
	args: Arguments,
	name: string,
	fault: string,
	mostCharacters: number,
): Result<string | undefined, string> => {
	const value = argument(args, name);
	if (value === undefined) return ok(undefined);
	if (typeof value !== 'string') return err(fault);
	return value.length > mostCharacters
		? err(`${name} must be at most ${mostCharacters} characters`)
		: ok(value.toWellFormed());
};

/** Reads `shape`, where a call names one. */
export const readShape = (args: Arguments): Result<Shape | undefined, string> => {
	const shape = argument(args, 'shape');
	return shape === undefined || shape === 'full' || shape === 'slim'
		? ok(shape)
		: err('shape must be "full" (the items of Memory MCP) or "slim"');
};

/** Reads a session id: a name within the caller's principal, which grants nothing. */
export const readSessionId = (value: unknown): Result<string, string> => {
	if (value === undefined || value === null) return err('session_id is required');
	if (typeof value !== 'string') return err('session_id must be a string');
	if (value === '') return err('session_id must not be empty');
	return /^[A-Za-z0-9_-]{1,128}$/.test(value)
		? ok(value)
		: err(
				"session_id may only contain letters, numbers, '-' and '_' and must be at most 128 bytes",
			);
};

/** Returns the caller with the session that `session_id` names, if any. */
export const callerOf = (caller: Caller, args: Arguments): Result<Caller, string> => {
	const named = argument(args, 'session_id');
	if (named === undefined) return ok(caller);
	const session = readSessionId(named);
	return session.ok ? ok({ ...caller, session: session.value, source: 'argument' }) : session;
};

/** Reads `{id: hash}` as pairs. */
export const readHashes = (map: Arguments, fault: string): Result<[string, string][], string> => {
	const pairs = Object.entries(map);
	return pairs.every((pair): pair is [string, string] => typeof pair[1] === 'string')
		? ok(pairs)
		: err(fault);
};
