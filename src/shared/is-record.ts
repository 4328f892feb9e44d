// Type guard for objects with members, for values from outside.

/** True for an object that is neither null nor an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value, if it is an object and no array; undefined otherwise. */
export const asObject = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
	isRecord(value) ? value : undefined;
