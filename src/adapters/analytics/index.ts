// Analytics Engine: writes records to its binding, and runs statements by Cloudflare's SQL API
// (docs/telemetry.md "Analytics Engine"). In local development writing does nothing.
import { err, ok } from '../../shared/result';
import { analyticsSource, dataPointOf, type TelemetrySource } from '../../telemetry';

/** The part of an Analytics Engine binding that is used. */
export interface AnalyticsBinding {
	writeDataPoint(point: { indexes?: string[]; blobs?: string[]; doubles?: number[] }): void;
}

/** Writes records; a binding takes them at once, or throws. */
export function writeDataPoints(
	binding: AnalyticsBinding,
	records: readonly Parameters<typeof dataPointOf>[0][],
): void {
	for (const record of records) binding.writeDataPoint(dataPointOf(record));
}

/** Access to the SQL API; each statement is of one workspace. */
export interface AnalyticsOptions {
	/** Cloudflare's account id. */
	readonly account: string;
	/** An API token with the permission Account Analytics: Read. */
	readonly token: string;
	readonly workspace: string;
	readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
	/** Origin of the API; Cloudflare's unless given. */
	readonly origin?: string;
}

/** Milliseconds the API has. */
const PATIENCE = 20_000;

/** Reads the figures of a workspace. */
export const analyticsSqlApi = (options: AnalyticsOptions): TelemetrySource =>
	analyticsSource(options.workspace, (sql) => ask(sql, options));

/** @returns the rows, or the status that the API answered: its text repeats the statement */
async function ask(
	sql: string,
	{ account, token, fetch, origin = 'https://api.cloudflare.com' }: AnalyticsOptions,
): ReturnType<Parameters<typeof analyticsSource>[1]> {
	const unavailable = (reason: string) => err({ code: 'unavailable', reason } as const);
	const url = `${origin}/client/v4/accounts/${encodeURIComponent(account)}/analytics_engine/sql`;
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}` },
			body: sql,
			signal: AbortSignal.timeout(PATIENCE),
		});
		if (!response.ok) {
			void response.body?.cancel().catch(() => {});
			return unavailable(`the Analytics Engine SQL API answers ${response.status}`);
		}
		const answer = (await response.json()) as { data?: unknown };
		return Array.isArray(answer.data)
			? ok(answer.data as Record<string, unknown>[])
			: unavailable('the Analytics Engine SQL API answers without data');
	} catch {
		return unavailable('the Analytics Engine SQL API did not answer');
	}
}
