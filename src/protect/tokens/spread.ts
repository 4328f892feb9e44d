// Where to look in a text too long to be read whole: evenly spread blocks, first and last included.

/**
 * Start and end offsets (UTF-16 code units) of `blocks` blocks of `size` units, evenly spread over
 * a text of `length` units, which must be at least `size`.
 *
 * @example [...spread(100, 3, 10)] // [[0, 10], [45, 55], [90, 100]]
 */
export function* spread(
	length: number,
	blocks: number,
	size: number,
): Generator<readonly [from: number, to: number]> {
	const stride = (length - size) / (blocks - 1);
	for (let block = 0; block < blocks; block++) {
		const from = Math.floor(block * stride);
		yield [from, from + size];
	}
}
