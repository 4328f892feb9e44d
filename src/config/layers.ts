// Config layers, the last one wins: defaults, bundled file, environment, runtime document
// (docs/config.md). The result is validated as a whole (context window protection, FR-028), structure, then rules between
// keys, and knows where each value is from.
import { isRecord, own, valueAt } from '../shared/json-values';
import { err, ok } from '../shared/result';
import { type Issue, issuesOf, pathOf, toldPath } from './fields';
import { type Config, configSchema, hardByteLimitFor } from './schema';
import type { CheckUrl } from './upstream-schema';

/** A part of the config that may be absent; later ones of a list win. */
export interface Layer {
	readonly name: 'file' | 'environment' | 'runtime';
	/** Plain data, not yet validated. */
	readonly document: unknown;
}

/** `derived`: computed from other values (hardByteLimit from tokenBudgetThreshold). */
type Origin = 'defaults' | 'derived' | Layer['name'];

export interface Effective {
	/** Frozen all the way down: a request in flight keeps what it started with. */
	readonly config: Config;
	/** The layer of each leaf, by dotted path; a list is a leaf. */
	readonly origin: Readonly<Record<string, Origin>>;
}

export interface EffectiveOptions extends ValidateOptions {
	/** Under `npm start` the demo upstream is on unless a layer says otherwise. */
	readonly devMode?: boolean;
}

type Tree = Record<string, unknown>;

/** Maps merge key by key; everything else, lists too, is replaced. */
const mergeInto = (target: Tree, source: unknown): Tree => {
	if (!isRecord(source)) return target;
	for (const [key, value] of Object.entries(source)) {
		if (key === '__proto__' || value === undefined) continue;
		if (!isRecord(value)) target[key] = value;
		else {
			const below = own(target, key);
			target[key] = mergeInto(isRecord(below) ? { ...below } : {}, value);
		}
	}
	return target;
};

/** A threshold that is set where the byte limit is not brings its own byte limit. */
const deriveByteLimits = (parsed: Tree): Set<string> => {
	const derived = new Set<string>();
	if (parsed.hardByteLimit !== undefined) return derived;
	parsed.hardByteLimit = hardByteLimitFor(parsed.tokenBudgetThreshold as number);
	derived.add('hardByteLimit');
	for (const [name, endpoint] of Object.entries(parsed.endpoints as Record<string, Tree>)) {
		const threshold = endpoint.tokenBudgetThreshold;
		if (typeof threshold !== 'number' || endpoint.hardByteLimit !== undefined) continue;
		endpoint.hardByteLimit = hardByteLimitFor(threshold);
		derived.add(pathOf(['endpoints', name, 'hardByteLimit']));
	}
	return derived;
};

const originsOf = (config: Tree, layers: readonly Layer[], derived: ReadonlySet<string>) => {
	const origin: Record<string, Origin> = {};
	const visit = (value: unknown, keys: readonly string[]) => {
		if (isRecord(value) && Object.keys(value).length > 0) {
			for (const [key, below] of Object.entries(value)) visit(below, [...keys, key]);
			return;
		}
		if (value === undefined) return;
		const path = pathOf(keys);
		const layer = layers.findLast((each) => valueAt(each.document, keys) !== undefined);
		origin[path] = derived.has(path) ? 'derived' : (layer?.name ?? 'defaults');
	};
	visit(config, []);
	return origin;
};

const freeze = (value: unknown): void => {
	// A value that is no object is frozen already.
	if (Object.isFrozen(value)) return;
	for (const below of Object.values(Object.freeze(value as object))) freeze(below);
};

/**
 * Leaves servers out of a layer whose processes it may not name, where all of these were in the document before.
 * @returns the layer, and what is wrong with those
 */
export const withoutForeign = (
	layer: Layer,
	below: readonly Layer[],
	before: unknown,
	options: ValidateOptions,
): [layer: Layer, gone: readonly Issue[]] => {
	const gone = commandIssues(layer, documentsOf(below), options);
	const known = [...documentsOf(below), before];
	const isNew = commandIssues(layer, known, { ...options, commands: 'file' }).length > 0;
	const { upstreams } = layer.document as Tree;
	if (gone.length === 0 || isNew || !Array.isArray(upstreams)) return [layer, []];
	const paths = new Set(gone.map(({ path }) => path));
	const kept = upstreams.filter((_, at) => !paths.has(`upstreams.${at}.command`));
	return [{ ...layer, document: { ...(layer.document as Tree), upstreams: kept } }, gone];
};

const documentsOf = (layers: readonly Layer[]) => layers.map(({ document }) => document);

/** Merges layers, weakest first, over the defaults: the config and each value's layer, or every issue of every layer. */
export const effective = (layers: readonly Layer[], options: EffectiveOptions) => {
	const schema = configSchema(options.checkUrl);
	const issues: Issue[] = layers.flatMap((layer, at) => {
		const found = [
			...documentIssues(layer.document, options),
			...commandIssues(layer, documentsOf(layers.slice(0, at)), options),
		];
		return found.map((issue) => ({ ...issue, layer: layer.name }));
	});
	const merged: Tree = {};
	for (const layer of layers) mergeInto(merged, layer.document);
	if (options.devMode === true && merged.demo === undefined) merged.demo = true;
	issues.push(...crossIssues(merged, schema.parse({})));
	if (issues.length > 0) return err(issues);

	const parsed = schema.safeParse(merged);
	if (!parsed.success) return err(documentIssues(merged, options));
	const tree: Tree = parsed.data;
	const origin = originsOf(tree, layers, deriveByteLimits(tree));
	// `default({})` hands out one shared object; a copy is frozen in its place.
	const config = JSON.parse(JSON.stringify(tree)) as Config;
	freeze(config);
	return ok({ config, origin });
};

/** Checks that validation needs from outside. */
export interface ValidateOptions {
	readonly checkUrl: CheckUrl;
	/** Layers that may name processes to start: the file alone, or all; absent: none may. */
	readonly commands?: 'file' | 'all' | undefined;
}

/** A mapping that is not checked yet. */
type PlainObject = Readonly<Record<string, unknown>>;

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
const commandIssues = (
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
const crossIssues = (merged: unknown, defaults: PlainObject): Issue[] => {
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
