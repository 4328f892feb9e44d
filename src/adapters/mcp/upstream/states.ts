// What the latest attempts in this isolate said about each upstream, for `/health`, the log and the model.

export interface UpstreamState {
	readonly status: 'ok' | 'down' | 'unknown';
	/** Milliseconds since the epoch at which the status began; 0 while unknown. */
	readonly since: number;
	/** Why it is down, and what the operator has to do: one sentence without secrets. */
	readonly reason?: string;
}

const UNKNOWN: UpstreamState = { status: 'unknown', since: 0 };
/** Upstreams remembered. */
const MOST = 2_000;

/** A line for the log; `event` says which. */
export type LogState = (entry: {
	readonly level: 'warn' | 'info';
	readonly event: 'upstream_down' | 'upstream_up';
	readonly upstream: string;
	readonly reason?: string;
}) => void;

export class UpstreamStates {
	readonly #now: () => number;
	readonly #log: LogState;
	readonly #states = new Map<string, UpstreamState>();

	/** @param now milliseconds since the epoch */
	constructor(now: () => number, log: LogState) {
		this.#now = now;
		this.#log = log;
	}

	/** @param key tells upstreams of one name in two workspaces apart */
	of(key: string): UpstreamState {
		return this.#states.get(key) ?? UNKNOWN;
	}

	/** An answer came, whatever it said. */
	up(key: string, upstream: string): void {
		const before = this.of(key);
		if (before.status === 'ok') return;
		this.#set(key, { status: 'ok', since: this.#now() });
		if (before.status === 'down') this.#log({ level: 'info', event: 'upstream_up', upstream });
	}

	/** It could not be used; logged when that is new, or for another reason than before. */
	down(key: string, upstream: string, reason: string): void {
		const before = this.of(key);
		if (before.status === 'down' && before.reason === reason) return;
		const since = before.status === 'down' ? before.since : this.#now();
		this.#set(key, { status: 'down', since, reason });
		this.#log({ level: 'warn', event: 'upstream_down', upstream, reason });
	}

	#set(key: string, state: UpstreamState): void {
		this.#states.delete(key);
		this.#states.set(key, state);
		const oldest = this.#states.keys().next().value;
		if (this.#states.size > MOST && oldest !== undefined) this.#states.delete(oldest);
	}
}
