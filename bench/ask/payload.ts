// A payload of the asking benchmark, and questions about it: an expression that a model could write,
// and the answer, which is worked out by plain JavaScript alone.

export interface AskPayload {
	readonly name: string;
	/** The tool's answer. */
	readonly text: string;
	/** The list as an expression says it. */
	readonly list: string;
	/** Its items, taken from the source without any expression. */
	readonly items: readonly unknown[];
	/** It says that it is not the whole list, but a page of it: what is asked of it is said to be of a part. */
	readonly isPartial?: boolean;
}

export interface AskQuestion {
	readonly payload: string;
	readonly kind: string;
	readonly select: string;
	/** JSON; an `Approximate` number where it is not a decimal of finite length. */
	readonly expected: unknown;
	/** Further payloads, by the name that the expression gives them; the own one is `a`. */
	readonly others?: Readonly<Record<string, string>>;
}

/** An average: right within a part in 10^12. */
export class Approximate {
	constructor(readonly value: number) {}
}
