// Telemetry into a ClickHouse over its HTTP interface, in place of Analytics Engine, with the same rows
// (docs/telemetry.md "ClickHouse"). Nobody waits for it: what it cannot take is kept, within bounds, and tried again.
import { randomUUID } from 'node:crypto';
import { DATASET, type dataPointOf } from '../../telemetry';

/** Destination of rows and the size of a batch. */
export interface ClickHouseOptions {
	/** `https://USER:PASSWORD@HOST:8443/?database=NAME`; all but the host may be left out. */
	readonly url: string;
	readonly fetch: (url: string | URL, init: RequestInit) => Promise<Response>;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Learns that rows wait, and that some were lost. */
	readonly report: (text: string) => void;
	/** Rows of one request, and rows that may wait. */
	readonly batch?: number;
	readonly mostWaiting?: number;
	/** Milliseconds between a row and its request. */
	readonly delayMs?: number;
}

/** Milliseconds that one request may take. */
const PATIENCE_MS = 10_000;
/** Milliseconds after a first failure; twice as many after each further one. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Columns of each kind, as Analytics Engine has them. */
const COLUMNS_OF_A_KIND = 20;

const columns = (kind: string, type: string): string =>
	Array.from({ length: COLUMNS_OF_A_KIND }, (_, at) => `${kind}${at + 1} ${type}`).join(', ');

/** The table that queries of Analytics Engine expect: a row is one call; a batch that was sent twice counts once. */
const TABLE = `CREATE TABLE IF NOT EXISTS ${DATASET} (
timestamp DateTime('UTC') DEFAULT now(), _sample_interval UInt32 DEFAULT 1, index1 LowCardinality(String),
${columns('blob', 'String')},
${columns('double', 'Float64')}
) ENGINE = MergeTree ORDER BY (index1, timestamp) TTL timestamp + INTERVAL 90 DAY
SETTINGS non_replicated_deduplication_window = 100`;

/** As the binding of Analytics Engine. */
export class ClickHouse {
	readonly #options: Required<ClickHouseOptions>;
	readonly #url: URL;
	readonly #headers: Readonly<Record<string, string>>;
	readonly #waiting: string[] = [];
	/** The batch sent and not acknowledged; it is repeated unchanged, so that it counts once. */
	#sent: { readonly token: string; readonly rows: readonly string[] } | undefined;
	#isMade = false;
	#failures = 0;
	#lost = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#sending: Promise<void> | undefined;

	/** @throws Error that says what is wrong with the URL */
	constructor(options: ClickHouseOptions) {
		this.#options = { batch: 1_000, mostWaiting: 20_000, delayMs: 2_000, ...options };
		const url = URL.canParse(options.url) ? new URL(options.url) : undefined;
		if (!url || !/^https?:$/.test(url.protocol))
			throw new Error(
				'LOADLINE_CLICKHOUSE_URL is not an address of HTTP. Write: http://USER:PASSWORD@HOST:8123/?database=NAME',
			);
		const [user, key] = [url.username, url.password].map(decodeURIComponent);
		this.#headers = {
			...(user && { 'x-clickhouse-user': user }),
			...(key && { 'x-clickhouse-key': key }),
		};
		url.username = url.password = '';
		this.#url = url;
	}

	/** Takes a row and returns at once. */
	writeDataPoint({ indexes, blobs, doubles }: ReturnType<typeof dataPointOf>): void {
		if (this.#waiting.length >= this.#options.mostWaiting) {
			// The newest tell most of what is going on.
			this.#waiting.shift();
			this.#lost++;
		}
		const named = (kind: string, values: readonly unknown[]) =>
			values.map((value, at) => [`${kind}${at + 1}`, value]);
		const row = [
			['timestamp', Math.floor(this.#options.now() / 1000)],
			...named('index', indexes),
			...named('blob', blobs),
			...named('double', doubles),
		];
		this.#waiting.push(JSON.stringify(Object.fromEntries(row)));
		this.#plan(this.#waiting.length >= this.#options.batch ? 0 : this.#options.delayMs);
	}

	/** Sends what waits, at the third try at the latest; what is not taken then is lost. */
	async close(): Promise<void> {
		await this.#sending;
		clearTimeout(this.#timer);
		this.#failures = 0;
		while ((this.#sent || this.#waiting.length > 0) && this.#failures < 3) await this.#send();
		clearTimeout(this.#timer);
		const left = this.#waiting.length + (this.#sent?.rows.length ?? 0);
		if (left > 0) this.#options.report(`ClickHouse: ${left} rows of telemetry were not taken`);
	}

	#plan(milliseconds: number): void {
		if (this.#sending || (this.#timer && this.#failures > 0)) return;
		if (this.#timer && milliseconds > 0) return;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => {
			this.#timer = undefined;
			this.#sending = this.#send().finally(() => {
				this.#sending = undefined;
				const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1));
				if (this.#failures > 0) this.#plan(pause);
				else if (this.#waiting.length > 0) this.#plan(this.#options.delayMs);
			});
		}, milliseconds);
		this.#timer.unref();
	}

	async #send(): Promise<void> {
		const { batch, report } = this.#options;
		this.#sent ??= { token: randomUUID(), rows: this.#waiting.splice(0, batch) };
		const { token, rows } = this.#sent;
		try {
			if (!this.#isMade) await this.#post(TABLE);
			this.#isMade = true;
			const settings = `SETTINGS insert_deduplication_token = '${token}'`;
			await this.#post(`INSERT INTO ${DATASET} ${settings} FORMAT JSONEachRow\n${rows.join('\n')}`);
			this.#sent = undefined;
			if (this.#failures > 0) report('ClickHouse takes telemetry again');
			if (this.#lost > 0) report(`ClickHouse: ${this.#lost} rows of telemetry are lost`);
			this.#failures = this.#lost = 0;
		} catch (error) {
			this.#isMade = false;
			if (this.#failures++ === 0)
				report(`ClickHouse does not take telemetry, which waits: ${(error as Error).message}`);
		}
	}

	/** @throws Error with what went wrong, without the address */
	async #post(body: string): Promise<void> {
		const response = await this.#options.fetch(this.#url, {
			method: 'POST',
			headers: this.#headers,
			body,
			redirect: 'error',
			signal: AbortSignal.timeout(PATIENCE_MS),
		});
		const said = (await response.text()).slice(0, 200);
		if (!response.ok) throw new Error(`HTTP ${response.status} ${said.replaceAll(/\s+/g, ' ')}`);
	}
}
