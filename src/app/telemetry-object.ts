// The Durable Object of a workspace's book: its newest calls, roll-ups and open alerts, and the list of its
// sessions. It judges its alerts itself, as long as there are calls or an alert is open.
import file from '../../loadline.yaml';
import type { Hosted } from '../adapters/cloudflare';
import { telemetryStores } from '../adapters/sqlite';
import { JUDGED_EVERY, judgeAlerts } from './alerts';
import { Book } from './book';
import { configInForce } from './config';
import { endSession } from './ended-session';
import type { Env } from './env';
import { ownObject } from './own-object';

const DAY = 86_400_000;
/** Milliseconds until further sessions are ended. */
const SOON = 1_000;

/** The Durable Object of a workspace's figures and recent calls. */
export class Telemetry extends ownObject<Env>(({ sql, name, wakeAt }, env): Hosted => {
	const now = () => Date.now();
	const { telemetry, learnt, episodes, sessions, known } = telemetryStores(sql, { now, wakeAt });
	const called = () => wakeAt(now() + JUDGED_EVERY);
	const book = new Book(sql, { sessions, telemetry, learnt, known, called });
	return {
		services: { telemetry, learnt, episodes, sessions, book, known },
		async alarm() {
			const config = await configInForce(env, file, name);
			const isWatched = await judgeAlerts(name, {
				env,
				config,
				telemetry,
				episodes,
				now,
			});
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
