// Refusals of the memory routes.
import { allows } from '../../auth';
import type { Hub } from '../../memory';
import type { RouteState } from './deps';
import { type HttpErrorCode, refusalBy } from './errors';

/** Bytes of a body that holds a comment and little else. */
export const MAX_NOTE_BYTES = 64 * 1024;

type ReviewFault = Extract<ReturnType<Hub['submitDraft']>, { readonly ok: false }>['error'];

const CODES: Readonly<Record<ReviewFault['code'], HttpErrorCode>> = {
	not_found: 'not_found',
	forbidden: 'forbidden',
	four_eyes: 'four_eyes',
	wrong_state: 'wrong_state',
	conflict: 'conflict',
	invalid: 'invalid_body',
};

/** A fault of the hub as a response. */
export const faultResponse = refusalBy(CODES);

/** Returns the reviewer of a request, and whether others' drafts are theirs to decide. */
export const reviewerOf = ({
	principal,
}: RouteState['Variables']): Parameters<Hub['draft']>[0]['by'] => ({
	principal: principal.id,
	administrator: allows(principal, 'memory:review'),
});
