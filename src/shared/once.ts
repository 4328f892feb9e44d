/** Returns a function that makes a value at its first call and returns the same one from then on. */
export function once<T>(make: () => T & {}): () => T {
	let made: T | undefined;
	return () => {
		made ??= make();
		return made;
	};
}
