// Why an expression gave no answer: thrown inside the evaluation, a value outside of it.
import { err, type Result } from '../shared/result';
import { withoutUnseen } from '../shared/shown-text';

/** A fault of the expression, with the place (UTF-16 offset) it stands at. */
export class AskFault extends Error {
	readonly at: number;

	constructor(message: string, at = -1) {
		// Keys and values of a server stand in it.
		super(withoutUnseen(message));
		this.name = 'AskFault';
		this.at = at;
	}
}

/** What `work` gives, or as an error why it was stopped. */
export const stoppable = <T>(name: string, work: () => Result<T, string>): Result<T, string> => {
	try {
		return work();
	} catch (error) {
		if (error instanceof AskFault) return err(`${name}: ${error.message}`);
		throw error;
	}
};

const AROUND = 24;

/** The message with the place: what stands there, marked. */
export const placed = (message: string, expression: string, at: number): string => {
	if (at < 0) return message;
	const from = Math.max(0, at - AROUND);
	const to = Math.min(expression.length, at + AROUND);
	const before = `${from > 0 ? '…' : ''}${expression.slice(from, at)}`;
	const after = `${expression.slice(at, to)}${to < expression.length ? '…' : ''}`;
	return `${message} At character ${at + 1}: ${before}⟨here⟩${after}`.toWellFormed();
};
