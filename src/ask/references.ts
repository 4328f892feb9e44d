// References to kept values in arguments: `{"$ref": "<handle>#/pointer"}`, `"select"` beside it.

import { pointerStep } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import { shownText } from '../shared/shown-text';

/** A `$ref` in the arguments of a call. */
export interface Reference {
	/** Its place in the arguments, a JSON pointer. */
	readonly path: string;
	readonly handle: string;
	/** JSON pointer or a common misspelling; empty for the whole result. */
	readonly pointer: string;
	readonly select?: string;
}

/** A handle with an optional fragment; other `$ref`s, as in JSON schemas, are ignored. */
const REFERENCE = /^([A-Za-z0-9_-]{44})(?:#(.*))?$/s;
/** A truncated handle, or one with a misplaced path. */
const LIKE_A_HANDLE =
	/^\s*["'<]?(?=[A-Za-z0-9_-]*[A-Z])(?=[A-Za-z0-9_-]*[a-z])(?=[A-Za-z0-9_-]*\d)([A-Za-z0-9_-]{24,}|[A-Za-z0-9_-]{6,}(?=…|\.\.\.))/;
/** A shorter beginning of one, by what it is of: capitals, small letters and digits change as in no name. */
const SHORT = /^[A-Za-z0-9_-]{8,23}(?=#|$)/;
const isCut = ($ref: string): boolean => {
	const [name = ''] = SHORT.exec($ref) ?? [];
	const runs = name.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
	return runs.length * SHORTEST_WORDS > name.length;
};
/** Characters of the words of a name, on average, at least. */
const SHORTEST_WORDS = 2.5;
const MAX_REFERENCES = 20;
const MAX_LEVELS = 64;

type Members = Readonly<Record<string, unknown>>;

/** Finds the references in a call's arguments; the error names the first malformed one. */
export const findReferences = (args: Members): Result<readonly Reference[], string> => {
	const found: Reference[] = [];
	const fault = walk(args, '', 0, found);
	if (fault !== undefined) return err(fault);
	if (found.length > MAX_REFERENCES)
		return err(
			`$ref: at most ${MAX_REFERENCES} references in one call; there are ${found.length}.`,
		);
	return ok(found);
};

const walk = (
	value: unknown,
	path: string,
	level: number,
	found: Reference[],
): string | undefined => {
	if (typeof value !== 'object' || value === null) return undefined;
	if (level > MAX_LEVELS) return hasReference(value) ? TOO_DEEP : undefined;
	const { $ref, select } = value as Members;
	if (typeof $ref === 'string' && !Array.isArray(value)) {
		const reference = REFERENCE.exec($ref);
		if (reference) return read(value as Members, reference, path, found);
		const like = LIKE_A_HANDLE.exec($ref)?.[1];
		if (
			like !== undefined ||
			isCut($ref) ||
			(typeof select === 'string' && Object.keys(value).length === 2)
		)
			return malformedHandle($ref, like, path);
	}
	const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
	for (const [key, member] of entries) {
		const fault = walk(member, path + pointerStep(key), level + 1, found);
		if (fault !== undefined) return fault;
	}
	return undefined;
};

const TOO_DEEP = `$ref: a reference stands deeper than ${MAX_LEVELS} levels. Give the value itself.`;

/** Looks for a reference at any depth. */
const hasReference = (value: object): boolean => {
	const waiting: unknown[] = [value];
	for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
		if (typeof at !== 'object' || at === null) continue;
		const { $ref } = at as Members;
		if (typeof $ref === 'string' && (REFERENCE.test($ref) || LIKE_A_HANDLE.test($ref))) return true;
		for (const member of Object.values(at)) if (typeof member === 'object') waiting.push(member);
	}
	return false;
};

/** A malformed reference must not reach a tool as text. */
const malformedHandle = ($ref: string, like: string | undefined, path: string): string => {
	const place = path === '' ? 'the arguments' : path.slice(0, 200);
	const length = like === undefined || like.length === 44 ? '' : `; this one has ${like.length}`;
	return `$ref at ${place}: ${shownText($ref)} is not a handle with a pointer. A handle has 44 characters${length}: copy it whole from a result, and write a path after #, as in {"$ref": "<handle>#/items/0"}.`;
};

const read = (
	value: Members,
	[, handle = '', pointer = '']: RegExpExecArray,
	path: string,
	found: Reference[],
): string | undefined => {
	const { $ref: _, select, ...others } = value;
	const [other] = Object.keys(others);
	const place = path === '' ? 'the arguments' : path.slice(0, 200);
	if (other !== undefined)
		return `$ref at ${place}: beside "$ref" only "select" can stand, not ${JSON.stringify(other.slice(0, 40))}.`;
	if (select !== undefined && typeof select !== 'string')
		return `$ref at ${place}: "select" must be an expression, a string.`;
	found.push({ path, handle, pointer, ...(select === undefined ? {} : { select }) });
	return undefined;
};

/** Replaces references by values; arguments without any stay the same object. */
export const replaceReferences = (args: Members, values: ReadonlyMap<string, unknown>): Members =>
	replace(args, '', values) as Members;

const replace = (value: unknown, path: string, values: ReadonlyMap<string, unknown>): unknown => {
	if (values.has(path)) return values.get(path);
	if (typeof value !== 'object' || value === null) return value;
	if (![...values.keys()].some((place) => place.startsWith(`${path}/`))) return value;
	if (Array.isArray(value))
		return value.map((member, at) => replace(member, `${path}/${at}`, values));
	const copy: Record<string, unknown> = {};
	for (const [key, member] of Object.entries(value))
		Object.defineProperty(copy, key, {
			value: replace(member, path + pointerStep(key), values),
			enumerable: true,
			configurable: true,
			writable: true,
		});
	return copy;
};
