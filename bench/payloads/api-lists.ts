// Every list, and the two halves: one may be looked at while building, of the other only sums are
// told. By the alphabet, in turn, so that the halves are the same everywhere.
import type { ApiList } from './api-list';
import { madeLists } from './apis/all';
import { fixtureLists } from './fixture-lists';
import { octokitLists } from './octokit';
import { tableLists } from './tables';

export type Half = 'build' | 'held';

/** `held` for every second one in alphabetical order of the names. */
export function halved<Named extends { readonly name: string }>(
	all: readonly Named[],
): Readonly<Record<Half, readonly Named[]>> {
	const sorted = all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
	return {
		build: sorted.filter((_, at) => at % 2 === 0),
		held: sorted.filter((_, at) => at % 2 === 1),
	};
}

/** Those beside the repository are halved by themselves, so that a clone's halves are a part of these. */
export function apiLists(): Readonly<Record<Half, readonly ApiList[]>> {
	const beside = halved(fixtureLists());
	const own = halved([...madeLists(), ...octokitLists(), ...tableLists()]);
	return { build: [...beside.build, ...own.build], held: [...beside.held, ...own.held] };
}
