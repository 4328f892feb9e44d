// What is wrong with a definition: each problem with its step, its rule and its place in the text.

/** Which rule of the format a problem breaks, as one word that a program can tell apart. */
export type DefinitionRule =
	| 'syntax'
	| 'size'
	| 'alias'
	| 'key'
	| 'required'
	| 'type'
	| 'name'
	| 'value'
	| 'unique'
	| 'reference'
	| 'order';

/** One problem with a definition, and where in its YAML it stands. */
export interface DefinitionIssue {
	/** Id of the step or `loop.subStep`; absent where the problem is not in one. */
	readonly step?: string;
	readonly rule: DefinitionRule;
	/** From 1. */
	readonly line: number;
	/** From 1. */
	readonly column: number;
	readonly message: string;
}

/** One line for a person: place, message, rule. */
export const issueLine = ({ line, column, message, rule }: DefinitionIssue): string =>
	`line ${line}, column ${column}: ${message} (${rule})`;

/** Most issues listed at once. */
export const MOST_ISSUES = 100;
