// Validation of config documents as a whole (context window protection, FR-028): structure, then
// rules between keys.
import { isRecord } from '../shared/is-record';
import { type Issue, issuesOf, pathOf } from './issues';
import { configSchema } from './schema';
import type { CheckUrl } from './upstream-schema';

/** Checks that validation needs from outside. */
export interface ValidateOptions {
	readonly checkUrl: CheckUrl;
}

/** A mapping that is not checked yet. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** An own value of a mapping that may be anything. */
export const own = (value: unknown, key: string): unknown =>
	isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

const duplicateNames = (document: unknown): Issue[] => {
	const upstreams = own(document, 'upstreams');
	if (!Array.isArray(upstreams)) return [];
	const first = new Map<unknown, number>();
	const issues: Issue[] = [];
	for (const [index, upstream] of upstreams.slice(0, 100).entries()) {
		const name = own(upstream, 'name');
		if (typeof name !== 'string') continue;
		const before = first.get(name);
		if (before === undefined) first.set(name, index);
		else
			issues.push({
				path: `upstreams.${index}.name`,
				reason: `must be unique; upstreams.${before} has the same name`,
			});
	}
	return issues;
};

/** Rules between keys of the merged document; tolerates any structure, so that all issues show at once. */
export const crossIssues = (merged: unknown, defaults: PlainObject): Issue[] => {
	const issues: Issue[] = [];
	const check = (keys: readonly string[], outer: PlainObject, inner: unknown) => {
		const page = own(inner, 'defaultPageSize') ?? outer.defaultPageSize;
		const most = own(inner, 'maxPageSize') ?? outer.maxPageSize;
		if (typeof page !== 'number' || typeof most !== 'number' || page <= most) return;
		const blamed = own(inner, 'defaultPageSize') === undefined ? 'maxPageSize' : 'defaultPageSize';
		issues.push({
			path: pathOf([...keys, blamed]),
			reason:
				blamed === 'defaultPageSize'
					? `must not exceed maxPageSize (${most}), not ${page}`
					: `must not be below defaultPageSize (${page}), not ${most}: set defaultPageSize too`,
		});
	};
	check([], defaults, merged);
	const outer = { ...defaults, ...(isRecord(merged) ? merged : {}) };
	const endpoints = own(merged, 'endpoints');
	if (isRecord(endpoints))
		for (const [name, endpoint] of Object.entries(endpoints).slice(0, 1000))
			if (
				own(endpoint, 'defaultPageSize') !== undefined ||
				own(endpoint, 'maxPageSize') !== undefined
			)
				check(['endpoints', name], outer, endpoint);
	return issues;
};

/** Every issue of one document by itself. */
export const documentIssues = (document: unknown, options: ValidateOptions): Issue[] => {
	const parsed = configSchema(options.checkUrl).safeParse(document);
	return [...(parsed.success ? [] : issuesOf(parsed.error)), ...duplicateNames(document)];
};
