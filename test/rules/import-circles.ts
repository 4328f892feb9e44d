// Circles of imports, of types too, as a function over the texts of files.
import { posix } from 'node:path';
import { importsOf } from './import-rules';

/**
 * Finds what imports itself in the end.
 * @param files texts by path from src, `protect/budget.ts`
 * @param placeOf where a file belongs: a circle is one of places; undefined where it does not matter
 * @returns one message per circle: the places of it, in the order of the alphabet
 */
export function importCircles(
	files: Readonly<Record<string, string>>,
	placeOf: (path: string) => string | undefined,
): string[] {
	const edges = new Map<string, Set<string>>();
	for (const [path, text] of Object.entries(files)) {
		const from = placeOf(path);
		if (from === undefined) continue;
		for (const { name } of importsOf(text)) {
			const target = name.startsWith('.') && fileOf(posix.join(posix.dirname(path), name), files);
			const to = target ? placeOf(target) : undefined;
			if (to === undefined || to === from) continue;
			edges.set(from, (edges.get(from) ?? new Set()).add(to));
		}
	}
	const reached = new Map([...edges.keys()].map((place) => [place, reachedFrom(place, edges)]));
	const circles = [...edges.keys()]
		.filter((place) => reached.get(place)?.has(place))
		.map((place) =>
			[...(reached.get(place) ?? [])].filter((each) => reached.get(each)?.has(place)).sort(),
		);
	return [...new Set(circles.map((circle) => circle.join(' and ')))];
}

const fileOf = (target: string, files: Readonly<Record<string, string>>): string | undefined =>
	['.ts', '.tsx', '/index.ts', '/index.tsx']
		.map((end) => target + end)
		.find((path) => Object.hasOwn(files, path));

function reachedFrom(
	place: string,
	edges: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
	const reached = new Set<string>();
	const waiting = [...(edges.get(place) ?? [])];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		if (reached.has(next)) continue;
		reached.add(next);
		waiting.push(...(edges.get(next) ?? []));
	}
	return reached;
}
