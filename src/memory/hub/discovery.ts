// Discovery and loading (memdisc, memload): first the inventory, then the content of chosen objects, where the
// caller does not hold it already.
import { defined } from '../../shared/json-values';
import { err, ok } from '../../shared/result';
import { binds, referable, referables } from '../document/document';
import { excerptOf, partsOf } from '../document/parts';
import { unknownId } from '../faults';
import { groupOf, kindOf, nameOf } from '../files/paths';
import { contentHash, holdsHash, MIN_HASH_DIGITS, shortHash, TEXT_DIGITS } from '../hash';
import { isSmallTalk } from '../search/small-talk';
import { searchWords, wordsOf } from '../search/words';
import type { Telling } from '../store';
import type { Called, Caller, Draft, ObjectMeta, Referable, Shape, Version } from '../types';
import {
	aliasOf,
	currentVersion,
	type HubContext,
	idOf,
	inSession,
	ownDrafts,
	shapeOf,
} from './context';
import { type Filter, findObjects, inGroup } from './ranking';
import { ledgerOf, namedBy } from './told';

/** An object as the inventory lists it: everything but its content. */
export type DiscoveredItem = ReturnType<typeof discovered>;

/** A loaded object: the published version, or the caller's own draft. */
export interface LoadedItem extends Pick<ObjectMeta, 'id' | 'kind' | 'path' | 'hash'> {
	/** Alias, `r12`. */
	readonly name: string;
	/** Prefix of the hash that is unique among the object's versions. */
	readonly digits: string;
	readonly changed: boolean;
	readonly hasDraft: boolean;
	readonly draftBaseHash?: string;
	/** Without the reminder; null when unchanged, or when `body` says where it is. */
	readonly content: string | null;
	/** `7/9`: `content` has these parts, the others were told under the hash that the caller holds. */
	readonly parts?: string;
	readonly binding: number;
	/** Empty unless the full shape was asked for. */
	readonly constraints: readonly Referable[];
	/** Location of the content of the caller's own draft. */
	readonly body?: { readonly key: string; readonly writtenAt: number };
}

/** Objects that are listed for a query, unless more are asked for. */
const MOST_FOUND = 10;

export const discovery = (context: HubContext) => ({
	/** Lists published objects, and the caller's drafts of new ones; `more` are beyond `limit` (ten with a query, else all). */
	discover(asked: Filter & Called & { readonly limit?: number; readonly shape?: Shape }) {
		const { caller, limit, shape, ...filter } = asked;
		return inSession(context, caller, (attest, session) => {
			const own = ownDrafts(context, caller.principal);
			const { query = '' } = filter;
			const isTalk = isSmallTalk(query);
			const published = (isTalk ? [] : findObjects(context, filter)).map((object) =>
				discovered(object, object.id, own.has(object.id)),
			);
			const created = createdDrafts(isTalk ? [] : [...own.values()], filter);
			// The author is working on a new draft: it comes before any page of published objects.
			const found = [...created.exact, ...published, ...created.loose];
			const items = found.slice(0, limit ?? (query.trim() === '' ? found.length : MOST_FOUND));
			const reason = [filter.kind, filter.group, filter.query].filter((part) => part !== undefined);
			attest({
				event: 'discover',
				...(reason.length === 0 ? {} : { reason: reason.join(' ') }),
				detail: discoveredNames(items.map(({ name }) => name)),
			});
			const more = found.length - items.length;
			return ok({ items, more, shape: shapeOf(context, caller, session, shape) });
		});
	},

	/**
	 * Loads one item per distinct id, in their order, and lets withdrawn ones go, by name and path; fails when one of them is
	 * unknown.
	 * @param wanted each id with the hash that the caller holds of it, or an empty string
	 * @param isWhole the hashes are spelled as Memory MCP spells them: so are this session's answers then
	 * @param draft prefers the caller's own drafts to what is published
	 */
	load(asked: {
		readonly caller: Caller;
		readonly wanted: readonly (readonly [id: string, hash: string])[];
		readonly shape?: Shape;
		readonly isWhole?: boolean;
		readonly draft: boolean;
	}) {
		const { caller, wanted, shape: named, isWhole = false, draft } = asked;
		const { store, workspaceId, now } = context;
		return inSession(context, caller, (attest, session) => {
			const { principal } = caller;
			const binding = store.binding(principal, session);
			if (isWhole && named === undefined && binding && binding.shape !== 'full')
				store.bind({ ...binding, shape: 'full' });
			const shape = shapeOf(context, caller, session, named);
			const full = shape === 'full';
			const own = ownDrafts(context, caller.principal);
			const ledger = ledgerOf(context, caller, session);
			const items: LoadedItem[] = [];
			const gone: ObjectMeta[] = [];
			const distinct = new Map(wanted.map((each) => [idOf(context, each[0]), each]));
			for (const [id, [name, known]] of distinct) {
				const item = loaded(context, id, own.get(id), {
					...{ known, full, draft, told: ledger.of(id) },
				});
				const object = item === undefined ? store.object(id) : undefined;
				if (item !== undefined) items.push(item);
				else if (object?.deleted) gone.push(object);
				else return err(unknownId(name));
			}
			for (const { id } of gone) ledger.release(id);
			for (const { id, path, hash, changed } of items) {
				// A draft never stands in for the published text.
				if (currentVersion(context, id)?.hash === hash) ledger.whole(id, { hash });
				store.tally(id, 'load', hash, now());
				const detail = changed ? 'content' : 'unchanged';
				attest({ event: 'load', objectId: id, path, hash, detail });
			}
			const withdrawn = gone.map((object) => `${aliasOf(object)} ${object.path}`);
			return ok({ workspaceId, items, withdrawn, shape });
		});
	},
});

const MAX_NAMES = 20;
const MAX_NAME_CHARACTERS = 1024;

/** Joins names for the evidence of a discovery: at most 20 of them, of about 1 KB. */
export function discoveredNames(names: readonly string[]): string {
	const listed: string[] = [];
	let length = 0;
	for (const name of names.slice(0, MAX_NAMES)) {
		length += name.length + 2;
		if (length > MAX_NAME_CHARACTERS) break;
		listed.push(name);
	}
	const more = names.length - listed.length;
	return listed.join(', ') + (more === 0 ? '' : `, ... (+${more} more)`);
}

const discovered = (
	meta: Pick<ObjectMeta, 'n' | 'kind' | 'path' | 'hash' | 'description'>,
	id: string,
	hasDraft: boolean,
) => {
	const { kind, path, hash, description } = meta;
	return {
		...{ id, kind, path, name: nameOf(path), alias: aliasOf({ ...meta, id }) },
		...defined({ group: groupOf(path) }),
		hash,
		...defined({ description }),
		hasDraft,
	};
};

/** Returns drafts of new documents that pass; `exact` have every word of the query, `loose` only some. */
function createdDrafts(own: readonly Draft[], { kind, group, query = '' }: Filter) {
	const terms = searchWords(query);
	const exact: DiscoveredItem[] = [];
	const loose: DiscoveredItem[] = [];
	for (const { id, operation, category, path, body } of own) {
		if (operation !== 'create' || body === undefined || !inGroup(path, group)) continue;
		const { hash, description } = body;
		const item = { kind: kindOf(category, path), path, hash, ...defined({ description }) };
		if (kind !== undefined && item.kind !== kind) continue;
		// Drafts are few and not indexed: prefix match of each term.
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
	asked: { known: string; full: boolean; draft: boolean; told: readonly Telling[] },
): LoadedItem | undefined {
	const { known, full, draft: ownFirst, told } = asked;
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
			...(changed ? { body: { key: body.key, writtenAt: draft.updatedAt } } : {}),
		};
	}
	if (published === undefined) return undefined;
	const { kind, path, hash, content, constraints } = published;
	const digits = digitsOf(context, id, hash);
	const isHeld = holdsHash(known, hash) && shortHash(known, 64).length >= digits.length;
	const rest = isHeld ? NOTHING : restOf(published, known, told);
	const changed = rest.content !== null;
	return {
		...{ id, name: aliasOf({ ...context.store.object(id), id, kind }) },
		...{ kind, path, changed, hash, digits },
		...drafted,
		...rest,
		binding: constraints.length,
		constraints: full && binds(kind) ? referables(content, constraints) : [],
	};
}

const NOTHING = { content: null };

/** Returns what is missing of a version to who holds a text of it that was told. */
function restOf(
	{ hash, content, kind }: Version,
	known: string,
	tellings: readonly Telling[],
): Pick<LoadedItem, 'content' | 'parts'> {
	const [told] = namedBy(
		known,
		tellings.filter((each) => each.text !== undefined && each.hash === hash),
	);
	if (told?.parts === undefined) return told === undefined ? { content } : NOTHING;
	const all = partsOf(content, kind);
	const had = excerptOf(told.parts.flatMap((part) => all[part] ?? []));
	// Parts were made otherwise when they were told.
	if (shortHash(contentHash(had), TEXT_DIGITS) !== told.text) return { content };
	const rest = all.filter((_, at) => !told.parts?.includes(at));
	return { content: excerptOf(rest), parts: `${rest.length}/${all.length}` };
}

/** Returns a prefix of the hash, of twelve digits or more, that no other version of the object has. */
function digitsOf({ store }: HubContext, id: string, hash: string): string {
	const others = store.versions(id).filter((version) => version.hash !== hash);
	let digits = MIN_HASH_DIGITS;
	while (others.some((other) => shortHash(other.hash, digits) === shortHash(hash, digits)))
		digits += 4;
	return shortHash(hash, digits);
}
