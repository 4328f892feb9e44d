// State of each upstream after the latest attempts, and the clients kept in this isolate: bounded, and one per upstream, credential and principal; an
// upstream that keeps a session gets one per conversation, so that none sees what another has done.
// A connect that another request began is waited for only briefly: its request may have ended with it.
import { remember } from '../../../shared/remember';
import { within } from '../../fetch';
import { ConnectFailed, type Connection, type Greeting } from './connection';
import type { Fetch } from './frame';

/** Dependencies shared by all connections of an isolate. */
export interface PoolOptions {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	readonly fetch: Fetch;
	/** Loadline's version, as upstreams see it. */
	readonly version: string;
	/** Clients kept; of the workspace that has most, the least recently used goes first. */
	readonly maxClients?: number;
	/** Keeps work alive that nobody waits for. */
	readonly defer?: (work: Promise<unknown>) => void;
	/** Learns when an upstream goes down or comes back. */
	readonly log?: LogState;
}

export interface PoolKey {
	/** Upstream, URL and credential digest: what was negotiated is shared along it. */
	readonly target: string;
	readonly workspace: string;
	/** The target, the principal and what its client can be asked. */
	readonly shared: string;
	/** All that and the conversation; as `shared` where there is none. */
	readonly own: string;
}

/** Known facts for opening a connection. */
export interface Known {
	readonly verdict: Greeting | undefined;
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

interface PooledConnection extends Pick<PoolKey, 'workspace' | 'shared'> {
	readonly connection: Connection;
	readonly at: number;
	usedAt: number;
}

interface Negotiated extends Known {
	readonly at: number;
}

/** Connections of all upstreams in an isolate, 100 unless told; one unused for half an hour is let go. */
export class UpstreamPool {
	readonly states: UpstreamStates;
	readonly #max: number;
	readonly #clients = new Map<string, PooledConnection>();
	readonly #negotiated = new Map<string, Negotiated>();
	readonly #connecting = new Map<string, Promise<Connection>>();

	constructor(readonly options: PoolOptions) {
		this.#max = options.maxClients ?? 100;
		this.states = new UpstreamStates(options.now, options.log ?? (() => {}));
	}

	/** The client that a call uses, if it is kept; clients that nobody used for long are let go. */
	kept(key: PoolKey): Connection | undefined {
		const now = this.options.now();
		for (const { usedAt } of this.#clients.values()) {
			if (now - usedAt >= IDLE_MS) this.#endIdle(now);
			break;
		}
		return this.#kept(this.#nameOf(key), now);
	}

	/** A client where none is kept. @param open connects; its failure reaches all who wait for it, and nothing is kept */
	async lease(key: PoolKey, open: (known: Known) => Promise<Connection>): Promise<Connection> {
		const name = this.#nameOf(key);
		const theirs = this.#connecting.get(name);
		if (theirs !== undefined) {
			// Any other failure is that of the promise: its call was given up, or workerd has ended its request.
			const connection = await within(theirs, WAIT_FOR_OTHERS_MS).catch((error: unknown) => {
				if (error instanceof ConnectFailed) throw error;
			});
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
				{ verdict: connection.greeting, sessionless: !keepsSessions, at },
				this.#max,
			);
		const name = keepsSessions ? key.own : key.shared;
		const other = this.#kept(name, at);
		if (other !== undefined) {
			// Two of one conversation may have gone on with one session: it is not the other's to end.
			if (other.session?.id !== connection.session?.id) connection.end();
			return other;
		}
		const { workspace, shared } = key;
		this.#clients.set(name, { connection, workspace, shared, at, usedAt: at });
		if (name !== shared) this.#boundSessions(shared);
		if (this.#clients.size > this.#max) this.#boundWorkspaces();
		return connection;
	}

	/** Lets the client go that was unused longest of the workspace that has most. */
	#boundWorkspaces(): void {
		const sizes = new Map<string, number>();
		for (const { workspace } of this.#clients.values())
			sizes.set(workspace, (sizes.get(workspace) ?? 0) + 1);
		const most = Math.max(...sizes.values());
		const first = [...this.#clients].find(([, each]) => sizes.get(each.workspace) === most);
		this.#clients.delete(first?.[0] ?? '');
		first?.[1].connection.release();
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
	#endIdle(now: number): void {
		for (const [name, { connection, usedAt }] of this.#clients) {
			if (now - usedAt < IDLE_MS) return;
			this.#clients.delete(name);
			connection.release();
		}
	}

	#fresh(target: string): Negotiated | undefined {
		const negotiated = this.#negotiated.get(target);
		return negotiated && this.options.now() - negotiated.at < VERDICT_MS ? negotiated : undefined;
	}

	#kept(name: string, now: number): Connection | undefined {
		const entry = this.#clients.get(name);
		if (entry === undefined) return undefined;
		this.#clients.delete(name);
		if (entry.connection.greeting.era === 'modern' && now - entry.at >= VERDICT_MS)
			return undefined;
		this.#clients.set(name, { ...entry, usedAt: now });
		return entry.connection;
	}

	/** Drops a client whose session is gone; with `verdict`, also what was negotiated. */
	forget(key: PoolKey, connection: Connection, verdict: boolean): void {
		for (const name of [key.own, key.shared])
			if (this.#clients.get(name)?.connection === connection) this.#clients.delete(name);
		if (verdict) this.#negotiated.delete(key.target);
	}

	get size(): number {
		return this.#clients.size;
	}
}

/** State of an upstream at its last use; `unknown` until this isolate has tried. */
export interface UpstreamState {
	readonly status: 'ok' | 'down' | 'unknown';
	/** Milliseconds since the epoch at which the status began; 0 while unknown. */
	readonly since: number;
	/** The reason why it is down, and what the operator has to do: one sentence without secrets. */
	readonly reason?: string;
}

interface Seen {
	readonly state: UpstreamState;
	/** Time of its last answer, milliseconds since the epoch; 0: never. */
	answeredAt: number;
}

const UNKNOWN: Seen = { state: { status: 'unknown', since: 0 }, answeredAt: 0 };
const MOST = 2_000;
/** Milliseconds for which one that has answered may be slow. */
const ALIVE_MS = 60_000;

/** A line for the log; `event` says which. */
export type LogState = (entry: {
	readonly level: 'warn' | 'info';
	readonly event: 'upstream_down' | 'upstream_up';
	readonly upstream: string;
	readonly reason?: string;
}) => void;

/** States by upstream, 2,000 at most; of this isolate alone, so two may say different things. */
export class UpstreamStates {
	readonly #seen = new Map<string, Seen>();

	/** @param now milliseconds since the epoch */
	constructor(
		private readonly now: () => number,
		private readonly log: LogState,
	) {}

	/** @param key tells upstreams of one name in two workspaces apart */
	of(key: string): UpstreamState {
		return this.#at(key).state;
	}

	/** An answer came, whatever it said. */
	up(key: string, upstream: string): void {
		const known = this.#seen.get(key);
		const answeredAt = this.now();
		if (known?.state.status === 'ok') known.answeredAt = answeredAt;
		else this.#set(key, { state: { status: 'ok', since: answeredAt }, answeredAt });
		if (known?.state.status === 'down') this.log({ level: 'info', event: 'upstream_up', upstream });
	}

	/** It could not be used; logged when that is new, or for another reason than before. */
	down(key: string, upstream: string, reason: string): void {
		const { state, answeredAt } = this.#at(key);
		if (state.status === 'down' && state.reason === reason) return;
		const since = state.status === 'down' ? state.since : this.now();
		this.#set(key, { state: { status: 'down', since, reason }, answeredAt });
		this.log({ level: 'warn', event: 'upstream_down', upstream, reason });
	}

	/** It was not waited for any longer: one that has answered lately is slow, any other is down. */
	late(key: string, upstream: string, reason: string): void {
		const { state, answeredAt } = this.#at(key);
		const isAlive = answeredAt > 0 && this.now() - answeredAt < ALIVE_MS;
		if (state.status !== 'down' && !isAlive) this.down(key, upstream, reason);
	}

	#at(key: string): Seen {
		return this.#seen.get(key) ?? UNKNOWN;
	}

	#set(key: string, seen: Seen): void {
		remember(this.#seen, key, seen, MOST);
	}
}
