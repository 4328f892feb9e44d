// Expected failures are values: a function that can fail returns a Result.

/** The outcome of something that may fail as expected: a value, or an error. */
export type Result<T, E> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly error: E };

type ValueIn<R> = R extends { readonly ok: true; readonly value: infer T } ? T : never;
/** The value of the Result that a function returns. */
export type SuccessOf<Returning extends (...args: never[]) => unknown> = ValueIn<
	Awaited<ReturnType<Returning>>
>;

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({
	ok: false,
	error,
});

type Read = Readonly<Record<string, Result<unknown, unknown>>>;
type Values<Given extends Read> = {
	readonly [Name in keyof Given]: Extract<Given[Name], { ok: true }>['value'];
};
type ErrorOf<Given extends Read> = Extract<Given[keyof Given], { ok: false }>['error'];

/** Combines results: all the values, or the first error. */
export const every = <Given extends Read>(read: Given): Result<Values<Given>, ErrorOf<Given>> => {
	const values: Record<string, unknown> = {};
	for (const [name, each] of Object.entries(read)) {
		if (!each.ok) return each as { ok: false; error: ErrorOf<Given> };
		values[name] = each.value;
	}
	return ok(values as Values<Given>);
};
