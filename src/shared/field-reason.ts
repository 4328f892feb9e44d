// Faults that a schema finds with a field, in words for whoever sent it.

const TYPES: Readonly<Record<string, string>> = {
	record: 'object',
	array: 'list',
	int: 'whole number',
};

const named = (type: string): string => {
	const name = TYPES[type] ?? type;
	return type === 'null' ? name : `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`;
};

/** The message of an issue; of a wrong type what to give instead, after "Invalid input: expected string, received number". */
export const fieldReason = (message: string): string => {
	const [, wanted, given] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
	if (wanted === undefined || given === undefined) return message;
	return given === 'undefined'
		? `is missing; give ${named(wanted)}`
		: `must be ${named(wanted)}, not ${named(given)}`;
};
