// A reader answers questions about one payload in one conversation, by a written policy.
import type { Context } from '../context';
import type { Question } from '../payload';

export interface Reader {
	readonly context: Context;
	/** Asks, and returns whether the answer is in hand afterwards. */
	ask(question: Question): Promise<boolean>;
}
