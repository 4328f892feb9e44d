// Kept results, by principal: `expand_result` restores them, the LLM pass-through recognises them by what a host shows.

import type { ContextMarks } from '../shared/context-marks';
import { jsonIn } from '../shared/json-values';
import type { Platform } from '../shared/platform';
import { addColumn, first, insert, type Sql } from '../shared/sql';
import { textParts } from '../shared/text-parts';
import type { JsonText, ToolResult } from '../shared/tool-result';
import { NAMELESS } from './handle';

/** JSON of content and structured content. */
export type ResultText = JsonText;

/** A kept result; `text` and `original` only where it may leave a context. */
export interface KeptResult {
	/** Argument of `expand_result`; unique per principal. */
	readonly id: string;
	/** As named by the caller. */
	readonly tool: string;
	/** Source of the result, for telemetry. */
	readonly endpoint: string;
	readonly session: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly marks: ContextMarks;
	/** Text in its place once it has left a context: such a result is kept longest. */
	readonly text?: string;
	/** Digests of the texts that a host may show. */
	readonly digests: readonly string[];
	/** A transient result's full text. */
	readonly original?: ResultText;
}

export interface FoundResult extends Omit<KeptResult, 'original' | 'digests'> {
	readonly digest: string;
}

export const serializeResult = ({ content, structured }: ToolResult): ResultText =>
	`{"content":${JSON.stringify(content)}${structured === undefined ? '' : `,"structured":${JSON.stringify(structured)}`}}`;

/** Restores a stored result, without its `_meta`. */
export const parseResult = (text: ResultText): ToolResult =>
	JSON.parse(text) as Pick<ToolResult, 'content' | 'structured'>;

/** Returns a text as it is, and with white space and JSON spelled normally; nothing of one too short to identify a result. */
export function spellings(text: string): readonly string[] {
	const trimmed = text.trim();
	if (trimmed.length < 8) return [];
	const value = /^[[{]/.test(trimmed) ? jsonIn(trimmed) : undefined;
	const normal = value === undefined ? trimmed.replaceAll('\r\n', '\n') : JSON.stringify(value);
	return [...new Set([text, normal])];
}

/** Returns the texts that a host may show, as they are and normalized: structured content, joined and single blocks. */
export function comparableTexts({ content, structured }: ToolResult): readonly string[] {
	const texts = content.flatMap((block) => (typeof block.text === 'string' ? [block.text] : []));
	const shown = [
		structured ?? '',
		texts.join('\n'),
		texts.join('\n\n'),
		texts.join(''),
		...texts.slice(0, 4),
	];
	return [...new Set(shown.flatMap(spellings))];
}

const DAY = 24 * 3600 * 1000;
const AT_ONCE = 50;
/** Digests that one look-up answers. */
const MOST_ASKED = 2_000;

const KEPT_DAYS = 7;
/** Results of a principal, the newest: of those that leave no context, and of all. */
const MAX_KEPT = 5_000;
const MAX_ALL = 50_000;
/** Results of the same text that are found by it beside a session's own, the newest. */
const MOST_ALIKE = 16;

/** Of those that were entered since, results that leave no context. */
const NOT_LEAVING = "n > ? AND n <= ? AND known ->> '$.text' IS NULL";

type Asked = { readonly digests: readonly string[]; readonly session?: string };
type Known = Omit<KeptResult, 'original' | 'digests'>;

/** Results kept for expansion after they left the context, in the session's SQLite. */
export class KeptResults {
	private readonly originals;

	/** @param wakeAt asks for `sweep` at a time */
	constructor(
		private readonly sql: Sql,
		private readonly ports: Pick<Platform, 'now' | 'wakeAt'>,
	) {
		this.originals = textParts(sql, 'kept_parts');
		sql.all(`CREATE TABLE IF NOT EXISTS kept_results (
			n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, known TEXT NOT NULL)`);
		sql.all(`CREATE TABLE IF NOT EXISTS kept_texts (
			digest TEXT NOT NULL, result INTEGER NOT NULL, session TEXT, PRIMARY KEY (digest, result)) WITHOUT ROWID`);
		sql.all('CREATE INDEX IF NOT EXISTS kept_texts_result ON kept_texts (result)');
		// Of older versions: without sessions, and one result a digest.
		addColumn(sql, 'kept_texts', 'session TEXT');
		if (first(sql, "SELECT 1 FROM sqlite_master WHERE name = 'kept_digests'")) {
			sql.all('INSERT OR IGNORE INTO kept_texts SELECT digest, result, NULL FROM kept_digests');
			sql.all('DROP TABLE kept_digests');
		}
	}

	/** Keeps results; an existing one stays unchanged. */
	put({ results }: { readonly results: readonly KeptResult[] }): void {
		if (results.length === 0) return;
		this.sql.transaction(() => {
			const before = this.newest();
			for (const { original, digests, ...known } of results) {
				const { id, at, session } = known;
				const row = insert<{ n: number }>(
					this.sql,
					'INSERT INTO kept_results',
					{ id, at, known: JSON.stringify(known) },
					'ON CONFLICT (id) DO NOTHING RETURNING n',
				);
				if (row === undefined) continue;
				for (const digest of digests)
					insert(this.sql, 'INSERT INTO kept_texts', { digest, result: row.n, session });
				if (original !== undefined) this.originals.write(id, original);
			}
			const now = this.newest();
			this.drop(NOT_LEAVING, before - MAX_KEPT, now - MAX_KEPT);
			this.drop('n <= ?', now - MAX_ALL);
		});
		this.ports.wakeAt(this.ports.now() + KEPT_DAYS * DAY);
	}

	/** Returns an original by id, null when it is not kept. */
	original({ id }: { readonly id: string }) {
		const row = this.sql.all<{ known: string }>`SELECT known FROM kept_results WHERE id = ${id}`[0];
		const text = row === undefined ? '' : this.originals.read(id);
		if (row === undefined || text === '') return null;
		return { text, endpoint: (JSON.parse(row.known) as Known).endpoint };
	}

	/** Returns the newest originals of a tool, each with when it was kept. */
	of({ endpoint, limit }: { readonly endpoint: string; readonly limit: number }) {
		const rows = this.sql.all<{ id: string; at: number }>`SELECT id, at FROM kept_results
			WHERE known ->> '$.endpoint' = ${endpoint} ORDER BY n DESC LIMIT ${limit}`;
		const found = rows.map(({ id, at }) => ({ at, text: this.originals.read(id) }));
		return found.filter(({ text }) => text !== '');
	}

	/** Finds results by digests, the first kept first: those of a session, else of none, else of others. */
	find({ digests, session = '' }: Asked): readonly FoundResult[] {
		const found: FoundResult[] = [];
		const asked = digests.slice(0, MOST_ASKED);
		for (let from = 0; from < asked.length; from += AT_ONCE) {
			const some = asked.slice(from, from + AT_ONCE);
			const rows = this.sql.all<{ digest: string; known: string }>(
				`SELECT digest, known FROM (
					SELECT *, RANK() OVER (PARTITION BY digest ORDER BY kind) AS best,
						ROW_NUMBER() OVER (PARTITION BY digest ORDER BY kind, result DESC) AS place
					FROM (
						SELECT digest, result, CASE session WHEN ? THEN 0 WHEN ? THEN 1 ELSE 2 END AS kind
						FROM kept_texts WHERE digest IN (${some.map(() => '?').join(', ')}))
				) JOIN kept_results ON n = result WHERE best = 1 AND (kind = 0 OR place <= ?) ORDER BY n`,
				...[session, NAMELESS.session, ...some, MOST_ALIKE],
			);
			for (const { digest, known } of rows) found.push({ ...(JSON.parse(known) as Known), digest });
		}
		return found;
	}

	/** Forgets what is too old, and asks to be woken for the rest. @returns whether nothing is left */
	sweep(): boolean {
		const end = this.ports.now() - KEPT_DAYS * DAY;
		this.sql.transaction(() => this.drop('at <= ?', end));
		const oldest = first<{ at: number | null }>(this.sql, 'SELECT MIN(at) AS at FROM kept_results');
		if (!oldest?.at) return true;
		this.ports.wakeAt(oldest.at + KEPT_DAYS * DAY);
		return false;
	}

	forget({ session }: { readonly session?: string }): void {
		this.sql.transaction(() => {
			if (session === undefined) this.drop('n > ?', -1);
			else this.drop("known ->> '$.session' = ?", session);
		});
	}

	private newest(): number {
		return first<{ n: number }>(this.sql, 'SELECT MAX(n) AS n FROM kept_results')?.n ?? 0;
	}

	private drop(where: string, ...bounds: readonly (number | string)[]): void {
		const gone = `SELECT n, id FROM kept_results WHERE ${where}`;
		for (const { n, id } of this.sql.all<{ n: number; id: string }>(gone, ...bounds)) {
			this.originals.drop(id);
			this.sql.all('DELETE FROM kept_texts WHERE result = ?', n);
		}
		this.sql.all(`DELETE FROM kept_results WHERE ${where}`, ...bounds);
	}
}
