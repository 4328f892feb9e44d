// Storage of a session; entries and events are numbered from 1. What is entered goes into the newest row until that is full: a call costs one
// row. The ledger is bounded, and one value, in as many rows as names and summaries of any script need.

import { jsonIn } from '../shared/json-values';
import { first, hasTable, type Sql, takeOver } from '../shared/sql';
import { type TextParts, textParts } from '../shared/text-parts';
import type { Ledger } from '../transient';
import type { Entry, NumberedEntry, SavedLedger, TracedEvent, TraceEvent } from './store';

const LEDGER = 'ledger';
/** Entries of a row; characters and events after which it is full. */
const MOST_ENTRIES = 32;
const MOST_CHARACTERS = 65_536;
const MANY_EVENTS = 256;
/** Characters of the events of one entry; what exceeds them, or are many, becomes entries of its own. */
const LARGEST_ENTRY = 262_144;
/** Rows of one read. */
const READ_AT_ONCE = 20;

/** A row: its first entry has the number `n`, its first event the number `event`. */
interface Chunk {
	readonly n: number;
	readonly event: number;
	readonly entries: string;
}
/** The row that is written to, its entries as texts. */
interface Open {
	readonly n: number;
	readonly event: number;
	readonly texts: string[];
	events: number;
	characters: number;
}

/** Each event of before there were entries becomes an entry of its own, with the number that it has. */
const FIRST_CHUNKS = `INSERT INTO session_chunks
	SELECT min(n), min(n), '[' || group_concat('{"at":' || at || ',"events":[' || event || ']}') || ']'
	FROM (SELECT * FROM session_trace ORDER BY n) GROUP BY (n - 1) / ${MOST_ENTRIES}`;

/** The ledger of before, whose results left where they were used, says how far it has counted. */
function takeOverTrace(sql: Sql, parts: TextParts): void {
	const saved = (): void => {
		const first = jsonIn(parts.read(LEDGER)) as Ledger & { totals: { collapsed: number } };
		if (!first?.totals) return;
		const last = sql.all<{
			n: number;
			born: number;
		}>`SELECT max(n) AS n, min(at) AS born FROM session_trace`;
		const [{ n: through, born } = { n: 0, born: 0 }] = last;
		const { collapsed, ...totals } = first.totals;
		const was = { used: collapsed, left: collapsed, tokensReleasable: totals.tokensReleased };
		const ledger = { ...first, totals: { ...totals, ...was } };
		parts.write(LEDGER, JSON.stringify({ ledger, through, forwarded: through, born }));
	};
	takeOver(sql, 'session_trace', 'session_chunks', FIRST_CHUNKS, saved);
}

/** @param sql a database of this session alone; a session that nothing was entered in stays empty */
export const createSessionStore = (sql: Sql) => {
	let parts: TextParts | undefined;
	let open: Open | undefined;
	const isThere = () => {
		if (parts) return true;
		if (!hasTable(sql, 'session_chunks') && !hasTable(sql, 'session_trace')) return false;
		make();
		return true;
	};
	const make = (): TextParts => {
		parts = textParts(sql, 'session_parts');
		sql.all(`CREATE TABLE IF NOT EXISTS session_chunks (
			n INTEGER PRIMARY KEY, event INTEGER NOT NULL, entries TEXT NOT NULL)`);
		takeOverTrace(sql, parts);
		return parts;
	};
	const newest = (): Open => {
		const row = first<Chunk>(sql, 'SELECT * FROM session_chunks ORDER BY n DESC LIMIT 1');
		const entries = row ? entriesOf(row) : [];
		const texts = entries.map((entry) => JSON.stringify(entry));
		const events = entries.reduce((all, each) => all + each.events.length, 0);
		open = { n: row?.n ?? 1, event: row?.event ?? 1, texts, events, characters: lengthOf(texts) };
		return open;
	};
	const write = (chunk: Open) =>
		sql.all`INSERT INTO session_chunks (n, event, entries)
				VALUES (${chunk.n}, ${chunk.event}, ${`[${chunk.texts.join()}]`})
				ON CONFLICT (n) DO UPDATE SET entries = excluded.entries`;
	function* chunksFrom(n: number): Generator<Chunk> {
		for (let from = n; ; ) {
			const chunks = sql.all<Chunk>`SELECT * FROM session_chunks
				WHERE n >= coalesce((SELECT max(n) FROM session_chunks WHERE n <= ${from}), 0) ORDER BY n LIMIT ${READ_AT_ONCE}`;
			yield* chunks;
			const last = chunks.at(-1);
			if (chunks.length < READ_AT_ONCE || !last) return;
			from = last.n + entriesOf(last).length;
		}
	}

	return {
		/** Forgets what is known of the tables: another process may have written, or a transaction was undone. */
		refresh: () => {
			open = undefined;
			parts = undefined;
		},
		saved(): SavedLedger | null {
			const text = isThere() ? parts?.read(LEDGER) : '';
			return text ? (JSON.parse(text) as SavedLedger) : null;
		},
		/** Must run in a transaction. */
		save: (saved: SavedLedger): void => (parts ?? make()).write(LEDGER, JSON.stringify(saved)),
		/** Adds entries in a transaction; returns the last number and whether a row is full. */
		append(entries: readonly Entry[]) {
			if (!parts) make();
			let chunk = open ?? newest();
			let isFull = false;
			let isChanged = false;
			for (const entry of entries.flatMap(inPieces)) {
				const { texts, events, characters } = chunk;
				if (
					texts.length >= MOST_ENTRIES ||
					events >= MANY_EVENTS ||
					characters >= MOST_CHARACTERS
				) {
					isFull = true;
					if (isChanged) write(chunk);
					const [n, event] = [chunk.n + texts.length, chunk.event + events];
					chunk = { n, event, texts: [], events: 0, characters: 0 };
				}
				isChanged = true;
				const text = JSON.stringify(entry);
				chunk.texts.push(text);
				chunk.events += entry.events.length;
				chunk.characters += text.length;
			}
			write(chunk);
			open = chunk;
			return { last: chunk.n + chunk.texts.length - 1, isFull };
		},
		/** Returns at most `limit` entries after a number, in order. */
		entries(after: number, limit: number): readonly NumberedEntry[] {
			if (!isThere()) return [];
			const found: NumberedEntry[] = [];
			for (const chunk of chunksFrom(after + 1)) {
				if (found.length >= limit) break;
				for (const [index, entry] of entriesOf(chunk).entries())
					if (chunk.n + index > after) found.push({ ...entry, n: chunk.n + index });
			}
			return found.slice(0, limit);
		},
		/** Drops the records of entries up to a number, in a transaction. */
		dropRecords(through: number): void {
			const current = open ?? newest();
			for (const chunk of sql.all<Chunk>`SELECT * FROM session_chunks WHERE n < ${current.n}
				AND n <= ${through} AND instr(entries, '"record":')`)
				sql.all`UPDATE session_chunks SET entries = ${JSON.stringify(
					entriesOf(chunk).map((entry, index) =>
						chunk.n + index > through ? entry : withoutRecord(entry),
					),
				)} WHERE n = ${chunk.n}`;
			// The row that is open is written with the next entry anyway.
			current.texts.splice(
				0,
				current.texts.length,
				...current.texts.map((text, index) =>
					current.n + index > through
						? text
						: JSON.stringify(withoutRecord(JSON.parse(text) as Entry)),
				),
			);
			current.characters = lengthOf(current.texts);
		},
		/** Drops all but about the newest `keep` events. */
		forget(keep: number): void {
			const { event, events } = open ?? newest();
			sql.all`DELETE FROM session_chunks
					WHERE n < (SELECT max(n) FROM session_chunks WHERE event <= ${event + events - keep})`;
		},
		/** Returns at most `limit` events after a number, of about `characters` in total. */
		trace(after: number, limit: number, characters: number): readonly TracedEvent[] {
			if (!isThere()) return [];
			const from = sql.all<{ n: number | null }>`SELECT max(n) AS n FROM session_chunks
				WHERE event <= ${after + 1}`[0];
			const found: TracedEvent[] = [];
			let length = 0;
			for (const chunk of chunksFrom(from?.n ?? 0))
				for (const event of tracedIn(chunk)) {
					if (event.n <= after) continue;
					if (found.length >= limit || length >= characters) return found;
					found.push(event);
					length += JSON.stringify(event).length;
				}
			return found;
		},
		/** Returns the newest events of a kind, in order. */
		latest(kind: TraceEvent['kind'], characters: number): readonly TraceEvent[] {
			if (!isThere()) return [];
			const found: TraceEvent[] = [];
			let size = 0;
			const chunks = sql.all<Chunk>`SELECT * FROM session_chunks
				WHERE instr(entries, ${`"kind":"${kind}"`}) ORDER BY n DESC`;
			for (const { events } of chunks.flatMap((chunk) => entriesOf(chunk).toReversed()))
				for (const event of events.toReversed()) {
					if (event.kind !== kind) continue;
					size += JSON.stringify(event).length;
					if (size > characters) return found;
					found.unshift(event);
				}
			return found;
		},
	};
};

const entriesOf = ({ entries }: Chunk): Entry[] => JSON.parse(entries) as Entry[];

const lengthOf = (texts: readonly string[]) => texts.reduce((all, text) => all + text.length, 0);

const withoutRecord = ({ record: _, ...entry }: Entry): Entry => entry;

function tracedIn(chunk: Chunk): TracedEvent[] {
	let n = chunk.event;
	return entriesOf(chunk).flatMap(({ at, events }) =>
		events.map((event): TracedEvent => ({ n: n++, at, ...event })),
	);
}

/** An entry whose events are too long for a row, as several; the first has the rest of it. */
function inPieces(entry: Entry): Entry[] {
	const { at, events } = entry;
	const isSmall = events.length <= MANY_EVENTS && JSON.stringify(events).length <= LARGEST_ENTRY;
	if (events.length < 2 || isSmall) return [entry];
	const half = Math.ceil(events.length / 2);
	return [
		...inPieces({ ...entry, events: events.slice(0, half) }),
		...inPieces({ at, events: events.slice(half) }),
	];
}
