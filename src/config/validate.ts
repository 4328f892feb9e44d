// Validation of config documents as a whole (context window protection, FR-028): structure, then rules between keys.
import { isRecord } from '../shared/json-values';
import { type Issue, issuesOf, toldPath } from './issues';
import { configSchema } from './schema';
import type { CheckUrl } from './upstream-schema';

/** Checks that validation needs from outside. */
export interface ValidateOptions {
	readonly checkUrl: CheckUrl;
	/** Layers that may name processes to start: the file alone, or all; absent: none may. */
	readonly commands?: 'file' | 'all' | undefined;
}

/** A mapping that is not checked yet. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** An own value of a mapping that may be anything. */
export const own = (value: unknown, key: string): unknown =>
	isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

const upstreamsIn = (document: unknown): readonly unknown[] => {
	const upstreams = own(document, 'upstreams');
	return Array.isArray(upstreams) ? upstreams.slice(0, 100) : [];
};

const duplicateNames = (document: unknown): Issue[] => {
	const first = new Map<unknown, number>();
	const issues: Issue[] = [];
	for (const [index, upstream] of upstreamsIn(document).entries()) {
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

const LOCAL = ['args', 'env', 'cwd', 'shared'];

/** Rules of one upstream: it is reached by an address, or started by a command. */
const wayIssues = (upstream: unknown, at: number): Issue[] => {
	if (!isRecord(upstream)) return [];
	const has = (key: string) => own(upstream, key) !== undefined;
	const issue = (key: string, reason: string) => [{ path: `upstreams.${at}.${key}`, reason }];
	const beside = ['url', 'auth', 'headers'].find(has);
	if (has('command')) return beside ? issue(beside, 'cannot be set beside "command"') : [];
	if (!has('url')) return issue('url', 'is missing; must be a text, or "command" a program');
	const stray = LOCAL.find(has);
	return stray ? issue(stray, 'belongs to an upstream with a "command"') : [];
};

/** Identifies a process that an upstream names; undefined for one with an address. */
const processOf = (upstream: unknown): string | undefined =>
	own(upstream, 'command') === undefined
		? undefined
		: JSON.stringify(['name', 'command', ...LOCAL].map((key) => own(upstream, key)));

/** Processes that a layer names and may not. @param below documents of lower layers: what they name may be repeated */
export const commandIssues = (
	{ name, document }: { readonly name: string; readonly document: unknown },
	below: readonly unknown[],
	{ commands }: ValidateOptions,
): Issue[] => {
	if (commands === 'all' || (commands === 'file' && name === 'file')) return [];
	const known = new Set(commands === 'file' ? below.flatMap(upstreamsIn).map(processOf) : []);
	const reason =
		commands === 'file'
			? 'starts a process, which only the file of loadline serve may name (--config, --from), unless it is started with --allow-commands'
			: 'starts a process, which a Worker cannot: run the server with loadline serve, or give its address as "url"';
	return upstreamsIn(document).flatMap((upstream, at) => {
		const process = processOf(upstream);
		return process === undefined || known.has(process)
			? []
			: [{ path: `upstreams.${at}.command`, reason }];
	});
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
			path: toldPath([...keys, blamed]),
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
	return [
		...(parsed.success ? [] : issuesOf(parsed.error)),
		...upstreamsIn(document).flatMap(wayIssues),
		...duplicateNames(document),
	];
};
