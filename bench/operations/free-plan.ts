// Calls of a kind that a day of Cloudflare's free plan holds, and the limit that ends them. Published limits of
// 2026-11: 100,000 requests, KV 100,000 reads and 1,000 writes, Durable Objects 100,000 requests, 13,000 GB-s,
// 5,000,000 rows read and 100,000 written, 100,000 points of Analytics Engine.
import type { Cost } from '../../test/worker/limits/calls';

export type Uses = Pick<Cost, 'kv' | 'objectRequests' | 'rowsRead' | 'rowsWritten' | 'points'>;

/** Returns the limit that is reached first, and after how many calls of a day. */
export function onFreePlan({ kv, objectRequests, rowsRead, rowsWritten, points }: Uses): {
	readonly calls: number;
	readonly ends: string;
} {
	const limits: readonly (readonly [ends: string, limit: number, used: number])[] = [
		['requests', 100_000, 1],
		['KV reads', 100_000, kv[0]],
		['KV writes', 1_000, kv[1]],
		['object requests', 100_000, objectRequests],
		// 4 ms of 128 MB each, as in the dollars.
		['duration', 13_000, objectRequests * 0.004 * 0.128],
		['rows read', 5_000_000, rowsRead],
		['rows written', 100_000, rowsWritten],
		['points', 100_000, points],
	];
	const days = limits.map(([ends, limit, used]) => ({
		ends,
		calls: used === 0 ? Number.POSITIVE_INFINITY : Math.floor(limit / used),
	}));
	return days.reduce((least, each) => (each.calls < least.calls ? each : least));
}
