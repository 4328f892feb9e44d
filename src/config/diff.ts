// Differences between two configs: effective values that differ, with secrets hidden
// (docs/config.md "Changing it").
import { isRecord } from '../shared/json-values';
import { pathOf } from './issues';
import { masked } from './mask';
import type { Config } from './schema';
import { own } from './validate';

/** One value that changed. A side that is absent was not set. */
export interface Change {
	/** Dotted path; an upstream is named, `upstreams.github.url`. */
	readonly path: string;
	readonly before?: unknown;
	readonly after?: unknown;
}

/** Effective values that differ: a hundred at most, and `more` counts the others. */
export interface Changes {
	readonly changes: readonly Change[];
	readonly more: number;
}

/** Changes that are listed; of the others their number is told. */
const MOST_CHANGES = 100;
/** Characters of JSON that are shown of one value. */
const LONGEST_VALUE = 500;

const nameOf = (item: unknown): string | undefined => {
	const name = own(item, 'name');
	return typeof name === 'string' ? name : undefined;
};

/** Every leaf by its path. Named items are looked into, other lists are leaves. */
const leavesOf = (config: object): Map<string, unknown> => {
	const leaves = new Map<string, unknown>();
	const visit = (value: unknown, keys: readonly string[]): void => {
		if (isRecord(value)) {
			// An entry without keys still wins over a glob, so it shows; an empty section does not.
			if (keys.length > 1 && Object.keys(value).length === 0) leaves.set(pathOf(keys), value);
			for (const [key, below] of Object.entries(value)) visit(below, [...keys, key]);
			return;
		}
		const names = Array.isArray(value) ? value.map(nameOf) : [];
		const areNamed = names.length > 0 && names.every((name) => name !== undefined);
		leaves.set(pathOf(keys), areNamed ? names : value);
		if (areNamed && Array.isArray(value))
			for (const [index, item] of value.entries()) visit(item, [...keys, names[index] ?? '']);
	};
	visit(config, []);
	return leaves;
};

const shortened = (value: unknown): unknown => {
	const text = JSON.stringify(value);
	return text.length <= LONGEST_VALUE ? value : `${text.slice(0, LONGEST_VALUE).toWellFormed()}…`;
};

/** Lists the differences of two effective configs, in the order of the new one, removed values last. */
export const changesBetween = (before: Config, after: Config): Changes => {
	const [was, is] = [leavesOf(before), leavesOf(after)];
	// Compared in clear, shown masked: a secret that changed shows as *** on both sides.
	const [wasShown, isShown] = [leavesOf(masked(before)), leavesOf(masked(after))];
	const side = (name: 'before' | 'after', shown: ReadonlyMap<string, unknown>, path: string) =>
		shown.has(path) ? { [name]: shortened(shown.get(path)) } : {};
	const paths = [...is.keys(), ...[...was.keys()].filter((path) => !is.has(path))];
	const changes = paths
		.filter((path) => JSON.stringify(was.get(path)) !== JSON.stringify(is.get(path)))
		.map((path) => ({ path, ...side('before', wasShown, path), ...side('after', isShown, path) }));
	return {
		changes: changes.slice(0, MOST_CHANGES),
		more: Math.max(0, changes.length - MOST_CHANGES),
	};
};
