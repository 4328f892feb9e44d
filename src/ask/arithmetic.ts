// Decimal arithmetic: 0.1 + 0.2 is 0.3, and integers beyond 2^53 stay exact.
import type { Arithmetic } from './expression/ast';
import { AskFault } from './fault';
import { describe } from './observations';
import { asNumber, type Numeric, parseNumber, typeOf, type Value } from './value';

const textOf = (value: Numeric): string => (typeof value === 'number' ? String(value) : value.text);

const INTEGER = /^-?\d+$/;

/** Counts decimal places; undefined for exponents. */
const decimalsOf = (value: Numeric): number | undefined => {
	if (typeof value === 'number' && Number.isInteger(value)) return 0;
	const found = /^-?\d+(?:\.(\d+))?$/.exec(textOf(value));
	return found ? (found[1]?.length ?? 0) : undefined;
};

/** Decimal places to which results are rounded. */
const MAX_DECIMALS = 12;

const rounded = (result: number, decimals: number | undefined): number =>
	decimals === undefined || decimals > MAX_DECIMALS || Math.abs(result) >= 1e15
		? result
		: Number(result.toFixed(decimals));

const isBig = (value: Numeric): boolean =>
	typeof value !== 'number' && INTEGER.test(value.text) && !Number.isSafeInteger(value.number);

const bigOf = (value: Numeric): bigint | undefined => {
	const text = textOf(value);
	return INTEGER.test(text) && text.length < 400 ? BigInt(text) : undefined;
};

const fromBig = (value: bigint): Numeric => parseNumber(String(value));

/** Adds numbers; integers stay exact. */
export const sumOf = (values: readonly Numeric[]): Numeric => {
	let sum = 0;
	let lost = 0;
	let decimals: number | undefined = 0;
	let isExact = true;
	for (const value of values) {
		const number = typeof value === 'number' ? value : value.number;
		// Neumaier's summation keeps the rounding error.
		const next = sum + number;
		lost += Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
		sum = next;
		if (decimals !== undefined && !Number.isInteger(number)) {
			const own = decimalsOf(value);
			decimals = own === undefined ? undefined : Math.max(decimals, own);
		}
		if (isBig(value) || !(Math.abs(sum) <= Number.MAX_SAFE_INTEGER)) isExact = false;
	}
	if (!isExact && decimals === 0) {
		const bigs = values.map(bigOf);
		if (bigs.every((big) => big !== undefined))
			return fromBig((bigs as bigint[]).reduce((total, big) => total + big, 0n));
	}
	return rounded(sum + lost, decimals);
};

/**
 * Applies an operator.
 * @throws AskFault for operands that are no numbers, and for division by zero
 */
export const calculate = (operator: Arithmetic, left: Value, right: Value, at: number): Value => {
	const a = operand(left, operator, at);
	const b = operand(right, operator, at);
	const isZero = asNumber(b) === 0;
	if (isZero && (operator === '/' || operator === '//' || operator === '%'))
		throw new AskFault(`${operator}: division by zero.`, at);
	if (operator !== '/' && (isBig(a) || isBig(b))) {
		const exact = calculateBig(operator, bigOf(a), bigOf(b));
		if (exact !== undefined) return exact;
	}
	const x = typeof a === 'number' ? a : a.number;
	const y = typeof b === 'number' ? b : b.number;
	const places = (combine: (one: number, other: number) => number): number | undefined => {
		const one = decimalsOf(a);
		const other = decimalsOf(b);
		return one === undefined || other === undefined ? undefined : combine(one, other);
	};
	switch (operator) {
		case '+':
			return whole(operator, a, b, x + y) ?? rounded(x + y, places(Math.max));
		case '-':
			return whole(operator, a, b, x - y) ?? rounded(x - y, places(Math.max));
		case '*':
			return (
				whole(operator, a, b, x * y) ??
				rounded(
					x * y,
					places((one, other) => one + other),
				)
			);
		case '/':
			return x / y;
		case '//':
			return Math.floor(x / y);
		case '%':
			return rounded(x % y, places(Math.max));
	}
};

/** Computes exactly where two safe integers give an unsafe one. */
const whole = (
	operator: Arithmetic,
	a: Numeric,
	b: Numeric,
	result: number,
): Numeric | undefined => {
	if (!Number.isInteger(result)) return undefined;
	if (Number.isSafeInteger(result)) {
		const areWhole = decimalsOf(a) === 0 && decimalsOf(b) === 0;
		return areWhole ? result : undefined;
	}
	return calculateBig(operator, bigOf(a), bigOf(b));
};

const calculateBig = (
	operator: Arithmetic,
	a: bigint | undefined,
	b: bigint | undefined,
): Numeric | undefined => {
	if (a === undefined || b === undefined) return undefined;
	switch (operator) {
		case '+':
			return fromBig(a + b);
		case '-':
			return fromBig(a - b);
		case '*':
			return fromBig(a * b);
		case '%':
			return fromBig(a % b);
		case '//': {
			const quotient = a / b;
			return fromBig(a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient);
		}
		case '/':
			return undefined;
	}
};

const operand = (value: Value, operator: string, at: number): Numeric => {
	const number = asNumber(value);
	if (number !== undefined) return value as Numeric;
	const advice =
		value === null
			? ' Where a value may be missing: not_null(value, `0`).'
			: typeOf(value) === 'string'
				? ' Convert it with to_number().'
				: ' To calculate with each item, put it inside the projection: [].{total: a * b}.';
	throw new AskFault(`${operator} takes numbers; one side is ${describe(value)}.${advice}`, at);
};
