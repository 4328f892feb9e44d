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

/** An operator: on doubles, exactly on integers, and the decimal places that its result has of those of its operands. */
interface Operation {
	readonly of: (x: number, y: number) => number;
	readonly ofBig?: (a: bigint, b: bigint) => bigint;
	readonly decimals?: (one: number, other: number) => number;
}

const quotient = (a: bigint, b: bigint): bigint =>
	a % b !== 0n && a < 0n !== b < 0n ? a / b - 1n : a / b;

const OPERATIONS: Readonly<Record<Arithmetic, Operation>> = {
	'+': { of: (x, y) => x + y, ofBig: (a, b) => a + b, decimals: Math.max },
	'-': { of: (x, y) => x - y, ofBig: (a, b) => a - b, decimals: Math.max },
	'*': { of: (x, y) => x * y, ofBig: (a, b) => a * b, decimals: (one, other) => one + other },
	'%': { of: (x, y) => x % y, ofBig: (a, b) => a % b, decimals: Math.max },
	'/': { of: (x, y) => x / y },
	'//': { of: (x, y) => Math.floor(x / y), ofBig: quotient },
};

/** Applies an operator. @throws AskFault for operands that are no numbers, and for division by zero */
export const calculate = (operator: Arithmetic, left: Value, right: Value, at: number): Value => {
	const a = operand(left, operator, at);
	const b = operand(right, operator, at);
	if (asNumber(b) === 0 && ['/', '//', '%'].includes(operator))
		throw new AskFault(`${operator}: division by zero.`, at);
	const { of, ofBig, decimals } = OPERATIONS[operator];
	const result = of(asNumber(a) as number, asNumber(b) as number);
	// Two safe integers may give an unsafe one.
	const isUnsafe = Number.isInteger(result) && !Number.isSafeInteger(result);
	if (ofBig && (isUnsafe || isBig(a) || isBig(b))) {
		const [one, other] = [bigOf(a), bigOf(b)];
		if (one !== undefined && other !== undefined) return fromBig(ofBig(one, other));
	}
	if (!decimals) return result;
	const [one, other] = [decimalsOf(a), decimalsOf(b)];
	const places = one === undefined || other === undefined ? undefined : decimals(one, other);
	return rounded(result, places);
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
