// What a reviewer is shown of one draft: its three sides, and what others say already, or the opposite of.
import { binds, NOTHING_BINDS } from '../document';
import { targetPath } from '../draft-machine';
import { type Overlap, overlapsOf } from '../overlap';
import { categoryAt, kindOf } from '../paths';
import { type DraftView, entryOf, hasMoved, proposedSide, sideOf } from '../review';
import type { Draft, Version } from '../types';
import { queryWords } from '../words';
import { type HubContext, presentVersion } from './context';

/** Whether what it was based on is not what is published now, or its path is another's. */
export const isConflict = (context: HubContext, draft: Draft): boolean =>
	hasMoved(draft, currentOf(context, draft)) || pathTaken(context, draft) !== undefined;

/** What is published now of what a draft changes. */
export const currentOf = (context: HubContext, { objectId }: Draft): Version | undefined =>
	objectId === undefined ? undefined : presentVersion(context, objectId);

/** The object that is published where a draft would go. */
export function pathTaken({ store }: HubContext, draft: Draft): string | undefined {
	if (draft.category === 'mpf' || draft.operation === 'delete' || draft.operation === 'update')
		return undefined;
	const path = targetPath(draft);
	const holder = store.objectAt(categoryAt(draft.category, path), path);
	return holder === undefined || holder.id === draft.objectId ? undefined : holder.id;
}

/** The three sides as one reader may see them. */
export function viewOf(context: HubContext, draft: Draft, principal: string): DraftView {
	const { store } = context;
	const current = currentOf(context, draft);
	const base =
		draft.objectId === undefined || draft.baseHash === undefined
			? undefined
			: current?.hash === draft.baseHash
				? current
				: store.versionByHash(draft.objectId, draft.baseHash);
	const proposed = proposedSide(draft, current, store.submittedContent(draft.id));
	const unsubmitted = draft.body !== undefined && draft.state !== 'submitted';
	const isVisible = proposed !== null || draft.author === principal;
	const overlaps = isVisible ? overlapsWith(context, draft) : [];
	return {
		draft: entryOf(draft, isConflict(context, draft)),
		base: sideOf(base),
		current: sideOf(current),
		proposed,
		...(overlaps.length > 0 && { overlaps }),
		...(isVisible && isSilent(draft) && { warnings: [NOTHING_BINDS] }),
		...(draft.body !== undefined && unsubmitted && draft.author === principal
			? { body: { key: draft.body.key, hash: draft.body.hash, writtenAt: draft.updatedAt } }
			: {}),
		...(unsubmitted && proposed === null && draft.author !== principal
			? { withheld: 'content is visible to its author until it is submitted' }
			: {}),
	};
}

const isSilent = ({ category, path, body }: Draft): boolean =>
	body !== undefined && body.constraints.length === 0 && binds(kindOf(category, path));

/** Constraints of a draft that are compared, documents that are searched for each, and overlaps told. */
const MOST_COMPARED = 100;
const MOST_DOCUMENTS = 5;
const MOST_OVERLAPS = 20;

/** Only what is new in the draft is compared: what stays was there before. */
function overlapsWith({ store }: HubContext, draft: Draft): Overlap[] {
	const { body, objectId } = draft;
	if (body === undefined || !binds(kindOf(draft.category, targetPath(draft)))) return [];
	const versionOf = (id: string) => {
		const object = store.object(id);
		return object === undefined || object.deleted ? undefined : store.version(id, object.version);
	};
	const own = objectId === undefined ? undefined : versionOf(objectId);
	const before = new Set(own?.constraints.map(({ key }) => key));
	const fresh = body.constraints.filter(({ key }) => !before.has(key)).slice(0, MOST_COMPARED);
	const ids = new Set(
		fresh.flatMap(({ text }) =>
			store.searchBodies(queryWords(text), MOST_DOCUMENTS).map(({ id }) => id),
		),
	);
	const published = [...ids]
		.filter((id) => id !== objectId)
		.flatMap((id) => {
			const version = versionOf(id);
			return (version?.constraints ?? []).map((constraint) => ({
				objectId: id,
				path: version?.path ?? '',
				constraint,
			}));
		});
	return overlapsOf(fresh, published).slice(0, MOST_OVERLAPS);
}
