// Tokenizes expressions. Accepts common habits beyond JMESPath: bare numbers, `=`, `and`, `or`, `not`.
import { AskFault } from '../fault';
import { jsonValue } from '../json';
import { parseNumber, type Value } from '../value';

type TokenKind = 'name' | 'quoted' | 'variable' | 'number' | 'literal' | 'operator' | 'end';

/** A token; `value` is that of a literal. */
export interface Token {
	readonly kind: TokenKind;
	readonly text: string;
	readonly value?: Value;
	readonly at: number;
}

const TOKEN =
	/([A-Za-z_][A-Za-z0-9_]*)|("(?:[^"\\]|\\.)*")|('(?:[^'\\]|\\[\s\S])*')|(`(?:[^`\\]|\\[\s\S])*`)|\$([A-Za-z_][A-Za-z0-9_]*)|((?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(\[\?|\[\]|\|\||&&|==|!=|<=|>=|\/\/|[[\]{}().,:*@$&|!<>=+\-/%?×÷−])/y;
const BLANK = /[ \t\r\n]*/y;

/** Alternative spellings of operators. */
const SPELLINGS: Readonly<Record<string, string>> = { '=': '==', '×': '*', '÷': '/', '−': '-' };

export const MAX_EXPRESSION_LENGTH = 8_000;

/** Splits an expression into tokens, the end last. @throws AskFault at an unknown character */
export const lex = (expression: string): readonly Token[] => {
	const tokens: Token[] = [];
	let at = skipBlank(expression, 0);
	while (at < expression.length) {
		TOKEN.lastIndex = at;
		const found = TOKEN.exec(expression);
		if (!found) throw unknown(expression, at);
		tokens.push(tokenOf(found, at));
		at = skipBlank(expression, TOKEN.lastIndex);
	}
	tokens.push({ kind: 'end', text: '', at: expression.length });
	return tokens;
};

/** Spells a string literal as in an expression. */
export const literal = (text: string): string =>
	`'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Returns true for what names a key in brackets: `["a b"]`. */
export const isKey = (token: Token | undefined): boolean =>
	token?.kind === 'quoted' || (token?.kind === 'literal' && token.text.startsWith("'"));

/** Returns the end of the token at an offset. */
export const tokenEnd = (expression: string, at: number): number => {
	TOKEN.lastIndex = at;
	return TOKEN.exec(expression) ? TOKEN.lastIndex : at;
};

const skipBlank = (expression: string, at: number): number => {
	BLANK.lastIndex = at;
	BLANK.exec(expression);
	return BLANK.lastIndex;
};

const tokenOf = (found: RegExpExecArray, at: number): Token => {
	const [, name, quoted, raw, literal, variable, number, operator = ''] = found;
	if (name !== undefined) return { kind: 'name', text: name, at };
	if (quoted !== undefined) return { kind: 'quoted', text: unquoted(quoted, at), at };
	if (raw !== undefined) {
		const text = raw.slice(1, -1).replace(/\\(['\\])/g, '$1');
		return { kind: 'literal', text: raw, value: text, at };
	}
	if (literal !== undefined)
		return { kind: 'literal', text: literal, value: json(literal, at), at };
	if (variable !== undefined) return { kind: 'variable', text: variable, at };
	if (number !== undefined) return { kind: 'number', text: number, value: parseNumber(number), at };
	return { kind: 'operator', text: SPELLINGS[operator] ?? operator, at };
};

const unquoted = (quoted: string, at: number): string => {
	try {
		return JSON.parse(quoted) as string;
	} catch {
		throw new AskFault(`${quoted.slice(0, 40)} is not a JSON string.`, at);
	}
};

const json = (literal: string, at: number): Value => {
	const text = literal.slice(1, -1).replaceAll('\\`', '`').trim();
	const value = jsonValue(text);
	if (value !== undefined) return value;
	// Older JMESPath: `word` is a string.
	if (/^[^"[{\]}]*$/.test(text)) return text;
	throw new AskFault(`${literal.slice(0, 40)} is not JSON between backticks.`, at);
};

const unknown = (expression: string, at: number): AskFault => {
	const character = String.fromCodePoint(expression.codePointAt(at) ?? 0);
	const isOpen = `"'\``.includes(character);
	return new AskFault(
		isOpen
			? `The text that begins with ${character} has no end.`
			: `${JSON.stringify(character)} has no meaning in an expression. A key with other characters than letters, digits and _ stands in double quotes: "content-type".`,
		at,
	);
};

/** Reads tokens one after the other; the end repeats. */
export class TokenCursor {
	#next = 0;

	constructor(private readonly tokens: readonly Token[]) {}

	advance(count = 1): void {
		this.#next += count;
	}

	peek(ahead = 0): Token {
		return this.tokens[Math.min(this.#next + ahead, this.tokens.length - 1)] as Token;
	}

	take(): Token {
		const token = this.peek();
		this.#next++;
		return token;
	}

	is(text: string, ahead = 0): boolean {
		const token = this.peek(ahead);
		return token.kind === 'operator' && token.text === text;
	}

	/** Skips an operator, if it comes next. */
	accept(text: string): boolean {
		const isNext = this.is(text);
		if (isNext) this.#next++;
		return isNext;
	}

	expect(text: string, what: string): void {
		if (!this.accept(text)) throw this.unexpected(this.peek(), `${text} ${what}`);
	}

	unexpected({ kind, text, at }: Token, wanted?: string): AskFault {
		const found =
			kind === 'end' ? 'The expression ends too early' : `${shown(text)} cannot stand here`;
		return new AskFault(`${found}${wanted ? `; expected ${wanted}` : ''}.`, at);
	}
}

const shown = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)}…` : text);
