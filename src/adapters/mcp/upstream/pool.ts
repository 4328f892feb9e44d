// The clients kept in this isolate: bounded, and one per upstream, credential and principal; an
// upstream that keeps a session gets one per conversation, so that none sees what another has done.
// A connect that another request began is waited for only briefly: its request may have ended with it.
import { remember } from '../../../shared/remember';
import { within } from '../../fetch';
import { ConnectFailed, type Connection, type Verdict } from './connection';
import type { Fetch } from './guarded-fetch';
import { type LogState, UpstreamStates } from './states';

/** Dependencies shared by all connections of an isolate. */
export interface PoolOptions {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	readonly fetch: Fetch;
	/** Loadline's version, as upstreams see it. */
	readonly version: string;
	/** Clients kept; the least recently used goes first. */
	readonly maxClients?: number;
	/** Keeps work alive that nobody waits for. */
	readonly defer?: (work: Promise<unknown>) => void;
	/** Learns when an upstream goes down or comes back. */
	readonly log?: LogState;
}

/** Key of a pooled client. */
export interface PoolKey {
	/** Upstream, URL and credential digest: what was negotiated is shared along it. */
	readonly target: string;
	/** The target, the principal and what its client can be asked. */
	readonly shared: string;
	/** All that and the conversation; as `shared` where there is none. */
	readonly own: string;
}

/** Known facts for opening a connection. */
export interface Known {
	readonly verdict: Verdict | undefined;
	/** The upstream is known to keep no sessions. */
	readonly sessionless: boolean;
}

/** A server may be upgraded: what was negotiated counts for an hour. */
const VERDICT_MS = 3_600_000;
const WAIT_FOR_OTHERS_MS = 2_000;
/** A session nobody has used for so long is ended. */
const IDLE_MS = 1_800_000;
/** Sessions of one principal at one upstream. */
const MOST_SESSIONS = 20;

interface Kept {
	readonly connection: Connection;
	readonly shared: string;
	readonly at: number;
	usedAt: number;
}

interface Negotiated {
	readonly verdict: Verdict;
	readonly sessionless: boolean;
	readonly at: number;
}

/** Connections of all upstreams in an isolate, 100 unless told; one unused for half an hour is let go. */
export class UpstreamPool {
	readonly options: PoolOptions;
	readonly states: UpstreamStates;
	readonly #max: number;
	readonly #clients = new Map<string, Kept>();
	readonly #negotiated = new Map<string, Negotiated>();
	readonly #connecting = new Map<string, Promise<Connection>>();

	constructor(options: PoolOptions) {
		this.options = options;
		this.#max = options.maxClients ?? 100;
		this.states = new UpstreamStates(options.now, options.log ?? (() => {}));
	}

	/**
	 * A connected client: the kept one, one that is being connected, or a new one.
	 * @param open connects; its failure reaches all who wait, and nothing is kept
	 */
	async lease(key: PoolKey, open: (known: Known) => Promise<Connection>): Promise<Connection> {
		this.#endIdle();
		const kept = this.#kept(this.#nameOf(key));
		if (kept !== undefined) return kept;
		const name = this.#nameOf(key);
		const theirs = this.#connecting.get(name);
		if (theirs !== undefined) {
			const connection = await within(theirs, WAIT_FOR_OTHERS_MS).catch(othersFailure);
			if (connection !== undefined) return connection;
		}
		const mine = this.#open(key, open);
		this.#connecting.set(name, mine);
		try {
			return await mine;
		} finally {
			if (this.#connecting.get(name) === mine) this.#connecting.delete(name);
		}
	}

	/** The client that a call would use, if it is kept. */
	peek(key: PoolKey): Connection | undefined {
		return this.#clients.get(this.#nameOf(key))?.connection;
	}

	/** The connection of a conversation, no longer kept; undefined where it has none of its own. */
	take(key: PoolKey): Connection | undefined {
		const kept = key.own === key.shared ? undefined : this.#clients.get(key.own);
		this.#clients.delete(key.own);
		return kept?.connection;
	}

	/** Under which name a connection is kept: an upstream without sessions remembers nobody. */
	#nameOf({ target, shared, own }: PoolKey): string {
		return this.#fresh(target)?.sessionless ? shared : own;
	}

	async #open(key: PoolKey, open: (known: Known) => Promise<Connection>): Promise<Connection> {
		const fresh = this.#fresh(key.target);
		const sessionless = fresh?.sessionless ?? false;
		const connection = await open({ verdict: fresh?.verdict, sessionless });
		const at = this.options.now();
		const keepsSessions = connection.session !== undefined;
		if (!fresh || fresh.sessionless === keepsSessions)
			remember(
				this.#negotiated,
				key.target,
				{ verdict: connection.verdict, sessionless: !keepsSessions, at },
				this.#max,
			);
		const name = keepsSessions ? key.own : key.shared;
		const other = this.#kept(name);
		if (other !== undefined) {
			// Two of one conversation may have gone on with one session: it is not the other's to end.
			if (other.session?.id !== connection.session?.id) connection.end();
			return other;
		}
		const kept = { connection, shared: key.shared, at, usedAt: at };
		remember(this.#clients, name, kept, this.#max)?.connection.release();
		if (name !== key.shared) this.#boundSessions(key.shared);
		return connection;
	}

	/** One principal's conversations take no room from another's. */
	#boundSessions(shared: string): void {
		const theirs = [...this.#clients].filter(
			([name, kept]) => kept.shared === shared && name !== shared,
		);
		for (const [name, { connection }] of theirs.slice(0, -MOST_SESSIONS)) {
			this.#clients.delete(name);
			connection.release();
		}
	}

	/** The least recently used stand first. */
	#endIdle(): void {
		for (const [name, { connection, usedAt }] of this.#clients) {
			if (this.options.now() - usedAt < IDLE_MS) return;
			this.#clients.delete(name);
			connection.release();
		}
	}

	#fresh(target: string): Negotiated | undefined {
		const negotiated = this.#negotiated.get(target);
		return negotiated && this.options.now() - negotiated.at < VERDICT_MS ? negotiated : undefined;
	}

	#kept(name: string): Connection | undefined {
		const entry = this.#clients.get(name);
		if (entry === undefined) return undefined;
		this.#clients.delete(name);
		const now = this.options.now();
		if (entry.connection.era === 'modern' && now - entry.at >= VERDICT_MS) return undefined;
		this.#clients.set(name, { ...entry, usedAt: now });
		return entry.connection;
	}

	/** Drops a client whose session is gone; with `verdict`, also what was negotiated. */
	forget(key: PoolKey, connection: Connection, verdict: boolean): void {
		for (const name of [key.own, key.shared])
			if (this.#clients.get(name)?.connection === connection) this.#clients.delete(name);
		if (verdict) this.#negotiated.delete(key.target);
	}

	/** Clients kept now. */
	get size(): number {
		return this.#clients.size;
	}
}

/** Any other failure is that of the promise: its call was given up, or workerd has ended its request. */
function othersFailure(error: unknown): undefined {
	if (error instanceof ConnectFailed) throw error;
	return undefined;
}
