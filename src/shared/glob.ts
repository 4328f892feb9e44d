// Matching of globs: `*` is any run of characters, `?` is one. No regular expressions, so a pattern costs at most its
// length times the name's length, whatever it holds.

/** Returns whether the whole name matches. */
export const matchesGlob = (pattern: string, name: string): boolean => {
	let p = 0;
	let n = 0;
	let star = -1;
	let resume = 0;
	while (n < name.length) {
		if (pattern[p] === '*') {
			star = p++;
			resume = n;
		} else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === name[n])) {
			p++;
			n++;
		} else if (star >= 0) {
			// Only the latest star needs to give: an earlier one already matched as little as it could.
			p = star + 1;
			n = ++resume;
		} else return false;
	}
	while (pattern[p] === '*') p++;
	return p === pattern.length;
};
