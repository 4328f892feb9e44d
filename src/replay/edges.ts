// Sets of edges, by exact strings.
import { sortedByCodePoint } from '../shared/code-point-order';
import type { Edge } from './types';

type EdgeSet = ReadonlyMap<string, ReadonlySet<string>>;

/** The targets of each source. */
const edgeSet = (edges: Iterable<Edge>): EdgeSet => {
	const targets = new Map<string, Set<string>>();
	for (const [source, target] of edges) {
		const known = targets.get(source);
		if (known === undefined) targets.set(source, new Set([target]));
		else known.add(target);
	}
	return targets;
};

/** Each edge once, sorted by source and then target. */
export const sortedEdges = (edges: Iterable<Edge>): Edge[] => {
	const targets = edgeSet(edges);
	const sorted: Edge[] = [];
	for (const source of sortedByCodePoint(targets.keys())) {
		for (const target of sortedByCodePoint(targets.get(source) ?? []))
			sorted.push([source, target]);
	}
	return sorted;
};

/** The edges of the first list that the second lacks. */
export const missingEdges = (wanted: readonly Edge[], present: readonly Edge[]): Edge[] => {
	const targets = edgeSet(present);
	return wanted.filter(([source, target]) => !targets.get(source)?.has(target));
};
