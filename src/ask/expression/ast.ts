// The syntax tree of expressions (JMESPath, community edition).
import type { Value } from '../value';

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';
/** Arithmetic operators; `//` is integer division. */
export type Arithmetic = '+' | '-' | '*' | '/' | '%' | '//';

interface Placed {
	/** UTF-16 offset in the expression. */
	readonly at: number;
}

/** A key, bare or in double quotes. */
export interface Field extends Placed {
	readonly type: 'field';
	readonly name: string;
	readonly quoted: boolean;
}

interface Projecting extends Placed {
	readonly left: Expression;
	readonly right: Expression;
}

/** A filter projection: `[?condition]`. */
export interface Filter extends Projecting {
	readonly type: 'filter';
	readonly condition: Expression;
}

/** `left == right` and its like; of lists it projects the comparison. */
export interface Compare extends Projecting {
	readonly type: 'compare';
	readonly operator: Comparison;
}

export interface Call extends Placed {
	readonly type: 'call';
	readonly name: string;
	readonly args: readonly Expression[];
}

/** An expression with its position. */
export type Expression =
	| Field
	| Filter
	| Compare
	| Call
	| (Placed & { readonly type: 'current' | 'root' })
	| (Placed & { readonly type: 'variable'; readonly name: string })
	| (Placed & { readonly type: 'literal'; readonly value: Value })
	| (Placed & { readonly type: 'index'; readonly left: Expression; readonly index: number })
	| (Projecting & {
			readonly type: 'slice';
			readonly start: number | null;
			readonly stop: number | null;
			readonly step: number | null;
	  })
	/** `[*]` */
	| (Projecting & { readonly type: 'each' })
	/** `.*` */
	| (Projecting & { readonly type: 'values' })
	/** `[]` */
	| (Projecting & { readonly type: 'flatten' })
	| (Projecting & { readonly type: 'sub' | 'pipe' | 'and' | 'or' })
	| (Projecting & { readonly type: 'arithmetic'; readonly operator: Arithmetic })
	| (Placed & { readonly type: 'not' | 'minus' | 'plus' | 'reference'; readonly of: Expression })
	| (Placed & { readonly type: 'list'; readonly items: readonly Expression[] })
	| (Placed & {
			readonly type: 'object';
			readonly members: readonly (readonly [string, Expression])[];
	  })
	| (Placed & {
			readonly type: 'let';
			readonly bindings: readonly (readonly [string, Expression])[];
			readonly within: Expression;
	  })
	| (Placed & {
			readonly type: 'ternary';
			readonly condition: Expression;
			readonly left: Expression;
			readonly right: Expression;
	  });

/** Names that are literals in other languages, and in comparisons here. */
export const WORDS: Readonly<Record<string, Value>> = { true: true, false: false, null: null };

/** Returns true for a bare name that is one of {@link WORDS}. */
export const isWord = (part: Expression): boolean =>
	part.type === 'field' && !part.quoted && Object.hasOwn(WORDS, part.name);

/** Returns true for a name in double quotes. */
export const isQuoted = (part: Expression): part is Field => part.type === 'field' && part.quoted;

/** Returns the direct parts of a part. */
export const childrenOf = (part: Expression): readonly Expression[] => {
	switch (part.type) {
		case 'list':
			return part.items;
		case 'call':
			return part.args;
		case 'object':
			return part.members.map(([, member]) => member);
		case 'let':
			return [...part.bindings.map(([, bound]) => bound), part.within];
		case 'not':
		case 'minus':
		case 'plus':
		case 'reference':
			return [part.of];
		case 'index':
			return [part.left];
		case 'filter':
		case 'ternary':
			return [part.condition, part.left, part.right];
		case 'current':
		case 'root':
		case 'variable':
		case 'literal':
		case 'field':
			return [];
		default:
			return [part.left, part.right];
	}
};

/** Spells a path of keys alone; undefined for anything else. */
export const spelledPath = (
	part: Expression,
	spell: (key: string) => string,
	current?: string,
): string | undefined => {
	if (part.type === 'field') return spell(part.name);
	if (part.type === 'current') return current;
	if (part.type !== 'sub') return undefined;
	const [left, right] = [part.left, part.right].map((one) => spelledPath(one, spell, current));
	return left === undefined || right === undefined ? undefined : `${left}.${right}`;
};

/** Infix operators by binding power. */
const OPERATORS: readonly (readonly [power: number, ...operators: string[]])[] = [
	[1, '|'],
	[2, '?'],
	[3, '||', 'or'],
	[4, '&&', 'and'],
	[5, '==', '!=', '<', '<=', '>', '>='],
	[6, '+', '-'],
	[7, '/', '//', '%', '*'],
	[9, '[]'],
	[21, '[?'],
	[40, '.'],
	[55, '['],
	[60, '('],
];
/** Binding power of each infix operator. */
export const POWER = new Map(
	OPERATORS.flatMap(([power, ...operators]) => operators.map((operator) => [operator, power])),
);
export const NEGATION = 45;
export const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=']);
export const ARITHMETIC = new Set(['+', '-', '*', '/', '//', '%']);
