// Declaring what was applied (memref): all references of a call are checked before any is recorded.
import { err, ok, type Result } from '../../shared/result';
import { binds } from '../document';
import {
	cannotValidate,
	contextTarget,
	type Fault,
	unknownConstraint,
	unknownRule,
} from '../faults';
import { sameHash } from '../hash';
import { kindOf } from '../paths';
import type { Caller, Constraint, Draft } from '../types';
import { attestor, currentVersion, type HubContext, ownDrafts, sessionOf } from './context';

export interface Reference {
	readonly ruleId: string;
	readonly constraintId: string;
	/** Of the content the agent worked with. */
	readonly ruleHash?: string;
	readonly reason?: string;
}

interface Accepted {
	readonly path: string;
	readonly hash: string;
}

export const referring = (context: HubContext) => ({
	refer({
		caller,
		refs,
	}: {
		readonly caller: Caller;
		readonly refs: readonly Reference[];
	}): Result<{ readonly ok: true; readonly count: number }, Fault> {
		const { store, now } = context;
		return store.transaction(() => {
			const session = sessionOf(context, caller);
			if (!session.ok) return session;
			const own = ownDrafts(context, caller.principal);
			const accepted: Accepted[] = [];
			for (const [index, reference] of refs.entries()) {
				const checked = check(context, reference, index, own.get(reference.ruleId));
				if (!checked.ok) return checked;
				accepted.push(checked.value);
			}
			const attest = attestor(context, caller.principal, session.value);
			for (const [index, { ruleId, constraintId, reason }] of refs.entries()) {
				store.tally(ruleId, 'refer', constraintId, now());
				attest({
					event: 'refer',
					objectId: ruleId,
					...accepted[index],
					constraintId,
					...(reason === undefined ? {} : { reason }),
				});
			}
			return ok({ ok: true as const, count: refs.length });
		});
	},
});

/** Against the version that the hash names; without a hash, against what a load would give now. */
function check(
	context: HubContext,
	{ ruleId, constraintId, ruleHash }: Reference,
	index: number,
	draft: Draft | undefined,
): Result<Accepted, Fault> {
	const published = currentVersion(context, ruleId);
	if (published === undefined && draft === undefined) return err(unknownRule(index));
	const path = published?.path ?? draft?.path ?? '';
	const kind = published?.kind ?? kindOf(draft?.category ?? 'context', path);
	if (kind === 'context') return err(contextTarget(index));
	if (!binds(kind)) return err(unknownRule(index));

	const current = draft?.body ?? published;
	if (current === undefined) return err(unknownRule(index));
	const among = (hash: string, constraints: readonly Constraint[]): Result<Accepted, Fault> =>
		constraints.some(({ id }) => id === constraintId)
			? ok({ path, hash })
			: err(unknownConstraint(index, ruleId, constraintId, constraints));
	if (ruleHash === undefined || ruleHash === '' || sameHash(ruleHash, current.hash))
		return among(current.hash, current.constraints);
	const hash = ruleHash.startsWith('sha256:') ? ruleHash : `sha256:${ruleHash}`;
	const older = context.store.versionByHash(ruleId, hash);
	return older === undefined ? err(cannotValidate(index)) : among(older.hash, older.constraints);
}
