// Work that goes over much pauses once it has made a slice, so that one question keeps nobody else waiting.
import type { Slices } from '../shared/slices';
import type { Meter } from './meter';

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
