// Evaluates JMESPath (community edition) in bounded steps, with observations for diagnosis.
import type { Slices } from '../shared/slices';
import { type Call, childrenOf, type Expression } from './expression/ast';
import { FlatEvaluation, isFlat, nextOf } from './flat';
import { type Argument, type Definition, Reference, referred } from './functions/signature';
import { FUNCTIONS } from './functions/table';
import {
	isFalse,
	membersOf,
	Part,
	type Scope,
	takeSlice,
	typeOf,
	type Value,
	valueAt,
} from './value';

type Projection = Extract<Expression, { type: 'each' | 'flatten' | 'values' | 'slice' | 'filter' }>;

/** An evaluation on a root value, in slices where it goes over lists; throws an `AskFault` with a position. */
export class Evaluation extends FlatEvaluation {
	/** Returns the value of an expression, in slices. */
	*running(expression: Expression, value: Value = this.root, scope?: Scope): Slices<Value> {
		if (isFlat(expression)) return this.visit(expression, value, scope);
		this.meter.step();
		switch (expression.type) {
			case 'pipe':
			case 'sub':
			case 'and':
			case 'or':
			case 'ternary': {
				const first = expression.type === 'ternary' ? expression.condition : expression.left;
				const found = yield* this.running(first, value, scope);
				const next = nextOf(expression, found);
				const from = ['pipe', 'sub'].includes(expression.type) ? found : value;
				return next ? yield* this.running(next, from, scope) : found;
			}
			case 'let': {
				let inner = scope;
				for (const [name, bound] of expression.bindings)
					inner = { name, value: yield* this.running(bound, value, inner), outer: inner };
				return yield* this.running(expression.within, value, inner);
			}
			case 'each':
			case 'flatten':
			case 'filter':
			case 'values':
			case 'slice':
				return yield* this.#projected(
					expression,
					yield* this.running(expression.left, value, scope),
					scope,
				);
			case 'call':
				return yield* this.#call(expression, value, scope);
			default: {
				const parts = childrenOf(expression).filter((part) => !isFlat(part));
				for (const part of parts) this.known.set(part, yield* this.running(part, value, scope));
				const found = this.visit(expression, value, scope);
				for (const part of parts) this.known.delete(part);
				return found;
			}
		}
	}

	/** Applies a projection to what its left part gave. */
	*#projected(over: Projection, found: Value, scope: Scope | undefined): Slices<Value> {
		const isText = over.type === 'slice' && typeof found === 'string';
		const isList = typeOf(found) === (over.type === 'values' ? 'object' : 'array');
		this.observed.projection(over, found, isList || isText);
		this.observed.list(found);
		if (isText) {
			this.meter.step(found.length);
			const characters = takeSlice([...found], over.start, over.stop, over.step).join('');
			return yield* this.running(over.right, characters, scope);
		}
		const items =
			over.type === 'values'
				? membersOf(found, this.meter)?.map(([, member]) => member)
				: yield* this.#items(found);
		if (!items) return null;
		const isWhole = over.type === 'each' || over.type === 'values';
		const some = isWhole ? items : yield* this.#chosen(over, items, scope);
		const isBare = over.right.type === 'current';
		const all = isBare ? some : yield* this.each(over.right, some, scope);
		const results = all.filter((result) => result !== null);
		if (!isBare) this.meter.make(results.length);
		this.observed.leaveOut(results, some.length - results.length);
		return results;
	}

	/** Returns the items that are projected. */
	*#chosen(
		over: Projection,
		items: readonly Value[],
		scope: Scope | undefined,
	): Slices<readonly Value[]> {
		if (over.type === 'slice') return takeSlice(items, over.start, over.stop, over.step);
		if (over.type === 'filter') {
			const met = yield* this.each(over.condition, items, scope);
			const kept = items.filter((_, at) => !isFalse(met[at] as Value));
			this.meter.make(kept.length);
			this.observed.filter(over, items, kept.length, scope);
			return kept;
		}
		if (over.type !== 'flatten') return items;
		const flat: Value[] = [];
		for (const item of items) {
			const inner = yield* this.#items(item);
			if (inner) for (const one of inner) flat.push(one);
			else flat.push(item);
		}
		this.meter.make(flat.length);
		return flat;
	}

	*#items(value: Value): Slices<readonly Value[] | undefined> {
		if (!(value instanceof Part) || value.tree.kind(value.node) !== 'array')
			return Array.isArray(value) ? (value as readonly Value[]) : undefined;
		const items: Value[] = [];
		for (const child of value.tree.children(value.node)) {
			this.meter.step();
			items.push(valueAt(value.tree, child));
			if (this.pace.isDue(0)) yield;
		}
		return items;
	}

	/** Evaluates a part on each item, until a value is the last one. */
	*each(
		part: Expression,
		items: readonly Value[],
		scope: Scope | undefined,
		isLast?: (value: Value) => boolean,
	): Slices<readonly Value[]> {
		const found: Value[] = [];
		const isPlain = isFlat(part);
		for (const item of items) {
			const one = isPlain ? this.visit(part, item, scope) : yield* this.running(part, item, scope);
			found.push(one);
			if (isLast?.(one)) break;
			if (this.pace.isDue()) yield;
		}
		return found;
	}

	*#call(call: Call, value: Value, scope: Scope | undefined): Slices<Value> {
		const takes = FUNCTIONS.get(call.name)?.takes ?? [];
		const args: Argument[] = [];
		for (const [at, arg] of call.args.entries()) {
			const of = referred(arg, takes[at]);
			const over: Reference['over'] = (items, isLast) =>
				this.each(of as Expression, items, scope, isLast);
			if (of) args.push(new Reference(over, arg.at));
			else {
				const given = this.given(yield* this.running(arg, value, scope));
				const isList = takes[Math.min(at, takes.length - 1)] === 'list';
				args.push((isList ? yield* this.#items(given) : undefined) ?? given);
			}
		}
		const made = this.applied(call, args, value);
		return isSlices(made) ? yield* made : made;
	}
}

const isSlices = (made: ReturnType<Definition['run']>): made is Slices<Value> =>
	typeof made === 'object' && made !== null && 'next' in made;
