// The list of a workspace's sessions, as reported by them, since Durable Objects cannot be enumerated.
import type { ListedThrough, SessionListStore, SessionSummary } from './store';

const DAY = 24 * 3600 * 1000;
/** Default retention of an unused session in days. */
export const SESSION_DAYS = 90;
/** Page sizes. */
const MAX_LISTED = 200;
const DEFAULT_LISTED = 50;
/** Sessions ended at once. */
const ENDED_AT_ONCE = 200;

/** The reported sessions of a workspace. */
export class SessionList {
	constructor(
		private readonly store: SessionListStore,
		/** Milliseconds since the epoch. */
		private readonly now: () => number,
	) {}

	/** Updates a session and returns the number of its last known entry. */
	update(summary: SessionSummary, { born, through }: ListedThrough): number {
		const known = this.store.through(summary.principal, summary.session);
		// A different birth marks a new session of the same name.
		const before = known?.born === born ? known.through : 0;
		if (through > before) this.store.put(summary, { born, through });
		return before;
	}

	/** Lists sessions of a principal, or of all (null), last used first; `limit` is at most 200. */
	list({
		principal,
		limit = DEFAULT_LISTED,
		offset = 0,
	}: {
		principal: string | null;
		limit?: number;
		offset?: number;
	}): readonly SessionSummary[] {
		const page = { limit: Math.min(Math.max(1, limit), MAX_LISTED), offset: Math.max(0, offset) };
		return this.store.list(principal, page);
	}

	remove({ principal, session }: { readonly principal: string; readonly session: string }): void {
		this.store.remove(principal, session);
	}

	/** Returns sessions beyond a quota per principal, least recently used. */
	beyond(most: number): readonly { readonly principal: string; readonly session: string }[] {
		return this.store.beyond(most, ENDED_AT_ONCE);
	}

	/** Forgets sessions unused for some days. */
	forget(days = SESSION_DAYS): void {
		this.store.forget(this.now() - days * DAY);
	}
}
