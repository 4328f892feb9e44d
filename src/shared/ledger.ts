// A ledger of what accounts take of a resource: each has a share of every period. It is charged as things happen, and
// says when an account that has used up its share has one again.
import { remember } from './remember';

/** So much of a resource in so many milliseconds. */
export interface Share {
	readonly most: number;
	readonly everyMs: number;
}

interface Period {
	used: number;
	readonly until: number;
}

/** Accounts counted at once; the oldest go first. */
const MOST_ACCOUNTS = 10_000;

/** Uses of resources, by account; counted in this process alone. */
export class Ledger<Resource extends string> {
	readonly #periods = new Map<string, Period>();

	/** @param now milliseconds since the epoch */
	constructor(
		private readonly shares: Readonly<Record<Resource, Share>>,
		private readonly now: () => number,
	) {}

	/** Charges an account. @returns seconds until it may take more; 0 where this was within its share */
	charge(resource: Resource, account: string, amount = 1): number {
		const key = `${resource} ${account}`;
		const time = this.now();
		const { most, everyMs } = this.shares[resource];
		const known = this.#periods.get(key);
		// After a clock was set back, a period ends when one that began now would.
		const isRunning = known && known.until > time && known.until <= time + everyMs;
		const period = isRunning ? known : { used: 0, until: time + everyMs };
		period.used += amount;
		if (period !== known) remember(this.#periods, key, period, MOST_ACCOUNTS);
		return period.used > most ? secondsTo(period, time) : 0;
	}

	/** Seconds until an account has some of its share; 0 where it has. */
	wait(resource: Resource, account: string): number {
		const { used, share, resetSeconds } = this.usage(resource, account);
		return used >= share ? resetSeconds : 0;
	}

	usage(resource: Resource, account: string) {
		const time = this.now();
		const { most, everyMs } = this.shares[resource];
		const period = this.#periods.get(`${resource} ${account}`);
		const isRunning = period && period.until > time && period.until <= time + everyMs;
		return {
			used: isRunning ? period.used : 0,
			share: most,
			resetSeconds: isRunning ? secondsTo(period, time) : 0,
		};
	}
}

const secondsTo = ({ until }: Period, time: number): number => Math.ceil((until - time) / 1_000);
