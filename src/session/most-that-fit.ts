// How many entries of a list find room, found by halving.

/**
 * The most entries that fit, of `all`; 0 is taken to fit.
 *
 * @param fits never false for fewer entries than it is true for
 */
export function mostThatFit(all: number, fits: (count: number) => boolean): number {
	let fewest = 0;
	let most = all;
	while (fewest < most) {
		const count = Math.ceil((fewest + most) / 2);
		if (fits(count)) fewest = count;
		else most = count - 1;
	}
	return fewest;
}
