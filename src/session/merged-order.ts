// One order out of several: the steps of a workflow, and the orders that results of the session asked
// for (docs/replay.md, "Live sessions"). Pure; equal orders give equal answers.

/**
 * Every step once, in the order they are first named, except that a step waits for those which any of the
 * orders puts before it. Where orders contradict each other, the step named first goes first.
 * Costs n log n for n names.
 * @param orders each names a step once
 */
export function mergedOrder(orders: readonly (readonly string[])[]): string[] {
	const names = [...new Set(orders.flat())];
	const place = new Map(names.map((name, at) => [name, at]));
	const at = (name: string): number => place.get(name) ?? 0;
	const followers: number[][] = names.map(() => []);
	const waitsFor = names.map(() => 0);
	for (const order of orders) {
		for (const [index, name] of order.entries()) {
			const before = order[index - 1];
			if (before === undefined) continue;
			followers[at(before)]?.push(at(name));
			waitsFor[at(name)] = (waitsFor[at(name)] ?? 0) + 1;
		}
	}
	const ready = new Lowest();
	for (const [index, count] of waitsFor.entries()) if (count === 0) ready.add(index);
	const merged = new Set<number>();
	let first = 0;
	while (merged.size < names.length) {
		while (merged.has(first)) first++;
		const next = ready.take() ?? first;
		if (merged.has(next)) continue;
		merged.add(next);
		for (const follower of followers[next] ?? []) {
			const left = (waitsFor[follower] ?? 0) - 1;
			waitsFor[follower] = left;
			if (left === 0) ready.add(follower);
		}
	}
	return [...merged].map((index) => names[index] ?? '');
}

/** Numbers, the lowest taken first: a binary heap. */
class Lowest {
	readonly #heap: number[] = [];

	add(value: number): void {
		const heap = this.#heap;
		let at = heap.push(value) - 1;
		for (let up = (at - 1) >> 1; at > 0 && this.#of(up) > value; up = (at - 1) >> 1) {
			heap[at] = this.#of(up);
			at = up;
		}
		heap[at] = value;
	}

	take(): number | undefined {
		const heap = this.#heap;
		const [lowest] = heap;
		const last = heap.pop();
		if (last === undefined || heap.length === 0) return lowest;
		let at = 0;
		for (;;) {
			let down = 2 * at + 1;
			if (this.#of(down + 1) < this.#of(down)) down++;
			if (this.#of(down) >= last) break;
			heap[at] = this.#of(down);
			at = down;
		}
		heap[at] = last;
		return lowest;
	}

	#of(at: number): number {
		return this.#heap[at] ?? Number.POSITIVE_INFINITY;
	}
}
