// Objects with members, for values from outside, and their type guard.

/** A JSON object that nobody has checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for an object that is neither null nor an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value, if it is an object and no array; undefined otherwise. */
export const asObject = (value: unknown): JsonObject | undefined =>
	isRecord(value) ? value : undefined;
