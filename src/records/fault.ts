// Faults of calls on records. Messages name the argument, the problem and the alternatives.
import { err } from '../shared/result';

export type RecordsFaultCode =
	| 'unknown_model'
	| 'unknown_field'
	| 'invalid'
	| 'stale_cursor'
	| 'full'
	| 'unknown_import';

/** A refused call, with a message for people and models. */
export interface RecordsFault {
	readonly code: RecordsFaultCode;
	readonly message: string;
}

/** Creates a failed result. */
export const fault = (code: RecordsFaultCode, message: string) =>
	err<RecordsFault>({ code, message });

/** Quotes a caller's value on one line, at most 60 characters. */
export const quoted = (value: unknown): string => {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
	return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
};
