// The sessions of a workspace, since objects cannot be enumerated.
import type { SessionListStore, SessionSummary } from './store';

/** Milliseconds for which a session that is not used stays listed. */
const KEPT_MS = 90 * 24 * 3600 * 1000;
/** Sessions on a page of the list, at most and unless told. */
const MOST_LISTED = 200;
const DEFAULT_LISTED = 50;

export class SessionList {
	constructor(
		private readonly store: SessionListStore,
		/** Milliseconds since the epoch. */
		private readonly now: () => number,
	) {}

	put(summary: SessionSummary): void {
		this.store.put(summary);
		this.store.forget(this.now() - KEPT_MS);
	}

	/** Of a principal, or of everyone (null), the one used last first; `limit` at most 200. */
	list({
		principal,
		limit = DEFAULT_LISTED,
		offset = 0,
	}: {
		principal: string | null;
		limit?: number;
		offset?: number;
	}): readonly SessionSummary[] {
		const page = { limit: Math.min(Math.max(1, limit), MOST_LISTED), offset: Math.max(0, offset) };
		return this.store.list(principal, page);
	}
}
