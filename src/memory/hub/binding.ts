// What binds a session now: the constraints of every rule and workflow that it loaded, as they are in
// force today. A context that was compacted can be compared with it.
import { ok, type Result } from '../../shared/result';
import { binds } from '../document';
import type { Fault } from '../faults';
import type { Caller, Constraint, Kind } from '../types';
import { aliasOf } from './alias';
import { currentVersion, type HubContext, sessionOf } from './context';
import { scopeOfObject } from './ranking';

/** A rule or workflow that a session loaded, as it is published today. */
export interface BindingRule {
	readonly ruleId: string;
	readonly kind: Kind;
	readonly path: string;
	readonly hash: string;
	readonly constraints: readonly Constraint[];
	/** Short, for the workspace: `r12`. */
	readonly alias?: string;
	/** It belongs into every context. */
	readonly always?: boolean;
	/** How often each constraint was referred to, by key; those never are left out. */
	readonly references?: Readonly<Record<string, number>>;
	/** Earlier texts that this session loaded: keys of their constraints, by hash. */
	readonly earlier?: Readonly<Record<string, readonly string[]>>;
}

/** Events that are looked back on, per kind. */
const MOST_EVENTS = 1000;

/** What of the hub knows which rules bind a caller's session. */
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
		const loaded = new Map<string, Set<string>>();
		for (const { objectId = '', hash = '' } of uses) {
			if (objectId === '') continue;
			const hashes = loaded.get(objectId) ?? new Set();
			loaded.set(objectId, hashes.add(hash));
		}
		const tallies = Map.groupBy(context.store.tallies(), ({ objectId }) => objectId);
		const rules = [...loaded].flatMap(([ruleId, hashes]): BindingRule[] => {
			const version = currentVersion(context, ruleId);
			if (version === undefined || !binds(version.kind)) return [];
			const { kind, path, hash, constraints } = version;
			const referred = (tallies.get(ruleId) ?? []).filter(({ what }) => what === 'refer');
			const earlier = [...hashes]
				.filter((each) => each !== hash)
				.map((each) => [each, keysAt(context, ruleId, each)] as const);
			return [
				{
					...{ ruleId, kind, path, hash, constraints },
					alias: aliasOf({ ...context.store.object(ruleId), id: ruleId, kind }),
					always: scopeOfObject(context, { id: ruleId }).always,
					references: Object.fromEntries(referred.map(({ key, count }) => [key, count])),
					...(earlier.length > 0 && { earlier: Object.fromEntries(earlier) }),
				},
			];
		});
		return ok(rules);
	},
});

const keysAt = ({ store }: HubContext, id: string, hash: string): readonly string[] =>
	store.versionByHash(id, hash)?.constraints.map(({ key }) => key) ?? [];
