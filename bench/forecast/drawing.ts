// Numbers as by chance, the same for a seed.

/** Draws from 0 to 1, the same for a seed (mulberry32). */
export function drawing(seed: number): () => number {
	let state = seed * 0x9e37_79b9;
	return () => {
		state = (state + 0x6d2b_79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
