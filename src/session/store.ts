// Ports: what a session's object and the workspace's list of sessions keep. Synchronous: each has one
// writer with its storage at hand.
import type { Ledger } from '../transient/ledger';
import type { TracedEvent, TraceEvent } from './trace';

export interface SessionStore {
	transaction<Value>(work: () => Value): Value;
	/** Null before the first call. */
	ledger(): Ledger | null;
	/** In a transaction. */
	putLedger(ledger: Ledger): void;
	/** Adds to the trace and forgets all but the newest `keep`. */
	append(events: readonly TraceEvent[], at: number, keep: number): void;
	/** In order, beginning after number `after`; at most `limit` events of about so many characters in all. */
	trace(after: number, limit: number, characters: number): readonly TracedEvent[];
	/** The newest events of a kind, of so many characters in all; in order. */
	latest(kind: TraceEvent['kind'], characters: number): readonly TraceEvent[];
}

/** A session as it shows in a list. */
export interface SessionSummary {
	readonly principal: string;
	readonly session: string;
	/** Milliseconds since the epoch. */
	readonly firstAt: number;
	readonly lastAt: number;
	readonly calls: number;
	readonly tokensBefore: number;
	/** Without what left. */
	readonly tokensAfter: number;
	/** What could leave, and what did by somebody's word. */
	readonly tokensReleasable: number;
	readonly tokensReleased: number;
}

export interface SessionListStore {
	/** Adds a session or replaces what is known of it, except when it began. */
	put(summary: SessionSummary): void;
	/** Of one principal, or of all (null); the one used last first. */
	list(
		principal: string | null,
		page: { readonly limit: number; readonly offset: number },
	): readonly SessionSummary[];
	/** Forgets sessions that were last used before this time. */
	forget(before: number): void;
}
