// A question that no template makes, with its answer in plain JavaScript.
import type { AskQuestion } from '../payload';

export type Row = Readonly<Record<string, unknown>>;
export type Special = Omit<AskQuestion, 'payload' | 'expected'> & {
	/** From the parsed texts of the payload and of the others, by name. */
	readonly answer: (own: never, others: never) => unknown;
};
