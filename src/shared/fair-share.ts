// Sharing out what is there: who needs less than an even share leaves the rest to the others.

/** The level to which each need is met within `amount`. @param floors what each gets in any case, together within `amount` */
export function fairShare(needs: readonly number[], amount: number, floors?: readonly number[]) {
	const level = evenLevel(needs, amount);
	return floors ? levelAbove(floors, needs, amount, level) : level;
}

function evenLevel(needs: readonly number[], amount: number): number {
	const sorted = [...needs].sort((a, b) => a - b);
	let left = amount;
	for (let done = 0; done < sorted.length; done++) {
		const share = Math.floor(left / (sorted.length - done));
		if ((sorted[done] as number) > share) return Math.max(0, share);
		left -= sorted[done] as number;
	}
	return amount;
}

/** The highest level up to `most` at which floors and needs together take no more than `amount`. */
function levelAbove(
	floors: readonly number[],
	needs: readonly number[],
	amount: number,
	most: number,
): number {
	const taken = (level: number): number =>
		needs.reduce((sum, need, at) => sum + Math.min(need, Math.max(level, floors[at] ?? 0)), 0);
	return largestFit(most, (level) => taken(level) <= amount);
}

/** Finds the largest count up to `all` that fits, by bisection; 0 always fits, and whatever is less than one that does. */
export function largestFit(all: number, fits: (count: number) => boolean): number {
	let fewest = 0;
	let most = all;
	while (fewest < most) {
		const count = Math.ceil((fewest + most) / 2);
		if (fits(count)) fewest = count;
		else most = count - 1;
	}
	return fewest;
}
