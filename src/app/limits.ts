// Rate limits of callers, and of wrong tokens from an address: the platform's counters where they are bound.
import { type HttpDeps, type limitedAccess, memoryRateLimit } from '../adapters/http';
import { type Env, isOpen } from './env';

type Limits = Parameters<typeof limitedAccess>[1];
type RateLimit = Limits['calls'];

/** As in wrangler.toml. */
const MOST_CALLS = 3_000;
const MOST_REFUSALS = 30;
const MINUTE_MS = 60_000;

/** Creates the rate limits, counted by the platform where it does. */
export function createLimits(env: Env, now: () => number, note: HttpDeps['note']): Limits {
	const bound = (binding: RateLimit | undefined, most: number): RateLimit =>
		binding ?? memoryRateLimit(most, MINUTE_MS, now);
	return {
		calls: bound(env.CALLS, MOST_CALLS),
		refusals: bound(env.REFUSALS, MOST_REFUSALS),
		now,
		blocked: (address) => {
			const act = { by: '', name: '', action: 'wrong tokens', target: '', correlationId: '' };
			return note(undefined, { ...act, detail: { address } }, { isRefused: true });
		},
		isFree: () => isOpen(env),
	};
}
