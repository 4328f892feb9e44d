// Tallies of calls by group and by period: what stores keep of records, and the figures of it.
import { coarse } from './distribution';
import { type Group, groupOf } from './group';
import { inOrder, keyOf } from './grouping';
import type { Grouping } from './ports';
import type { CallRecord } from './record';
import { ROLLED_UP } from './slices';
import { add, merge, noTally, percentilesOf, type Tally } from './tally';

/** Counts calls by group. */
export class Tallies {
	readonly #tallies = new Map<string, Tally>();

	constructor(private readonly groupBy: Grouping) {}

	count(record: CallRecord): void {
		add(this.#at(record), record);
	}

	/** Adds the tally of calls that have these members in common. */
	merge(calls: Parameters<typeof keyOf>[0], tally: Tally): void {
		merge(this.#at(calls), tally);
	}

	/** Returns the figures of each group: by time in order, else by count. */
	groups(): Group[] {
		const groups = [...this.#tallies].map(([key, tally]) => figuresOf(key, tally));
		return inOrder(groups, this.groupBy);
	}

	/** Returns the figures of all calls, as the group `all`. */
	total(): Group {
		const all = noTally();
		for (const tally of this.#tallies.values()) merge(all, tally);
		return figuresOf('all', all);
	}

	#at(call: Parameters<typeof keyOf>[0]): Tally {
		const key = keyOf(call, this.groupBy);
		const known = this.#tallies.get(key) ?? noTally();
		this.#tallies.set(key, known);
		return known;
	}
}

const figuresOf = (key: string, tally: Tally): Group =>
	groupOf(key, tally.sums, percentilesOf(tally));

/** The tally of the calls of one period with the same endpoint, outcome and variant. */
export interface RollUp extends Pick<CallRecord, 'endpoint' | 'outcome' | 'variant'> {
	/** Length and start of the period, in milliseconds. */
	readonly period: number;
	readonly at: number;
	readonly tally: Tally;
}

/** Returns the roll-ups of records; values in their distributions are rounded. */
export function rollUpsOf(records: readonly CallRecord[]): readonly RollUp[] {
	const rollUps = new Map<string, RollUp>();
	for (const record of records) {
		const { time, endpoint, outcome, variant } = record;
		for (const period of ROLLED_UP) {
			const at = Math.floor(time / period) * period;
			const key = JSON.stringify([period, at, endpoint, outcome, variant]);
			const known = rollUps.get(key) ?? {
				period,
				at,
				endpoint,
				outcome,
				variant,
				tally: noTally(),
			};
			add(known.tally, record, coarse);
			rollUps.set(key, known);
		}
	}
	return [...rollUps.values()];
}
