// The largest of a row of sizes that still fits, each larger one needing more room.

/**
 * Returns what `make` gives for the largest size from `least` to `most` that it gives something for. Looks
 * near `least` first: what is far too large is dear to make.
 */
export function largestFitting<T>(
	least: number,
	most: number,
	make: (size: number) => T | undefined,
): T | undefined {
	let best: T | undefined;
	let low = least;
	let high = most;
	let step = 1;
	while (low <= high) {
		const tried = step > 0 ? Math.min(high, low + step - 1) : (low + high + 1) >> 1;
		const made = make(tried);
		if (made === undefined) {
			high = tried - 1;
			step = 0;
		} else {
			best = made;
			low = tried + 1;
			step *= 2;
		}
	}
	return best;
}
