// The estimator of context window protection, FR-013: characters / 4, and a fifth on top.

/**
 * Tokens by length alone. Kept selectable as specified; it overcounts prose and undercounts
 * identifiers, hashes and scripts other than Latin by up to half.
 *
 * @param text - any string; characters are UTF-16 code units
 * @returns tokens, a whole number
 * @example heuristic('abcdefgh') // 3
 */
export function heuristic(text: string): number {
	return Math.ceil((text.length / 4) * 1.2);
}
