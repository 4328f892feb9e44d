// Values of JSON from outside: objects, texts that may be JSON, members and the paths to them, numbers as they are spelled.

/** A JSON object that nobody has checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for an object that is neither null nor an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value, if it is an object and no array; undefined otherwise. */
export const asObject = (value: unknown) => (isRecord(value) ? value : undefined);

/** The own member of an object; undefined for what has none of that name. */
export const own = (value: unknown, key: string): unknown => valueAt(value, [key]);

/** Returns the value that a path leads to, by own members. */
export function valueAt(value: unknown, keys: readonly string[]): unknown {
	let at = value;
	for (const key of keys) at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
	return at;
}

/** One step of a JSON pointer (RFC 6901): `/a~1b` for the key `a/b`. */
export const pointerStep = (key: string | number): string =>
	`/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The key that a step spells, without its "/". */
export const pointerKey = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** The keys of a pointer, whatever stands before its first "/". */
export const pointerKeys = (pointer: string): readonly string[] =>
	pointer.includes('~') ? pointer.split('/').slice(1).map(pointerKey) : pointer.split('/').slice(1);

/** Parses JSON; undefined where the text says nothing, and for what is no text. @param parse another way to read it */
export function jsonIn(text: unknown, parse: (text: string) => unknown = JSON.parse): unknown {
	try {
		return typeof text === 'string' ? parse(text) : undefined;
	} catch {
		return undefined;
	}
}

type Defined<Members> = {
	readonly [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key];
} & {
	readonly [Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Exclude<
		Members[Key],
		undefined
	>;
};

/** The members that are not undefined, in their order. */
export function defined<Members extends object>(members: Members): Defined<Members> {
	const left: Partial<Members> = { ...members };
	for (const name in left) if (left[name] === undefined) delete left[name];
	return left as unknown as Defined<Members>;
}

// Source text access is younger than the libraries this compiles under: Node 20 and older browsers do not know it, and a
// number is there what a double makes of it.
const json = JSON as unknown as {
	parse(
		text: string,
		reviver: (key: string, value: unknown, context: { readonly source: string }) => unknown,
	): unknown;
	rawJSON?(source: string): unknown;
	isRawJSON?(value: unknown): boolean;
};

// A number that may not survive a double: a fraction, an exponent, 16 digits, or a minus zero, where a value begins.
// Strings can look the same: then the second way of parsing is wasted, nothing else.
const ODD_NUMBER = /(?:^|[:,[])\s*(?:-0|-?\d{16}|-?\d+[.eE])/;

/** Returns whether `parseSpelled` could differ from `JSON.parse` here. */
export const mayHoldOddNumber = (text: string): boolean =>
	json.rawJSON !== undefined && ODD_NUMBER.test(text);

/** Parses JSON; numbers that a double would spell differently become raw JSON values. */
export const parseSpelled = (text: string): unknown => {
	if (!mayHoldOddNumber(text)) return JSON.parse(text);
	return json.parse(text, (_key, value, context) =>
		typeof value === 'number' && context.source !== String(value)
			? json.rawJSON?.(context.source)
			: value,
	);
};

/** A number that keeps its spelling. */
export const isRawJson = (value: object): boolean => json.isRawJSON?.(value) ?? false;
