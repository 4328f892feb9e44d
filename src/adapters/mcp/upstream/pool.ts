// The clients kept in this isolate: bounded, one per upstream, credential and principal.
// A connect that another request began is waited for only briefly: its request may have ended with it.
import { ConnectFailed, type Connection, type Verdict } from './connection';
import type { Fetch } from './guarded-fetch';

export interface UpstreamState {
	readonly status: 'ok' | 'down' | 'unknown';
	/** Milliseconds since the epoch at which the status began; 0 while unknown. */
	readonly since: number;
}

export interface PoolOptions {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	readonly fetch: Fetch;
	/** Loadline's version, as upstreams see it. */
	readonly version: string;
	/** Clients kept; the least recently used goes first. */
	readonly maxClients?: number;
}

/** Which client a call needs. */
export interface PoolKey {
	readonly upstream: string;
	/** Upstream, URL and credential digest: the negotiated revision is shared along it. */
	readonly target: string;
	/** The target and the principal. */
	readonly client: string;
}

/** A server may be upgraded: what was negotiated counts for an hour. */
const VERDICT_MS = 3_600_000;
const WAIT_FOR_OTHERS_MS = 2_000;
const UNKNOWN: UpstreamState = { status: 'unknown', since: 0 };

interface Kept<T> {
	readonly value: T;
	readonly at: number;
}

export class UpstreamPool {
	readonly options: PoolOptions;
	readonly #max: number;
	readonly #clients = new Map<string, Kept<Connection>>();
	readonly #verdicts = new Map<string, Kept<Verdict>>();
	readonly #connecting = new Map<string, Promise<Connection>>();
	readonly #states = new Map<string, UpstreamState>();

	constructor(options: PoolOptions) {
		this.options = options;
		this.#max = options.maxClients ?? 100;
	}

	/**
	 * A connected client: the kept one, one that is being connected, or a new one.
	 * @param open connects; its failure reaches all who wait, and nothing is kept
	 */
	async lease(
		key: PoolKey,
		open: (prior: Verdict | undefined) => Promise<Connection>,
	): Promise<Connection> {
		const kept = this.#kept(key);
		if (kept !== undefined) return kept;
		const theirs = this.#connecting.get(key.client);
		if (theirs !== undefined) {
			const connection = await within(theirs, WAIT_FOR_OTHERS_MS).catch(othersFailure);
			if (connection !== undefined) return connection;
		}
		const mine = this.#open(key, open);
		this.#connecting.set(key.client, mine);
		try {
			return await mine;
		} finally {
			if (this.#connecting.get(key.client) === mine) this.#connecting.delete(key.client);
		}
	}

	async #open(
		key: PoolKey,
		open: (prior: Verdict | undefined) => Promise<Connection>,
	): Promise<Connection> {
		const remembered = this.#verdicts.get(key.target);
		const fresh = remembered !== undefined && this.#age(remembered) < VERDICT_MS;
		const connection = await open(fresh ? remembered.value : undefined);
		const at = this.options.now();
		if (!fresh) this.#keep(this.#verdicts, key.target, { value: connection.verdict, at });
		const other = this.#kept(key);
		if (other !== undefined) {
			connection.end();
			return other;
		}
		for (const dropped of this.#keep(this.#clients, key.client, { value: connection, at })) {
			dropped.value.end();
		}
		return connection;
	}

	#kept(key: PoolKey): Connection | undefined {
		const entry = this.#clients.get(key.client);
		if (entry === undefined) return undefined;
		this.#clients.delete(key.client);
		if (entry.value.era === 'modern' && this.#age(entry) >= VERDICT_MS) return undefined;
		this.#clients.set(key.client, entry);
		return entry.value;
	}

	#age(entry: Kept<unknown>): number {
		return this.options.now() - entry.at;
	}

	#keep<T>(map: Map<string, Kept<T>>, key: string, entry: Kept<T>): Kept<T>[] {
		map.set(key, entry);
		const dropped: Kept<T>[] = [];
		for (const [oldest, value] of map) {
			if (map.size <= this.#max) break;
			map.delete(oldest);
			dropped.push(value);
		}
		return dropped;
	}

	/** Drops a client whose session is gone; with `verdict`, also what was negotiated. */
	forget(key: PoolKey, connection: Connection, verdict: boolean): void {
		if (this.#clients.get(key.client)?.value === connection) this.#clients.delete(key.client);
		if (verdict) this.#verdicts.delete(key.target);
	}

	/** Records how the latest attempt to reach an upstream went. */
	note(upstream: string, status: 'ok' | 'down'): void {
		if (this.state(upstream).status === status) return;
		this.#states.set(upstream, { status, since: this.options.now() });
	}

	/** What the latest attempts in this isolate said about an upstream. */
	state(upstream: string): UpstreamState {
		return this.#states.get(upstream) ?? UNKNOWN;
	}

	/** Clients kept now. */
	get size(): number {
		return this.#clients.size;
	}
}

/** Any other failure is that of the promise: workerd rejects one whose request has ended. */
function othersFailure(error: unknown): undefined {
	if (error instanceof ConnectFailed) throw error;
	return undefined;
}

/** The promise's value, or undefined if it takes longer than `ms`. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), ms);
	});
	try {
		return await Promise.race([promise, late]);
	} finally {
		if (timer !== undefined) clearTimeout(timer);
	}
}
