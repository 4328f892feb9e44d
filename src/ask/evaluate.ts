// Evaluates JMESPath (community edition) in bounded steps, with observations for diagnosis.
import { calculate } from './arithmetic';
import { comparedNote, isVersionKey } from './as-text';
import { isEqual, order } from './compare';
import type { Call, Compare, Expression, Field, Filter } from './expression/ast';
import { AskFault } from './fault';
import {
	type Argument,
	argumentFault,
	type CallContext,
	Reference,
	referred,
} from './functions/signature';
import { FUNCTIONS } from './functions/table';
import type { Meter } from './meter';
import { Observations } from './observations';
import {
	isFalse,
	itemsOf,
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

/** An evaluation on a root value; throws an `AskFault` with a position. */
export class Evaluation {
	readonly observed = new Observations();

	constructor(
		private readonly root: Value,
		private readonly meter: Meter,
	) {}

	run(expression: Expression, value: Value = this.root, scope?: Scope): Value {
		return this.#visit(expression, value, scope);
	}

	#visit(expression: Expression, value: Value, scope: Scope | undefined): Value {
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
			case 'pipe':
				return this.#visit(expression.right, this.#visit(expression.left, value, scope), scope);
			case 'index':
				return this.#index(expression, this.#visit(expression.left, value, scope));
			case 'slice':
				return this.#slice(expression, value, scope);
			case 'each':
			case 'flatten':
			case 'filter': {
				const items = itemsOf(this.#list(expression, value, scope), this.meter);
				return items ? this.over(expression, items, scope) : null;
			}
			case 'values': {
				const members = membersOf(this.#list(expression, value, scope), this.meter);
				const all = members?.map(([, member]) => member);
				return all ? this.#project(all, expression.right, scope) : null;
			}
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
			case 'let': {
				let inner = scope;
				for (const [name, bound] of expression.bindings)
					inner = { name, value: this.#visit(bound, value, inner), outer: inner };
				return this.#visit(expression.within, value, inner);
			}
			case 'call':
				return this.#call(expression, value, scope);
			case 'reference':
				throw new AskFault(
					'& stands only before an argument of a function, as in sort_by(@, &name).',
					expression.at,
				);
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

	#list(over: Projection, value: Value, scope: Scope | undefined): Value {
		const found = this.#visit(over.left, value, scope);
		const isList = typeOf(found) === (over.type === 'values' ? 'object' : 'array');
		this.observed.projection(
			over,
			found,
			isList || (over.type === 'slice' && typeof found === 'string'),
		);
		this.observed.list(found);
		return found;
	}

	/** Applies a projection to items of its list. */
	over(
		projection: Projection,
		items: readonly Value[],
		scope: Scope | undefined,
	): readonly Value[] {
		if (projection.type === 'filter') return this.#filter(projection, items, scope);
		if (projection.type !== 'flatten') return this.#project(items, projection.right, scope);
		const flat: Value[] = [];
		for (const item of items) {
			const inner = itemsOf(item, this.meter);
			if (inner) for (const one of inner) flat.push(one);
			else flat.push(item);
		}
		this.meter.make(flat.length);
		return this.#project(flat, projection.right, scope);
	}

	#project(items: readonly Value[], right: Expression, scope: Scope | undefined): readonly Value[] {
		if (right.type === 'current') return items.filter((item) => item !== null);
		const results: Value[] = [];
		for (const item of items) {
			const result = this.#visit(right, item, scope);
			if (result !== null) results.push(result);
		}
		this.meter.make(results.length);
		this.observed.leaveOut(results, items.length - results.length);
		return results;
	}

	#slice(slice: Expression & { type: 'slice' }, value: Value, scope: Scope | undefined): Value {
		const { right, start, stop, step } = slice;
		const sliced = this.#list(slice, value, scope);
		if (typeof sliced === 'string') {
			this.meter.step(sliced.length);
			const characters = takeSlice([...sliced], start, stop, step).join('');
			return this.#visit(right, characters, scope);
		}
		const items = itemsOf(sliced, this.meter);
		return items ? this.#project(takeSlice(items, start, stop, step), right, scope) : null;
	}

	#filter(filter: Filter, items: readonly Value[], scope: Scope | undefined): readonly Value[] {
		const kept = items.filter((item) => !isFalse(this.#visit(filter.condition, item, scope)));
		this.meter.make(kept.length);
		this.observed.filter(filter, items, kept.length, scope);
		return this.#project(kept, filter.right, scope);
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

	#call(call: Call, value: Value, scope: Scope | undefined): Value {
		const definition = FUNCTIONS.get(call.name);
		if (!definition) throw argumentFault.unknown(call, [...FUNCTIONS.keys()]);
		const args = call.args.map((arg, at): Argument => {
			const of = referred(arg, definition.takes[at]);
			if (of) return new Reference((item) => this.#visit(of, item, scope), arg.at);
			const found = this.#visit(arg, value, scope);
			if (found instanceof Part) this.observed.list(found);
			return found;
		});
		const task: CallContext = { meter: this.meter, call, observed: this.observed };
		return definition.run(argumentFault.check(task, definition, args), task);
	}
}

const variable = (name: string, scope: Scope | undefined, at: number): Value => {
	for (let inner = scope; inner; inner = inner.outer) if (inner.name === name) return inner.value;
	throw new AskFault(`$${name} is not defined here. Define it: let $${name} = … in …`, at);
};
