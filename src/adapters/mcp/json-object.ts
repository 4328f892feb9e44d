// Narrows parsed JSON from outside to an object.
import type { JsonObject } from '../../gateway/tool-source';

/** The value, if it is an object and no array; undefined otherwise. */
export const asObject = (value: unknown): JsonObject | undefined =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as JsonObject)
		: undefined;
