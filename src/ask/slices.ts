// Evaluation in slices: what goes over a long list goes over some items at a time, and may pause in between, so that
// one question keeps nobody else waiting. What cannot be cut is bounded by itself.
import type { Slices } from '../shared/slices';
import type { Evaluation } from './evaluate';
import type { Expression } from './expression/ast';
import type { Meter } from './meter';
import { itemsOf, type Scope, typeOf, type Value } from './value';

/** Steps of a slice; about five milliseconds. */
const SLICE = 20_000;

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
}

/** Evaluates an expression on a value, item by item where a long list is gone over. */
export function* sliced(
	evaluation: Evaluation,
	meter: Meter,
	expression: Expression,
	value: Value,
	scope?: Scope,
): Slices<Value> {
	const again = (inner: Expression, on: Value) => sliced(evaluation, meter, inner, on, scope);
	switch (expression.type) {
		case 'pipe':
			return yield* again(expression.right, yield* again(expression.left, value));
		case 'sub': {
			const left = yield* again(expression.left, value);
			return left === null ? null : yield* again(expression.right, left);
		}
		case 'let': {
			let inner = scope;
			for (const [name, bound] of expression.bindings)
				inner = { name, value: evaluation.run(bound, value, inner), outer: inner };
			return yield* sliced(evaluation, meter, expression.within, value, inner);
		}
		case 'each':
		case 'flatten':
		case 'filter': {
			const found = yield* again(expression.left, value);
			const items = typeOf(found) === 'array' ? itemsOf(found, meter) : undefined;
			evaluation.observed.projection(expression, found, items !== undefined);
			evaluation.observed.list(found);
			if (!items) return null;
			let leftOut = 0;
			const made = yield* bySlices(items, meter, (some) => {
				const of = evaluation.over(expression, some, scope);
				leftOut += evaluation.observed.leftOut(of);
				return of;
			});
			evaluation.observed.leaveOut(made, leftOut);
			return made;
		}
		case 'call': {
			const [reference, list] = expression.args;
			if (expression.name !== 'map' || reference?.type !== 'reference' || !list) break;
			const found = yield* again(list, value);
			const over = (some: Value) => ({ ...expression, args: [reference, literal(list, some)] });
			const items = typeOf(found) === 'array' ? itemsOf(found, meter) : undefined;
			if (!items) break;
			evaluation.observed.list(found);
			return yield* bySlices(
				items,
				meter,
				(some) => evaluation.run(over(some), value, scope) as readonly Value[],
			);
		}
	}
	return evaluation.run(expression, value, scope);
}

const literal = ({ at }: Expression, value: Value): Expression => ({ type: 'literal', at, value });

/** Goes over items some at a time: as many as make a slice. */
export function* bySlices<Item, Found>(
	items: readonly Item[],
	meter: Meter,
	over: (some: readonly Item[]) => readonly Found[],
): Slices<readonly Found[]> {
	const found: Found[] = [];
	let begun = meter.nextSlice();
	for (let at = 0, some = 1; at < items.length; ) {
		const before = meter.work;
		for (const one of over(items.slice(at, at + some))) found.push(one);
		at += some;
		const took = meter.work - before;
		if (took < SLICE / 4) some *= 2;
		else if (took > SLICE) some = Math.ceil(some / 2);
		if (meter.work - begun < SLICE || at >= items.length) continue;
		yield;
		begun = meter.nextSlice();
	}
	return found;
}
