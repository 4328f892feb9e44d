// Declaring what was applied (memref): all references of a call are checked before any is recorded.
import { defined } from '../../shared/defined';
import { err, ok, type Result } from '../../shared/result';
import { compareConstraints } from '../compare';
import { binds } from '../document';
import {
	cannotValidate,
	contextTarget,
	type Fault,
	unknownConstraint,
	unknownRule,
} from '../faults';
import { holdsHash } from '../hash';
import { constraintNamed, nearest } from '../named-constraint';
import { kindOf } from '../paths';
import type { Caller, Constraint, Draft, Version } from '../types';
import { idOf } from './alias';
import { attestor, currentVersion, type HubContext, ownDrafts, sessionOf } from './context';

/** One constraint that an agent says it applied; ids may be the short names of the workspace. */
export interface Reference {
	readonly ruleId: string;
	readonly constraintId: string;
	/** Of the content the agent worked with. */
	readonly ruleHash?: string;
	readonly reason?: string;
}

interface Accepted {
	readonly ruleId: string;
	readonly path: string;
	readonly hash: string;
	readonly constraintId: string;
	/** Of the constraints that it names. */
	readonly keys: readonly string[];
}

/** What of the hub records which constraints were applied. */
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
				const checked = check(context, reference, index, own);
				if (!checked.ok) return checked;
				accepted.push(checked.value);
			}
			const attest = attestor(context, caller.principal, session.value);
			for (const [index, { ruleId, keys, ...facts }] of accepted.entries()) {
				for (const key of keys) store.tally(ruleId, 'refer', key, now());
				attest({
					event: 'refer',
					objectId: ruleId,
					...facts,
					...defined({ reason: refs[index]?.reason }),
					detail: keys.join(' '),
				});
			}
			return ok({ ok: true as const, count: refs.length });
		});
	},
});

/** Against the version that the hash names; without a hash, against what a load would give now. */
function check(
	context: HubContext,
	{ ruleId: name, constraintId, ruleHash = '' }: Reference,
	index: number,
	drafts: ReadonlyMap<string, Draft>,
): Result<Accepted, Fault> {
	const ruleId = idOf(context, name);
	const draft = drafts.get(ruleId);
	const drafted = draft?.body && {
		...{ path: draft.path, kind: kindOf(draft.category, draft.path) },
		...draft.body,
	};
	const now = currentVersion(context, ruleId) ?? drafted;
	if (now?.kind === 'context') return err(contextTarget(index));
	if (now === undefined || !binds(now.kind)) return err(unknownRule(index));

	const among = ({ hash, constraints, content = '' }: Candidate): Result<Accepted, Fault> => {
		const found = constraintNamed(constraintId, constraints, content);
		if (found === undefined)
			return err(unknownConstraint(index, name, constraintId, nearest(constraintId, constraints)));
		// What was edited since counts for what became of it.
		const { changed } = compareConstraints(constraints, now.constraints);
		const successors = new Map(changed.map(([before, after]) => [before.key, after.key]));
		const keys = found.keys.map((key) => successors.get(key) ?? key);
		return ok({ ruleId, path: now.path, hash, constraintId: found.id, keys });
	};
	if (ruleHash === '' || holdsHash(ruleHash, now.hash)) return among(now);
	if (drafted !== undefined && holdsHash(ruleHash, drafted.hash)) return among(drafted);
	const older = olderVersion(context, ruleId, ruleHash);
	return older === undefined ? err(cannotValidate(index)) : among(older);
}

interface Candidate {
	readonly hash: string;
	readonly constraints: readonly Constraint[];
	readonly content?: string;
}

function olderVersion({ store }: HubContext, id: string, hash: string): Version | undefined {
	const whole = store.versions(id).find((version) => holdsHash(hash, version.hash))?.hash;
	return whole === undefined ? undefined : store.versionByHash(id, whole);
}
