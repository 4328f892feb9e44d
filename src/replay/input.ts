// Readers for untrusted values. Error messages are assembled from the inside out (`payload` + `.recovery` +
// `[2]` + ` must be …`), so that valid lists cost no paths.
import { isRecord, type JsonObject } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import type { Edge, ReplayFault } from './types';

/** A read value, or an error that continues the name of the value. */
export type Read<T> = Result<T, string>;
/** Reads a value; the error continues the path of the value. */
export type Reader<T> = (value: unknown) => Read<T>;

/** Accepts any object. */
export const readObject: Reader<JsonObject> = (value) =>
	isRecord(value) ? ok(value as JsonObject) : err(` must be an object, not ${kindOf(value)}`);

/** Reads a non-empty string. */
export const readName: Reader<string> = (value) => {
	if (typeof value !== 'string') return err(` must be a string, not ${kindOf(value)}`);
	return value === '' ? err(' must not be empty') : ok(value);
};

/** Reads a string; absent, null and empty give `''`. */
export const readText: Reader<string> = (value) =>
	isAbsent(value) || value === '' ? ok('') : readName(value);

/** Reads a pair of non-empty strings. */
export const readEdge: Reader<Edge> = (value) => {
	if (!Array.isArray(value) || value.length !== 2) {
		const found = Array.isArray(value) ? `a list of ${value.length}` : kindOf(value);
		return err(` must be a pair [source, target], not ${found}`);
	}
	const source = readName(value[0]);
	if (!source.ok) return err(`[0]${source.error}`);
	const target = readName(value[1]);
	return target.ok ? ok([source.value, target.value]) : err(`[1]${target.error}`);
};

export const member = <T>(source: JsonObject, name: string, read: Reader<T>): Read<T> => {
	const value = read(source[name]);
	return value.ok ? value : err(`.${name}${value.error}`);
};

/** Reads a list; absent and null give an empty one. */
export const listOf =
	<T>(read: (item: unknown, at: number) => Read<T>): Reader<T[]> =>
	(value) => {
		if (isAbsent(value)) return ok([]);
		if (!Array.isArray(value)) return err(` must be a list, not ${kindOf(value)}`);
		const items: T[] = [];
		for (let at = 0; at < value.length; at++) {
			const item = read(value[at], at);
			if (!item.ok) return err(`[${at}]${item.error}`);
			items.push(item.value);
		}
		return ok(items);
	};

/** Returns true for undefined and null. */
export const isAbsent = (value: unknown): value is undefined | null =>
	value === undefined || value === null;

/** Quotes a value for a message: one line, at most 60 characters, structures by their kind. */
export const quoted = (value: unknown): string => {
	if (typeof value !== 'string') return kindOf(value);
	return JSON.stringify(value.length > 60 ? `${value.slice(0, 60).toWellFormed()}…` : value);
};

const kindOf = (value: unknown): string => {
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
