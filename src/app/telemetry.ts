// Telemetry composed: the records of calls go to Analytics Engine a batch at a time, and with their session to the
// workspace's Telemetry object: its newest calls, roll-ups and open alerts, and the list of its sessions. That judges
// its alerts itself, as long as there are calls or an alert is open.
import file from '../../loadline.yaml';
import { type Hosted, remote } from '../adapters/cloudflare';
import { postJson, within } from '../adapters/fetch';
import { type TelemetryStores, telemetryStores } from '../adapters/sqlite';
import type { Config } from '../config';
import { CallTelemetry, checkUpstreamUrl, type SessionRecorder } from '../gateway';
import type { Remote } from '../shared/remote';
import { err, ok } from '../shared/result';
import { dataPointOf, EstimatorTrust, noticeOf, type TelemetrySource } from '../telemetry';
import { configInForce } from './config';
import { type Env, log } from './env';
import { createBook, endSession, ownObject } from './objects';
import { createSecretBook } from './secret-book';

/** Milliseconds that /health waits for telemetry. */
const HEALTH_PATIENCE = 1_000;

/** Returns the rules of alerts: the demo is in none once another server is connected. */
export const alertRulesOf = ({ alerts: { webhook: _, ...rules }, upstreams }: Config) => ({
	...rules,
	isWithoutTrials: upstreams.some(({ name }) => name !== 'demo'),
});

/** @param recorder has records of a workspace that are on their way arrive, and counts those that do not */
export function createTelemetry(env: Env, recorder: () => Pick<SessionRecorder, 'state' | 'told'>) {
	const storeOf = (workspace: string) =>
		remote<TelemetryStores['telemetry']>(env.TELEMETRY, workspace, 'telemetry');
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
					for (const record of records) analytics.writeDataPoint(dataPointOf(record));
				} catch (error) {
					failures++;
					const reason = error instanceof Error ? error.name : 'unknown';
					log({ level: 'error', event: 'telemetry_lost', records: records.length, reason });
				}
			},
		}),
	});

	return {
		sourceOf: (workspace: string): TelemetrySource =>
			sourceOver(storeOf(workspace), () => recorder().told(workspace)),
		alerts: async (workspace: string, config: Config) => {
			await recorder().told(workspace);
			const alerts = remote<TelemetryStores['alerts']>(env.TELEMETRY, workspace, 'alerts');
			return alerts.standing(alertRulesOf(config));
		},
		/** Returns whether another server than the demo is connected, or was called: the demo is in no total then. */
		hasOthers: async (workspace: string, config: Config): Promise<boolean> =>
			alertRulesOf(config).isWithoutTrials ||
			(await storeOf(workspace)
				.hasOthers()
				.catch(() => false)),
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

const figures = (group: ReturnType<TelemetryStores['telemetry']['latest']>) => ({
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
const sourceOver = (
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

const DAY = 86_400_000;
/** Milliseconds until further sessions are ended. */
const SOON = 1_000;

export class Telemetry extends ownObject<Env>(({ sql, name, wakeAt }, env): Hosted => {
	const now = () => Date.now();
	const stores = telemetryStores(sql, { now, wakeAt });
	const { telemetry, learnt, alerts, sessions, known } = stores;
	const called = () => wakeAt(now() + JUDGED_EVERY);
	return {
		services: { ...stores, book: createBook(sql, stores, called) },
		async alarm() {
			const config = await configInForce(env, file, name);
			const isWatched = await judgeAlerts(name, alerts, { env, config, now: now() });
			if (isWatched) called();
			// Names of sessions cost their caller nothing: those used longest ago give way.
			for (const crowded of sessions.beyond(config.limits.sessions))
				await endSession(env, sessions, name, crowded);
			// So many end in one go; with a session a call there are more.
			if (sessions.beyond(config.limits.sessions).length > 0) wakeAt(now() + SOON);
			const { sessionDays, telemetryDays } = config.retention;
			sessions.forget(sessionDays);
			const isLeft = telemetry.clear(telemetryDays);
			learnt.forgetBefore(now() - telemetryDays * DAY);
			const isIdle =
				!isLeft && !isWatched && sessions.list({ principal: null, limit: 1 }).length === 0;
			// Principals that may have something elsewhere are remembered.
			return isIdle && known.isEmpty;
		},
	};
}) {}

/** Milliseconds between two judgements. */
const JUDGED_EVERY = 300_000;

/** Sends the notices that are due. Never rejects. @returns whether there is anything to judge again */
async function judgeAlerts(
	workspace: string,
	alerts: TelemetryStores['alerts'],
	{ env, config, now }: { env: Env; config: Config; now: number },
): Promise<boolean> {
	const rules = alertRulesOf(config);
	const { webhook } = config.alerts;
	for (const notice of alerts.due(rules, now)) {
		const { message, body } = noticeOf(notice, workspace, webhook?.format);
		// Kept before it is told: whoever is told twice was at least told.
		alerts.note(notice, false);
		const told = webhook ? await post(env, workspace, webhook.url, body) : ok(null);
		log({
			level: notice.state === 'firing' ? 'warn' : 'info',
			event: `alert_${notice.state}`,
			workspace,
			rule: notice.rule,
			message,
			...(told.ok ? {} : { undelivered: told.error }),
		});
		// A notice that could not be sent goes out in the next round.
		if (told.ok) alerts.note(notice, true);
	}
	return alerts.isWatched(rules);
}

/** Posts to a webhook; fills in secrets of the URL. */
async function post(env: Env, workspace: string, url: string, body: unknown) {
	const filled = await createSecretBook(env).fill(url, { workspace });
	const allowLoopback = env.LOADLINE_DEV === '1';
	if (!filled.ok || !checkUpstreamUrl(filled.value, { allowLoopback }).ok)
		return err('the URL of the webhook cannot be used');
	return postJson((to, init) => fetch(to, init), filled.value, body);
}
