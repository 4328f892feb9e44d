// Finding and loading (memdisc, memload): an inventory first, then the content of what was chosen, and
// of that only what the caller does not hold.
import { defined } from '../../shared/defined';
import { err, ok, type Result } from '../../shared/result';
import { discoveredNames } from '../attestation';
import { binds } from '../document';
import { type Fault, unknownId } from '../faults';
import { holdsHash, SHORT_HASH, shortHash } from '../hash';
import { groupOf, kindOf, nameOf } from '../paths';
import { referable, referables } from '../referable';
import type { Caller, Draft, Kind, ObjectMeta, Referable } from '../types';
import { queryWords, wordsOf } from '../words';
import { aliasOf, idOf } from './alias';
import { attestor, currentVersion, type HubContext, ownDrafts, sessionOf } from './context';
import { rankObjects } from './ranking';

/** An object as the inventory lists it: everything but its content. */
export interface DiscoveredItem {
	readonly id: string;
	readonly kind: Kind;
	readonly path: string;
	readonly name: string;
	/** Short, for the workspace: `r12`. */
	readonly alias: string;
	readonly group?: string;
	readonly hash: string;
	readonly description?: string;
	readonly hasDraft: boolean;
}

/** An object as memload gives it: as published, or the caller's own draft where asked for or all there is. */
export interface LoadedItem {
	readonly id: string;
	/** Short, for the workspace: `r12`. */
	readonly name: string;
	/** The first digits of the hash, as many as tell the object's versions apart. */
	readonly digits: string;
	readonly kind: Kind;
	readonly path: string;
	readonly changed: boolean;
	readonly hash: string;
	readonly hasDraft: boolean;
	readonly draftBaseHash?: string;
	/** Null when unchanged, or when `body` says where it is. Without the reminder. */
	readonly content: string | null;
	/** How many constraints bind. */
	readonly binding: number;
	/** All that can be referred to, where the full shape was asked for. */
	readonly constraints: readonly Referable[];
	/** Where the content of the caller's own draft is kept. */
	readonly body?: { readonly key: string; readonly writtenAt: number };
}

/** Which objects are wanted; all conditions hold together. */
export interface Filter {
	readonly kind?: Kind;
	readonly group?: string;
	readonly query?: string;
}

/** Of the best score, for an object to be worth a model's attention. */
const LEAST_SHARE = 0.2;
/** Objects that are told whatever their score. */
const MOST_TOLD = 10;

/**
 * Published objects that pass; ranked where there is a query, newest first otherwise.
 * @param leastShare of the best score, under which an object is left out
 */
export function findObjects(context: HubContext, filter: Filter, leastShare = 0): ObjectMeta[] {
	const { store } = context;
	const { kind, group, query = '' } = filter;
	const passing = store
		.objects()
		.filter(
			(object) =>
				object.kind !== 'mpf' &&
				(kind === undefined || object.kind === kind) &&
				inGroup(object.path, group),
		);
	if (query.trim() === '') return passing;
	const objects = new Map(passing.map((object) => [object.id, object]));
	const ranked = rankObjects(context, query, []).flatMap(({ id, score }) => {
		const object = objects.get(id);
		return object === undefined ? [] : [{ object, score }];
	});
	const least = (ranked[0]?.score ?? 0) * leastShare;
	// Among few documents scores tell little.
	return ranked
		.filter(({ score }, at) => at < MOST_TOLD || score >= least)
		.map(({ object }) => object);
}

const inGroup = (path: string, group: string | undefined): boolean =>
	group === undefined || groupOf(path) === group.toLowerCase();

/** What of the hub discovers and loads. */
export const reading = (context: HubContext) => ({
	discover({
		caller,
		...filter
	}: Filter & { readonly caller: Caller }): Result<readonly DiscoveredItem[], Fault> {
		return context.store.transaction(() => {
			const session = sessionOf(context, caller);
			if (!session.ok) return session;
			const own = ownDrafts(context, caller.principal);
			const published = findObjects(context, filter, LEAST_SHARE).map((object) =>
				discovered(object, object.id, own.has(object.id)),
			);
			const created = createdDrafts([...own.values()], filter);
			// A new draft is what its author works on: no page of published objects comes before it.
			const items = [...created.exact, ...published, ...created.loose];
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
		wanted,
		full,
		draft,
	}: {
		readonly caller: Caller;
		/** Each id with the hash that the caller holds of it; empty where it holds none. */
		readonly wanted: readonly (readonly [id: string, hash: string])[];
		/** With constraints. */
		readonly full: boolean;
		/** Own drafts instead of what is published. */
		readonly draft: boolean;
	}): Result<{ readonly workspaceId: string; readonly items: readonly LoadedItem[] }, Fault> {
		const { store, workspaceId, now } = context;
		return store.transaction(() => {
			const session = sessionOf(context, caller);
			if (!session.ok) return session;
			const own = ownDrafts(context, caller.principal);
			const items: LoadedItem[] = [];
			const distinct = new Map(wanted.map((each) => [idOf(context, each[0]), each]));
			for (const [id, [asked, known]] of distinct) {
				const item = loaded(context, id, own.get(id), { known, full, draft });
				if (item === undefined) return err(unknownId(asked));
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
	meta: Pick<ObjectMeta, 'n' | 'kind' | 'path' | 'hash' | 'description'>,
	id: string,
	hasDraft: boolean,
): DiscoveredItem => {
	const { kind, path, hash, description } = meta;
	return {
		id,
		kind,
		path,
		name: nameOf(path),
		alias: aliasOf({ ...meta, id }),
		...defined({ group: groupOf(path) }),
		hash,
		...defined({ description }),
		hasDraft,
	};
};

/** Drafts of new documents that pass; `exact` have every word of the query, `loose` only some. */
function createdDrafts(
	own: readonly Draft[],
	{ kind, group, query = '' }: Filter,
): { readonly exact: readonly DiscoveredItem[]; readonly loose: readonly DiscoveredItem[] } {
	const terms = queryWords(query);
	const exact: DiscoveredItem[] = [];
	const loose: DiscoveredItem[] = [];
	for (const { id, operation, category, path, body } of own) {
		if (operation !== 'create' || body === undefined || !inGroup(path, group)) continue;
		const { hash, description } = body;
		const item = { kind: kindOf(category, path), path, hash, ...defined({ description }) };
		if (kind !== undefined && item.kind !== kind) continue;
		// Drafts are few and in no index: a word of the query at the beginning of one of theirs.
		const words = wordsOf(`${path.replace(/\.md$/, '')} ${description ?? ''}`);
		const isFound = (term: string) => words.some((word) => word.startsWith(term));
		const isExact = query.trim() === '' || (terms.length > 0 && terms.every(isFound));
		if (!isExact && !terms.some(isFound)) continue;
		(isExact ? exact : loose).push(discovered(item, id, true));
	}
	return { exact, loose };
}

function loaded(
	context: HubContext,
	id: string,
	draft: Draft | undefined,
	{ known, full, draft: ownFirst }: { known: string; full: boolean; draft: boolean },
): LoadedItem | undefined {
	const published = currentVersion(context, id);
	if (published?.kind === 'mpf') return undefined;
	const drafted = {
		hasDraft: draft !== undefined,
		...defined({ draftBaseHash: draft?.baseHash }),
	};
	const isWanted = published === undefined ? draft?.objectId === undefined : ownFirst;
	if (draft?.body !== undefined && isWanted) {
		const { body } = draft;
		const { hash } = body;
		const path = published?.path ?? draft.path;
		const kind = published?.kind ?? kindOf(draft.category, path);
		const changed = !holdsHash(known, hash);
		const name = published === undefined ? id : aliasOf({ ...context.store.object(id), id, kind });
		const constraints = binds(kind) ? body.constraints : [];
		return {
			...{ id, name, kind, path, changed, hash, digits: shortHash(hash) },
			...drafted,
			content: null,
			binding: constraints.length,
			constraints: full ? constraints.map(referable) : [],
			// A caller that says nothing of this text needs it.
			...(changed ? { body: { key: body.key, writtenAt: draft.updatedAt } } : {}),
		};
	}
	if (published === undefined) return undefined;
	const { kind, path, hash, content, constraints } = published;
	const digits = digitsOf(context, id, hash);
	const changed = !(holdsHash(known, hash) && shortHash(known, 64).length >= digits.length);
	return {
		...{ id, name: aliasOf({ ...context.store.object(id), id, kind }) },
		...{ kind, path, changed, hash, digits },
		...drafted,
		content: changed ? content : null,
		binding: constraints.length,
		constraints: full && binds(kind) ? referables(content, constraints) : [],
	};
}

/** As few digits as no other version of the object begins with, and not under twelve. */
function digitsOf({ store }: HubContext, id: string, hash: string): string {
	const others = store.versions(id).filter((version) => version.hash !== hash);
	let digits = SHORT_HASH;
	while (others.some((other) => shortHash(other.hash, digits) === shortHash(hash, digits)))
		digits += 4;
	return shortHash(hash, digits);
}
