// Cost limits of an evaluation, so that every expression ends soon, and pauses in work that goes over much, so that one
// question keeps nobody else waiting.

import type { Slices } from '../shared/slices';
import { AskFault } from './fault';

/** Steps of a slice; about five milliseconds. */
const SLICE = 20_000;
/** Items that are sorted in one go. */
const SORTED_AT_ONCE = 512;

/** Says when work that goes over something has made a slice. */
export class Pace {
	#begun: number;
	#own = 0;

	constructor(private readonly meter: Meter) {
		this.#begun = meter.work;
	}

	/** Counts steps beside those of the meter. @returns whether to pause now */
	isDue(steps = 1): boolean {
		this.#own += steps;
		if (this.#own + this.meter.work - this.#begun < SLICE) return false;
		this.#own = 0;
		this.#begun = this.meter.work;
		return true;
	}

	/** Sorts by an order in which no two are equal. */
	*sorted<Item>(
		items: readonly Item[],
		order: (one: Item, other: Item) => number,
	): Slices<readonly Item[]> {
		let from: Item[] = [];
		for (let at = 0; at < items.length; at += SORTED_AT_ONCE) {
			for (const item of items.slice(at, at + SORTED_AT_ONCE).sort(order)) from.push(item);
			if (this.isDue(SORTED_AT_ONCE)) yield;
		}
		for (let width = SORTED_AT_ONCE; width < from.length; width *= 2) {
			const to: Item[] = [];
			for (let at = 0; at < from.length; at += 2 * width) {
				let [left, right] = [at, at + width];
				const middle = Math.min(right, from.length);
				const end = Math.min(right + width, from.length);
				while (left < middle || right < end) {
					const isLeft =
						right >= end || (left < middle && order(from[left] as Item, from[right] as Item) < 0);
					to.push(from[isLeft ? left++ : right++] as Item);
					if (this.isDue()) yield;
				}
			}
			from = to;
		}
		return from;
	}
}

export interface Bounds {
	/** Visited nodes, comparisons and copies. */
	readonly steps: number;
	/** Created values and characters. */
	readonly made: number;
}

/** Pattern instructions times characters; about 12 ns each at worst. */
const MAX_MATCHING = 60_000_000;

/** Returns generous bounds for a document of some size. */
export const boundsFor = (values: number): Bounds => ({
	steps: Math.min(12_000_000, 2_000_000 + 20 * values),
	made: Math.min(6_000_000, 1_000_000 + 4 * values),
});

/** Counts costs and throws an `AskFault` with advice beyond the bounds. */
export class Meter {
	#steps = 0;
	#made = 0;
	#matching = 0;

	constructor(private readonly bounds: Bounds) {}

	/** Steps and pattern matching so far, in steps. */
	get work(): number {
		return this.#steps + this.#matching / 20;
	}

	/** Steps that may still be made. */
	get left(): number {
		return this.bounds.steps - this.#steps;
	}

	step(count = 1): void {
		this.#steps += count;
		if (this.#steps > this.bounds.steps)
			throw new AskFault(
				`Stopped after ${this.bounds.steps.toLocaleString('en-US')} steps: the expression goes over too much. Filter first, and join with index_by() or inner_join() instead of a filter inside a list.`,
			);
	}

	match(count: number): void {
		this.#matching += count;
		if (this.#matching > MAX_MATCHING)
			throw new AskFault(
				"Stopped: the pattern is too complex for so much text. Use plain words, or a simpler pattern: smaller {…}, one .* in place of several. In select, let a word choose first: [?contains(text, 'word') && matches(text, '…')].",
			);
	}

	make(count = 1): void {
		this.#made += count;
		if (this.#made > this.bounds.made)
			throw new AskFault(
				'Stopped: the expression makes too many values. Filter or slice before you project, as in [?…] | [:100].',
			);
	}
}
