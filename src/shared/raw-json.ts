// Numbers that keep their spelling (`JSON.rawJSON`), where the runtime knows them: Node 20 and older
// browsers do not, and there a number is what a double makes of it.

// Source text access is younger than the libraries this compiles under.
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
