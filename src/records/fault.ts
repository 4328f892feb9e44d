// Why a call on records failed. The message is for whoever called, a model included: it names the
// argument, what was wrong with it, and what there is instead.
import { err } from '../shared/result';

export type RecordsFaultCode =
	| 'unknown_model'
	| 'unknown_field'
	| 'invalid'
	| 'stale_cursor'
	| 'full'
	| 'unknown_import';

export interface RecordsFault {
	readonly code: RecordsFaultCode;
	readonly message: string;
}

export const fault = (code: RecordsFaultCode, message: string) =>
	err<RecordsFault>({ code, message });

/** A text of the caller's in a message: short, on one line, in quotes. */
export const quoted = (value: unknown): string => {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
	return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
};
