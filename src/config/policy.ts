// Settings of one endpoint: the config's own, overridden by the most specific entry of `endpoints`, a name or a glob
// (docs/config.md "Single tools"; context window protection, FR-027 and FR-035).
import type { Policy } from '../protect';
import { matchesGlob } from '../shared/glob';
import type { Config, EndpointConfig } from './schema';

const literals = (pattern: string): number => pattern.replaceAll(/[*?]/g, '').length;

/**
 * The pattern that fits a name best: the name itself, else the matching glob with most literal
 * characters; of equals the one with fewer wildcards, then the first in code unit order.
 */
export const mostSpecific = (patterns: readonly string[], name: string): string | undefined => {
	if (patterns.includes(name)) return name;
	let best: string | undefined;
	for (const pattern of patterns) {
		if (!/[*?]/.test(pattern) || !matchesGlob(pattern, name)) continue;
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

/** The key of `endpoints` that applies to an endpoint, if one does. */
const patternFor = (config: Pick<Config, 'endpoints'>, endpoint: string): string | undefined =>
	mostSpecific(Object.keys(config.endpoints), endpoint);

/** Returns the entry of `endpoints` for a tool: its own, else the narrowest pattern, else an empty one. */
export const entryFor = (config: Pick<Config, 'endpoints'>, endpoint: string): EndpointConfig => {
	const pattern = patternFor(config, endpoint);
	return (pattern === undefined ? undefined : config.endpoints[pattern]) ?? {};
};

/**
 * The protection policy of an endpoint (a tool's name, `<upstream>__<tool>` for upstreams).
 * One entry applies: the exact name, else the longest matching glob. `mode: off` protects nothing.
 */
export const policyFor = (config: Config, endpoint: string): Policy => {
	const entry = entryFor(config, endpoint);
	const on = entry.mode !== 'off';
	const itemsPath = entry.itemsPath ?? config.itemsPath;
	const policy: Policy = {
		pagination: on && (entry.pagination ?? true),
		summarization: on && (entry.summarization ?? true),
		chunking: on && (entry.chunking ?? true),
		defaultPageSize: entry.defaultPageSize ?? config.defaultPageSize,
		maxPageSize: entry.maxPageSize ?? config.maxPageSize,
		tokenBudgetThreshold: entry.tokenBudgetThreshold ?? config.tokenBudgetThreshold,
		itemTokenThreshold: entry.itemTokenThreshold ?? config.itemTokenThreshold,
		chunkTokenThreshold: entry.chunkTokenThreshold ?? config.chunkTokenThreshold,
		chunkSize: entry.chunkSize ?? config.chunkSize,
		firstAnswerTokens: {
			...config.firstAnswerTokens,
			// Kinds that an entry leaves as they are are absent: nothing in force is undefined.
			...(entry.firstAnswerTokens as Partial<Policy['firstAnswerTokens']>),
		},
		hardByteLimit: entry.hardByteLimit ?? config.hardByteLimit,
		estimator: entry.estimator ?? config.estimator,
		tokenFamily: entry.tokenFamily ?? config.tokenFamily,
		...(itemsPath === undefined ? {} : { itemsPath }),
		essentialFields: { ...config.essentialFields, ...entry.essentialFields },
	};
	if (!config.limitedByBytes?.has(endpoint)) return policy;
	const hardByteLimit = Math.min(policy.hardByteLimit, SAFE_BYTES);
	return { ...policy, estimator: 'bytes', hardByteLimit };
};

/** Bytes of a response whose estimate is not to be relied on (context window protection, Risk 3). */
const SAFE_BYTES = 10_000;

/** Flags and limits of an endpoint that are not protect's business. */
export const settingsFor = (config: Config, endpoint: string) => {
	const entry = entryFor(config, endpoint);
	return {
		/** Its results may leave the context. */
		transient: entry.mode !== 'off' && (entry.transient ?? true),
		cursorTtlSeconds: entry.cursorTtlSeconds ?? config.cursorTtlSeconds,
		exactSampleRate: entry.exactSampleRate ?? config.exactSampleRate,
		strip: config.debug ? [] : (entry.strip ?? config.strip),
		arguments: entry.arguments ?? 'auto',
		learn: entry.learn ?? config.learn,
		gather: entry.gather,
	};
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

// The calls that an endpoint's `mode` and `rollout` protect (docs/config.md "Trying it out"): a pure function of who calls,
// so that one conversation is always treated alike.

/** `on` protected; `off` left alone; `shadow` left alone and worked out; `control` the other half of `ab`. */
export type Variant = 'on' | 'off' | 'shadow' | 'control';

const BUCKETS = 10_000;

/**
 * A place from 0 to 99.99, the same for the same texts everywhere and forever: FNV-1a over UTF-16
 * units, finished as MurmurHash3 is, since neighbouring names must not share a bucket.
 */
export const bucketOf = (seed: string, subject: string): number => {
	let hash = 0x811c9dc5;
	for (const text of [seed, '\0', subject])
		for (let at = 0; at < text.length; at++)
			hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	hash ^= hash >>> 16;
	return ((hash >>> 0) % BUCKETS) / (BUCKETS / 100);
};

/**
 * Returns the treatment of a subject (a session, else a principal) at an endpoint. The entry's pattern is the
 * seed: all tools of one entry treat a subject alike. Raising `rollout` only adds subjects.
 */
export const variantFor = (config: Config, endpoint: string, subject: string): Variant => {
	const { mode, share } = rolloutOf(config, endpoint);
	if (mode === 'off') return 'off';
	const isIn = bucketOf(patternFor(config, endpoint) ?? '', subject) < share;
	if (mode === 'ab') return isIn ? 'on' : 'control';
	if (!isIn) return 'off';
	return mode;
};

/** Returns how every subject is treated at an endpoint; undefined where it depends on the subject. */
export const steadyVariant = (config: Config, endpoint: string): Variant | undefined => {
	const { mode, share } = rolloutOf(config, endpoint);
	if (mode === 'off' || (share <= 0 && mode !== 'ab')) return 'off';
	if (share <= 0) return 'control';
	return share < 100 ? undefined : mode === 'ab' ? 'on' : mode;
};

/** The mode of an endpoint, and the percent of subjects in it: an experiment halves them unless told. */
const rolloutOf = (config: Config, endpoint: string) => {
	const { mode = 'on', rollout: share = mode === 'ab' ? 50 : 100 } = entryFor(config, endpoint);
	return { mode, share };
};

/** Returns whether anybody at all is protected at an endpoint. */
export const canProtect = (config: Config, endpoint: string): boolean => {
	const { mode, share } = rolloutOf(config, endpoint);
	return (mode === 'on' || mode === 'ab') && share > 0;
};
