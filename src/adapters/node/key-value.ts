// Workers KV on one SQLite table: the part that the Worker uses. What has expired is gone at once.
import { fairShare } from '../../shared/fair-share';
import { type Fragment, piece, raw } from '../../shared/sql';
import { type Database, storageTroubles } from './database';

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
	/**
	 * Bytes of values kept with an end, whose keys begin with a workspace. Beyond them each workspace has an even share,
	 * in which what ends first is evicted first; without a bound all stay.
	 */
	readonly mostBytes?: number;
	/** Table of the values: `kv` unless told. */
	readonly table?: string;
}

/** Writes between two looks at what may go. */
const SWEEP_EVERY = 50;

const MOVED_AT_ONCE = 20;
const COLUMNS = 'key, expires_at, metadata, value';
/** The workspace of a row's key. */
const WORKSPACE = "substr(key, 1, instr(key, '/') - 1)";
/** Added to the metadata of a value that was evicted, until its end: whoever asks for it learns why it is gone. */
const EVICTED = "json_set(coalesce(metadata, '{}'), '$.evicted', json('true'))";
/** Bytes of a value whose eviction would free nothing. */
const SMALL = 100;

/** A namespace of Workers KV for one process or several; keys and values of all workspaces are in one table. */
export class KeyValue {
	#writes = 0;
	readonly #table: string;

	constructor(
		private readonly database: Database,
		private readonly options: KeyValueOptions,
	) {
		this.#table = options.table ?? 'kv';
		const columns =
			'(key TEXT PRIMARY KEY, expires_at INTEGER, metadata TEXT, value BLOB NOT NULL)';
		database.transaction(() => {
			if (this.#isThere(this.#table, '%WITHOUT ROWID')) {
				database.all(`ALTER TABLE ${this.#table} RENAME TO ${this.#table}_before`);
				database.all(`DROP INDEX IF EXISTS ${this.#table}_by_end`);
			}
			// The long column comes last: a look at the others does not read it.
			database.all(`CREATE TABLE IF NOT EXISTS ${this.#table} ${columns}`);
			const index = `CREATE INDEX IF NOT EXISTS ${this.#table}`;
			database.all(`${index}_by_end ON ${this.#table} (expires_at)`);
			database.all(`${index}_by_share ON ${this.#table} (${WORKSPACE}, length(value))
				WHERE expires_at IS NOT NULL`);
		});
		while (database.transaction(() => this.#moveSome()));
		this.sweep();
	}

	#isThere(table: string, sql = '%'): boolean {
		const like = 'SELECT 1 FROM sqlite_master WHERE name = ? AND sql LIKE ?';
		return this.database.all(like, table, sql).length > 0;
	}

	/**
	 * Moves some values out of the table of an earlier version, whose rows lie in the index of their keys: a few at a time,
	 * so that no process waits long for another, and the file does not grow. Returns whether there are more.
	 */
	#moveSome(): boolean {
		const before = `${this.#table}_before`;
		if (!this.#isThere(before)) return false;
		const some = `FROM ${before} ORDER BY key LIMIT ${MOVED_AT_ONCE}`;
		this.database.all(`INSERT OR IGNORE INTO ${this.#table} SELECT ${COLUMNS} ${some}`);
		this.database.all(`DELETE FROM ${before} WHERE key IN (SELECT key ${some})`);
		const [left] = this.database.all(`SELECT key ${some}`);
		if (left === undefined) this.database.all(`DROP TABLE ${before}`);
		return left !== undefined;
	}

	/** Takes what another table has of a namespace: the keys that begin with a kind (`token:`), not with a workspace. */
	takeOver(table: string): void {
		const isOfKind = "instr(key, ':') > 0 AND instr(substr(key, 1, instr(key, ':')), '/') = 0";
		const theirs = `FROM ${table} WHERE ${isOfKind}`;
		this.database.transaction(() => {
			this.database.all(`INSERT OR IGNORE INTO ${this.#table} SELECT ${COLUMNS} ${theirs}`);
			this.database.all(`DELETE ${theirs}`);
		});
	}

	/** Bytes that a workspace keeps with an end, and its share in two digits: others move it by the byte. */
	kept(workspace: string): { readonly used: number; readonly share: number } {
		const needs = this.#needs();
		const others = needs.filter((one) => one.workspace !== workspace).map(({ bytes }) => bytes);
		const { mostBytes = Number.MAX_SAFE_INTEGER } = this.options;
		const used = needs.find((one) => one.workspace === workspace)?.bytes ?? 0;
		const share = fairShare([...others, mostBytes], mostBytes);
		const digits = 10 ** Math.max(0, Math.floor(Math.log10(share)) - 1);
		return { used, share: Math.floor(share / digits) * digits };
	}

	readonly troubles = storageTroubles;

	async get(key: string, type: TypeOption = 'text'): Promise<unknown> {
		const row = this.#row(key);
		return row && !isEvicted(row) ? read(row, type) : null;
	}

	async getWithMetadata(key: string, type: TypeOption = 'text') {
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
		const noted = metadata === undefined ? null : JSON.stringify(metadata);
		const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value;
		this.database.all`INSERT OR REPLACE INTO ${raw(this.#table)} (${raw(COLUMNS)})
			VALUES (${key}, ${end === null ? null : Math.ceil(end)}, ${noted}, CAST(${bytes} AS BLOB))`;
		if (++this.#writes % SWEEP_EVERY === 0) this.sweep();
	}

	async delete(key: string): Promise<void> {
		this.database.all`DELETE FROM ${raw(this.#table)} WHERE key = ${key}`;
	}

	async list({ prefix = '', limit = 1000, cursor = '' } = {}) {
		const rows = this.database.all<Row & { key: string; expires_at: number | null }>`
			SELECT key, metadata, expires_at FROM ${raw(this.#table)}
			WHERE key > ${cursor} AND substr(key, 1, ${prefix.length}) = ${prefix}
				AND ${this.#lives()} ORDER BY key LIMIT ${limit + 1}`;
		const keys = rows.slice(0, limit).map(({ key, metadata, expires_at }) => ({
			name: key,
			...(expires_at !== null && { expiration: expires_at }),
			...(metadata !== null && { metadata: JSON.parse(metadata) as unknown }),
		}));
		return rows.length <= limit
			? { keys, list_complete: true as const }
			: { keys, list_complete: false as const, cursor: keys.at(-1)?.name ?? '' };
	}

	/** Removes what has expired, and evicts what is beyond the share of its workspace. */
	sweep(): void {
		const { now, mostBytes = Number.POSITIVE_INFINITY } = this.options;
		const table = raw(this.#table);
		this.database.all`DELETE FROM ${table} WHERE expires_at <= ${now() / 1000}`;
		const needs = this.#needs();
		const share = fairShare(
			needs.map(({ bytes }) => bytes),
			mostBytes,
		);
		for (const { workspace, bytes } of needs)
			if (bytes > share)
				this.database.all`UPDATE ${table} SET value = zeroblob(0), metadata = ${raw(EVICTED)}
					WHERE key IN (SELECT key FROM (
						SELECT key, value, sum(length(value)) OVER (ORDER BY expires_at DESC, key) AS bytes FROM ${table}
						WHERE expires_at IS NOT NULL AND ${raw(WORKSPACE)} = ${workspace})
						WHERE bytes > ${share} AND length(value) > ${SMALL})`;
	}

	#needs(): readonly { readonly workspace: string; readonly bytes: number }[] {
		return this.database.all(
			`SELECT ${WORKSPACE} AS workspace, sum(length(value)) AS bytes FROM ${this.#table}
			WHERE expires_at IS NOT NULL GROUP BY workspace`,
		);
	}

	#row(key: string): Row | undefined {
		return this.database.all<Row>`SELECT value, metadata FROM ${raw(this.#table)}
			WHERE key = ${key} AND ${this.#lives()}`[0];
	}

	#lives(): Fragment {
		return piece`(expires_at IS NULL OR expires_at > ${this.options.now() / 1000})`;
	}
}

type TypeOption = string | { readonly type?: string; readonly cacheTtl?: number };

const isEvicted = ({ metadata }: Row): boolean =>
	metadata !== null && (JSON.parse(metadata) as { evicted?: unknown }).evicted === true;

function read({ value }: Row, type: TypeOption): unknown {
	const wanted = typeof type === 'string' ? type : (type.type ?? 'text');
	if (wanted === 'arrayBuffer') return value.slice().buffer;
	// As it was written, a byte order mark too.
	const text = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(value);
	return wanted === 'json' ? JSON.parse(text) : text;
}
