// The sessions of a workspace, since objects cannot be enumerated: as far as they have told of themselves.
import type { ListedThrough, SessionListStore, SessionSummary } from './store';

const DAY = 24 * 3600 * 1000;
/** Days for which a session that is not used stays, unless told otherwise. */
export const SESSION_DAYS = 90;
/** Sessions on a page of the list, at most and unless told. */
const MOST_LISTED = 200;
const DEFAULT_LISTED = 50;
/** Sessions that are ended in one go. */
const ENDED_AT_ONCE = 200;

/** The sessions of one workspace that have told of themselves; one that has not yet is missing. */
export class SessionList {
	constructor(
		private readonly store: SessionListStore,
		/** Milliseconds since the epoch. */
		private readonly now: () => number,
	) {}

	/** Takes in what a session tells of itself. @returns the number of its last entry that was told before */
	told(summary: SessionSummary, { born, through }: ListedThrough): number {
		const known = this.store.through(summary.principal, summary.session);
		// Another one has taken its name since it was removed.
		const before = known?.born === born ? known.through : 0;
		if (through > before) this.store.put(summary, { born, through });
		return before;
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

	/** Takes in sessions that were listed elsewhere; what is known here stays. */
	adopt({ sessions }: { readonly sessions: readonly SessionSummary[] }): void {
		for (const summary of sessions) {
			if (this.store.through(summary.principal, summary.session)) continue;
			this.store.put(summary, { born: summary.firstAt, through: 0 });
		}
	}

	remove({ principal, session }: { readonly principal: string; readonly session: string }): void {
		this.store.remove(principal, session);
	}

	/** Some of those that are more than one principal may have: the ones that were used longest ago. */
	beyond(most: number): readonly { readonly principal: string; readonly session: string }[] {
		return this.store.beyond(most, ENDED_AT_ONCE);
	}

	/** Forgets sessions that were not used for so many days. */
	forget(days = SESSION_DAYS): void {
		this.store.forget(this.now() - days * DAY);
	}
}
