// Stored forms of a session; the list of a workspace's sessions, as reported by them, since objects cannot be enumerated.

import { isName } from '../shared/context-marks';
import { isRecord } from '../shared/json-values';
import { counted, insert, raw, storeOf } from '../shared/sql';
import type { Ledger, LedgerEvent } from '../transient';

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
	/** Time of the first entry in milliseconds since the epoch; identifies the session among those of its name. */
	readonly born: number;
}

export interface SessionSummary extends Omit<Ledger['totals'], 'transient' | 'used' | 'left'> {
	readonly principal: string;
	readonly session: string;
	/** Milliseconds since the epoch. */
	readonly firstAt: number;
	readonly lastAt: number;
}

/** The identity of a session and the number of its last listed entry. */
interface ListedThrough {
	readonly born: number;
	readonly through: number;
}

interface SessionQuery {
	readonly limit?: number;
	readonly offset?: number;
	/** The fullest hold most tokens now. */
	readonly sort?: 'latest' | 'fullest';
	/** Part of the name, in any case; empty: all. */
	readonly query?: string;
}

const DAY = 24 * 3600 * 1000;
/** Default retention of an unused session in days. */
const SESSION_DAYS = 90;
const MAX_LISTED = 200;
const DEFAULT_LISTED = 50;
const ENDED_AT_ONCE = 200;

const COLUMNS = `principal, session, first_at AS firstAt, last_at AS lastAt, calls,
	tokens_before AS tokensBefore, tokens_after AS tokensAfter,
	tokens_releasable AS tokensReleasable, tokens_released AS tokensReleased`;

export class SessionList extends storeOf(
	`CREATE TABLE IF NOT EXISTS listed_sessions (
		principal TEXT NOT NULL, session TEXT NOT NULL, first_at INTEGER NOT NULL,
		last_at INTEGER NOT NULL, calls INTEGER NOT NULL, tokens_before INTEGER NOT NULL,
		tokens_after INTEGER NOT NULL, tokens_releasable INTEGER NOT NULL,
		tokens_released INTEGER NOT NULL, born INTEGER NOT NULL, through INTEGER NOT NULL,
		PRIMARY KEY (principal, session)) WITHOUT ROWID`,
	'CREATE INDEX IF NOT EXISTS listed_sessions_last ON listed_sessions (last_at)',
) {
	/** Updates a session, whose beginning stays, and returns the number of its last known entry. */
	update(summary: SessionSummary, { born, through }: ListedThrough): number {
		const { principal, session, tokensBefore, tokensAfter, tokensReleasable } = summary;
		const known = this.sql.all<ListedThrough>`SELECT born, through FROM listed_sessions
			WHERE principal = ${principal} AND session = ${session}`[0];
		// A different birth marks a new session of the same name.
		const before = known?.born === born ? known.through : 0;
		if (through <= before) return before;
		const own = { principal, session, first_at: summary.firstAt };
		const changing = {
			...{ last_at: summary.lastAt, calls: summary.calls, tokens_before: tokensBefore },
			...{ tokens_after: tokensAfter, tokens_releasable: tokensReleasable },
			...{ tokens_released: summary.tokensReleased, born, through },
		};
		const changed = Object.keys(changing).map((name) => `${name} = excluded.${name}`);
		const again = `ON CONFLICT (principal, session) DO UPDATE SET ${changed.join(', ')}`;
		insert(this.sql, 'INSERT INTO listed_sessions', { ...own, ...changing }, again);
		return before;
	}

	/** Lists sessions of a principal, or of all (null), last used first unless told; `limit` is at most 200. */
	list({
		principal,
		limit = DEFAULT_LISTED,
		offset = 0,
		sort = 'latest',
		query = '',
	}: SessionQuery & { principal: string | null }): readonly SessionSummary[] {
		const by = sort === 'fullest' ? 'tokens_after' : 'last_at';
		return this.sql.all<SessionSummary>`SELECT ${raw(COLUMNS)} FROM listed_sessions
			WHERE (${principal} IS NULL OR principal = ${principal})
			AND instr(lower(session), lower(${query})) > 0 ORDER BY ${raw(by)} DESC, session
			LIMIT ${Math.min(Math.max(1, limit), MAX_LISTED)} OFFSET ${Math.max(0, offset)}`;
	}

	/** Returns how many sessions there are to list. */
	count({
		principal,
		query = '',
	}: Pick<SessionQuery, 'query'> & { principal: string | null }): number {
		const those = `listed_sessions WHERE (?1 IS NULL OR principal = ?1)
			AND instr(lower(session), lower(?2)) > 0`;
		return counted(this.sql, those, principal, query);
	}

	/** Adds sessions that an earlier version listed elsewhere; those known here stay as they are. */
	adopt({ sessions }: { readonly sessions: readonly SessionSummary[] }): void {
		for (const { principal, session, ...summary } of sessions)
			this.sql.all`INSERT OR IGNORE INTO listed_sessions VALUES (${principal}, ${session},
				${summary.firstAt}, ${summary.lastAt}, ${summary.calls}, ${summary.tokensBefore},
				${summary.tokensAfter}, ${summary.tokensReleasable}, ${summary.tokensReleased},
				${summary.firstAt}, 0)`;
	}

	remove({ principal, session }: { readonly principal: string; readonly session: string }): void {
		this.sql.all`DELETE FROM listed_sessions
			WHERE principal = ${principal} AND session = ${session}`;
	}

	/** Returns sessions beyond a quota per principal, least recently used. */
	beyond(most: number): readonly { readonly principal: string; readonly session: string }[] {
		return this.sql.all`SELECT principal, session FROM (SELECT principal, session, row_number() OVER
				(PARTITION BY principal ORDER BY last_at DESC, session) AS place FROM listed_sessions)
			WHERE place > ${most} LIMIT ${ENDED_AT_ONCE}`;
	}

	/** Forgets sessions unused for some days. */
	forget(days = SESSION_DAYS): void {
		this.sql.all`DELETE FROM listed_sessions WHERE last_at < ${this.now() - days * DAY}`;
	}
}

/** A stored event; fields of earlier versions stay readable. */
export type TraceEvent =
	| {
			readonly kind: 'call';
			readonly tool: string;
			readonly failed?: true;
			/** Tools whose kept results were used as input. */
			readonly from?: readonly string[];
	  }
	/** A rule, workflow or context was loaded. */
	| {
			readonly kind: 'loaded';
			readonly object: string;
			readonly path: string;
			readonly hash: string;
			readonly constraints: readonly { readonly id: string; readonly hash: string }[];
	  }
	/** Constraints were declared as applied. */
	| { readonly kind: 'referred'; readonly count: number }
	| {
			readonly kind: 'moved';
			readonly run: string;
			readonly position: number;
			readonly step: string;
	  }
	| { readonly kind: 'context_action'; readonly run: string; readonly action: 'compact' | 'clear' }
	/** A result was used up and could leave. */
	| { readonly kind: 'used'; readonly call: string }
	/** A result was reported to have left. */
	| { readonly kind: 'collapsed'; readonly call: string; readonly by: string }
	/** The verification after a context action. */
	| {
			readonly kind: 'verified';
			readonly run: string;
			readonly admissible: boolean;
			readonly failures: readonly string[];
			/** Number of compared constraints; absent in events of earlier versions. */
			readonly bound?: number;
	  }
	| { readonly kind: 'required_order'; readonly steps: readonly string[] };

/** An event with its number, from 1. */
export type TracedEvent = TraceEvent & { readonly n: number; readonly at: number };

export const MAX_EVENTS = 5_000;
const MAX_STEPS = 200;
/** Maximum number of objects per load, and of constraints per object. */
const MAX_LOADED = 200;

/** Returns the trace events of a finished call; `structured` parses its result on demand. */
export function eventsOf(
	tool: string,
	failed: boolean,
	structured: () => unknown,
	meta: Readonly<Record<string, unknown>> = {},
	from: readonly string[] = [],
): TraceEvent[] {
	const call: TraceEvent = {
		kind: 'call',
		tool,
		...(failed ? { failed: true } : {}),
		...(from.length > 0 ? { from } : {}),
	};
	if (failed) return [call];
	const read = Object.hasOwn(TRACED, tool) ? TRACED[tool] : undefined;
	const value = read && structured();
	const own = read && isRecord(value) ? read(value) : [];
	const { required_order: order } = meta;
	return order === undefined ? [call, ...own] : [call, ...own, ...orderOf(order)];
}

/** Readers of results by tool. */
const TRACED: Readonly<Record<string, (value: Record<string, unknown>) => TraceEvent[]>> = {
	memload: ({ items }) => loaded(items),
	memref: ({ count }) => (typeof count === 'number' ? [{ kind: 'referred', count }] : []),
	workflow_start: moved,
	workflow_set_tasks: moved,
	workflow_advance: moved,
};

function moved({
	run_id,
	position,
	step,
	contextAction,
	stale,
}: Record<string, unknown>): TraceEvent[] {
	if (!isName(run_id) || typeof position !== 'number' || stale === true) return [];
	if (contextAction === '/compact' || contextAction === '/clear') {
		const action = contextAction === '/clear' ? 'clear' : 'compact';
		return [{ kind: 'context_action', run: run_id, action }];
	}
	return isName(step) ? [{ kind: 'moved', run: run_id, position, step }] : [];
}

const loaded = (items: unknown): TraceEvent[] =>
	(Array.isArray(items) ? (items as unknown[]) : []).slice(0, MAX_LOADED).flatMap((item) => {
		if (!isRecord(item) || !isName(item.id)) return [];
		const { id, path, hash } = item;
		return [
			{
				kind: 'loaded' as const,
				object: id,
				path: isName(path) ? path : '',
				hash: isName(hash) ? hash : '',
				constraints: constraintsOf(item.constraints),
			},
		];
	});

const constraintsOf = (constraints: unknown) =>
	(Array.isArray(constraints) ? (constraints as unknown[]) : [])
		.slice(0, MAX_LOADED)
		.flatMap((each) =>
			isRecord(each) && isName(each.id)
				? [{ id: each.id, hash: isName(each.textHash) ? each.textHash : '' }]
				: [],
		);

const orderOf = (steps: unknown): TraceEvent[] => {
	const names = (Array.isArray(steps) ? (steps as unknown[]) : []).slice(0, MAX_STEPS);
	return names.length > 1 && names.every(isName) ? [{ kind: 'required_order', steps: names }] : [];
};
