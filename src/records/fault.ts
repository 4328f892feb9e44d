// Bounds of records, and faults of calls on them. Messages name the argument, the problem and the alternatives.
import { err } from '../shared/result';

/** A refused call, with a message for people and models. */
export interface RecordsFault {
	readonly code:
		| 'unknown_model'
		| 'unknown_field'
		| 'invalid'
		| 'stale_cursor'
		| 'full'
		| 'unknown_import';
	readonly message: string;
}

export const fault = (message: string, code: RecordsFault['code'] = 'invalid') =>
	err<RecordsFault>({ code, message });

/** Quotes a caller's value on one line, at most 60 characters. */
export const quoted = (value: unknown): string => {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
	return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
};

/** Records of a page, and ids per look-up at most. */
export const PAGE_LIMIT = { usual: 15, most: 50 } as const;
/** Maximum length of a record's JSON in UTF-16 units. */
export const MAX_RECORD = 262_144;
export const MAX_DEPTH = 64;
export const MAX_ID = 200;
export const MAX_MODELS = 200;
/** Fields of a model that can be searched by name. */
export const MAX_FIELDS = 500;
/** 100 MB. */
export const MAX_IMPORT_BYTES = 100_000_000;
/** Idle time after which an import is abandoned. */
export const IMPORT_TIMEOUT_MS = 15 * 60 * 1000;
