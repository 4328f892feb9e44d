// Conversion between values and JSON; numbers keep their spelling.

import { exactJson } from '../shared/json/write';
import { inOneGo, type Slices } from '../shared/slices';
import { AskFault } from './fault';
import { LosslessNumber, type Part, parseNumber, type Scalar, type Value } from './value';

type Reviver = (
	this: unknown,
	key: string,
	value: unknown,
	context: { source?: string },
) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** Parses JSON; undefined where it is invalid. */
export const jsonValue = (text: string): Value | undefined => {
	try {
		return parse(text, (_, value, context) => {
			if (typeof value === 'number')
				return context?.source === undefined ? value : parseNumber(context.source);
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

/** Maximum length of a result before pagination. */
const MAX_CHARACTERS = 24_000_000;

/** Maximum nesting of computed values; parts of a document may be deeper. */
const MAX_LEVELS = 500;

/** Cache of quoted keys. */
type Keys = Map<string, string>;

const MAX_KEYS = 1_000;
/** Characters of a slice. */
const SLICE = 200_000;

/** Serializes a value; parts of a document stay as they are. */
export const jsonOf = (value: Value): string => inOneGo(writing(value));

/** The same in slices, of lists and computed objects by what is in them. */
export function* writing(value: Value, keys: Keys = new Map(), level = 0): Slices<string> {
	const isList = Array.isArray(value);
	if (!isList && !(value instanceof Map)) return written(value as Scalar | Part);
	if (level > MAX_LEVELS)
		throw new AskFault('Stopped: the result has too many levels. Ask for an inner part.');
	let [text, pause] = ['', SLICE];
	for (const [key, inner] of value.entries() as Iterable<[string, Value]>) {
		const name = isList ? '' : `${quoted(key, keys)}:`;
		const isOpened = Array.isArray(inner) || inner instanceof Map;
		const json = isOpened ? yield* writing(inner, keys, level + 1) : written(inner as Scalar);
		text += `${text === '' ? '' : ','}${name}${json}`;
		check(text);
		if (text.length < pause) continue;
		pause = text.length + SLICE;
		yield;
	}
	return isList ? `[${text}]` : `{${text}}`;
}

const written = (value: Scalar | Part): string => {
	if (typeof value === 'string') return JSON.stringify(value);
	if (value === null || typeof value === 'boolean') return String(value);
	if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : 'null';
	return value instanceof LosslessNumber ? value.text : exactJson(value.tree, value.node);
};

const check = (text: string): void => {
	if (text.length > MAX_CHARACTERS)
		throw new AskFault(
			`Stopped: the result is longer than ${MAX_CHARACTERS.toLocaleString('en-US')} characters. Filter or slice it, as in […] | [:100].`,
		);
};

const quoted = (key: string, keys: Keys): string => {
	const known = keys.get(key);
	if (known !== undefined) return known;
	const made = JSON.stringify(key);
	if (keys.size < MAX_KEYS) keys.set(key, made);
	return made;
};
