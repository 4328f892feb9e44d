// Arguments of the demo's tools, read strictly: a fault names the argument and what it may be.

import { defined, type JsonObject } from '../../src/shared/json-values';
import { err, every, ok, type Result } from '../../src/shared/result';
import { type BookingFilter, STATUSES, type Status } from './bookings';
import { isDate } from './generator';

const quoted = (value: unknown): string =>
	typeof value === 'string'
		? JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
		: `a value of type ${value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value}`;

const argument = (args: JsonObject, name: string): unknown =>
	Object.hasOwn(args, name) ? args[name] : undefined;

/** A fault when there is an argument the tool does not have. */
export const unknownArgument = (args: JsonObject, known: readonly string[]): string | undefined => {
	const name = Object.keys(args).find((key) => !known.includes(key));
	if (name === undefined) return undefined;
	const allowed = known.length === 0 ? 'no arguments' : known.join(', ');
	return `${quoted(name)} is not an argument of this tool; it takes ${allowed}.`;
};

const readStatus = (value: unknown): Result<Status | undefined, string> => {
	if (value === undefined) return ok(undefined);
	const status = STATUSES.find((each) => each === value);
	return status === undefined
		? err(`status must be one of ${STATUSES.join(', ')}, not ${quoted(value)}.`)
		: ok(status);
};

const readDate = (name: string, value: unknown): Result<string | undefined, string> =>
	value === undefined || (typeof value === 'string' && isDate(value))
		? ok(value)
		: err(`${name} must be a date such as 2026-03-14, not ${quoted(value)}.`);

/** Reads the filter of a search for bookings. The error names the argument. */
export const readFilter = (args: JsonObject): Result<BookingFilter, string> => {
	const read = every({
		status: readStatus(argument(args, 'status')),
		from: readDate('from', argument(args, 'from')),
		to: readDate('to', argument(args, 'to')),
	});
	if (!read.ok) return read;
	const { from, to } = read.value;
	if (from !== undefined && to !== undefined && from > to)
		return err(`from (${from}) must not be after to (${to}).`);
	return ok(defined(read.value));
};

/** Returns the item that `id` names, found by `find`; `range` says which ids there are. */
export const readId = <Item>(
	args: JsonObject,
	find: (id: string) => Item | undefined,
	range: string,
): Result<Item, string> => {
	const id = argument(args, 'id');
	if (id === undefined) return err(`id is missing; it must be ${range}.`);
	const item = typeof id === 'string' ? find(id) : undefined;
	return item === undefined ? err(`id must be ${range}, not ${quoted(id)}.`) : ok(item);
};
