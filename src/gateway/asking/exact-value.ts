// A JSON text as a value whose numbers keep their spelling (raw JSON values), as tools' arguments do.

// Source text access is younger than the libraries this compiles under.
const json = JSON as unknown as {
	parse(
		text: string,
		reviver: (key: string, value: unknown, context: { readonly source: string }) => unknown,
	): unknown;
	rawJSON(source: string): unknown;
};

const ODD_NUMBER = /\d[.eE]|\d{16}|-0/;

export const exactValue = (text: string): unknown =>
	ODD_NUMBER.test(text)
		? json.parse(text, (_key, value, context) =>
				typeof value === 'number' && context.source !== String(value)
					? json.rawJSON(context.source)
					: value,
			)
		: JSON.parse(text);
