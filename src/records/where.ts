// The `where` argument (docs/records.md "Search"): equality or operators on dotted fields.
import { isRecord } from '../shared/json-values';
import { ok, type Result } from '../shared/result';
import { fault, quoted, type RecordsFault } from './record';

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
function readMembers(
	members: Record<string, unknown>,
	above: string,
	conditions: Condition[],
): string | undefined {
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
