// What a reviewer is shown of one draft: its three sides, and what others say already, or the opposite of.
import { binds, NOTHING_BINDS } from '../document';
import { targetPath } from '../draft-machine';
import { type Overlap, overlapsOf } from '../overlap';
import { categoryAt, kindOf } from '../paths';
import { type DraftView, entryOf, hasMoved, proposedSide, sideOf } from '../review';
import type { Draft, DraftBody, Version } from '../types';
import { queryWords } from '../words';
import { currentVersion, type HubContext, presentVersion } from './context';

/** What is published now of what a draft changes. */
export const currentOf = (context: HubContext, { objectId }: Draft): Version | undefined =>
	objectId === undefined ? undefined : presentVersion(context, objectId);

/** Whether what it was based on is not what is published now, or its path is another's. */
export function isConflict(context: HubContext, draft: Draft): boolean {
	const current = currentOf(context, draft);
	return hasMoved(draft, current) || holderOf(context, draft, current) !== undefined;
}

/** Another object, published where the draft would go. */
export function holderOf(
	{ store }: HubContext,
	draft: Draft,
	current: Version | undefined,
): string | undefined {
	const path = targetPath(draft, current);
	const holder = store.objectAt(categoryAt(draft.category, path), path)?.id;
	return holder === draft.objectId ? undefined : holder;
}

/** The three sides as one reader may see them. */
export function viewOf(context: HubContext, draft: Draft, principal: string): DraftView {
	const { store } = context;
	const { objectId = '', baseHash = '', body } = draft;
	const current = currentOf(context, draft);
	const base = current?.hash === draft.baseHash ? current : store.versionByHash(objectId, baseHash);
	const proposed = proposedSide(draft, current, store.submittedContent(draft.id));
	const isOwn = draft.author === principal;
	const isRule = binds(kindOf(draft.category, targetPath(draft, current)));
	const shown = isRule && (proposed !== null || isOwn) ? body : undefined;
	const overlaps = shown === undefined ? [] : overlapsWith(context, shown, current);
	// Until it is submitted its content is kept elsewhere.
	const kept = proposed === null ? body : undefined;
	return {
		draft: entryOf(draft, isConflict(context, draft)),
		base: sideOf(base),
		current: sideOf(current),
		proposed,
		...(overlaps.length > 0 && { overlaps }),
		...(shown?.constraints.length === 0 && { warnings: [NOTHING_BINDS] }),
		...(kept &&
			(isOwn
				? { body: { key: kept.key, hash: kept.hash, writtenAt: draft.updatedAt } }
				: { withheld: 'content is visible to its author until it is submitted' })),
	};
}

/** Constraints of a draft that are compared, documents that are searched for each, and overlaps told. */
const MOST_COMPARED = 100;
const MOST_DOCUMENTS = 5;
const MOST_OVERLAPS = 20;

/** Only what is new in the draft is compared: what stays was there before. */
function overlapsWith(
	context: HubContext,
	{ constraints }: DraftBody,
	current: Version | undefined,
): Overlap[] {
	const before = new Set(current?.constraints.map(({ key }) => key));
	const fresh = constraints.filter(({ key }) => !before.has(key)).slice(0, MOST_COMPARED);
	const found = fresh.flatMap(({ text }) =>
		context.store.searchBodies(queryWords(text), MOST_DOCUMENTS).map(({ id }) => id),
	);
	const published = [...new Set(found)].flatMap((objectId) => {
		const version = objectId === current?.objectId ? undefined : currentVersion(context, objectId);
		const { path = '', constraints = [] } = version ?? {};
		return constraints.map((constraint) => ({ objectId, path, constraint }));
	});
	return overlapsOf(fresh, published).slice(0, MOST_OVERLAPS);
}
