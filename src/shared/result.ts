// Expected failures are values: a function that can fail returns a Result.

/** What may fail as expected: a value, or why there is none. */
export type Result<T, E> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly error: E };

/** It went well. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
/** It did not. */
export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({
	ok: false,
	error,
});
