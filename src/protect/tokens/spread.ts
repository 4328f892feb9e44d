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
	const room = length - size;
	for (let block = 0; block < blocks; block++) {
		const from = Math.floor((block * room) / (blocks - 1));
		yield [from, from + size];
	}
}
