// Globs over tool names.
import { matchesGlob } from '../shared/glob';

const isGlob = (pattern: string): boolean => /[*?]/.test(pattern);

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
