// The whole config document: every key, its range and its default, in this one place
// (docs/config.md; context window protection, FR-024 to FR-028).
import * as z from 'zod/v4';
import { onceFor } from '../shared/once';
import { choice, flag, fraction, list, mapping, section, whole, word } from './fields';
import { HOST_CHOICES, type HostChoice } from './hosts';
import {
	alertsSchema,
	type CheckUrl,
	providerUrl,
	toolPattern,
	transientPairs,
	upstreamSchema,
} from './upstream-schema';

/** The section `llm`. @param checkUrl refuses addresses that may not be called */
const llmSchema = (checkUrl: CheckUrl) => {
	const provider = () => section({ url: providerUrl(checkUrl) }).optional();
	return section({
		/** `https://api.anthropic.com`: what stands before `/v1/messages`. */
		anthropic: provider(),
		/** `https://api.openai.com/v1`: what stands before `/chat/completions`. */
		openai: provider(),
		/** Of tools that a host has itself: Bash, Read, WebFetch. */
		pairs: transientPairs(1).default([]),
		/** Results that leave without a pair. */
		superseded: section({
			reads: flag().default(true),
			listings: flag().default(true),
			repeats: flag().default(true),
		}).prefault({}),
		/** Results used up by a consumer that names none: all that are pending, the oldest, or the newest. */
		pairing: choice(['all', 'oldest', 'newest']).default('all'),
		/** Characters from which a host's own result is worth leaving out. */
		leastCharacters: whole(1, 1_000_000, 'characters').default(1_500),
	});
};

/** The byte limit that is not set never goes below this: 10 KB (context window protection, Risk 3). */
const LEAST_DERIVED_BYTES = 10_000;
/** One that is set: what the keys of an answer need beside its data. */
const LEAST_HARD_BYTES = 1_000;

/** Bytes (UTF-8) a response may take when no limit is configured: 4 per token of the threshold. */
export const hardByteLimitFor = (tokenBudgetThreshold: number): number =>
	Math.max(LEAST_DERIVED_BYTES, 4 * tokenBudgetThreshold);

const path = (what: string) => word(/^[^\s\p{Cc}]+$/u, what);

const essentialFields = () =>
	mapping(
		path('a type name'),
		list(path('a dotted path'), 100, 'dotted paths'),
		200,
		'field lists, one per type',
	);

/** A name may have blanks in it. */
const strip = () =>
	list(
		word(/^[^\s\p{Cc}](?:\P{Cc}*[^\s\p{Cc}])?$/u, 'a dotted path, * for any key'),
		100,
		'dotted paths',
	);

/** Fetching of a server's own further pages into one result (docs/gateway.md "Servers that page themselves"). */
const gatherBounds = () =>
	section({
		maxItems: whole(1, 1_000_000, 'items').optional(),
		maxPages: whole(2, 1_000, 'pages').optional(),
		maxBytes: whole(1_000, 20_000_000, 'bytes').optional(),
		maxSeconds: whole(1, 600, 'seconds').optional(),
		/** The tool's argument that asks for a further page. */
		argument: path('the name of an argument').optional(),
		/** Path in an answer to the next value of that argument. */
		next: path('a dotted path').optional(),
		style: choice(['cursor', 'page', 'offset', 'link']).optional(),
	});

/** The argument that pages a server's list, and the bounds of following it. */
export type GatherSetting = z.output<ReturnType<typeof gatherBounds>>;

/** `true`, within the usual bounds; `false` as if it were not there; or bounds of one's own. */
const gatherSetting = () =>
	z.preprocess(
		(value) => (value === true ? {} : value === false ? undefined : value),
		gatherBounds().optional(),
	);

/** Tokens of a first answer that nobody asked to be long; below the budget, which stays the ceiling. */
const firstAnswer = whole(100, 1_000_000, 'tokens');

/** Limits that hold for every endpoint and that an endpoint may override. */
const limits = {
	defaultPageSize: whole(1, 200, 'items'),
	maxPageSize: whole(1, 200, 'items'),
	tokenBudgetThreshold: whole(500, 1_000_000, 'tokens'),
	itemTokenThreshold: whole(100, 1_000_000, 'tokens'),
	chunkTokenThreshold: whole(100, 1_000_000, 'tokens'),
	chunkSize: whole(1, 10_000, 'lines'),
	firstAnswerTokens: section({
		list: firstAnswer.optional(),
		object: firstAnswer.optional(),
		text: firstAnswer.optional(),
	}),
	hardByteLimit: whole(LEAST_HARD_BYTES, 67_108_864, 'bytes'),
	cursorTtlSeconds: whole(60, 86_400, 'seconds'),
	estimator: choice(['calibrated', 'heuristic'], {
		exact:
			'exact counts run on the command line, in sampling (exactSampleRate), and where a call asks for more; first answers are estimated',
	}),
	exactSampleRate: fraction(0, 1),
	tokenFamily: fraction(0.5, 3),
	itemsPath: path('the dotted path of a list'),
};

const endpointSchema = () =>
	section({
		pagination: flag().optional(),
		summarization: flag().optional(),
		chunking: flag().optional(),
		transient: flag().optional(),
		mode: choice(['on', 'off', 'shadow', 'ab']).optional(),
		/** Percent of sessions that are protected. */
		rollout: whole(0, 100).optional(),
		...z.object(limits).partial().shape,
		essentialFields: essentialFields().optional(),
		strip: strip().optional(),
		/** True if Loadline's arguments are listed with the tool; they are taken in any case. */
		arguments: choice(['auto', 'always', 'never']).optional(),
		gather: gatherSetting(),
		/** Make its first answers by what was asked after earlier ones. */
		learn: flag().optional(),
		/** True if references may take values from its results, and put them into its arguments. */
		refs: flag().optional(),
	});

const build = (checkUrl: CheckUrl) =>
	section({
		defaultPageSize: limits.defaultPageSize.default(50),
		maxPageSize: limits.maxPageSize.default(200),
		tokenBudgetThreshold: limits.tokenBudgetThreshold.default(4000),
		itemTokenThreshold: limits.itemTokenThreshold.default(2000),
		chunkTokenThreshold: limits.chunkTokenThreshold.default(2000),
		chunkSize: limits.chunkSize.default(200),
		firstAnswerTokens: section({
			list: firstAnswer.default(600),
			object: firstAnswer.default(450),
			text: firstAnswer.default(350),
		}).prefault({}),
		hardByteLimit: limits.hardByteLimit.optional(),
		cursorTtlSeconds: limits.cursorTtlSeconds.default(600),
		estimator: limits.estimator.default('calibrated'),
		exactSampleRate: limits.exactSampleRate.default(0.01),
		/** Multiplies estimates, for models whose tokenizer gives more tokens than o200k. */
		tokenFamily: limits.tokenFamily.default(1),
		itemsPath: limits.itemsPath.optional(),
		essentialFields: essentialFields().default({}),
		/** Longest life of a snapshot, regardless of reads. */
		snapshotLifeSeconds: whole(600, 2_592_000, 'seconds').default(86_400),
		/** Largest `tokens` that a call may ask for. */
		maxAnswerTokens: whole(500, 1_000_000, 'tokens').default(16_000),
		/** Life of a link to an export; 0: there are none. */
		exportLinkSeconds: whole(0, 86_400, 'seconds').default(0),
		/** Largest answer of an upstream, 20 MiB. */
		maxUpstreamBytes: whole(1000, 52_428_800, 'bytes').default(20_971_520),
		endpoints: mapping(toolPattern(), endpointSchema(), 1000, 'tool names or globs').default({}),
		upstreams: list(upstreamSchema(checkUrl), 100, 'upstreams').default([]),
		transient: transientPairs().default([]),
		llm: llmSchema(checkUrl).prefault({}),
		alerts: alertsSchema(checkUrl).prefault({}),
		/** Retention of unused data. */
		retention: section({
			sessionDays: whole(1, 3650, 'days').default(90),
			telemetryDays: whole(1, 365, 'days').default(90),
			runDays: whole(1, 3650, 'days').default(180),
			attestationDays: whole(1, 3650, 'days').default(365),
		}).prefault({}),
		/** Quotas of one caller; the oldest sessions and payloads are evicted, other writes are refused. */
		limits: section({
			sessions: whole(10, 10_000, 'sessions').default(500),
			findings: whole(10, 100_000, 'findings').default(2_000),
			payloads: whole(10, 10_000, 'payloads').default(1_000),
			drafts: whole(1, 2_000, 'drafts').default(200),
		}).prefault({}),
		/** Serve the demo upstream; `effective` turns it on in dev mode. */
		demo: flag().default(false),
		/** Keep every result of a session as it was sent, for its timeline; else those that may leave. */
		sessionTexts: flag().default(false),
		/** Keep what was asked: the arguments of each call with its session, shortened. */
		sessionArguments: flag().default(true),
		/** Make first answers by what was asked after earlier ones of the same tool. */
		learn: flag().default(true),
		debug: flag().default(false),
		strip: strip().default([]),
		workflow: section({ maxRetries: whole(0, 20).default(3) }).prefault({}),
		review: section({ fourEyes: flag().default(false) }).prefault({}),
		/** Tools that `/mcp` lists: all, or the two that find and call them. */
		tools: choice(['all', 'search']).default('all'),
		/** The host of clients that say of none. */
		host: choice(HOST_CHOICES as readonly [HostChoice, ...HostChoice[]]).optional(),
		replay: section({ tokenBudget: whole(100, 100_000, 'tokens').default(3500) }).prefault({}),
	});

/** The schema of a whole document. */
export type ConfigSchema = ReturnType<typeof build>;

/** The schema of a config document; parsing fills in the defaults. Built once per URL check. */
export const configSchema: (checkUrl: CheckUrl) => ConfigSchema = onceFor(build);

/** An entry of `endpoints`, checked. */
export type EndpointConfig = z.output<ReturnType<typeof endpointSchema>>;

/** The effective values: nothing is missing that has a default. */
export type Config = z.output<ConfigSchema> & {
	readonly hardByteLimit: number;
	/** Endpoints whose estimates turned out wrong: not configured, but learned while serving. */
	readonly limitedByBytes?: ReadonlySet<string>;
};
