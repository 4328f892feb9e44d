// Limits and flags of one endpoint: the config's own, overridden by the most specific
// entry of `endpoints` (docs/config.md "Single tools"; context window protection, FR-027 and FR-035).
import type { Policy } from '../protect';
import { mostSpecific } from './glob';
import type { Config, EndpointConfig } from './schema';

/** The key of `endpoints` that applies to an endpoint, if one does. */
export const patternFor = (config: Config, endpoint: string): string | undefined =>
	mostSpecific(Object.keys(config.endpoints), endpoint);

/** Returns the entry of `endpoints` for a tool: its own, else the narrowest pattern, else an empty one. */
export const entryFor = (config: Config, endpoint: string): EndpointConfig => {
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
	return config.limitedByBytes?.has(endpoint) ? limitedByBytes(policy) : policy;
};

/** Bytes of a response whose estimate is not to be relied on (context window protection, Risk 3). */
const SAFE_BYTES = 10_000;

const limitedByBytes = (policy: Policy): Policy => ({
	...policy,
	estimator: 'bytes',
	hardByteLimit: Math.min(policy.hardByteLimit, SAFE_BYTES),
});

/** Flags and limits of an endpoint that are not protect's business. */
export const settingsFor = (config: Config, endpoint: string) => {
	const entry = entryFor(config, endpoint);
	return {
		transient: entry.mode !== 'off' && (entry.transient ?? true),
		cursorTtlSeconds: entry.cursorTtlSeconds ?? config.cursorTtlSeconds,
		exactSampleRate: entry.exactSampleRate ?? config.exactSampleRate,
		strip: config.debug ? [] : (entry.strip ?? config.strip),
		arguments: entry.arguments ?? 'auto',
		learn: entry.learn ?? config.learn,
		...(entry.gather === undefined ? {} : { gather: entry.gather }),
	};
};
