// Programs of jq that have an exact meaning here: spelled as expressions that give jq's values, nulls and empty values too.
import { literal, spelledKey } from '../outline';
import { bare, CALLS, EACH, isNothing, NotExact, refuse, TESTS } from './jq-calls';

/** A part of a program, as an expression about its input: one value, or a stream, an item for each of a list. */
interface Part {
	readonly text: string;
	/** Expression of the list of which each item gives `text`. */
	readonly list?: string | undefined;
	/** Gives true or false. */
	readonly isTest?: boolean;
	/** Passes its input on where this is met. */
	readonly keeps?: string | undefined;
	/** About another value: a call with it in the place of its input. */
	readonly of?: ((value: string) => string) | undefined;
	readonly constant?: 'number' | 'string';
}

const TOKEN =
	/\s*(?:(\.?"(?:[^"\\]|\\.)*"|'[^']*')|(\.[A-Za-z_]\w*)|(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(\/\/|[=!<>]=|[.[\](){}|,;:?<>-]))/y;
const PATH = /^(?:[\w."@]+|\[-?\d+\])(?:\[-?\d+\]|\.[\w"]+)*$/;
/** Types in the order of jq. */
const TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** How a program is spelled: exactly as jq evaluates it, or as short as a person writes it. */
export interface Spelling {
	readonly isExact: boolean;
	/** The first thing that is gone over is an object. */
	readonly isMap: boolean;
}

class Program {
	#tokens: string[] = [];
	#at = 0;
	#isFirst = true;

	constructor(
		text: string,
		private readonly spelling: Spelling,
	) {
		TOKEN.lastIndex = 0;
		while (TOKEN.lastIndex < text.trimEnd().length)
			this.#tokens.push((TOKEN.exec(text) ?? refuse())[0].trim());
	}

	whole(): string {
		const found = bare(this.#emit(this.#pipe()));
		return this.#at < this.#tokens.length ? refuse() : found;
	}

	#accept(token: string): boolean {
		const isNext = this.#tokens[this.#at] === token;
		if (isNext) this.#at++;
		return isNext;
	}

	#expect = (token: string): void => (this.#accept(token) ? undefined : refuse());
	#take = (): string => this.#tokens[this.#at++] ?? refuse();

	/** Spells a part as one value: a stream as the list of what it gives. */
	#emit({ text, list, keeps }: Part): string {
		if (keeps !== undefined) return refuse();
		if (list === undefined) return text;
		if (text === '@') return list;
		if (this.spelling.isExact || !/^(?:[\w"][\w".[\]-]*|\{[^?]*\}|\w+\([^?]*\))$/.test(text))
			return `map(&${text}, ${list})`;
		if (/(?:^|\| )[\w.]*\[\?[^|]*\]$/.test(list)) return `(${list}.${text})`;
		return `(${list === '@' ? '' : PATH.test(list) ? list : `${bare(list)} | `}[].${text})`;
	}

	#filtered(list: string, condition: string): string {
		if (this.spelling.isExact) return `filter(${list}, &${condition})`;
		const left = list === '@' ? '' : PATH.test(list) ? list : `${bare(list)} | `;
		return `${left}[?${bare(condition)}]`;
	}

	/** Gives the output of one part to another. */
	#compose(from: Part, to: Part): Part {
		if (from.keeps !== undefined || to.keeps !== undefined) {
			const rest = this.#compose({ ...from, keeps: undefined }, { ...to, keeps: undefined });
			const its = to.keeps && this.#compose({ text: from.text }, { text: to.keeps }).text;
			if (from.list === undefined) {
				const keeps = [from.keeps, its].filter((each) => each !== undefined).join(' && ');
				return { ...rest, of: undefined, keeps: `(${keeps})` };
			}
			const list = this.#filtered(from.list, its ?? refuse());
			return this.#compose({ text: from.text, list }, { ...to, keeps: undefined });
		}
		if (from.list !== undefined) {
			const inner = this.#compose({ text: from.text }, to);
			if (inner.list === undefined) return { ...inner, list: from.list };
			return { ...inner, list: `${this.#emit({ text: inner.list, list: from.list })}[]` };
		}
		const { text } = from;
		if (to.list !== undefined) return { ...to, list: this.#compose(from, { text: to.list }).text };
		if (to.of) {
			const { of } = to;
			const about = (value: string): string => of(bare(this.#compose({ text: value }, from).text));
			return { ...to, text: about('@'), of: about };
		}
		if (text === '@' || to.text === '@') return { ...to, text: text === '@' ? to.text : text };
		if (to.constant) return to;
		if (
			PATH.test(to.text) &&
			/[\w\])"]$/.test(text) &&
			(!text.includes(' ') || text.startsWith('('))
		)
			return { ...to, text: text + (to.text.startsWith('[') ? '' : '.') + to.text };
		return { ...to, text: `(${text} | ${to.text})` };
	}

	#pipe(): Part {
		let found = this.#alternative();
		while (this.#accept('|')) found = this.#compose(found, this.#alternative());
		return found;
	}

	#alternative(): Part {
		const left = this.#either();
		if (!this.#accept('//')) return left;
		const [one, other] = [this.#value(left), this.#value(this.#alternative())];
		const text = this.spelling.isExact
			? `${this.#truth(left)} ? ${one} : ${other}`
			: `${one} || ${other}`;
		return { text: `(${text})` };
	}

	#value = ({ text, list, keeps }: Part): string =>
		list === undefined && keeps === undefined ? text : refuse();

	/** Spells a condition: empty texts and lists are true in jq. */
	#truth(part: Part): string {
		const text = this.#value(part);
		return part.isTest || !this.spelling.isExact ? text : `!${isNothing(text)}`;
	}

	#either(): Part {
		const binary = (word: string, next: () => Part): Part => {
			let found = next();
			while (this.#accept(word)) {
				const [left, right] = [this.#truth(found), this.#truth(next())];
				found = { text: `(${left} ${word} ${right})`, isTest: true };
			}
			return found;
		};
		return binary('or', () => binary('and', () => this.#comparison()));
	}

	#comparison(): Part {
		const left = this.#postfix();
		const operator = this.#tokens[this.#at] ?? '';
		if (!/^(?:[=!]=|[<>]=?)$/.test(operator)) return left;
		this.#at++;
		const right = this.#postfix();
		const [one, other] = [this.#value(left), this.#value(right)];
		const plain = `${one} ${operator} ${other}`;
		if (/^[=!]/.test(operator)) return { text: plain, isTest: true };
		const type = right.constant ?? refuse();
		// Texts are ordered by what they mean here; days that are written alike, by their characters.
		if (type === 'string' && !/^'\d{4}-\d\d-\d\d'$/.test(other)) return refuse();
		const at = TYPES.indexOf(type);
		const others = operator.startsWith('<') ? TYPES.slice(0, at) : TYPES.slice(at + 1);
		const exact = `(type(${one}) == '${type}' ? ${plain} : contains([${others.map(literal).join(', ')}], type(${one})))`;
		return { text: this.spelling.isExact ? exact : plain, isTest: true };
	}

	#postfix(): Part {
		let found = this.#term();
		for (;;) {
			const token = this.#tokens[this.#at] ?? '';
			const isDotted = token === '.' && this.#tokens[this.#at + 1] === '[';
			if (/^\.[\w"]/.test(token)) found = this.#compose(found, this.#step(this.#take()));
			else if (token === '[' || isDotted) found = this.#compose(found, this.#bracket());
			else if (token === '?') this.#at++;
			else return found;
		}
	}

	#step = (token: string): Part => ({
		text: spelledKey(stringIn(token.slice(1)) ?? token.slice(1)),
	});

	/** Reads `[]`, `[0]`, `[1:2]` or `["key"]`. */
	#bracket(): Part {
		this.#accept('.');
		this.#expect('[');
		if (this.#accept(']')) {
			const list = this.#isFirst && this.spelling.isMap ? 'values(@)' : '@';
			this.#isFirst = false;
			return { text: '@', list };
		}
		const key = stringIn(this.#tokens[this.#at] ?? '');
		if (key !== undefined) this.#at++;
		let inside = '';
		while (!this.#accept(']')) inside += this.#take();
		if (key !== undefined) return inside === '' ? { text: spelledKey(key) } : refuse();
		if (/^-?\d+$/.test(inside)) return { text: `[${inside}]` };
		return /^(?:-?\d+)?:(?:-?\d+)?$/.test(inside)
			? { text: `(@[${inside}])`, of: (value) => `(${value}[${inside}])` }
			: refuse();
	}

	#term(): Part {
		const token = this.#take();
		const text = stringIn(token);
		if (/^\.[\w"]/.test(token)) return this.#step(token);
		if (text !== undefined) return { text: literal(text), constant: 'string' };
		if (/^\d/.test(token)) return { text: token, constant: 'number' };
		switch (token) {
			case '.':
				return { text: '@' };
			case '-': {
				const number = this.#take();
				return /^\d/.test(number) ? { text: `-${number}`, constant: 'number' } : refuse();
			}
			case '(': {
				const inner = this.#pipe();
				this.#expect(')');
				return inner;
			}
			case '[': {
				const inner = this.#pipe();
				this.#expect(']');
				return { text: inner.list === undefined ? `[${this.#value(inner)}]` : this.#emit(inner) };
			}
			case '{':
				return { text: `{${this.#members().join(', ')}}` };
			case 'true':
			case 'false':
			case 'null':
				return { text: `\`${token}\``, isTest: token !== 'null' };
			default:
				return this.#call(token);
		}
	}

	#members(): string[] {
		const members: string[] = [];
		do {
			const token = this.#take();
			const name = spelledKey(stringIn(token) ?? (/^\w+$/.test(token) ? token : refuse()));
			members.push(`${name}: ${this.#accept(':') ? this.#value(this.#alternative()) : name}`);
		} while (this.#accept(','));
		this.#expect('}');
		return members;
	}

	#call(name: string): Part {
		const args: Part[] = [];
		const isFirst = this.#isFirst;
		if (this.#accept('(')) {
			if (EACH.test(name)) this.#isFirst = false;
			do args.push(this.#pipe());
			while (this.#accept(';'));
			this.#expect(')');
		}
		const [arg] = args;
		if (arg && name === 'select') {
			this.#isFirst = isFirst;
			return { text: '@', keeps: this.#truth(arg) };
		}
		const mapped = (list: string) => this.#emit(this.#compose({ text: '@', list }, arg as Part));
		const call = CALLS[`${name}/${args.length}`];
		const isMap = name === 'map' && arg !== undefined && args.length === 1;
		if (!call && !isMap) return refuse();
		const given = args.map((each) => {
			if (EACH.test(name)) return isMap ? '' : this.#truth(each);
			return name.endsWith('_by') || each.constant === 'string' ? this.#value(each) : refuse();
		});
		const { isExact } = this.spelling;
		const of = (value: string): string => call?.(value, isExact, ...given) ?? mapped(value);
		return { text: of('@'), of, isTest: TESTS.test(name) };
	}
}

/** Returns a text in quotes; undefined for anything else, and for what jq inserts values into. */
const stringIn = (token: string): string | undefined => {
	if (/^'.*'$/s.test(token)) return token.slice(1, -1);
	if (!/^"(?!.*\\\().*"$/s.test(token)) return undefined;
	return JSON.parse(token) as string;
};

/** A text that is JMESPath, whatever begins with a dot in it. */
const OTHER = /[@&`]|\[\?/;

/** Returns true for a text with such a path that is written in jq: it has a pipe, an alternative or a function of jq. */
export const isProgram = (text: string): boolean =>
	!OTHER.test(text) && /\||\/\/|\b(?:select|map)\(|\?|\[\]/.test(text);

/** Spells a program of jq as an expression; undefined for what has no exact meaning here. */
export const spelledProgram = (text: string, spelling: Spelling): string | undefined => {
	try {
		return new Program(text, spelling).whole();
	} catch (error) {
		if (error instanceof NotExact || error instanceof SyntaxError) return undefined;
		throw error;
	}
};
