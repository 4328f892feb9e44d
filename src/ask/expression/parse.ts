// Parses expressions: the grammar of JMESPath (community edition: let, ternary, arithmetic, $) with positions for errors.
import { AskFault } from '../fault';
import { parseNumber, type Value } from '../value';
import {
	ARITHMETIC,
	type Arithmetic,
	COMPARISONS,
	type Comparison,
	type Expression,
	NEGATION,
	POWER,
} from './ast';
import { isKey, lex, MAX_EXPRESSION_LENGTH, type Token, TokenCursor } from './lex';

/** Operators below this binding power end a projection. */
const PROJECTION_ENDS = 10;
const MAX_NESTED = 200;

/** Parses an expression. @throws AskFault with the position and the expected token */
export const parseExpression = (text: string): Expression => {
	if (text.length > MAX_EXPRESSION_LENGTH)
		throw new AskFault(
			`The expression is longer than ${MAX_EXPRESSION_LENGTH.toLocaleString('en-US')} characters.`,
		);
	return new Parser(lex(text)).whole();
};

class Parser extends TokenCursor {
	#nested = 0;

	whole(): Expression {
		if (this.peek().kind === 'end') throw new AskFault('The expression is empty.');
		const expression = this.#expression(0);
		if (this.peek().kind !== 'end') throw this.unexpected(this.peek());
		return expression;
	}

	#power(): number {
		const { kind, text } = this.peek();
		const isWord = kind === 'name' && (text === 'and' || text === 'or');
		return kind === 'operator' || isWord ? (POWER.get(text) ?? 0) : 0;
	}

	/** @param first - its beginning, where that is read already */
	#expression(power: number, first?: Expression): Expression {
		if (++this.#nested > MAX_NESTED)
			throw new AskFault(
				`Parts are nested more than ${MAX_NESTED} deep. Use let $x = … in …, or | .`,
				this.peek().at,
			);
		let left = first ?? this.#first(this.take());
		while (power < this.#power()) left = this.#after(this.take(), left);
		this.#nested--;
		return left;
	}

	/** Parses a prefix. */
	#first(token: Token): Expression {
		const { kind, text, at } = token;
		switch (kind) {
			case 'variable':
				return { type: 'variable', name: text, at };
			case 'number':
			case 'literal':
				return { type: 'literal', value: token.value as Value, at };
			case 'quoted':
				return { type: 'field', name: text, quoted: true, at };
			case 'name':
				if (text === 'let' && this.peek().kind === 'variable') return this.#let(at);
				if (text === 'not' && (/^(?:name|quoted|variable)$/.test(this.peek().kind) || this.is('@')))
					return { type: 'not', of: this.#expression(NEGATION), at };
				return { type: 'field', name: text, quoted: false, at };
			case 'end':
				throw this.unexpected(token);
			case 'operator':
				return this.#firstOperator(token);
		}
	}

	#firstOperator(token: Token): Expression {
		const { text, at } = token;
		const current: Expression = { type: 'current', at };
		switch (text) {
			case '@':
				return current;
			case '$':
				return { type: 'root', at };
			case '!':
				return { type: 'not', of: this.#expression(NEGATION), at };
			case '-':
			case '+':
				return this.#sign(text, at);
			case '&':
				return { type: 'reference', of: this.#expression(0), at };
			case '*':
				return { type: 'values', left: current, right: this.#projected(20), at };
			case '[?':
			case '[]':
				return this.#after(token, current);
			case '{':
				return this.#object(at);
			case '[':
				return this.#bracket(current, at) ?? this.#list(at);
			case '(': {
				const inner = this.#expression(0);
				this.expect(')', 'that closes the bracket');
				// Parentheses end a projection: what follows applies to its list.
				return inner;
			}
			default:
				throw this.unexpected(token);
		}
	}

	#sign(text: '-' | '+', at: number): Expression {
		const next = this.peek();
		if (text === '-' && next.kind === 'number' && next.at === at + 1) {
			this.advance();
			return { type: 'literal', value: parseNumber(`-${next.text}`), at };
		}
		return { type: text === '-' ? 'minus' : 'plus', of: this.#expression(6), at };
	}

	/** Parses an infix operator. */
	#after({ kind, text, at }: Token, left: Expression): Expression {
		const operator = kind === 'name' ? (text === 'and' ? '&&' : '||') : text;
		switch (operator) {
			case '.':
				return this.accept('*')
					? { type: 'values', left, right: this.#projected(20), at }
					: { type: 'sub', left, right: this.#afterDot(40), at };
			case '|':
				return { type: 'pipe', left, right: this.#expression(1), at };
			case '||':
				return { type: 'or', left, right: this.#expression(3), at };
			case '&&':
				return { type: 'and', left, right: this.#expression(4), at };
			case '?': {
				const then = this.#expression(0);
				this.expect(':', 'and the other value');
				return { type: 'ternary', condition: left, left: then, right: this.#expression(0), at };
			}
			case '(':
				return this.#call(left, at);
			case '[?': {
				const condition = this.#expression(0);
				this.expect(']', 'that closes the filter');
				const isFlat = this.is('[]');
				const right: Expression = isFlat ? { type: 'current', at } : this.#projected(21);
				return { type: 'filter', left, condition, right, at };
			}
			case '[]':
				return { type: 'flatten', left, right: this.#projected(9), at };
			case '[': {
				const found = this.#bracket(left, at) ?? this.#keyed(left, at);
				if (found) return found;
				throw this.unexpected(
					this.peek(),
					'an index [0], a slice [:10], [*], or a filter [?…]; for several values write .[a, b]',
				);
			}
		}
		if (COMPARISONS.has(operator)) {
			const right = this.#expression(5);
			return { type: 'compare', operator: operator as Comparison, left, right, at };
		}
		if (ARITHMETIC.has(operator)) {
			const right = this.#expression(POWER.get(operator) ?? 0);
			return { type: 'arithmetic', operator: operator as Arithmetic, left, right, at };
		}
		throw this.unexpected({ kind, text, at });
	}

	#afterDot(power: number): Expression {
		const { kind, text, at } = this.peek();
		if (kind === 'name' || kind === 'quoted' || text === '*') return this.#expression(power);
		this.advance();
		if (kind === 'operator' && text === '[')
			return this.#bracket({ type: 'current', at }, at) ?? this.#list(at);
		if (kind === 'operator' && text === '{') return this.#object(at);
		throw this.unexpected({ kind, text, at }, 'a key, [a, b] or {name: a} after the dot');
	}

	/** Parses what is applied to each item of a projection. */
	#projected(power: number): Expression {
		const { at, kind, text } = this.peek();
		if (this.#power() < PROJECTION_ENDS) return { type: 'current', at };
		if (this.accept('['))
			return this.#expression(
				power,
				this.#keyed({ type: 'current', at }, at) ?? this.#firstOperator({ kind, text, at }),
			);
		if (this.is('[?')) return this.#expression(power);
		if (this.accept('.')) return this.#afterDot(power);
		throw this.unexpected({ kind, text, at });
	}

	/** Parses a key in brackets, as other languages spell it: `items[0]["a b"]`. */
	#keyed(left: Expression, at: number): Expression | undefined {
		const key = this.peek();
		if (!isKey(key) || !this.is(']', 1)) return undefined;
		this.advance(2);
		const name = key.kind === 'quoted' ? key.text : String(key.value);
		return { type: 'sub', left, right: { type: 'field', name, quoted: true, at: key.at }, at };
	}

	/** Parses an index, slice or `[*]`; undefined before a list of values. */
	#bracket(left: Expression, at: number): Expression | undefined {
		if (this.is('*') && this.is(']', 1)) {
			this.advance(2);
			return { type: 'each', left, right: this.#projected(20), at };
		}
		const digits = this.#integerAt(0)?.tokens ?? 0;
		if (!this.is(':', digits) && (digits === 0 || !this.is(']', digits))) return undefined;
		const parts: (number | null)[] = [null];
		while (!this.accept(']')) {
			if (this.accept(':')) {
				if (parts.push(null) > 3) throw this.unexpected(this.peek(), '] after start:stop:step');
				continue;
			}
			const integer = this.#integerAt(0);
			if (!integer || parts.at(-1) !== null)
				throw this.unexpected(this.peek(), 'a whole number, : or ]');
			parts[parts.length - 1] = integer.value;
			this.advance(integer.tokens);
		}
		const [start = null, stop = null, step = null] = parts;
		if (parts.length === 1) return { type: 'index', left, index: start ?? 0, at };
		if (step === 0) throw new AskFault('The step of a slice cannot be 0.', at);
		return { type: 'slice', left, start, stop, step, right: this.#projected(20), at };
	}

	#integerAt(ahead: number): { value: number; tokens: number } | undefined {
		const isNegative = this.is('-', ahead);
		const { kind, text } = this.peek(ahead + (isNegative ? 1 : 0));
		if (kind !== 'number' || !/^\d{1,9}$/.test(text)) return undefined;
		return { value: isNegative ? -Number(text) : Number(text), tokens: isNegative ? 2 : 1 };
	}

	#call(left: Expression, at: number): Expression {
		if (left.type !== 'field' || left.quoted)
			throw new AskFault('Only the name of a function can stand before (.', at);
		const args = this.#until(')', 'that closes the arguments');
		return { type: 'call', name: left.name, args, at: left.at };
	}

	#until(closing: string, what: string): readonly Expression[] {
		const found: Expression[] = [];
		while (!this.accept(closing)) {
			found.push(this.#expression(0));
			if (this.accept(',')) {
				if (this.is(closing)) throw this.unexpected(this.peek(), 'a value after the comma');
			} else if (!this.is(closing)) throw this.unexpected(this.peek(), `, or ${closing} ${what}`);
		}
		return found;
	}

	#list(at: number): Expression {
		return { type: 'list', items: this.#until(']', 'that closes the list'), at };
	}

	#object(at: number): Expression {
		const members: (readonly [string, Expression])[] = [];
		for (;;) {
			const key = this.take();
			const isText = key.kind === 'literal' && typeof key.value === 'string';
			if (key.kind !== 'name' && key.kind !== 'quoted' && !isText)
				throw this.unexpected(key, 'a name, as in {name: title, total: length(items)}');
			const name = isText ? (key.value as string) : key.text;
			if (this.accept(':')) members.push([name, this.#expression(0)]);
			else if (this.is(',') || this.is('}')) {
				// Shorthand as in JavaScript: `{id, name}`.
				members.push([name, { type: 'field', name, quoted: false, at: key.at }]);
			} else throw this.unexpected(this.peek(), ': after the name');
			if (this.accept('}')) break;
			this.expect(',', 'or } that closes the object');
		}
		return { type: 'object', members, at };
	}

	#let(at: number): Expression {
		const bindings: (readonly [string, Expression])[] = [];
		for (;;) {
			const { kind, text, at: place } = this.take();
			if (kind !== 'variable')
				throw this.unexpected({ kind, text, at: place }, '$name, as in let $n = `3` in …');
			this.expect('==', 'after the name of the variable');
			bindings.push([text, this.#expression(0)]);
			if (!this.accept(',')) break;
		}
		const next = this.take();
		if (next.kind !== 'name' || next.text !== 'in') throw this.unexpected(next, 'in');
		return { type: 'let', bindings, within: this.#expression(0), at };
	}
}
