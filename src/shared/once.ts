/** Returns a function that makes a value at its first call and returns the same one from then on. */
export function once<T>(make: () => T & {}): () => T {
	let made: T | undefined;
	return () => {
		made ??= make();
		return made;
	};
}

/** The same of what is made for an object: once, for as long as the object is there; `rest` only helps to make it. */
export function onceFor<Of extends object, T, Rest extends readonly unknown[] = []>(
	make: (of: Of, ...rest: Rest) => T & {},
): (of: Of, ...rest: Rest) => T {
	const known = new WeakMap<Of, T>();
	return (of, ...rest) => {
		const made = known.get(of) ?? make(of, ...rest);
		known.set(of, made);
		return made;
	};
}
