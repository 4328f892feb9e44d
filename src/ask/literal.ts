// A JSON text inside an expression as a value; numbers keep their spelling.
import { numberFrom, type Value } from './value';

type Reviver = (
	this: unknown,
	key: string,
	value: unknown,
	context: { source?: string },
) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** Undefined where the text is not JSON. */
export const jsonValue = (text: string): Value | undefined => {
	try {
		return parse(text, (_, value, context) => {
			if (typeof value === 'number')
				return context?.source === undefined ? value : numberFrom(context.source);
			if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
			const { text: spelled, number } = value as { text?: unknown; number?: unknown };
			const isNumber = typeof number === 'number' && typeof spelled === 'string';
			return isNumber && Object.getPrototypeOf(value) !== Object.prototype
				? value
				: new Map(Object.entries(value));
		}) as Value;
	} catch {
		return undefined;
	}
};
