// Stored forms of a session and of a workspace's list of sessions.
import type { Ledger, LedgerEvent } from '../transient';
import type { TraceEvent } from './trace';

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

/** A page of the list of sessions. */
export interface SessionQuery {
	readonly limit?: number;
	readonly offset?: number;
	/** The fullest hold most tokens now. */
	readonly sort?: 'latest' | 'fullest';
	/** Part of the name, in any case; empty: all. */
	readonly query?: string;
}
