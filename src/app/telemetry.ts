// Telemetry composed: the gateway's facts become records, log lines and samples after the answer. Records go
// to Analytics Engine at once, and with their session to the workspace's Telemetry object.
import { analyticsSink, analyticsSqlApi } from '../adapters/analytics';
import { defer, remote, wait } from '../adapters/cloudflare';
import type { TelemetryStores } from '../adapters/sqlite';
import { type Config, settingsFor } from '../config';
import {
	type CallFacts,
	type GatewayContext,
	type PendingRecord,
	type RecorderState,
	recordOf,
	sampleOf,
} from '../gateway';
import type { Remote } from '../shared/remote';
import { err, ok } from '../shared/result';
import {
	type CallRecord,
	EstimatorTrust,
	type Group,
	logLines,
	standingOf,
	type TelemetrySource,
} from '../telemetry';
import { type Env, set } from './env';

/** Milliseconds after which an answer is on its way. */
const ANSWERED_AFTER = 5;
/** Share of an endpoint's calls that are counted while its estimates are not trusted. */
const SUSPECTED_RATE = 0.25;
/** Milliseconds that /health waits for telemetry. */
const HEALTH_PATIENCE = 1_000;

/** Dependencies of telemetry; times are milliseconds since the epoch. */
export interface TelemetryPorts {
	readonly now: () => number;
	/** From 0 to 1. */
	readonly random: () => number;
	log(entry: ReturnType<typeof logLines>[number]): void;
	/** State of the records on their way. */
	state(): RecorderState;
	/** Has records of a workspace that are on their way arrive. */
	told(workspace: string): Promise<void>;
}

/** Lives as long as the isolate. */
export function createTelemetry(env: Env, { now, random, log, state, told }: TelemetryPorts) {
	const storeOf = (workspace: string) =>
		remote(env.TELEMETRY, workspace, 'telemetry') as Remote<TelemetryStores['telemetry']>;
	const trust = new EstimatorTrust();
	const analytics = analyticsSink(env.ANALYTICS);
	const limited = new WeakMap<Config, Config>();
	let failures = 0;

	const recordMade = async (
		facts: CallFacts,
		context: GatewayContext,
		config: Config,
		time: number,
	): Promise<CallRecord> => {
		const record = await sampled(recordOf(facts, context, config, time), facts, config);
		for (const line of logLines(record)) log(line);
		await analytics.write([record]).catch(() => {
			failures++;
		});
		return record;
	};

	/** The record with exact counts, if this is one of those that are counted. */
	const sampled = async (record: CallRecord, facts: CallFacts, config: Config) => {
		const { workspace, endpoint, correlationId } = record;
		const { exactSampleRate } = settingsFor(config, facts.endpoint);
		const isSuspected = trust.of(workspace).has(facts.endpoint);
		const rate = isSuspected ? Math.max(exactSampleRate, SUSPECTED_RATE) : exactSampleRate;
		// In the variant `shadow` the estimate is of the original, which is what was sent.
		if (record.outcome === 'error' || random() >= rate) return record;
		const sample = await sampleOf(facts, config).catch(() => null);
		if (!sample) return record;
		const { configured, ...counts } = sample;
		const verdict = trust.judge(workspace, facts.endpoint, configured, counts.exactTokens);
		if (verdict !== 'right') {
			const event = `estimate_${verdict}`;
			const told = { workspace, endpoint, correlationId, estimatedTokens: configured };
			log({ level: 'warn', event, ...told, exactTokens: counts.exactTokens });
		}
		return { ...record, ...counts };
	};

	/** Embedded, or from Analytics Engine where its SQL API can be asked. */
	const sourceOf = (workspace: string): TelemetrySource => {
		const account = set(env.CLOUDFLARE_ACCOUNT_ID);
		const token = set(env.ANALYTICS_TOKEN);
		return account !== undefined && token !== undefined
			? analyticsSqlApi({ account, token, workspace, fetch: (url, init) => fetch(url, init) })
			: embeddedSource(storeOf(workspace), () => told(workspace));
	};

	return {
		sourceOf,
		/** Returns the state of a workspace's alert rules. */
		alerts: async (workspace: string, rules: Config['alerts']) => {
			await told(workspace);
			const episodes = remote(env.TELEMETRY, workspace, 'episodes') as Remote<
				TelemetryStores['episodes']
			>;
			const [group, open] = await Promise.all([
				storeOf(workspace).latest(rules.windowMinutes),
				episodes.open(),
			]);
			const { windowMinutes, minRequests } = rules;
			const calls = group.count;
			return { windowMinutes, minRequests, calls, rules: standingOf(group, rules, open) };
		},
		/** Records a call after its answer; never fails. */
		record: (
			{ limitedByBytes: _, ...config }: Config,
			facts: CallFacts,
			context: GatewayContext,
		): PendingRecord => {
			const pending: PendingRecord = { value: undefined };
			const time = now();
			const make = async () => {
				await wait(ANSWERED_AFTER);
				pending.value = await recordMade(facts, context, config, time).catch((error: unknown) => {
					failures++;
					log({ level: 'error', event: 'telemetry_lost', records: 1, reason: nameOf(error) });
					return null;
				});
			};
			defer(make());
			return pending;
		},
		/** The config under which endpoints with bad estimates are limited by bytes. */
		guarded: (config: Config, workspace: string): Config => {
			const limitedByBytes = trust.of(workspace);
			if (limitedByBytes.size === 0) return config;
			// One object as long as the config is the same: sources are made once per config.
			const known = limited.get(config);
			const isSame = known?.limitedByBytes === limitedByBytes;
			const made = isSame ? known : { ...config, limitedByBytes };
			limited.set(config, made);
			return made;
		},
		/** For /health: figures of the last minutes. Never fails, and does not take long. */
		health: async (workspace: string) => {
			const { dropped, ...recorded } = state();
			const own = { sinkFailures: failures + recorded.failures, dropped };
			try {
				const store = storeOf(workspace);
				const asked = Promise.all([store.latest(5), store.latest(60)]);
				const answered = await Promise.race([asked, wait(HEALTH_PATIENCE)]);
				if (!answered) return { status: 'unavailable', ...own };
				const [minutes5, minutes60] = answered;
				const last = { last5Minutes: figures(minutes5), last60Minutes: figures(minutes60) };
				return { status: 'ok', ...last, ...own };
			} catch {
				return { status: 'unavailable', ...own };
			}
		},
	};
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

const figures = (group: Group) => ({
	calls: group.count,
	adoptionPercent: group.adoptionPercent,
	averageResponseTokens: group.tokens.average,
	averageResponseBytes: group.bytes.average,
	oversizedPercent: group.oversizedPercent,
	errorPercent: group.errorPercent,
	estimatesWithin20Percent: group.accuracy.within20Percent,
	sampled: group.accuracy.sampled,
});

/** Reads figures after writing the records that wait in this isolate, so that a caller sees its own calls. */
const embeddedSource = (
	store: Remote<TelemetryStores['telemetry']>,
	flush: () => Promise<void>,
): TelemetrySource => {
	const unavailable = () =>
		err({ code: 'unavailable', reason: 'the telemetry store did not answer' } as const);
	return {
		query: async (query) => {
			await flush();
			return store.query(query).then(ok, unavailable);
		},
		requests: async (query) => {
			await flush();
			return store.requests(query).catch(unavailable);
		},
	};
};
