// Evaluates JMESPath (community edition) in bounded steps, with observations for diagnosis.
import { inOneGo, type Slices } from '../shared/slices';
import { calculate } from './arithmetic';
import { comparedNote, isVersionKey } from './as-text';
import { isEqual, order } from './compare';
import { type Call, type Compare, childrenOf, type Expression, type Field } from './expression/ast';
import { AskFault } from './fault';
import {
	type Argument,
	argumentFault,
	type Definition,
	Reference,
	referred,
} from './functions/signature';
import { FUNCTIONS } from './functions/table';
import type { Meter } from './meter';
import { Observations } from './observations';
import { Pace } from './slices';
import {
	isFalse,
	memberOf,
	membersOf,
	Part,
	type Scope,
	type Type,
	takeSlice,
	typeOf,
	type Value,
	valueAt,
} from './value';

type Projection = Extract<Expression, { type: 'each' | 'flatten' | 'values' | 'slice' | 'filter' }>;

const WORDS: Readonly<Record<string, Value>> = { true: true, false: false, null: null };

/** An evaluation on a root value, in slices where it goes over lists; throws an `AskFault` with a position. */
export class Evaluation {
	readonly observed = new Observations();
	readonly #pace: Pace;
	/** Values of parts that are not flat, while the part that holds them is evaluated. */
	readonly #known = new Map<Expression, Value>();

	constructor(
		private readonly root: Value,
		private readonly meter: Meter,
	) {
		this.#pace = new Pace(meter);
	}

	run(expression: Expression, value?: Value, scope?: Scope): Value {
		return inOneGo(this.running(expression, value, scope));
	}

	/** The same in slices. */
	*running(expression: Expression, value: Value = this.root, scope?: Scope): Slices<Value> {
		if (isFlat(expression)) return this.#visit(expression, value, scope);
		const again = (inner: Expression, on = value) => this.running(inner, on, scope);
		this.meter.step();
		switch (expression.type) {
			case 'pipe':
				return yield* again(expression.right, yield* again(expression.left));
			case 'sub': {
				const left = yield* again(expression.left);
				return left === null ? null : yield* again(expression.right, left);
			}
			case 'and':
			case 'or': {
				const left = yield* again(expression.left);
				const isDecided = isFalse(left) === (expression.type === 'and');
				return isDecided ? left : yield* again(expression.right);
			}
			case 'ternary': {
				const isElse = isFalse(yield* again(expression.condition));
				return yield* again(isElse ? expression.right : expression.left);
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
				return yield* this.#projected(expression, yield* again(expression.left), scope);
			case 'call':
				return yield* this.#call(expression, value, scope);
			default: {
				const parts = childrenOf(expression).filter((part) => !isFlat(part));
				for (const part of parts) this.#known.set(part, yield* again(part));
				const found = this.#visit(expression, value, scope);
				for (const part of parts) this.#known.delete(part);
				return found;
			}
		}
	}

	#visit(expression: Expression, value: Value, scope: Scope | undefined): Value {
		const known = this.#known.size > 0 ? this.#known.get(expression) : undefined;
		if (known !== undefined) return known;
		this.meter.step();
		switch (expression.type) {
			case 'current':
				return value;
			case 'root':
				return this.root;
			case 'literal':
				return expression.value;
			case 'variable':
				return variable(expression.name, scope, expression.at);
			case 'field':
				return this.#field(expression, value);
			case 'sub': {
				const left = this.#visit(expression.left, value, scope);
				return left === null ? null : this.#visit(expression.right, left, scope);
			}
			case 'index':
				return this.#index(expression, this.#visit(expression.left, value, scope));
			case 'compare':
				return this.#compare(expression, value, scope);
			case 'arithmetic': {
				const left = this.#visit(expression.left, value, scope);
				const right = this.#visit(expression.right, value, scope);
				return calculate(expression.operator, left, right, expression.at);
			}
			case 'minus':
				return calculate('-', 0, this.#visit(expression.of, value, scope), expression.at);
			case 'plus':
				return calculate('+', 0, this.#visit(expression.of, value, scope), expression.at);
			case 'not':
				return isFalse(this.#visit(expression.of, value, scope));
			case 'and': {
				const left = this.#visit(expression.left, value, scope);
				return isFalse(left) ? left : this.#visit(expression.right, value, scope);
			}
			case 'or': {
				const left = this.#visit(expression.left, value, scope);
				return isFalse(left) ? this.#visit(expression.right, value, scope) : left;
			}
			case 'ternary': {
				const isElse = isFalse(this.#visit(expression.condition, value, scope));
				return this.#visit(isElse ? expression.right : expression.left, value, scope);
			}
			case 'list': {
				this.meter.make(expression.items.length + 1);
				return expression.items.map((item) => this.#visit(item, value, scope));
			}
			case 'object': {
				this.meter.make(expression.members.length + 1);
				const made = new Map<string, Value>();
				for (const [key, member] of expression.members)
					made.set(key, this.#visit(member, value, scope));
				return made;
			}
			case 'call': {
				const args = expression.args.map((arg) => this.#given(this.#visit(arg, value, scope)));
				return this.#applied(expression, args) as Value;
			}
			case 'reference':
				throw new AskFault(
					'& stands only before an argument of a function, as in sort_by(@, &name).',
					expression.at,
				);
			default:
				return this.run(expression, value, scope);
		}
	}

	#field(field: Field, value: Value): Value {
		const found = memberOf(value, field.name);
		this.observed.field(field, value, found !== undefined);
		return found ?? null;
	}

	#index(index: Expression & { type: 'index' }, left: Value): Value {
		const isList = typeOf(left) === 'array';
		this.observed.projection(index, left, isList);
		if (!isList) return null;
		if (Array.isArray(left)) return (left.at(index.index) as Value | undefined) ?? null;
		const { tree, node } = left as Part;
		const found = tree.children(node).at(index.index);
		return found === undefined ? null : valueAt(tree, found);
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
		const some = yield* this.#chosen(over, items, scope);
		if (over.right.type === 'current') return some.filter((item) => item !== null);
		const all = yield* this.each(over.right, some, scope);
		const results = all.filter((result) => result !== null);
		this.meter.make(results.length);
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
			if (this.#pace.isDue(0)) yield;
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
			const one = isPlain ? this.#visit(part, item, scope) : yield* this.running(part, item, scope);
			found.push(one);
			if (isLast?.(one)) break;
			if (this.#pace.isDue()) yield;
		}
		return found;
	}

	#compare(compare: Compare, value: Value, scope: Scope | undefined): Value {
		const left = this.#operand(compare.left, value, scope);
		const right = this.#operand(compare.right, value, scope);
		const { operator } = compare;
		const types: readonly [Type, Type] = [typeOf(left), typeOf(right)];
		const seen = this.observed.compare(compare);
		if (types[0] === types[1]) seen.compared++;
		else if (left !== null && right !== null) {
			seen.unlike ??= types;
			seen.left ??= left;
			seen.right ??= right;
		}
		if (operator === '==' || operator === '!=') {
			const same = isEqual(left, right, this.meter);
			return operator === '==' ? same : !same;
		}
		const key = compare.left.type === 'literal' ? compare.right : compare.left;
		const between = order(left, right, typeof left === 'string' && isVersionKey(key));
		if (between === undefined) return null;
		if (!this.observed.isTold(compare)) {
			const note = comparedNote(left, right, key);
			if (note !== undefined) this.observed.tell(compare, note);
		}
		const sign = operator.startsWith('<') ? -between : between;
		return sign > 0 || (sign === 0 && operator.endsWith('='));
	}

	/** `true` and "text" are keys in JMESPath, and literals where no such key exists. */
	#operand(operand: Expression, value: Value, scope: Scope | undefined): Value {
		if (operand.type !== 'field') return this.#visit(operand, value, scope);
		const isWord = !operand.quoted && Object.hasOwn(WORDS, operand.name);
		if ((isWord || operand.quoted) && memberOf(value, operand.name) === undefined) {
			this.meter.step();
			return isWord ? (WORDS[operand.name] as Value) : operand.name;
		}
		return this.#visit(operand, value, scope);
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
				const given = this.#given(yield* this.running(arg, value, scope));
				const isList = takes[Math.min(at, takes.length - 1)] === 'list';
				args.push((isList ? yield* this.#items(given) : undefined) ?? given);
			}
		}
		const made = this.#applied(call, args);
		return isSlices(made) ? yield* made : made;
	}

	#given(argument: Value): Value {
		if (argument instanceof Part) this.observed.list(argument);
		return argument;
	}

	#applied(call: Call, args: readonly Argument[]): ReturnType<Definition['run']> {
		const definition = FUNCTIONS.get(call.name);
		if (!definition) throw argumentFault.unknown(call, [...FUNCTIONS.keys()]);
		const task = { meter: this.meter, pace: this.#pace, call, observed: this.observed };
		return definition.run(argumentFault.check(task, definition, args), task);
	}
}

const isSlices = (made: ReturnType<Definition['run']>): made is Slices<Value> =>
	typeof made === 'object' && made !== null && 'next' in made;

const OVER_LISTS: ReadonlySet<string> = new Set([
	...['each', 'flatten', 'filter', 'values', 'slice', 'pipe', 'let', 'reference'],
]);
const flat = new WeakMap<Expression, boolean>();

/** Returns whether a part goes over no list, and is evaluated without a pause. */
const isFlat = (part: Expression): boolean => {
	const known = flat.get(part);
	if (known !== undefined) return known;
	const takes = part.type === 'call' ? (FUNCTIONS.get(part.name)?.takes ?? []) : [];
	const isOver = takes.includes('list') || takes.includes('reference');
	const made = !isOver && !OVER_LISTS.has(part.type) && childrenOf(part).every(isFlat);
	flat.set(part, made);
	return made;
};

const variable = (name: string, scope: Scope | undefined, at: number): Value => {
	for (let inner = scope; inner; inner = inner.outer) if (inner.name === name) return inner.value;
	throw new AskFault(`$${name} is not defined here. Define it: let $${name} = … in …`, at);
};
