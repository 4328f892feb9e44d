// Why a call on records failed. The message is for whoever called, a model included: it names the
// argument, what was wrong with it, and what there is instead.
import { err } from '../shared/result';

/** What is wrong with a request for records. */
export type RecordsFaultCode =
	| 'unknown_model'
	| 'unknown_field'
	| 'invalid'
	| 'stale_cursor'
	| 'full'
	| 'unknown_import';

/** Why it was refused, in words that say what to do. */
export interface RecordsFault {
	readonly code: RecordsFaultCode;
	readonly message: string;
}

/** A fault as a result. */
export const fault = (code: RecordsFaultCode, message: string) =>
	err<RecordsFault>({ code, message });

/** A text of the caller's in a message: short, on one line, in quotes. */
export const quoted = (value: unknown): string => {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
	return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
};
