// Storage ports of a session and of a workspace's list of sessions. Synchronous, with one writer each.
import type { Ledger, LedgerEvent } from '../transient';
import type { TracedEvent, TraceEvent } from './trace';

/** The record of a call, atomic: the ledger folds `call`, the trace is `events`, the telemetry takes `record`. */
export interface Entry {
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly events: readonly TraceEvent[];
	/** Absent where the call named a session that cannot be one, and for what is no call. */
	readonly call?: LedgerEvent;
	/** Kept until it is forwarded. */
	readonly record?: object;
}

/** A stored entry with its number, from 1. */
export interface NumberedEntry extends Entry {
	readonly n: number;
}

/** A checkpoint of the ledger; entries after `through` must be replayed. */
export interface SavedLedger {
	readonly ledger: Ledger;
	readonly through: number;
	/** Number of the last entry whose record was forwarded. */
	readonly forwarded: number;
	/**
	 * Time of the first entry in milliseconds since the epoch; identifies the session among those of its
	 * name.
	 */
	readonly born: number;
}

/** Storage of a session; entries and events are numbered from 1. */
export interface SessionStore {
	/** Drops caches. */
	refresh(): void;
	transaction<Value>(work: () => Value): Value;
	/** Returns the last checkpoint. */
	saved(): SavedLedger | null;
	/** Must run in a transaction. */
	save(saved: SavedLedger): void;
	/** Adds entries in a transaction; returns the last number and whether a row is full. */
	append(entries: readonly Entry[]): { readonly last: number; readonly isFull: boolean };
	/** Returns entries after a number, in order; a few more than `limit` are possible. */
	entries(after: number, limit: number): readonly NumberedEntry[];
	/** Drops the records of entries up to a number, in a transaction. */
	dropRecords(through: number): void;
	/** Drops all but about the newest `keep` events. */
	forget(keep: number): void;
	/** Returns at most `limit` events after a number, of about `characters` in total. */
	trace(after: number, limit: number, characters: number): readonly TracedEvent[];
	/** Returns the newest events of a kind, in order. */
	latest(kind: TraceEvent['kind'], characters: number): readonly TraceEvent[];
}

/** A session in a list. */
export interface SessionSummary {
	readonly principal: string;
	readonly session: string;
	/** Milliseconds since the epoch. */
	readonly firstAt: number;
	readonly lastAt: number;
	readonly calls: number;
	readonly tokensBefore: number;
	/** Without results that left. */
	readonly tokensAfter: number;
	/** Tokens that could leave, and that did. */
	readonly tokensReleasable: number;
	readonly tokensReleased: number;
}

/** The identity of a session and the number of its last listed entry. */
export interface ListedThrough {
	readonly born: number;
	readonly through: number;
}

export interface SessionListStore {
	/** Adds or updates a session; its beginning stays. */
	put(summary: SessionSummary, at: ListedThrough): void;
	/** Undefined for an unlisted session. */
	through(principal: string, session: string): ListedThrough | undefined;
	/** Lists sessions of a principal, or of all (null), last used first. */
	list(
		principal: string | null,
		page: { readonly limit: number; readonly offset: number },
	): readonly SessionSummary[];
	remove(principal: string, session: string): void;
	/** Forgets sessions last used before a time. */
	forget(before: number): void;
	/** Returns sessions beyond a quota per principal, least recently used, at most `limit`. */
	beyond(most: number, limit: number): readonly Pick<SessionSummary, 'principal' | 'session'>[];
}
