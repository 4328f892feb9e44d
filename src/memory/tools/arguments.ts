// Arguments of the memory tools, read strictly; each fault is the sentence that the tool answers.
import { err, ok, type Result } from '../../shared/result';
import type { Caller } from '../types';
import type { Arguments } from './answer';

/** Own members only; an explicit null is absent. */
export const argument = (args: Arguments, name: string): unknown =>
	Object.hasOwn(args, name) ? (args[name] ?? undefined) : undefined;

/** A text argument, undefined where it is absent. The error is `fault`, or says how long it may be. */
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

/** `full`: the items of Memory MCP to the letter; otherwise the short ones. */
export const readShape = (args: Arguments): Result<'full' | 'slim', string> => {
	const shape = argument(args, 'shape') ?? 'slim';
	return shape === 'full' || shape === 'slim'
		? ok(shape)
		: err('shape must be "full" (the items of Memory MCP) or "slim" (the default)');
};

/** A name inside the caller's own principal, never authority. */
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

/** The caller with the session that its call names. */
export const callerOf = (caller: Caller, args: Arguments): Result<Caller, string> => {
	const named = argument(args, 'session_id');
	if (named === undefined) return ok(caller);
	const session = readSessionId(named);
	return session.ok ? ok({ ...caller, session: session.value, source: 'argument' }) : session;
};

/** `{id: hash}` as pairs; `name` goes into the faults. */
export const readHashes = (map: Arguments, fault: string): Result<[string, string][], string> => {
	const pairs = Object.entries(map);
	return pairs.every((pair): pair is [string, string] => typeof pair[1] === 'string')
		? ok(pairs)
		: err(fault);
};
