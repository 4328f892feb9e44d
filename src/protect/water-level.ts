// Sharing out what is there: who needs less than an even share leaves the rest to the others.

/** The height up to which each need is met, so that together they take no more than `amount`. */
export function waterLevel(needs: readonly number[], amount: number): number {
	let sum = 0;
	for (const need of needs) sum += need;
	if (sum <= amount) return amount;
	const sorted = [...needs].sort((a, b) => a - b);
	let left = amount;
	for (let done = 0; done < sorted.length; done++) {
		const share = Math.floor(left / (sorted.length - done));
		if ((sorted[done] as number) > share) return Math.max(0, share);
		left -= sorted[done] as number;
	}
	return amount;
}
