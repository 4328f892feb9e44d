// Work in slices: it may pause wherever it yields, so that long work of one keeps nobody else waiting.

/** Work that may pause wherever it yields. */
export type Slices<T> = Generator<undefined, T, undefined>;

/** Runs work to its end without a pause. */
export const inOneGo = <T>(slices: Slices<T>): T => {
	for (;;) {
		const { done, value } = slices.next();
		if (done) return value;
	}
};
