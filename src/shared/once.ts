// A value that is made on first use, and kept.
export function once<T>(make: () => T & {}): () => T {
	let made: T | undefined;
	return () => {
		made ??= make();
		return made;
	};
}
