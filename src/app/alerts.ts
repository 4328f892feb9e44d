// Judges the alert rules of a workspace and tells what changed (docs/telemetry.md "Alerts").

import { postJson } from '../adapters/fetch';
import type { TelemetryStores } from '../adapters/sqlite';
import type { Config } from '../config';
import { checkUpstreamUrl } from '../gateway';
import { err, type Result } from '../shared/result';
import { judge, noticeBody, noticeText } from '../telemetry';
import type { Env } from './env';
import { log } from './log';
import { createSecretBook } from './secret-book';

/** Milliseconds between two judgements. */
export const JUDGED_EVERY = 300_000;

/** Inputs of judging a workspace's alerts: config, latest figures, open episodes. */
export interface AlertParts {
	readonly env: Env;
	readonly config: Config;
	readonly telemetry: Pick<TelemetryStores['telemetry'], 'latest'>;
	readonly episodes: TelemetryStores['episodes'];
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}

/** One judgement. Never rejects. @returns whether there is anything to judge again */
export async function judgeAlerts(
	workspace: string,
	{ env, config: { alerts }, telemetry, episodes, now }: AlertParts,
): Promise<boolean> {
	const group = telemetry.latest(alerts.windowMinutes);
	for (const notice of judge(group, alerts, episodes.open(), now())) {
		// Kept before it is told: whoever is told twice was at least told.
		if (notice.state === 'firing') episodes.keep({ ...begun(notice), told: false });
		const told = alerts.webhook
			? await post(
					env,
					workspace,
					alerts.webhook.url,
					noticeBody(notice, workspace, alerts.webhook.format),
				)
			: null;
		const failure = told === null || told.ok ? undefined : told.error;
		log({
			level: notice.state === 'firing' ? 'warn' : 'info',
			event: `alert_${notice.state}`,
			workspace,
			rule: notice.rule,
			message: noticeText(notice, workspace),
			...(failure === undefined ? {} : { undelivered: failure }),
		});
		// A notice that could not be sent goes out in the next round.
		if (failure !== undefined) continue;
		if (notice.state === 'firing') episodes.keep({ ...begun(notice), told: true });
		else episodes.close(notice.rule);
	}
	return group.count > 0 || episodes.open().length > 0;
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

const begun = ({ rule, startedAt }: Parameters<typeof noticeText>[0]) => ({ rule, startedAt });
