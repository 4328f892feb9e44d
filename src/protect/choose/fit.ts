// The largest of a row of sizes that still fits, each larger one needing more room.

/** What `make` gives for the largest size from `least` to `most` that it gives something for. */
export function largestFitting<T>(
	least: number,
	most: number,
	make: (size: number) => T | undefined,
): T | undefined {
	let best: T | undefined;
	let low = least;
	let high = most;
	while (low <= high) {
		const middle = (low + high + 1) >> 1;
		const made = make(middle);
		if (made === undefined) high = middle - 1;
		else {
			best = made;
			low = middle + 1;
		}
	}
	return best;
}
