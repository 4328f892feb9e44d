// What binds a session now: the constraints of every rule and workflow that it loaded, as they are in
// force today. A context that was compacted can be compared with it.
import { ok, type Result } from '../../shared/result';
import { binds } from '../document';
import type { Fault } from '../faults';
import type { Caller, Constraint, Kind } from '../types';
import { currentVersion, type HubContext, sessionOf } from './context';

export interface BindingRule {
	readonly ruleId: string;
	readonly kind: Kind;
	readonly path: string;
	readonly hash: string;
	readonly constraints: readonly Constraint[];
}

/** Events that are looked back on, per kind. */
const MOST_EVENTS = 1000;

export const binding = (context: HubContext) => ({
	/** In the order of their first loading; withdrawn rules bind no longer, drafts not yet. */
	bindingRules({ caller }: { readonly caller: Caller }): Result<readonly BindingRule[], Fault> {
		const session = sessionOf(context, caller);
		if (!session.ok) return session;
		const { principal } = caller;
		const uses = ['load', 'activate'].flatMap((event) =>
			context.store.attestations({
				event,
				principal,
				session: session.value,
				order: 'newest',
				limit: MOST_EVENTS,
			}),
		);
		uses.sort((one, other) => one.seq - other.seq);
		const ids = new Set(uses.flatMap(({ objectId = '' }) => (objectId === '' ? [] : [objectId])));
		const rules = [...ids].flatMap((ruleId): BindingRule[] => {
			const version = currentVersion(context, ruleId);
			if (version === undefined || !binds(version.kind)) return [];
			const { kind, path, hash, constraints } = version;
			return [{ ruleId, kind, path, hash, constraints }];
		});
		return ok(rules);
	},
});
