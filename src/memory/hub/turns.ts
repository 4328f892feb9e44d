// A session's frame: its setup, and how each turn ends (memsetup, agentreport, agentrejected).
import { defined } from '../../shared/defined';
import { ok, type Result } from '../../shared/result';
import { ALREADY_BOUND, type Fault, fault } from '../faults';
import { holdsHash, sha256Hex } from '../hash';
import { META_PROMPT_PATH } from '../paths';
import type { Caller } from '../types';
import { attestor, type HubContext, metaPrompt, sessionOf } from './context';

/** What memsetup answers: the session that is bound now, and the meta-prompt unless the caller has it. */
export interface SetupAnswer {
	readonly workspaceId: string;
	readonly sessionId: string;
	/** Short for the session: what later calls pass as `session_id` where nothing else says it. */
	readonly handle?: string;
	readonly mpf: {
		readonly hash: string;
		/** Null when the caller has it. */
		readonly content: string | null;
		readonly changed: boolean;
	};
}

/** The session id of a host that gives none. */
const NEW = 'new';
/** Events of a turn that a rejection looks back on, at most. */
const MOST_USES = 1000;

/** What of the hub opens sessions and closes turns. */
export const turns = (context: HubContext) => ({
	/**
	 * Binds the caller, and the handle of its transport, to a session id.
	 * @param caller resolved without the `session_id` argument, which is `sessionId` here
	 * @param sessionId the host's; `new` where it gave none: two windows would invent the same
	 */
	setup({
		caller,
		sessionId: given,
		knownHash,
	}: {
		readonly caller: Caller;
		readonly sessionId: string;
		readonly knownHash: string;
	}): Result<SetupAnswer, Fault> {
		const { store, workspaceId, now } = context;
		return store.transaction(() => {
			const { principal, session, source } = caller;
			const sticky = source === 'transport' || source === 'meta';
			const bound = sticky ? store.binding(principal, session) : undefined;
			const sessionId = given === NEW ? (bound?.sessionId ?? `s-${context.uuid()}`) : given;
			if (bound !== undefined && bound.sessionId !== sessionId)
				return { ok: false, error: fault(ALREADY_BOUND) };
			if (sticky) store.bind({ principal, handle: session, sessionId, at: now() });
			store.bind({ principal, handle: sessionId, sessionId, at: now() });
			const handle = source === 'meta' ? undefined : shortHandle(context, principal, sessionId);
			if (handle !== undefined) store.bind({ principal, handle, sessionId, at: now() });
			const { hash, content } = metaPrompt(context);
			attestor(
				context,
				principal,
				sessionId,
			)({ event: '.setup', objectId: META_PROMPT_PATH, hash });
			const changed = !holdsHash(knownHash, hash);
			return ok({
				workspaceId,
				sessionId,
				// A tool's own argument carries its session already.
				...(handle !== undefined && source !== 'argument' && { handle }),
				mpf: { hash, content: changed ? content : null, changed },
			});
		});
	},

	/** The session id a caller's calls belong to, for those who keep other things of a session. */
	session({ caller }: { readonly caller: Caller }): Result<string, Fault> {
		return sessionOf(context, caller);
	},

	/** The same for callers who never set up: their handle itself. */
	resolveSession({ caller }: { readonly caller: Caller }): string {
		const session = sessionOf(context, caller);
		return session.ok ? session.value : caller.session;
	},

	/** Closes a turn. */
	report({
		caller,
		summary,
	}: {
		readonly caller: Caller;
		readonly summary: string;
	}): Result<{ readonly ok: true }, Fault> {
		return context.store.transaction(() => {
			const session = sessionOf(context, caller);
			if (!session.ok) return session;
			attestor(
				context,
				caller.principal,
				session.value,
			)({ event: '.agent_report', reason: summary });
			return ok({ ok: true as const });
		});
	},

	/** Closes a turn whose outcome broke constraints: counted against what the turn loaded and referred. */
	reject({
		caller,
		reason,
	}: {
		readonly caller: Caller;
		readonly reason?: string;
	}): Result<{ readonly ok: true }, Fault> {
		const { store, now } = context;
		return store.transaction(() => {
			const session = sessionOf(context, caller);
			if (!session.ok) return session;
			const { principal } = caller;
			for (const [objectId, constraintId] of usesOfTurn(context, principal, session.value))
				store.tally(objectId, 'reject', constraintId, now());
			attestor(context, principal, session.value)({ event: '.reject', ...defined({ reason }) });
			return ok({ ok: true as const });
		});
	},
});

/** As few digits as no other session of the principal has. */
function shortHandle({ store }: HubContext, principal: string, sessionId: string): string {
	const digits = sha256Hex(sessionId);
	for (let length = 4; length < digits.length; length += 2) {
		const handle = `s${digits.slice(0, length)}`;
		const bound = store.binding(principal, handle);
		if (bound === undefined || bound.sessionId === sessionId) return handle;
	}
	return sessionId;
}

/** What was loaded (constraint empty) and referred to since the session's last closed turn. */
function usesOfTurn(
	{ store }: HubContext,
	principal: string,
	session: string,
): [objectId: string, constraintId: string][] {
	const last = (event: string) =>
		store.attestations({ principal, session, event, order: 'newest', limit: 1 })[0]?.seq ?? 0;
	const afterSeq = Math.max(last('.agent_report'), last('.reject'));
	const used = store.attestations({
		principal,
		session,
		afterSeq,
		order: 'newest',
		limit: MOST_USES,
	});
	const distinct = new Map<string, [string, string]>();
	for (const { event, objectId, detail = '' } of used) {
		if (objectId === undefined || !['load', 'activate', 'refer'].includes(event)) continue;
		// Who refers to a constraint used its object, in whichever turn it was loaded.
		for (const part of ['', ...(event === 'refer' ? detail.split(' ') : [])])
			distinct.set(JSON.stringify([objectId, part]), [objectId, part]);
	}
	return [...distinct.values()];
}
