// A rate limit per minute, counted in this process alone: for Node, and where the
// platform's own counters are not bound.
import { remember } from '../../shared/remember';
import type { RateLimit } from './limited-access';

/** Keys counted at once; the oldest go first. */
const MOST_KEYS = 10_000;

/**
 * @param most times in a window
 * @param now milliseconds since the epoch
 */
export function memoryRateLimit(most: number, periodMs: number, now: () => number): RateLimit {
	const windows = new Map<string, { count: number; readonly until: number }>();
	return {
		async limit({ key }) {
			const time = now();
			const known = windows.get(key);
			const window = known && known.until > time ? known : { count: 0, until: time + periodMs };
			window.count++;
			if (window !== known) remember(windows, key, window, MOST_KEYS);
			return { success: window.count <= most };
		},
	};
}
