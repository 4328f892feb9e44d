// State of each upstream after the latest attempts in this isolate, for `/health`, the log and the model.
import { remember } from '../../../shared/remember';

/** State of an upstream at its last use; `unknown` until this isolate has tried. */
export interface UpstreamState {
	readonly status: 'ok' | 'down' | 'unknown';
	/** Milliseconds since the epoch at which the status began; 0 while unknown. */
	readonly since: number;
	/** Why it is down, and what the operator has to do: one sentence without secrets. */
	readonly reason?: string;
}

interface Seen {
	readonly state: UpstreamState;
	/** Time of its last answer, milliseconds since the epoch; 0: never. */
	readonly answeredAt: number;
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
		const { state } = this.#at(key);
		const answeredAt = this.now();
		if (state.status === 'down') this.log({ level: 'info', event: 'upstream_up', upstream });
		const isSame = state.status === 'ok';
		this.#set(key, { state: isSame ? state : { status: 'ok', since: answeredAt }, answeredAt });
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
