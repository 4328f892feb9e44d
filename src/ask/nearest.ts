// The name that was probably meant.

const MOST_CHARACTERS = 60;

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The name closest to `wanted`, where one is close enough to be meant. */
export const nearest = (wanted: string, names: readonly string[]): string | undefined => {
	const target = plain(wanted.slice(0, MOST_CHARACTERS));
	let best: string | undefined;
	let least = Math.max(1, Math.floor(target.length * 0.4)) + 0.5;
	for (const name of names.slice(0, 2_000)) {
		const other = plain(name.slice(0, MOST_CHARACTERS));
		const isPart =
			target.length > 2 && other.length > 2 && (other.includes(target) || target.includes(other));
		const distance = Math.min(edits(target, other), isPart ? 1 : Number.POSITIVE_INFINITY);
		if (distance < least) {
			best = name;
			least = distance;
		}
	}
	return best;
};

/** Insertions, deletions and replacements between two words (Levenshtein). */
const edits = (a: string, b: string): number => {
	let row = Array.from({ length: b.length + 1 }, (_, at) => at);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const same = a[i - 1] === b[j - 1] ? 0 : 1;
			next.push(
				Math.min(
					(row[j] as number) + 1,
					(next[j - 1] as number) + 1,
					(row[j - 1] as number) + same,
				),
			);
		}
		row = next;
	}
	return row[b.length] as number;
};
