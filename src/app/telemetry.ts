// Telemetry composed: the records of calls go to Analytics Engine a batch at a time, and with their session to the
// workspace's Telemetry object.
import { analyticsSqlApi, writeDataPoints } from '../adapters/analytics';
import { remote } from '../adapters/cloudflare';
import { within } from '../adapters/fetch';
import type { TelemetryStores } from '../adapters/sqlite';
import type { Config } from '../config';
import { CallTelemetry, type SessionRecorder } from '../gateway';
import type { Remote } from '../shared/remote';
import { err, ok } from '../shared/result';
import { EstimatorTrust, type Group, type TelemetrySource } from '../telemetry';
import { type Env, set } from './env';
import { log } from './log';

/** Milliseconds that /health waits for telemetry. */
const HEALTH_PATIENCE = 1_000;

/** Returns the rules of alerts: trials are in none once another server is connected than the demo. */
export const alertRulesOf = ({ alerts: { webhook: _, ...rules }, upstreams }: Config) => ({
	...rules,
	isWithoutTrials: upstreams.some(({ name }) => name !== 'demo'),
});

/** @param recorder has records of a workspace that are on their way arrive, and counts those that do not */
export function createTelemetry(env: Env, recorder: () => Pick<SessionRecorder, 'state' | 'told'>) {
	const storeOf = (workspace: string) =>
		remote(env.TELEMETRY, workspace, 'telemetry') as Remote<TelemetryStores['telemetry']>;
	const trust = new EstimatorTrust();
	const { ANALYTICS: analytics } = env;
	const limited = new WeakMap<Config, Config>();
	const configured = new WeakMap<Config, Config>();
	let failures = 0;

	const calls = new CallTelemetry({
		...{ trust, log, random: Math.random },
		...(analytics && {
			write: (records) => {
				try {
					writeDataPoints(analytics, records);
				} catch (error) {
					failures++;
					const reason = error instanceof Error ? error.name : 'unknown';
					log({ level: 'error', event: 'telemetry_lost', records: records.length, reason });
				}
			},
		}),
	});

	/** Embedded, or from Analytics Engine where its SQL API can be asked. */
	const sourceOf = (workspace: string): TelemetrySource => {
		const account = set(env.CLOUDFLARE_ACCOUNT_ID);
		const token = set(env.ANALYTICS_TOKEN);
		return account !== undefined && token !== undefined
			? analyticsSqlApi({ account, token, workspace, fetch: (url, init) => fetch(url, init) })
			: embeddedSource(storeOf(workspace), () => recorder().told(workspace));
	};

	return {
		sourceOf,
		alerts: async (workspace: string, config: Config) => {
			await recorder().told(workspace);
			const alerts = remote(env.TELEMETRY, workspace, 'alerts') as Remote<
				TelemetryStores['alerts']
			>;
			return alerts.standing(alertRulesOf(config));
		},
		calls,
		/** The config under which endpoints with bad estimates are limited by bytes. */
		guarded: (config: Config, workspace: string): Config => {
			const limitedByBytes = trust.of(workspace);
			if (limitedByBytes.size === 0) return config;
			// One object as long as the config is the same: sources are made once per config.
			const known = limited.get(config);
			const isSame = known?.limitedByBytes === limitedByBytes;
			const made = isSame ? known : { ...config, limitedByBytes };
			limited.set(config, made);
			configured.set(made, config);
			return made;
		},
		/** The config as it was before it was guarded: its estimator is judged. */
		configured: (config: Config): Config => configured.get(config) ?? config,
		/** For /health: figures of the last minutes, as alerts count them. Never fails, and does not take long. */
		health: async (workspace: string, { isWithoutTrials }: ReturnType<typeof alertRulesOf>) => {
			const { dropped, ...recorded } = recorder().state;
			const own = { sinkFailures: failures + recorded.failures, dropped };
			try {
				const store = storeOf(workspace);
				const asked = Promise.all([
					store.latest({ windowMinutes: 5, isWithoutTrials }),
					store.latest({ windowMinutes: 60, isWithoutTrials }),
				]);
				const answered = await within(asked, HEALTH_PATIENCE);
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
