// BM25 over documents in memory, with the formula and constants of SQLite's FTS5.

const K1 = 1.2;
const B = 0.75;
const LEAST_IDF = 1e-6;

export interface Indexed<Key> {
	readonly key: Key;
	/** Words per column. */
	readonly columns: readonly (readonly string[])[];
}

/**
 * Documents that have one of the terms, best first; equals keep their order.
 * @param weights one per column
 * @param prefix whether a word that begins with the term counts
 */
export function rank<Key>(
	documents: readonly Indexed<Key>[],
	terms: readonly string[],
	weights: readonly number[],
	prefix: boolean,
): { key: Key; score: number }[] {
	const lengths = documents.map(({ columns }) =>
		columns.reduce((sum, words) => sum + words.length, 0),
	);
	const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, documents.length);
	const hits = (words: readonly string[], term: string): number =>
		words.filter((word) => (prefix ? word.startsWith(term) : word === term)).length;
	const scores = documents.map(() => 0);
	for (const term of terms) {
		const weighted = documents.map(({ columns }) =>
			columns.reduce((sum, words, column) => sum + hits(words, term) * (weights[column] ?? 1), 0),
		);
		const having = weighted.filter((count) => count > 0).length;
		const idf = Math.max(LEAST_IDF, Math.log((documents.length - having + 0.5) / (having + 0.5)));
		weighted.forEach((count, index) => {
			if (count === 0) return;
			const long = 1 - B + (B * (lengths[index] ?? 0)) / average;
			scores[index] = (scores[index] ?? 0) + (idf * count * (K1 + 1)) / (count + K1 * long);
		});
	}
	return documents
		.flatMap(({ key }, index) => {
			const score = scores[index] ?? 0;
			return score > 0 ? [{ key, score }] : [];
		})
		.sort((one, other) => other.score - one.score);
}
