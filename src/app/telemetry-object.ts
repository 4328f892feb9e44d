// The Durable Object of a workspace's book: its newest calls, roll-ups and open alerts, and the list of its
// sessions. It judges its alerts itself, as long as there are calls or an alert is open.
import file from '../../loadline.yaml';
import type { Hosted } from '../adapters/cloudflare';
import { postJson } from '../adapters/fetch';
import { type TelemetryStores, telemetryStores } from '../adapters/sqlite';
import type { Config } from '../config';
import { checkUpstreamUrl } from '../gateway';
import { err, ok, type Result } from '../shared/result';
import { noticeOf } from '../telemetry';
import { createBook } from './book';
import { configInForce } from './config';
import type { Env } from './env';
import { log } from './log';
import { endSession, ownObject } from './own-object';
import { createSecretBook } from './secret-book';
import { alertRulesOf } from './telemetry';

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
async function post(
	env: Env,
	workspace: string,
	url: string,
	body: unknown,
): Promise<Result<null, string>> {
	const filled = await createSecretBook(env).fill(url, { workspace });
	const allowLoopback = env.LOADLINE_DEV === '1';
	if (!filled.ok || !checkUpstreamUrl(filled.value, { allowLoopback }).ok)
		return err('the URL of the webhook cannot be used');
	return postJson((to, init) => fetch(to, init), filled.value, body);
}
