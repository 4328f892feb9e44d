// Ports: where records go, and where figures come from.
import type { Result } from '../shared/result';
import type { Group } from './group';
import type { CallRecord } from './record';

/** Takes records; one that rejects has lost them. */
export interface TelemetrySink {
	write(records: readonly CallRecord[]): Promise<void>;
}

export const GROUPINGS = ['endpoint', 'outcome', 'variant', 'minute', 'hour', 'day'] as const;
/** By what figures are grouped. */
export type Grouping = (typeof GROUPINGS)[number];

/** Selects calls; times in milliseconds since the epoch, `from` included and `to` not. */
export interface RecordFilter {
	readonly from: number;
	readonly to: number;
	/** As recorded (`recordedName`). */
	readonly endpoint?: string;
	readonly outcome?: CallRecord['outcome'];
	readonly variant?: CallRecord['variant'];
	/** Calls of one principal alone. */
	readonly principal?: string;
}

/** Selects and groups figures. */
export interface TelemetryQuery extends RecordFilter {
	readonly groupBy: Grouping;
}

/** Selects records, newest first, at most `limit` a page. */
export interface RequestsQuery extends RecordFilter {
	readonly limit: number;
	/** `nextCursor` of the page before. */
	readonly cursor?: string;
}

export interface RequestsPage {
	readonly requests: readonly CallRecord[];
	/** Absent on the last page. */
	readonly nextCursor?: string;
}

/** A cursor that no page gave, or figures that cannot be had now and may be later. */
export type TelemetryFault =
	| { readonly code: 'invalid_cursor' }
	/** The store did not answer; `reason` holds no secrets. */
	| { readonly code: 'unavailable'; readonly reason: string };

/** The figures of one workspace. */
export interface TelemetrySource {
	/** Groups by time come in order; others by count, greatest first, 1,000 at most. */
	query(query: TelemetryQuery): Promise<Result<readonly Group[], TelemetryFault>>;
	requests(query: RequestsQuery): Promise<Result<RequestsPage, TelemetryFault>>;
}

/** Groups of a query by something other than time. */
export const MOST_GROUPS = 1_000;
