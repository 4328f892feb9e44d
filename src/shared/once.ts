/** Returns a function that makes a value at its first call and returns the same one from then on. */
export function once<T>(make: () => T & {}): () => T {
	let made: T | undefined;
	return () => {
		made ??= make();
		return made;
	};
}

/** The same of what is made for an object: once, for as long as the object is there. */
export function onceFor<Of extends object, T>(make: (of: Of) => T & {}): (of: Of) => T {
	const known = new WeakMap<Of, T>();
	return (of) => {
		const made = known.get(of) ?? make(of);
		known.set(of, made);
		return made;
	};
}
