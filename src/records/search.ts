// Searches for records (docs/records.md "Search"): checked arguments, field checks and pagination cursors.
import { canonicalJson } from '../shared/canonical-json';
import { isRecord } from '../shared/json-values';
import { every, ok, type Result } from '../shared/result';
import { type Field, fault, PAGE_LIMIT, quoted, type RecordsFault } from './record';

export interface SearchArguments {
	readonly model?: unknown;
	readonly query?: unknown;
	readonly where?: unknown;
	readonly sort?: unknown;
	readonly fields?: unknown;
	readonly limit?: unknown;
}

/** A checked search; plain data that cursors refer to. */
export interface Search {
	readonly model: string;
	/** Words that must all occur; empty for none. */
	readonly query: string;
	readonly where: readonly Condition[];
	/** Applied before creation time, newest first. */
	readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
	readonly limit: number;
	/** Fields to show; empty for all. */
	readonly fields: readonly string[];
}

const MAX_QUERY = 500;
const MAX_SEARCH = 10_000;
const MAX_SORT_KEYS = 3;
const MAX_SHOWN = 100;

/** Checks everything that does not depend on the model's fields. */
export function readSearch(given: SearchArguments): Result<Search, RecordsFault> {
	const { model, query = '', limit = PAGE_LIMIT.usual } = given;
	if (typeof model !== 'string') return fault('model: missing. Name the collection to search.');
	if (typeof query !== 'string' || query.length > MAX_QUERY)
		return fault(`query: must be words, at most ${MAX_QUERY} characters.`);
	if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > PAGE_LIMIT.most)
		return fault(`limit: must be a whole number from 1 to ${PAGE_LIMIT.most}.`);
	const read = every({
		where: readWhere(given.where),
		sort: readNames('sort', given.sort, MAX_SORT_KEYS, '"-minutes,title"'),
		fields: readNames('fields', given.fields, MAX_SHOWN, '"id,title,person.name"'),
	});
	if (!read.ok) return read;
	const { where, sort, fields } = read.value;
	const search: Search = {
		model,
		query: query.trim(),
		where,
		sort: sort.map((name) => ({ field: name.replace(/^-/, ''), descending: name.startsWith('-') })),
		limit,
		fields,
	};
	return JSON.stringify(search).length > MAX_SEARCH
		? fault(`where: the search is longer than ${MAX_SEARCH} characters.`)
		: ok(search);
}

/** Reads names from a comma-separated text or a list. */
function readNames(argument: string, value: unknown, most: number, example: string) {
	const parts = typeof value === 'string' ? value.split(',', most + 1) : (value ?? []);
	const isList = Array.isArray(parts) && parts.every((part) => typeof part === 'string');
	if (!isList || parts.length > most || parts.some((part) => part.length > 500))
		return fault(`${argument}: must be at most ${most} names, such as ${example}.`);
	return ok([...new Set(parts.map((part: string) => part.trim()).filter((part) => part !== ''))]);
}

/** Checks that all fields of a search exist and can be compared. */
export function checkFields(search: Search, fields: readonly Field[]): Result<true, RecordsFault> {
	const known = new Map(fields.map((field) => [field.name, field]));
	const uses = [
		...search.where.map(({ field }) => ['where', field, true] as const),
		...search.sort.map(({ field }) => ['sort', field, true] as const),
		...search.fields.map((field) => ['fields', field, false] as const),
	];
	for (const [argument, name, isCompared] of uses) {
		const field = known.get(name);
		if (!field)
			return fault(
				`${argument}: ${search.model} has no field ${quoted(name)}. Fields are ${listed(fields)}.`,
				'unknown_field',
			);
		if (isCompared && field.inList)
			return fault(
				`${argument}: ${quoted(name)} stands in the items of a list, which are shown but not compared. Use query instead.`,
			);
	}
	return ok(true);
}

/** Fields named in an error. */
const LISTED = 60;

const listed = (fields: readonly Field[]): string => {
	const names = fields.slice(0, LISTED).map(({ name }) => name);
	const more = fields.length - names.length;
	return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

interface SearchCursor {
	readonly search: number;
	/** Counted from 1. */
	readonly page: number;
	/** Excludes records that came later. */
	readonly asOf: number;
}

/** Encodes a cursor, short as models pay per token: `c1k.2.5g.1x9f3zq`, base-36 parts and a checksum of the search. */
export const writeCursor = ({ search, page, asOf }: SearchCursor, kept: Search): string => {
	const parts = `c${search.toString(36)}.${page.toString(36)}.${asOf.toString(36)}`;
	return `${parts}.${check(parts, kept)}`;
};

/** Decodes a cursor; `isCursorOf` verifies its checksum. */
export function readCursor(cursor: unknown): SearchCursor | undefined {
	if (typeof cursor !== 'string' || cursor.length > 60) return undefined;
	const parts = /^c([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.[0-9a-z]{1,7}$/.exec(
		cursor,
	);
	const [search = Number.NaN, page = Number.NaN, asOf = Number.NaN] =
		parts?.slice(1).map((part) => Number.parseInt(part, 36)) ?? [];
	return parts && page > 0 ? { search, page, asOf } : undefined;
}

/** Verifies that a cursor belongs to a search. */
export const isCursorOf = (cursor: string, kept: Search): boolean =>
	cursor.slice(cursor.lastIndexOf('.') + 1) ===
	check(cursor.slice(0, cursor.lastIndexOf('.')), kept);

const FIXED_ARGUMENTS = ['model', 'query', 'where', 'sort', 'limit'] as const;

/** Returns the first argument that contradicts the cursor's search. */
export const conflictingArgument = (kept: Search, given: SearchArguments, read: Search) =>
	FIXED_ARGUMENTS.find(
		(name) => given[name] !== undefined && canonicalJson(read[name]) !== canonicalJson(kept[name]),
	);

/** FNV-1a, 32 bits: detects mix-ups, not forgery. */
function check(parts: string, kept: Search): string {
	let hash = 0x811c9dc5;
	for (const unit of `${parts} ${canonicalJson(kept)}`)
		hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
	return (hash >>> 0).toString(36);
}

export type Scalar = string | number | boolean | null;

/** A test of a field; `in` also stands for equality and `$ne` (`not`). */
export type Condition =
	| {
			readonly field: string;
			readonly test: 'in';
			readonly values: readonly Scalar[];
			readonly not: boolean;
	  }
	| {
			readonly field: string;
			readonly test: '>' | '>=' | '<' | '<=';
			readonly value: string | number;
	  };

const ORDERS = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;
const OPERATORS = [...Object.keys(ORDERS), '$in', '$ne'];

/** Bounds of one search. */
const MAX_CONDITIONS = 20;
const MAX_VALUES = 200;
const MAX_TEXT = 1_000;

/** Returns true for integers that a JSON parser may have rounded. */
export const isInexact = (value: unknown): boolean =>
	Number.isInteger(value) && !Number.isSafeInteger(value);

/** Message for such an id, to be followed by an example. */
export const INEXACT = `a number beyond ${Number.MAX_SAFE_INTEGER} loses its last digits on the way. Write it as a text, with all its digits, such as`;

/** Reads `{status: "open", minutes: {$gte: 30}, "person.team": {$in: ["A", "B"]}}`. */
export function readWhere(where: unknown): Result<readonly Condition[], RecordsFault> {
	if (where === undefined || where === null) return ok([]);
	if (!isRecord(where))
		return fault('where: must be an object, such as {"status":"open","minutes":{"$gte":30}}.');
	const conditions: Condition[] = [];
	const problem = readMembers(where, '', conditions);
	if (problem !== undefined) return fault(`where: ${problem}`);
	const isUnsure = (condition: Condition) =>
		condition.field === 'id' &&
		(condition.test === 'in' ? condition.values.some(isInexact) : isInexact(condition.value));
	if (conditions.some(isUnsure))
		return fault(`where: "id": ${INEXACT} {"id":"1234567890123456789"}.`);
	if (conditions.length > MAX_CONDITIONS)
		return fault(`where: at most ${MAX_CONDITIONS} conditions; got ${conditions.length}.`);
	return ok(conditions);
}

/** Adds the conditions of an object; returns an error message. */
function readMembers(members: Record<string, unknown>, above: string, conditions: Condition[]) {
	for (const [key, value] of Object.entries(members)) {
		if (conditions.length > MAX_CONDITIONS) return undefined;
		if (key.startsWith('$'))
			return `${quoted(key)} stands where a field is expected. Write {"field":{"$gte":1}}; conditions are joined by "and".`;
		const problem = readField(`${above}${key}`, value, conditions);
		if (problem !== undefined) return problem;
	}
	return undefined;
}

function readField(field: string, value: unknown, conditions: Condition[]): string | undefined {
	if (isScalar(value)) {
		conditions.push({ field, test: 'in', values: [value], not: false });
		return undefined;
	}
	const place = quoted(field);
	if (!isRecord(value))
		return Array.isArray(value)
			? `${place} takes one value, or {"$in":[…]} for several.`
			: `${place} takes a text of at most ${MAX_TEXT} characters, a number, true, false or null.`;
	const keys = Object.keys(value);
	if (keys.length === 0) return `${place} is empty. Operators are ${OPERATORS.join(', ')}.`;
	if (!keys.some((key) => key.startsWith('$'))) {
		if (field.length > 1_000) return 'the names nest too deep.';
		return readMembers(value, `${field}.`, conditions);
	}
	for (const [operator, operand] of Object.entries(value)) {
		const condition = readOperator(field, operator, operand);
		if (typeof condition === 'string') return condition;
		conditions.push(condition);
	}
	return undefined;
}

function readOperator(field: string, operator: string, operand: unknown): Condition | string {
	const place = quoted(field);
	if (operator === '$in') {
		if (!Array.isArray(operand) || operand.length > MAX_VALUES || !operand.every(isScalar))
			return `$in of ${place} takes a list of at most ${MAX_VALUES} values.`;
		return { field, test: 'in', values: operand, not: false };
	}
	if (operator === '$ne') {
		if (!isScalar(operand)) return `$ne of ${place} takes one value.`;
		return { field, test: 'in', values: [operand], not: true };
	}
	if (!isOrder(operator))
		return `${quoted(operator)} of ${place} is no operator. Operators are ${OPERATORS.join(', ')}.`;
	if (!isScalar(operand) || typeof operand === 'boolean' || operand === null)
		return `${operator} of ${place} takes a number or a text.`;
	return { field, test: ORDERS[operator], value: operand };
}

const isOrder = (operator: string): operator is keyof typeof ORDERS =>
	Object.hasOwn(ORDERS, operator);

const isScalar = (value: unknown): value is Scalar =>
	value === null ||
	typeof value === 'boolean' ||
	(typeof value === 'number' && Number.isFinite(value)) ||
	(typeof value === 'string' && value.length <= MAX_TEXT);
