// Globs over tool names: `*` is any run of characters, `?` is one. No regular expressions, so a
// pattern costs at most its length times the name's length, whatever it holds.

const isGlob = (pattern: string): boolean => /[*?]/.test(pattern);

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

const literals = (pattern: string): number => pattern.replaceAll(/[*?]/g, '').length;

/**
 * The pattern that fits a name best: the name itself, else the matching glob with most literal
 * characters; of equals the one with fewer wildcards, then the first in code unit order.
 */
export const mostSpecific = (patterns: readonly string[], name: string): string | undefined => {
	if (patterns.includes(name)) return name;
	let best: string | undefined;
	for (const pattern of patterns) {
		if (!isGlob(pattern) || !matchesGlob(pattern, name)) continue;
		if (best === undefined) {
			best = pattern;
			continue;
		}
		const order =
			literals(pattern) - literals(best) ||
			best.length - pattern.length ||
			(pattern < best ? 1 : -1);
		if (order > 0) best = pattern;
	}
	return best;
};

/** Returns whether an upstream's `tools: {allow, deny}` let a tool through; deny wins, no allow list allows all. */
export const isToolAllowed = (
	tools: {
		readonly allow?: readonly string[] | undefined;
		readonly deny?: readonly string[] | undefined;
	},
	name: string,
): boolean =>
	(tools.allow === undefined || tools.allow.some((pattern) => matchesGlob(pattern, name))) &&
	// A server may take a name for another that looks like it: what is denied is denied in every spelling.
	!(tools.deny ?? []).some(
		(pattern) => matchesGlob(pattern, name) || matchesGlob(plain(pattern), plain(name)),
	);

const plain = (name: string): string => name.normalize('NFKC').trim().toLowerCase();
