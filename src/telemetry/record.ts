// The record of one tool call (docs/telemetry.md "Records"): numbers and names, never arguments,
// results or secrets; and where figures of records come from.
import { err, ok, type Result } from '../shared/result';
import { first, type Sql } from '../shared/sql';
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
export const VERIFICATIONS = ['', 'admissible', 'inadmissible'] as const;
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
	readonly variant: (typeof VARIANTS)[number];
	readonly era: 'legacy' | 'modern';
	readonly clientName: string;
	readonly cursorUse: 'none' | 'cursor' | 'read_result';
	/** Empty when nothing failed. */
	readonly errorCode: string;
	readonly correlationId: string;
	readonly verification: (typeof VERIFICATIONS)[number];
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
	/** The step with a result that was begun: none yet, to read on, fields of it, or a question; absent where nothing is learnt. */
	readonly learn?: {
		/** `first`: the answer itself. */
		readonly step: 'first' | 'page' | 'fields' | 'question';
		/** Dotted paths, from an item down. */
		readonly fields: readonly string[];
		/** Of a first answer: an expression that asks results of its form, without values. */
		readonly outline?: string;
	};
	/** Id of the kept result that the answer begins or goes on from. */
	readonly kept?: string;
}

/** Characters of a recorded name. */
const LONGEST = 200;

/** A name as recorded and searched: bounded, free of what could end a string in a log or query. @param name from outside */
export const recordedName = (name: string): string =>
	name
		.slice(0, LONGEST)
		.replaceAll(/[^\p{L}\p{M}\p{N} !#$%&()*+,./:;<=>?@[\]^_{|}~-]/gu, '?')
		.toWellFormed();

export const GROUPINGS = [
	'endpoint',
	'upstream',
	'outcome',
	'variant',
	'minute',
	'hour',
	'day',
] as const;
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
	/** Part of the correlation id or of the client's name, in any case. */
	readonly query?: string;
	/** Of the endpoint (`isFound`). */
	readonly tool?: string;
}

/** Returns whether a tool has these words; `NAME__` is of that server alone, without what was tried of it. */
export const isFound = (words: string, key: string): boolean => {
	const [part, name] = [words.toLowerCase(), key.toLowerCase()];
	return part.endsWith('__') ? name.startsWith(part) : name.includes(part);
};

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

/** Records of a row, each under a kilobyte: far below what a row may hold. */
const LARGEST_BATCH = 100;
/** Rows of one read. */
const READ_AT_ONCE = 20;
/** Numbers the records of one batch within a cursor. */
const NUMBERS = 1_000;

interface Batch {
	readonly n: number;
	readonly to_at: number;
	readonly records: string;
}
interface Numbered {
	readonly record: CallRecord;
	readonly number: number;
}

/** Each batch is one row with the times it spans, so that a range reads only the rows it needs. */
export class TelemetryBatches {
	/** @param sql has the tables already */
	constructor(private readonly sql: Sql) {}

	/** In a transaction. */
	add(records: readonly CallRecord[]): void {
		let n = this.newest() + 1;
		for (let from = 0; from < records.length; from += LARGEST_BATCH) {
			const batch = records.slice(from, from + LARGEST_BATCH);
			const times = batch.map(({ time }) => time);
			this.sql.all`INSERT INTO telemetry_batches (n, from_at, to_at, count, records)
				VALUES (${n}, ${Math.min(...times)}, ${Math.max(...times)},
					${batch.length}, ${JSON.stringify(batch)})`;
			n += batch.length;
		}
	}

	/** Records kept: numbers are given in order and only the lowest go. Reads two rows. */
	kept(): number {
		const oldest = first<{ n: number }>(
			this.sql,
			'SELECT n FROM telemetry_batches ORDER BY n LIMIT 1',
		);
		return oldest === undefined ? 0 : this.newest() - oldest.n + 1;
	}

	/** Lets whole batches go as long as `most` records stay. @returns the time of the latest that went */
	forgetBut(most: number): number | undefined {
		const gone = 'FROM telemetry_batches WHERE n <= ?1 AND n + count <= ?1';
		const bound = this.newest() - most + 1;
		const row = first<{ at: number | null }>(this.sql, `SELECT max(to_at) AS at ${gone}`, bound);
		if (row?.at == null) return undefined;
		this.sql.all(`DELETE ${gone}`, bound);
		return row.at;
	}

	forgetBefore(time: number): void {
		this.sql.all`DELETE FROM telemetry_batches WHERE to_at < ${time}`;
	}

	countIn({ from, to }: Pick<RecordFilter, 'from' | 'to'>): number {
		const row = this.sql.all<{ count: number | null }>`SELECT sum(count) AS count
			FROM telemetry_batches WHERE to_at >= ${from} AND from_at < ${to}`[0];
		return row?.count ?? 0;
	}

	/** Each record that a filter lets through, in parts: all at once would be much of an object's memory. */
	*matching(filter: RecordFilter): Generator<CallRecord> {
		for (let after = 0; ; ) {
			const batches = this.sql.all<Batch>`SELECT n, to_at, records FROM telemetry_batches
					WHERE n > ${after} AND to_at >= ${filter.from} AND from_at < ${filter.to} ORDER BY n LIMIT ${READ_AT_ONCE}`;
			for (const batch of batches)
				for (const { record } of recordsOf(batch)) if (passes(record, filter)) yield record;
			if (batches.length < READ_AT_ONCE) return;
			after = batches.at(-1)?.n ?? after;
		}
	}

	/** The newest first, whichever batch they arrived in. */
	page(asked: RequestsQuery): Result<RequestsPage, TelemetryFault> {
		const { limit, cursor, query = '', tool = '', ...filter } = asked;
		const after = cursor === undefined ? null : /^(\d{1,15})\.(\d{1,15})$/.exec(cursor);
		if (cursor !== undefined && !after) return err({ code: 'invalid_cursor' });
		const [time, number] = [Number(after?.[1]), Number(after?.[2])];
		const isAfter = (each: Numbered) =>
			!after || each.record.time < time || (each.record.time === time && each.number < number);
		const words = query.toLowerCase();
		const has = ({ record }: Numbered) =>
			`${record.correlationId}\n${record.clientName}`.toLowerCase().includes(words) &&
			isFound(tool, record.endpoint);
		// SQLite knows the cases of ASCII alone; what is in a row at all is looked at closely.
		const part = /^[ -~]*$/.test(words) ? words : '';
		let found: Numbered[] = [];
		for (let [offset, isMore] = [0, true]; isMore; offset += READ_AT_ONCE) {
			const batches = this.sql.all<Batch>`SELECT n, to_at, records FROM telemetry_batches
					WHERE to_at >= ${filter.from} AND from_at < ${filter.to} AND from_at <= ${after ? time : filter.to}
					AND instr(lower(records), ${part}) > 0
					ORDER BY to_at DESC, n DESC LIMIT ${READ_AT_ONCE} OFFSET ${offset}`;
			const more = batches.flatMap(recordsOf);
			const fit = more.filter((each) => isAfter(each) && passes(each.record, filter) && has(each));
			found = [...found, ...fit]
				.sort((one, other) => other.record.time - one.record.time || other.number - one.number)
				.slice(0, limit + 1);
			// Batches that were not read yet hold nothing newer than this.
			const horizon = batches.at(-1)?.to_at ?? 0;
			const isWhole = found.length > limit && (found.at(-1)?.record.time ?? 0) > horizon;
			isMore = batches.length === READ_AT_ONCE && !isWhole;
		}
		const page = found.slice(0, limit);
		const last = page.at(-1);
		return ok({
			requests: page.map(({ record }) => record),
			...(found.length > limit && last && { nextCursor: `${last.record.time}.${last.number}` }),
		});
	}

	/** The number of the newest record; 0 when there is none. */
	private newest(): number {
		const row = this.sql.all<{ newest: number }>`SELECT n + count - 1 AS newest
			FROM telemetry_batches ORDER BY n DESC LIMIT 1`[0];
		return row?.newest ?? 0;
	}
}

const recordsOf = ({ n, records }: Batch): Numbered[] =>
	(JSON.parse(records) as CallRecord[]).map((record, at) => ({ record, number: n * NUMBERS + at }));

const EQUAL = ['endpoint', 'outcome', 'variant', 'principal'] as const;

const passes = (record: CallRecord, filter: RecordFilter): boolean =>
	record.time >= filter.from &&
	record.time < filter.to &&
	EQUAL.every((name) => filter[name] === undefined || record[name] === filter[name]);
