// Reads values from outside (traces, payloads): each reader returns what it checked, or a message
// with the path of the first value that is wrong. Messages never repeat more than a few words.
import { err, ok, type Result } from '../shared/result';
import type { Edge } from './types';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The message alone; the caller knows which fault it is. */
export type Read<T> = Result<T, string>;

export const readObject = (value: unknown, path: string): Read<JsonObject> =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
		? ok(value as JsonObject)
		: err(`${path} must be an object, not ${kindOf(value)}`);

/** Absent (or null) counts as empty. */
export const readOptionalObject = (value: unknown, path: string): Read<JsonObject> =>
	value === undefined || value === null ? ok({}) : readObject(value, path);

export const readName = (value: unknown, path: string): Read<string> => {
	if (typeof value !== 'string') return err(`${path} must be a string, not ${kindOf(value)}`);
	return value === '' ? err(`${path} must not be empty`) : ok(value);
};

/** Absent (or null) counts as empty. */
export const readList = <T>(
	value: unknown,
	path: string,
	readItem: (item: unknown, path: string) => Read<T>,
): Read<T[]> => {
	if (value === undefined || value === null) return ok([]);
	if (!Array.isArray(value)) return err(`${path} must be a list, not ${kindOf(value)}`);
	const items: T[] = [];
	for (const [at, entry] of value.entries()) {
		const item = readItem(entry, `${path}[${at}]`);
		if (!item.ok) return item;
		items.push(item.value);
	}
	return ok(items);
};

export const readEdge = (value: unknown, path: string): Read<Edge> => {
	if (!Array.isArray(value) || value.length !== 2) {
		const found = Array.isArray(value) ? `a list of ${value.length}` : kindOf(value);
		return err(`${path} must be a pair [source, target], not ${found}`);
	}
	const source = readName(value[0], `${path}[0]`);
	if (!source.ok) return source;
	const target = readName(value[1], `${path}[1]`);
	return target.ok ? ok([source.value, target.value]) : target;
};

/** How a message quotes a string: short and on one line. */
export const quoted = (text: string): string =>
	JSON.stringify(text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text);

const kindOf = (value: unknown): string => {
	if (value === undefined) return 'missing';
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};
