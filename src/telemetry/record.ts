// The record of one tool call (docs/telemetry.md "Records"): numbers and names, never arguments,
// results or secrets; and where figures of records come from.
import type { Result } from '../shared/result';
import type { Group } from './group';

export const OUTCOMES = [
	'passthrough',
	'paginated',
	'summarized',
	'chunked',
	'page',
	'error',
] as const;
/** Outcome of a result; `page` is anything a handle opened, `error` a call without a good result. */
export type Outcome = (typeof OUTCOMES)[number];

export const VARIANTS = ['on', 'off', 'shadow', 'control'] as const;
/** The treatment of the call: protected, or the reason it was not. */
type RecordVariant = (typeof VARIANTS)[number];

export const VERIFICATIONS = ['', 'admissible', 'inadmissible'] as const;
/** Verdict of a status on the context after an action; empty when it compared nothing. */
type Verification = (typeof VERIFICATIONS)[number];

/** A step with a result that was begun, and fields that it asked for, of those that the result has. */
interface LearnStep {
	/** `first`: the answer itself. */
	readonly step: 'first' | 'page' | 'fields' | 'question';
	/** Dotted paths, from an item down. */
	readonly fields: readonly string[];
	/** Of a first answer: an expression that asks results of its form, without values. */
	readonly outline?: string;
}

/** One answered call; a number is null where nobody counted, a text empty where there is nothing to say. */
export interface CallRecord {
	/** Milliseconds since the epoch, when the call was answered. */
	readonly time: number;
	readonly workspace: string;
	/** Id of who called; empty in records of an earlier version. */
	readonly principal: string;
	/** `<upstream>__<tool>`, however it was called; of a later page, the call it continues. */
	readonly endpoint: string;
	readonly upstream: string;
	readonly outcome: Outcome;
	readonly variant: RecordVariant;
	readonly era: 'legacy' | 'modern';
	readonly clientName: string;
	readonly cursorUse: 'none' | 'cursor' | 'read_result';
	/** Empty when nothing failed. */
	readonly errorCode: string;
	readonly correlationId: string;
	readonly verification: Verification;
	/** Endpoints whose kept results went into the call, by reference or in a join, with blanks between. */
	readonly references: string;
	/** Tokens (estimated) and bytes (UTF-8) that were sent. */
	readonly estimatedTokens: number;
	readonly responseBytes: number;
	/** Tokens of the source's result; of a later page, of the page itself: nothing is saved by it. */
	readonly originalTokens: number;
	readonly originalBytes: number;
	/** Tokens of the protected result, which is not the one sent in the variant `shadow`. */
	readonly protectedTokens: number;
	/** Counted by o200k, times the token family, when sampled. */
	readonly exactTokens: number | null;
	/** The same text by either estimator, times the token family, when sampled. */
	readonly calibratedTokens: number | null;
	readonly heuristicTokens: number | null;
	/** Items of the list that was sent, where it is one. */
	readonly itemCount: number | null;
	/** Milliseconds, as far as the platform's clock moves during a request. */
	readonly totalMs: number;
	/** Milliseconds; null when the source was not asked. */
	readonly upstreamMs: number | null;
	/** The source's result was over the token budget or the byte limit. */
	readonly oversized: boolean;
	/** Absent where nothing is learnt from it. */
	readonly learn?: LearnStep;
	/** Id of the kept result that the answer begins or goes on from. */
	readonly kept?: string;
}

/** Characters of a recorded name. */
const LONGEST = 200;

/**
 * A name as it is recorded and searched: bounded, and free of whatever could end a string in a log
 * or a query.
 *
 * @param name - from a client, an upstream or a request for telemetry
 */
export const recordedName = (name: string): string =>
	name
		.slice(0, LONGEST)
		.replaceAll(/[^\p{L}\p{M}\p{N} !#$%&()*+,./:;<=>?@[\]^_{|}~-]/gu, '?')
		.toWellFormed();

export const GROUPINGS = ['endpoint', 'outcome', 'variant', 'minute', 'hour', 'day'] as const;
/** By what figures are grouped. */
export type Grouping = (typeof GROUPINGS)[number];

/** Values that a query may name, by parameter. */
export const CHOICES = { groupBy: GROUPINGS, outcome: OUTCOMES, variant: VARIANTS };

/** Selects calls; times in milliseconds since the epoch, `from` included and `to` not. */
export interface RecordFilter {
	readonly from: number;
	readonly to: number;
	/** As recorded (`recordedName`). */
	readonly endpoint?: string;
	readonly outcome?: CallRecord['outcome'];
	readonly variant?: CallRecord['variant'];
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
