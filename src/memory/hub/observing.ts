// Looking back: attestations, page by page, and what they say about each rule.
import type { Attestation, AttestationQuery } from '../attestation';
import { type Usage, usageOf } from '../usage';
import { currentVersion, type HubContext } from './context';

/** Rows of a page, at most. */
const MOST_ROWS = 1000;
const DEFAULT_ROWS = 50;

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
	const last = items.at(-1);
	return found.length > limit && last !== undefined ? { items, next: last.seq } : { items };
}

export const observing = (context: HubContext) => ({
	/** A page; newest first unless said otherwise. Pages stay as they are while more is recorded. */
	attestations(query: Partial<AttestationQuery> = {}): AttestationPage {
		return page(context, query);
	},

	/** Rows of an export, oldest first; the caller writes one JSON line of each. */
	exportAttestations({ afterSeq = 0 }: { readonly afterSeq?: number } = {}): AttestationPage {
		return page(context, { afterSeq, order: 'oldest', limit: MOST_ROWS });
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
