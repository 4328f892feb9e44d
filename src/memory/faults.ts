// The errors of the memory tools (docs/memory.md, "Errors"). The first words of each are stable, since clients and
// agents may match them; help follows.
import { err } from '../shared/result';
import type { Constraint } from './types';

/** The body of a memory tool's error. */
export interface Fault {
	readonly error: string;
	readonly code?:
		| 'unknown_rule_or_workflow'
		| 'invalid_target_kind'
		| 'unknown_constraint'
		| 'validation_error'
		| 'unnamed_session';
	readonly retryable?: boolean;
	readonly retryAction?:
		| 'rediscover_and_reload'
		| 'use_rule_or_workflow_id'
		| 'retry_with_valid_constraint'
		| 'reload_and_retry';
	readonly validConstraints?: readonly Pick<Constraint, 'id' | 'name' | 'text'>[];
	/** A merge whose places collide. */
	readonly body?: string;
	/** Index in `refs`, from 0. */
	readonly index?: number;
}

export const fault = (error: string): Fault => ({ error });

/** Quotes a value of the caller for a message, on one short line. */
export const quoted = (value: string): string =>
	JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…`.toWellFormed() : value);

const NOT_SET_UP =
	'memsetup with the exact host session_id is required before other tools; do not invent a session_id';

const SET_UP = 'memsetup {"session_id": "new", "knownHashes": {"META_PROMPT.md": ""}}';
const OR_HANDLE = 'or, if you did in this conversation, pass the handle it answered as session_id';

/** @param named session that the call names */
export const notSetUp = (named?: string): Fault => {
	const which = named === undefined ? '' : `: ${quoted(named)} is not set up`;
	return fault(
		`${NOT_SET_UP}${which}. Call ${SET_UP} first ("new" where your host gave you no id), ${OR_HANDLE}`,
	);
};
/** The call names no session while the principal has some: a guess would bind one by the rules of another. */
export const UNNAMED: Fault = {
	error: `${NOT_SET_UP}. This call says nothing of its session: call ${SET_UP} first ("new" where your host gave you no id), ${OR_HANDLE}`,
	code: 'unnamed_session',
};
export const ALREADY_BOUND = 'session is already bound to a different session_id';

export const unknownId = (id: string): Fault =>
	fault(`Unknown rule id: ${quoted(id)}; call memdisc for the ids there are now`);

const unreferable = (
	error: string,
	code: NonNullable<Fault['code']>,
	retryAction: NonNullable<Fault['retryAction']>,
	retryable = true,
): Fault => ({ error, code, retryable, retryAction, validConstraints: [] });

export const UNKNOWN_RULE = unreferable(
	'memref ruleId must identify an existing rule or workflow; retry after memdisc and memload with the exact id',
	...(['unknown_rule_or_workflow', 'rediscover_and_reload'] as const),
);
export const CONTEXT_TARGET = unreferable(
	'memref ruleId must identify a rule or workflow; context ids cannot be referenced',
	...(['invalid_target_kind', 'use_rule_or_workflow_id', false] as const),
);
export const CANNOT_VALIDATE = unreferable(
	'memref could not validate the referenced constraint; retry after reloading the rule/workflow',
	...(['validation_error', 'reload_and_retry'] as const),
);

/** Maximum constraints that an error lists, and characters of their texts; memload returns all. */
const MAX_CANDIDATES = 50;
const MAX_TEXT = 200;

/** @param valid constraints of the rule, most similar first */
export const unknownConstraint = (
	ruleId: string,
	constraintId: string,
	valid: readonly Constraint[],
): Fault => {
	const candidates = valid.slice(0, MAX_CANDIDATES);
	const ids = candidates.map(({ id }) => id).join(', ');
	const wrong = constraintId.length > 200 ? `${constraintId.slice(0, 200)}…` : constraintId;
	return {
		error: `memref constraintId '${wrong}' is not valid for ruleId '${ruleId}'; retry with one of: ${ids === '' ? 'none' : ids}`,
		code: 'unknown_constraint',
		retryable: true,
		retryAction: 'retry_with_valid_constraint',
		validConstraints: candidates.map(({ id, name, text }) => ({
			id,
			name,
			text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text,
		})),
	};
};

export const unsafePath = (path: string): Fault =>
	fault(
		`unsafe path: ${quoted(path)}; name it from the top, as folder/NAME.md, without .., \\ or : and shorter than 300 characters`,
	);

export const notFound = (id: string): Fault =>
	fault(
		`file not found in cache: ${quoted(id)} is no id of an object or of your drafts; call memdisc`,
	);

export const withdrawn = (id: string): Fault =>
	fault(`file not found in cache: ${quoted(id)} was withdrawn meanwhile; discard your draft of it`);

export const pathIsNoIdentity = (path: string, id: string): Fault =>
	fault(`file not found in cache: ${quoted(path)} is a path; use the draft's id ${id}`);

export const wrongResource = (id: string, resource: string): Fault =>
	fault(`file not found in cache: ${quoted(id)} is not a ${resource}; name its own resource`);

/** @param mine the draft is the caller's own */
export const draftExists = (path: string, mine: boolean): Fault =>
	fault(
		`draft already exists for this path: ${path}; ${
			mine
				? 'update it by the id that memdisc shows'
				: 'another author is drafting it: choose another path'
		}`,
	);

export const objectExists = (path: string, id: string): Fault =>
	fault(
		`draft already exists for this path: ${path} is published as ${id}; use update with that id`,
	);

export const incompatible = (why: string): Fault =>
	fault(`artifact already has an incompatible local change: ${why}`);

/** An error of review or publishing. */
export interface ReviewFault {
	readonly code: 'not_found' | 'forbidden' | 'wrong_state' | 'conflict' | 'four_eyes' | 'invalid';
	readonly message: string;
}

export const refused = (code: ReviewFault['code'], message: string) => err({ code, message });
