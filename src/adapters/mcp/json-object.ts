// Narrows parsed JSON from outside to an object.
import type { JsonObject } from '../../gateway';
import { isRecord } from '../../shared/is-record';

/** The value, if it is an object and no array; undefined otherwise. */
export const asObject = (value: unknown): JsonObject | undefined =>
	isRecord(value) ? value : undefined;
