// What can go wrong with a workflow call, as values. Messages are read by models: they name what was
// wrong and what to do.
import type { DefinitionIssue } from './definition/tree';

/** Why a workflow call was refused; nothing has changed then. */
export type WorkflowFaultCode =
	| 'unknown_workflow'
	| 'unknown_step'
	| 'unknown_loop'
	/** Also the run of somebody else. */
	| 'unknown_run'
	/** The session has started none. */
	| 'no_run'
	/** The run is complete or failed. */
	| 'ended'
	| 'invalid_tasks'
	| 'invalid_argument'
	| 'invalid_definition'
	| 'too_many';

/** A refused call, with a message for the model that made it. */
export interface WorkflowFault {
	readonly code: WorkflowFaultCode;
	readonly message: string;
	/** Of `invalid_definition`: every problem with its place. */
	readonly issues?: readonly DefinitionIssue[];
}

/** A fault in words that say what to do. */
export const fault = (code: WorkflowFaultCode, message: string): WorkflowFault => ({
	code,
	message,
});

/** How a message quotes what a caller sent: short, on one line, never a structure. */
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

/** Names for a message, the first fifty of them. */
export const listed = (names: readonly string[]): string => {
	if (names.length === 0) return 'none';
	const more = names.length - 50;
	return more > 0 ? `${names.slice(0, 50).join(', ')} and ${more} more` : names.join(', ');
};
