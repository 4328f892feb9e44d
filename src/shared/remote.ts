// A synchronous service as it looks from another isolate: the same methods, each with a promise.

/** A service as seen across isolates: arguments and results are cloned, methods are async. */
export type Remote<Service> = {
	[Name in keyof Service]: Service[Name] extends (...args: infer Arguments) => infer Value
		? (...args: Arguments) => Promise<Awaited<Value>>
		: never;
};
