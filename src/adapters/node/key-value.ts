// Workers KV on one SQLite table: the part that the Worker uses. What has expired is gone at once.
import type { Database } from './database';

interface Row {
	readonly value: Uint8Array;
	readonly metadata: string | null;
}

/** Expiry and metadata of a value, as Workers KV has them; `expiration` goes before `expirationTtl`. */
export interface PutOptions {
	readonly expirationTtl?: number;
	/** Seconds since the epoch. */
	readonly expiration?: number;
	readonly metadata?: unknown;
}

export interface KeyValueOptions {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Bytes of values kept with an end; beyond them, what ends first goes first. */
	readonly mostBytes: number;
}

/** Writes between two looks at what may go. */
const SWEEP_EVERY = 50;

/** A namespace of Workers KV for one process or several; keys and values of all workspaces are in one table. */
export class KeyValue {
	#writes = 0;

	constructor(
		private readonly database: Database,
		private readonly options: KeyValueOptions,
	) {
		database.all(
			'CREATE TABLE IF NOT EXISTS kv (key TEXT PRIMARY KEY, value BLOB NOT NULL, metadata TEXT, expires_at INTEGER) WITHOUT ROWID',
		);
		database.all('CREATE INDEX IF NOT EXISTS kv_by_end ON kv (expires_at)');
		this.sweep();
	}

	async get(key: string, type: TypeOption = 'text'): Promise<unknown> {
		const row = this.#row(key);
		return row ? read(row, type) : null;
	}

	async getWithMetadata(
		key: string,
		type: TypeOption = 'text',
	): Promise<{ value: string | null; metadata: unknown }> {
		const row = this.#row(key);
		if (!row) return { value: null, metadata: null };
		const metadata: unknown = row.metadata === null ? null : JSON.parse(row.metadata);
		return { value: read(row, type) as string, metadata };
	}

	async put(
		key: string,
		value: string | Uint8Array | ArrayBuffer,
		{ expirationTtl, expiration, metadata }: PutOptions = {},
	): Promise<void> {
		const seconds = this.options.now() / 1000;
		const end = expiration ?? (expirationTtl === undefined ? null : seconds + expirationTtl);
		const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
		this.database.all(
			'INSERT OR REPLACE INTO kv (key, value, metadata, expires_at) VALUES (?, ?, ?, ?)',
			key,
			bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes,
			metadata === undefined ? null : JSON.stringify(metadata),
			end === null ? null : Math.ceil(end),
		);
		if (++this.#writes % SWEEP_EVERY === 0) this.sweep();
	}

	async delete(key: string): Promise<void> {
		this.database.all('DELETE FROM kv WHERE key = ?', key);
	}

	async list({ prefix = '', limit = 1000, cursor = '' }: ListOptions = {}) {
		const rows = this.database.all<{ key: string; metadata: string | null; expires_at: number }>(
			'SELECT key, metadata, expires_at FROM kv WHERE key > ? AND substr(key, 1, ?) = ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY key LIMIT ?',
			cursor,
			prefix.length,
			prefix,
			this.options.now() / 1000,
			limit + 1,
		);
		const keys = rows.slice(0, limit).map(({ key, metadata, expires_at }) => ({
			name: key,
			...(expires_at !== null && { expiration: expires_at }),
			...(metadata !== null && { metadata: JSON.parse(metadata) as unknown }),
		}));
		return rows.length <= limit
			? { keys, list_complete: true as const }
			: { keys, list_complete: false as const, cursor: keys.at(-1)?.name ?? '' };
	}

	/** Removes what has expired, and beyond the bound what ends first. */
	sweep(): void {
		const now = this.options.now() / 1000;
		this.database.all('DELETE FROM kv WHERE expires_at <= ?', now);
		this.database.all(
			`DELETE FROM kv WHERE key IN (SELECT key FROM (SELECT key, sum(length(value)) OVER (ORDER BY
				expires_at DESC, key) AS bytes FROM kv WHERE expires_at IS NOT NULL) WHERE bytes > ?)`,
			this.options.mostBytes,
		);
	}

	#row(key: string): Row | undefined {
		return this.database.all<Row>(
			'SELECT value, metadata FROM kv WHERE key = ? AND (expires_at IS NULL OR expires_at > ?)',
			key,
			this.options.now() / 1000,
		)[0];
	}
}

type TypeOption = string | { readonly type?: string; readonly cacheTtl?: number };

interface ListOptions {
	readonly prefix?: string;
	readonly limit?: number;
	readonly cursor?: string;
}

function read({ value }: Row, type: TypeOption): unknown {
	const wanted = typeof type === 'string' ? type : (type.type ?? 'text');
	if (wanted === 'arrayBuffer') return value.slice().buffer;
	// As it was written, a byte order mark too.
	const text = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(value);
	return wanted === 'json' ? JSON.parse(text) : text;
}
