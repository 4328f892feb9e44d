// Sessions and turns: memsetup, agentreport, agentrejected.
import { defined } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import { ALREADY_BOUND, type Fault, fault } from '../faults';
import { META_PROMPT_PATH } from '../files/paths';
import { holdsHash, sha256Hex } from '../hash';
import type { Called, Caller, Shape } from '../types';
import {
	attestor,
	type HubContext,
	inSession,
	metaPrompt,
	sessionOf,
	shapeOf,
	withReviews,
} from './context';

/** The session id that asks for a generated one. */
const NEW = 'new';
const MAX_USES = 1000;

export const sessions = (context: HubContext) => ({
	/**
	 * Binds the caller, and the handle of its transport, to a session id.
	 * @param caller resolved without the `session_id` argument, which is `sessionId` here
	 * @param sessionId the host's, or a handle of before; `new` where it has none: two windows would invent the same
	 * @returns `handle`: short form of the session id for later calls; `mpf.content`: null when the caller holds it
	 */
	setup(asked: {
		readonly caller: Caller;
		readonly sessionId: string;
		readonly knownHash: string;
		/** Of all answers of the session. */
		readonly shape?: Shape;
	}) {
		const { caller, sessionId: given, knownHash } = asked;
		const { store, workspaceId, now } = context;
		return store.transaction(() => {
			const { principal, session, source } = caller;
			const sticky = source === 'transport' || source === 'meta';
			const bound = sticky ? store.binding(principal, session) : undefined;
			const known = given === NEW ? bound : store.binding(principal, given);
			// Earlier calls of its connection belong to that conversation already.
			const own = sticky ? session : `s-${context.uuid()}`;
			const sessionId = known?.sessionId ?? (given === NEW ? own : given);
			if (bound !== undefined && bound.sessionId !== sessionId) return err(fault(ALREADY_BOUND));
			const shape = shapeOf(context, caller, sessionId, asked.shape);
			return withReviews(context, caller, sessionId, () => {
				if (sticky) store.bind({ principal, handle: session, sessionId, at: now() });
				store.bind({ principal, handle: sessionId, sessionId, at: now(), shape });
				const handle = source === 'meta' ? undefined : shortHandle(context, principal, sessionId);
				if (handle !== undefined) store.bind({ principal, handle, sessionId, at: now() });
				const { hash, content } = metaPrompt(context, shape);
				const attest = attestor(context, principal, sessionId);
				attest({ event: '.setup', objectId: META_PROMPT_PATH, hash });
				const changed = !holdsHash(knownHash, hash);
				return ok({
					workspaceId,
					sessionId,
					// A call with a `session_id` argument names its session already.
					...(handle !== undefined && source !== 'argument' && { handle }),
					mpf: { hash, content: changed ? content : null, changed },
				});
			});
		});
	},

	session({ caller }: Called): Result<string, Fault> {
		return sessionOf(context, caller);
	},

	/**
	 * Returns the session id of a call; where it names none that was set up, that of its connection, else its own name.
	 * @param connection name of the connection, where that goes before a name that was not set up
	 */
	resolveSession({ caller, connection }: Called & { readonly connection?: string | undefined }) {
		const { principal, source, session } = caller;
		const boundTo = (name: string) => context.store.binding(principal, name)?.sessionId;
		const name = connection ?? session;
		return (source === 'none' ? undefined : boundTo(session)) ?? boundTo(name) ?? name;
	},

	report({ caller, summary }: Called & { readonly summary: string }) {
		return inSession(context, caller, (attest) => {
			attest({ event: '.agent_report', reason: summary });
			return ok({ ok: true as const });
		});
	},

	/** Closes a turn whose outcome broke constraints: counts against all that the turn loaded and referred to. */
	reject({ caller, reason }: Called & { readonly reason?: string }) {
		const { store, now } = context;
		return inSession(context, caller, (attest, session) => {
			for (const [objectId, constraintId] of usesOfTurn(context, caller.principal, session))
				store.tally(objectId, 'reject', constraintId, now());
			attest({ event: '.reject', ...defined({ reason }) });
			return ok({ ok: true as const });
		});
	},
});

function shortHandle({ store }: HubContext, principal: string, sessionId: string): string {
	const digits = sha256Hex(sessionId);
	for (let length = 4; length < digits.length; length += 2) {
		const handle = `s${digits.slice(0, length)}`;
		const bound = store.binding(principal, handle);
		if (bound === undefined || bound.sessionId === sessionId) return handle;
	}
	return sessionId;
}

/** Returns what was loaded (empty constraint) or referred to since the session's last closed turn. */
function usesOfTurn(
	{ store }: HubContext,
	principal: string,
	session: string,
): [objectId: string, constraintId: string][] {
	const last = (event: string) =>
		store.attestations({ principal, session, event, order: 'newest', limit: 1 })[0]?.seq ?? 0;
	const used = store.attestations({
		...{ principal, session, afterSeq: Math.max(last('.agent_report'), last('.reject')) },
		order: 'newest',
		limit: MAX_USES,
	});
	const distinct = new Map<string, [string, string]>();
	for (const { event, objectId, detail = '' } of used) {
		if (objectId === undefined || !['load', 'activate', 'refer'].includes(event)) continue;
		// A reference counts as a use of its object, even when that was loaded in an earlier turn.
		for (const part of ['', ...(event === 'refer' ? detail.split(' ') : [])])
			distinct.set(JSON.stringify([objectId, part]), [objectId, part]);
	}
	return [...distinct.values()];
}
