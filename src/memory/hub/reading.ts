// Finding and loading (memdisc, memload): an inventory first, then the content of what was chosen, and
// of that only what the caller does not hold.
import { err, ok, type Result } from '../../shared/result';
import { queryTerms, termsOf } from '../../shared/terms';
import { discoveredNames } from '../attestation';
import { type Fault, unknownId } from '../faults';
import { sameHash } from '../hash';
import { groupOf, kindOf, nameOf } from '../paths';
import type { Caller, Constraint, Draft, Kind, ObjectMeta } from '../types';
import { attestor, currentVersion, type HubContext, ownDrafts, sessionOf } from './context';

export interface DiscoveredItem {
	readonly id: string;
	readonly kind: Kind;
	readonly path: string;
	readonly name: string;
	readonly group?: string;
	readonly hash: string;
	readonly description?: string;
	readonly hasDraft: boolean;
}

export interface LoadedItem {
	readonly id: string;
	readonly kind: Kind;
	readonly path: string;
	readonly changed: boolean;
	readonly hash: string;
	readonly hasDraft: boolean;
	readonly draftBaseHash?: string;
	/** Null when unchanged, or when `body` says where it is. Without the reminder. */
	readonly content: string | null;
	readonly constraints: readonly Constraint[];
	/** Where the content of the caller's own draft is kept. */
	readonly body?: { readonly key: string; readonly writtenAt: number };
}

/** Objects a search considers. */
const MOST_HITS = 500;

export interface Filter {
	readonly kind?: Kind;
	readonly group?: string;
	readonly query?: string;
}

/** Published objects that pass; ranked where there is a query, newest first otherwise. */
export function findObjects({ store }: HubContext, filter: Filter): ObjectMeta[] {
	const { kind, group, query } = filter;
	const passing = store
		.objects()
		.filter(
			(object) =>
				object.kind !== 'mpf' &&
				(kind === undefined || object.kind === kind) &&
				inGroup(object.path, group),
		);
	if (query === undefined || query.trim() === '') return passing;
	const objects = new Map(passing.map((object) => [object.id, object]));
	return store
		.searchObjects(queryTerms(query), MOST_HITS)
		.flatMap(({ id }) => objects.get(id) ?? []);
}

const inGroup = (path: string, group: string | undefined): boolean =>
	group === undefined || groupOf(path) === group.toLowerCase();

export const reading = (context: HubContext) => ({
	discover({
		caller,
		...filter
	}: Filter & { readonly caller: Caller }): Result<readonly DiscoveredItem[], Fault> {
		return context.store.transaction(() => {
			const session = sessionOf(context, caller);
			if (!session.ok) return session;
			const own = ownDrafts(context, caller.principal);
			const published = findObjects(context, filter).map((object) =>
				discovered(object, object.id, own.has(object.id)),
			);
			const created = [...own.values()]
				.filter((draft) => draft.operation === 'create' && passes(draft, filter))
				.map((draft) =>
					discovered(
						{
							kind: kindOf(draft.category, draft.path),
							path: draft.path,
							hash: draft.body?.hash ?? '',
							...(draft.body?.description && { description: draft.body.description }),
						},
						draft.id,
						true,
					),
				);
			const items = [...published, ...created];
			const reason = [filter.kind, filter.group, filter.query].filter((part) => part !== undefined);
			attestor(
				context,
				caller.principal,
				session.value,
			)({
				event: 'discover',
				...(reason.length === 0 ? {} : { reason: reason.join(' ') }),
				detail: discoveredNames(items.map(({ name }) => name)),
			});
			return ok(items);
		});
	},

	/** One item per distinct id, in their order; or nothing, when one of them is unknown. */
	load({
		caller,
		ids,
		known,
	}: {
		readonly caller: Caller;
		readonly ids: readonly string[];
		/** `[id, hash]` of what the caller holds. */
		readonly known: readonly (readonly [string, string])[];
	}): Result<{ readonly workspaceId: string; readonly items: readonly LoadedItem[] }, Fault> {
		const { store, workspaceId, now } = context;
		return store.transaction(() => {
			const session = sessionOf(context, caller);
			if (!session.ok) return session;
			const own = ownDrafts(context, caller.principal);
			const hashes = new Map(known);
			const items: LoadedItem[] = [];
			for (const id of new Set(ids)) {
				const item = loaded(context, id, own.get(id), hashes.get(id) ?? '');
				if (item === undefined) return err(unknownId(id));
				items.push(item);
			}
			const attest = attestor(context, caller.principal, session.value);
			for (const { id, path, hash, changed } of items) {
				store.tally(id, 'load', hash, now());
				attest({
					event: 'load',
					objectId: id,
					path,
					hash,
					detail: changed ? 'content' : 'unchanged',
				});
			}
			return ok({ workspaceId, items });
		});
	},
});

const discovered = (
	{ kind, path, hash, description }: Pick<ObjectMeta, 'kind' | 'path' | 'hash' | 'description'>,
	id: string,
	hasDraft: boolean,
): DiscoveredItem => {
	const group = groupOf(path);
	return {
		id,
		kind,
		path,
		name: nameOf(path),
		...(group === undefined ? {} : { group }),
		hash,
		...(description === undefined ? {} : { description }),
		hasDraft,
	};
};

/** Drafts are few and in no index: any word of the query at the beginning of any of theirs. */
function passes({ category, path, body }: Draft, { kind, group, query }: Filter): boolean {
	if (kind !== undefined && kindOf(category, path) !== kind) return false;
	if (!inGroup(path, group)) return false;
	if (query === undefined || query.trim() === '') return true;
	const words = termsOf(`${path.replace(/\.md$/, '')} ${body?.description ?? ''}`);
	return queryTerms(query).some((term) => words.some((word) => word.startsWith(term)));
}

function loaded(
	context: HubContext,
	id: string,
	draft: Draft | undefined,
	knownHash: string,
): LoadedItem | undefined {
	const published = currentVersion(context, id);
	if (published?.kind === 'mpf' || draft?.category === 'mpf') return undefined;
	if (draft?.body !== undefined && (draft.objectId === undefined || published !== undefined)) {
		const { body } = draft;
		const changed = !sameHash(body.hash, knownHash);
		const path = published?.path ?? draft.path;
		return {
			id,
			kind: published?.kind ?? kindOf(draft.category, path),
			path,
			changed,
			hash: body.hash,
			hasDraft: true,
			...(draft.baseHash === undefined ? {} : { draftBaseHash: draft.baseHash }),
			content: null,
			constraints: body.constraints,
			...(changed ? { body: { key: body.key, writtenAt: draft.updatedAt } } : {}),
		};
	}
	if (published === undefined) return undefined;
	const changed = !sameHash(published.hash, knownHash);
	return {
		id,
		kind: published.kind,
		path: published.path,
		changed,
		hash: published.hash,
		hasDraft: draft !== undefined,
		...(draft?.baseHash === undefined ? {} : { draftBaseHash: draft.baseHash }),
		content: changed ? published.content : null,
		constraints: published.constraints,
	};
}
