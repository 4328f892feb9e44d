// The timer's work: judges the alert rules of every workspace and tells what changed.
import type { TelemetryEpisodes } from '../adapters/sqlite/telemetry-episodes';
import type { TelemetryStore } from '../adapters/sqlite/telemetry-store';
import type { Config } from '../config/schema';
import type { Remote } from '../shared/remote';
import type { Result } from '../shared/result';
import { judge, type Notice, noticeBody, noticeText } from '../telemetry/alerts';

export interface AlertPorts {
	workspaces(): Promise<readonly string[]>;
	configOf(workspace: string): Promise<Config>;
	store(workspace: string): Remote<Pick<TelemetryStore, 'latest'>>;
	episodes(workspace: string): Remote<TelemetryEpisodes>;
	/** Posts to a webhook; fills in secrets of the URL. */
	post(url: string, body: unknown): Promise<Result<null, string>>;
	readonly now: () => number;
	log(entry: Readonly<Record<string, unknown>>): void;
}

/** One round over all workspaces; one that fails takes nothing from the others. Never rejects. */
export async function runAlerts(ports: AlertPorts): Promise<void> {
	const workspaces = await ports.workspaces().catch(() => {
		ports.log({ level: 'error', event: 'alerts_failed' });
		return [];
	});
	for (const workspace of workspaces) {
		try {
			await runFor(workspace, ports);
		} catch {
			ports.log({ level: 'error', event: 'alerts_failed', workspace });
		}
	}
}

async function runFor(workspace: string, ports: AlertPorts): Promise<void> {
	const { alerts } = await ports.configOf(workspace);
	const episodes = ports.episodes(workspace);
	const group = await ports.store(workspace).latest(alerts.windowMinutes);
	for (const notice of judge(group, alerts, await episodes.open(), ports.now())) {
		// Kept before it is told: whoever is told twice was at least told.
		if (notice.state === 'firing') await episodes.keep({ ...begun(notice), told: false });
		const told = alerts.webhook
			? await ports.post(alerts.webhook.url, noticeBody(notice, workspace, alerts.webhook.format))
			: null;
		const failure = told === null || told.ok ? undefined : told.error;
		ports.log({
			level: notice.state === 'firing' ? 'warn' : 'info',
			event: `alert_${notice.state}`,
			workspace,
			rule: notice.rule,
			message: noticeText(notice, workspace),
			...(failure === undefined ? {} : { undelivered: failure }),
		});
		// What could not be told is told in the next round.
		if (failure !== undefined) continue;
		if (notice.state === 'firing') await episodes.keep({ ...begun(notice), told: true });
		else await episodes.close(notice.rule);
	}
}

const begun = ({ rule, startedAt }: Notice) => ({ rule, startedAt });
