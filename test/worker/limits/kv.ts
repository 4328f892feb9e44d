// KV as another place sees it: what was written shows up late, and what was not found stays not found.
import type { Faults } from './faults';

type Method = (...args: unknown[]) => Promise<unknown>;
type Kv = Record<'get' | 'getWithMetadata' | 'list' | 'put' | 'delete', Method>;

/** A value that was written can be read once `kvLate` has passed and no miss of it is remembered. */
export function lateKv(kv: KVNamespace, faults: () => Faults, now: () => number): Kv {
	const real = kv as unknown as Kv;
	const visibleFrom = new Map<unknown, number>();
	const missedUntil = new Map<unknown, number>();
	const isVisible = (key: unknown) => {
		const time = now();
		const isThere = (visibleFrom.get(key) ?? 0) <= time && (missedUntil.get(key) ?? 0) <= time;
		const { kvMiss } = faults();
		// A miss is remembered from when it was made: asking again does not prolong it.
		if (!isThere && kvMiss && (missedUntil.get(key) ?? 0) <= time)
			missedUntil.set(key, time + kvMiss);
		return isThere;
	};
	return {
		get: async (key, ...rest) => (isVisible(key) ? real.get(key, ...rest) : null),
		getWithMetadata: async (key, ...rest) =>
			isVisible(key) ? real.getWithMetadata(key, ...rest) : { value: null, metadata: null },
		list: (...args) => real.list(...args),
		put: async (key, ...rest) => {
			const { kvLate } = faults();
			if (kvLate) visibleFrom.set(key, now() + kvLate);
			return real.put(key, ...rest);
		},
		delete: (key, ...rest) => real.delete(key, ...rest),
	};
}
