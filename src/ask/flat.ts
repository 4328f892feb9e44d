// Evaluates what goes over no list, in one go: paths, comparisons, arithmetic, functions on single values.
import { onceFor } from '../shared/once';
import { calculate } from './arithmetic';
import { comparedNote, meantBy } from './as-text';
import { isEqual, order } from './compare';
import {
	type Call,
	type Compare,
	childrenOf,
	type Expression,
	type Field,
	isQuoted,
	isWord,
	WORDS,
} from './expression/ast';
import { AskFault } from './fault';
import { type Argument, argumentFault, type Definition } from './functions/signature';
import { FUNCTIONS } from './functions/table';
import { hasKey, membersNamed } from './keys';
import { type Meter, Pace } from './meter';
import { Observations } from './observations';
import type { Meant } from './readings';
import {
	isFalse,
	memberOf,
	numberOfText,
	Part,
	type Scope,
	type Type,
	typeOf,
	type Value,
	valueAt,
} from './value';

/** The flat parts of an evaluation on a root value; throws an `AskFault` with a position. */
export class FlatEvaluation {
	readonly observed = new Observations();
	#pace: Pace | undefined;
	readonly #meanings = new Map<Expression, Meant | undefined>();
	/** Names of comparisons, by whether they are keys. */
	readonly #keys = new Map<string, boolean>();
	/** Values of parts that are not flat, while the part that holds them is evaluated. */
	protected readonly known = new Map<Expression, Value>();

	constructor(
		protected readonly root: Value,
		protected readonly meter: Meter,
	) {}

	protected get pace(): Pace {
		this.#pace ??= new Pace(this.meter);
		return this.#pace;
	}

	protected visit(expression: Expression, value: Value, scope: Scope | undefined): Value {
		const known = this.known.size > 0 ? this.known.get(expression) : undefined;
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
			case 'sub':
			case 'and':
			case 'or':
			case 'ternary': {
				const first = expression.type === 'ternary' ? expression.condition : expression.left;
				const found = this.visit(first, value, scope);
				const next = nextOf(expression, found);
				return next ? this.visit(next, expression.type === 'sub' ? found : value, scope) : found;
			}
			case 'index':
				return this.#index(expression, this.visit(expression.left, value, scope));
			case 'compare':
				return this.#compare(expression, value, scope);
			case 'arithmetic': {
				const left = this.visit(expression.left, value, scope);
				const right = this.visit(expression.right, value, scope);
				return calculate(expression.operator, left, right, expression.at);
			}
			case 'minus':
			case 'plus': {
				const sign = expression.type === 'minus' ? '-' : '+';
				return calculate(sign, 0, this.visit(expression.of, value, scope), expression.at);
			}
			case 'not':
				return isFalse(this.visit(expression.of, value, scope));
			case 'list': {
				this.meter.make(expression.items.length + 1);
				return expression.items.map((item) => this.visit(item, value, scope));
			}
			case 'object': {
				this.meter.make(expression.members.length + 1);
				const made = new Map<string, Value>();
				for (const [key, member] of expression.members)
					made.set(key, this.visit(member, value, scope));
				return made;
			}
			case 'call': {
				const args = expression.args.map((arg) => this.given(this.visit(arg, value, scope)));
				return this.applied(expression, args, value) as Value;
			}
			case 'reference':
				throw new AskFault(
					'& stands only before an argument of a function, as in sort_by(@, &name).',
					expression.at,
				);
			default:
				throw new RangeError(`${expression.type} is not flat`);
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

	#compare(compare: Compare, value: Value, scope: Scope | undefined): Value {
		const left = this.#operand(compare.left, compare, value, scope);
		const right = this.#operand(compare.right, compare, value, scope);
		const { operator } = compare;
		const types: readonly [Type, Type] = [typeOf(left), typeOf(right)];
		const seen = this.observed.compare(compare);
		if (types[0] === types[1]) seen.compared++;
		else if (left !== null && right !== null) {
			seen.unlike ??= types;
			if (seen.left === undefined || tellsMore(left, seen.left)) seen.left = left;
			seen.right ??= right;
		}
		if (operator === '==' || operator === '!=') {
			const same = isEqual(left, right, this.meter);
			return operator === '==' ? same : !same;
		}
		const key = compare.left.type === 'literal' ? compare.right : compare.left;
		const meant = typeof left === 'string' ? this.#meant(key, value, right) : undefined;
		const between = order(left, right, meant);
		if (!this.observed.isTold(compare)) {
			const note = comparedNote(left, right, key, meant);
			if (note !== undefined) this.observed.tell(compare, note);
		}
		if (between === undefined) return null;
		const sign = operator.startsWith('<') ? -between : between;
		return sign > 0 || (sign === 0 && operator.endsWith('='));
	}

	/** Returns what the values of a key are by all that the document has of it. */
	#meant(key: Expression, value: Value, other: Value): Meant | undefined {
		if (this.#meanings.has(key)) return this.#meanings.get(key);
		const field = childrenOf(key).at(-1) ?? key;
		const texts = [other];
		if (value instanceof Part && field.type === 'field')
			for (const node of membersNamed(value.tree, field.name, this.meter))
				texts.push(valueAt(value.tree, node));
		const meant = meantBy(key, texts);
		this.#meanings.set(key, meant);
		return meant;
	}

	/** `true` and "text" are keys in JMESPath, and literals where nothing has such a key. */
	#operand(operand: Expression, compare: Compare, value: Value, scope: Scope | undefined): Value {
		const found = this.visit(operand, value, scope);
		const meant = operand.type === 'field' ? this.#literalOf(operand, value) : undefined;
		if (operand.type !== 'field' || meant === undefined) return found;
		const other = operand === compare.left ? compare.right : compare.left;
		// Of two literals nothing would be asked: the one in quotes is a key that is missing, of two of these the first.
		const isKey = operand === compare.left || !isQuoted(other) || other.name === operand.name;
		if (isKey && isQuoted(operand) && this.#literalOf(other, value) !== undefined) return found;
		if (!this.observed.literals.has(operand)) this.observed.literals.set(operand, value);
		return meant;
	}

	/** Returns a literal, as which a name counts where nothing has such a key: `true`, "text"; undefined for any other part. */
	#literalOf(part: Expression, value: Value): Value | undefined {
		if (part.type === 'literal') return part.value;
		if (part.type !== 'field' || !(part.quoted || isWord(part))) return undefined;
		if (memberOf(value, part.name) !== undefined || this.#isKey(part, value)) return undefined;
		return part.quoted ? part.name : (WORDS[part.name] as Value);
	}

	/**
	 * Tells whether a name is a key: an object as deep in the document as the first value that was asked for it has it, of a
	 * value that was made any.
	 */
	#isKey({ name }: Field, value: Value): boolean {
		const isHere = value instanceof Part;
		const of = isHere ? value : this.root;
		const known =
			this.#keys.get(name) ??
			(of instanceof Part && hasKey(of.tree, name, this.meter, isHere ? of.node : undefined));
		this.#keys.set(name, known);
		return known;
	}

	protected given(argument: Value): Value {
		if (argument instanceof Part) this.observed.list(argument);
		return argument;
	}

	protected applied(
		call: Call,
		args: readonly Argument[],
		value: Value,
	): ReturnType<Definition['run']> {
		const definition = FUNCTIONS.get(call.name);
		if (!definition) throw argumentFault.unknown(call, [...FUNCTIONS.keys()]);
		const meant = () =>
			call.args
				.map((arg, at) => this.#meant(arg, value, args[at] as Value))
				.find((one) => one !== undefined);
		const { meter, pace, observed } = this;
		const task = { meter, pace, call, observed, meant };
		return definition.run(argumentFault.check(task, definition, args), task);
	}
}

/** Returns true for a text that tells more of what a list holds: a number more than a word, money more than a number. */
const tellsMore = (text: Value, than: Value): boolean => {
	if (typeof text !== 'string' || typeof than !== 'string' || !/\d/.test(text)) return false;
	return !/\d/.test(than) || (numberOfText(than) !== null && numberOfText(text) === null);
};

/** A part that is evaluated by one of its parts and then, as that says, by another. */
type Deciding = Extract<Expression, { type: 'sub' | 'pipe' | 'and' | 'or' | 'ternary' }>;

/** Returns what of it is evaluated after its first part; undefined where the value of that is its own. */
export const nextOf = (part: Deciding, found: Value): Expression | undefined => {
	if (part.type === 'sub' && found === null) return undefined;
	if (part.type === 'sub' || part.type === 'pipe') return part.right;
	if (part.type === 'ternary') return isFalse(found) ? part.right : part.left;
	return isFalse(found) === (part.type === 'and') ? undefined : part.right;
};

const OVER_LISTS: ReadonlySet<string> = new Set([
	...['each', 'flatten', 'filter', 'values', 'slice', 'pipe', 'let', 'reference'],
]);

/** Returns whether a part goes over no list, and is evaluated without a pause. */
export const isFlat: (part: Expression) => boolean = onceFor((part) => {
	const takes = part.type === 'call' ? (FUNCTIONS.get(part.name)?.takes ?? []) : [];
	const isOver = takes.includes('list') || takes.includes('reference');
	return !isOver && !OVER_LISTS.has(part.type) && childrenOf(part).every(isFlat);
});

const variable = (name: string, scope: Scope | undefined, at: number): Value => {
	for (let inner = scope; inner; inner = inner.outer) if (inner.name === name) return inner.value;
	throw new AskFault(`$${name} is not defined here. Define it: let $${name} = … in …`, at);
};
