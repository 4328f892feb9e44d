// Ports: what a session's object and the workspace's list of sessions keep. Synchronous: each has one
// writer with its storage at hand.
import type { Ledger, LedgerEvent } from '../transient';
import type { TracedEvent, TraceEvent } from './trace';

/** What was entered at once: a call, what it adds to the trace, and its record for the telemetry. */
export interface Entry {
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly events: readonly TraceEvent[];
	readonly call?: LedgerEvent;
	/** Kept until it was forwarded. */
	readonly record?: object;
}

/** An entry as it was entered; `n` counts entries from 1. */
export interface NumberedEntry extends Entry {
	readonly n: number;
}

/** The ledger as it was last saved, and how far. Entries after `through` are to be entered again. */
export interface SavedLedger {
	readonly ledger: Ledger;
	readonly through: number;
	/** Number of the last entry whose record was forwarded. */
	readonly forwarded: number;
	/** Milliseconds since the epoch, of the first entry of all: tells a session from an earlier one of its name. */
	readonly born: number;
}

/** Where one session is kept, in its own object; entries and events are each numbered from 1. */
export interface SessionStore {
	/** Remembers nothing: what is asked for next is read. */
	refresh(): void;
	transaction<Value>(work: () => Value): Value;
	/** Null before it was first saved. */
	saved(): SavedLedger | null;
	/** In a transaction. */
	save(saved: SavedLedger): void;
	/**
	 * Adds entries, all of them in one row as long as there is room. In a transaction.
	 * @returns the number of the last entry, and whether a row got full
	 */
	append(entries: readonly Entry[]): { readonly last: number; readonly isFull: boolean };
	/** After number `n`, in order, at most `limit` of them unless they are few. */
	entries(after: number, limit: number): readonly NumberedEntry[];
	/** Drops the records of entries up to number `through`. In a transaction. */
	dropRecords(through: number): void;
	/** Forgets all but about the newest `keep` events of the trace. */
	forget(keep: number): void;
	/** In order, beginning after event number `after`; at most `limit` events of about so many characters in all. */
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

/** Who a session is, and how much of it its list has. */
export interface ListedThrough {
	readonly born: number;
	/** Number of the last entry. */
	readonly through: number;
}

export interface SessionListStore {
	/** Adds a session or replaces what is known of it, except when it began. */
	put(summary: SessionSummary, at: ListedThrough): void;
	/** Undefined for one that is not listed. */
	through(principal: string, session: string): ListedThrough | undefined;
	/** Of one principal, or of all (null); the one used last first. */
	list(
		principal: string | null,
		page: { readonly limit: number; readonly offset: number },
	): readonly SessionSummary[];
	/** Takes a session off the list. */
	remove(principal: string, session: string): void;
	/** Forgets sessions that were last used before this time. */
	forget(before: number): void;
	/** Of each principal those beyond so many, the ones used last being kept; at most `limit` of them. */
	beyond(most: number, limit: number): readonly Pick<SessionSummary, 'principal' | 'session'>[];
}
