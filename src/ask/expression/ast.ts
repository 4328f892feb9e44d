// The parts of an expression (JMESPath, community edition), each with the place it stands at.
import type { Value } from '../value';

/** Operators that compare two values. */
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';
/** Operators that compute; `//` divides and rounds down. */
export type Arithmetic = '+' | '-' | '*' | '/' | '%' | '//';

interface Placed {
	/** UTF-16 offset in the expression. */
	readonly at: number;
}

/** A key that is read off an object: a bare name, or one in double quotes. */
export interface Field extends Placed {
	readonly type: 'field';
	readonly name: string;
	/** Spelled in double quotes. */
	readonly quoted: boolean;
}

interface Projecting extends Placed {
	readonly left: Expression;
	readonly right: Expression;
}

/** `[?condition]`: those items of a list for which it holds. */
export interface Filter extends Projecting {
	readonly type: 'filter';
	readonly condition: Expression;
}

/** Two values and the operator between them; true or false. */
export interface Compare extends Projecting {
	readonly type: 'compare';
	readonly operator: Comparison;
}

/** A function and its arguments. */
export interface Call extends Placed {
	readonly type: 'call';
	readonly name: string;
	readonly args: readonly Expression[];
}

/** A parsed expression as a tree; every node knows its place in the text, in UTF-16 units from 0. */
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
