// Faults of expressions: thrown during evaluation, results outside of it.
import { withoutUnseen } from '../shared/shown-text';
import type { Mends } from './mend';

/** A key that nothing has, and the only one there that differs by its spelling alone. */
export interface Respelling {
	/** Offset of the key in the expression. */
	readonly at: number;
	readonly key: string;
	readonly meant: string;
	/** Place of the objects that have it, as in `orders[]`; '' where it has no short one. */
	readonly place: string;
	/** It stands in double quotes, which may mean a text. */
	readonly quoted: boolean;
}

/**
 * A fault with its position (UTF-16 offset, −1 for none), the edits of its expression that may mend it, and what to know
 * where none does.
 */
export class AskFault extends Error {
	constructor(
		message: string,
		readonly at = -1,
		readonly mends: Mends = () => [],
		readonly detail = '',
		/** Keys to read in another spelling, before anything else is tried. */
		readonly respellings: readonly Respelling[] = [],
		/** Short message that stands beside an earlier fault. */
		readonly beside = '',
	) {
		// Messages may contain a server's keys and values.
		super(withoutUnseen(message));
		this.name = 'AskFault';
	}

	/** The evaluation went over its bounds. */
	get isStop(): boolean {
		return this.message.startsWith('Stopped');
	}
}

const AROUND = 24;

/** Adds the position with its surroundings to a message. */
export const withPosition = (message: string, expression: string, at: number): string => {
	if (at < 0) return message;
	const from = Math.max(0, at - AROUND);
	const to = Math.min(expression.length, at + AROUND);
	const before = `${from > 0 ? '…' : ''}${expression.slice(from, at)}`;
	const after = `${expression.slice(at, to)}${to < expression.length ? '…' : ''}`;
	return `${message} At character ${at + 1}: ${before}⟨here⟩${after}`.toWellFormed();
};
