// Looking back: attestations, page by page, and what they say about each rule.
import { defined } from '../../shared/defined';
import type { Attestation, AttestationQuery } from '../attestation';
import { binds } from '../document';
import { type OverlapPair, overlapsAmong } from '../overlap';
import { type Usage, usageOf } from '../usage';
import { currentVersion, type HubContext } from './context';

/** Rows of a page, at most. */
const MOST_ROWS = 1000;
const DEFAULT_ROWS = 50;

/** One page of attestations, in the order that was asked for. */
export interface AttestationPage {
	readonly items: readonly Attestation[];
	/** `beforeSeq` (newest first) or `afterSeq` (oldest first) of the next page; absent on the last. */
	readonly next?: number;
}

function page({ store }: HubContext, query: Partial<AttestationQuery>): AttestationPage {
	const limit = Math.min(MOST_ROWS, Math.max(1, Math.trunc(query.limit ?? DEFAULT_ROWS)));
	const order = query.order ?? 'newest';
	const found = store.attestations({ ...query, order, limit: limit + 1 });
	const items = found.slice(0, limit);
	return { items, ...defined({ next: found.length > limit ? items.at(-1)?.seq : undefined }) };
}

/** Pairs of an answer. */
const MOST_PAIRS = 200;

interface Side {
	readonly objectId: string;
	readonly path: string;
	readonly constraintId: string;
	readonly text: string;
}

/** Pairs of published constraints that say the same or the opposite, each side with its object. */
export interface Overlaps {
	readonly overlaps: readonly {
		readonly kind: OverlapPair['kind'];
		readonly one: Side;
		readonly other: Side;
	}[];
	/** Of all pairs, told or not. */
	readonly total: number;
}

const sideOf = ({ objectId, path, constraint: { id, text } }: OverlapPair['one']): Side => ({
	objectId,
	path,
	constraintId: id,
	text,
});
const told = ({ kind, one, other }: OverlapPair) => ({
	kind,
	one: sideOf(one),
	other: sideOf(other),
});

/** What of the hub tells what happened and what it says of each rule. */
export const observing = (context: HubContext) => ({
	/** A page; newest first unless said otherwise. Pages stay as they are while more is recorded. */
	attestations(query: Partial<AttestationQuery> = {}): AttestationPage {
		return page(context, query);
	},

	/** Constraints in force that say the same or the opposite. */
	overlaps({ most = MOST_PAIRS }: { readonly most?: number } = {}): Overlaps {
		const objects = [...context.store.objects()].sort((one, other) =>
			one.path < other.path ? -1 : 1,
		);
		const published = objects.flatMap(({ id, kind, path }) => {
			const constraints = binds(kind) ? (currentVersion(context, id)?.constraints ?? []) : [];
			return constraints.map((constraint) => ({ objectId: id, path, constraint }));
		});
		const pairs = overlapsAmong(published);
		return { overlaps: pairs.slice(0, most).map(told), total: pairs.length };
	},

	/** Per object, or of one. */
	usage({ id }: { readonly id?: string } = {}): Usage {
		const { store } = context;
		const subjects = store
			.objects()
			.filter((object) => object.kind !== 'mpf' && (id === undefined || object.id === id))
			.map((object) => {
				const sets = new Map<string, ReadonlySet<string>>();
				const version = currentVersion(context, object.id);
				return {
					object,
					constraints: version?.constraints ?? [],
					content: version?.content ?? '',
					constraintsAt: (hash: string) => {
						const set =
							sets.get(hash) ??
							new Set(
								store.versionByHash(object.id, hash)?.constraints.map((each) => each.key) ?? [],
							);
						sets.set(hash, set);
						return set;
					},
				};
			});
		return usageOf(subjects, store.tallies(), context.estimate);
	},
});
