// Faults of workflow calls, as values. Messages are read by models: they name the problem and the remedy.
import { err } from '../shared/result';
import type { DefinitionIssue } from './definition/tree';

/** The reason for refusing a call; nothing has changed then. */
export interface WorkflowFault {
	readonly code:
		| 'unknown_workflow'
		| 'unknown_step'
		| 'unknown_loop'
		/** Also for someone else's run. */
		| 'unknown_run'
		/** The session has started none. */
		| 'no_run'
		/** The run is complete or failed. */
		| 'ended'
		| 'invalid_tasks'
		| 'invalid_argument'
		| 'invalid_definition'
		| 'too_many';
	readonly message: string;
	/** Every problem of an `invalid_definition`. */
	readonly issues?: readonly DefinitionIssue[];
}

export const fault = (message: string, code: WorkflowFault['code'] = 'invalid_argument') =>
	err<WorkflowFault>({ code, message });

/** Quotes a caller's value on one line, at most 64 characters, structures by their kind. */
export const quoted = (value: unknown): string => {
	if (typeof value !== 'string') {
		if (Array.isArray(value)) return 'a list';
		return typeof value === 'object' && value !== null ? 'an object' : String(value);
	}
	const head = value
		.slice(0, 64)
		.toWellFormed()
		.replaceAll(/\p{Cc}/gu, ' ');
	return `'${value.length > 64 ? `${head}…` : head}'`;
};

/** Joins names for a message, at most fifty. */
export const listed = (names: readonly string[]): string => {
	if (names.length === 0) return 'none';
	const more = names.length - 50;
	return more > 0 ? `${names.slice(0, 50).join(', ')} and ${more} more` : names.join(', ');
};
