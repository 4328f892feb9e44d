// One call for a task (memactivate): rank by what the texts and the names of their objects say, and
// send the difference to what the caller holds.
import { ok, type Result } from '../../shared/result';
import { queryTerms } from '../../shared/terms';
import { type Activation, activate, type Fragment } from '../activate';
import type { Fault } from '../faults';
import type { Caller, Version } from '../types';
import { attestor, currentVersion, type HubContext, sessionOf } from './context';

/** Fragments that are considered. */
const MOST_FRAGMENTS = 300;
/** Objects whose name alone may bring their constraints in. */
const MOST_NAMED = 20;
/** What a match of the object's name counts, beside a match of the text. */
const NAME_SHARE = 0.5;

interface Scored {
	readonly fragment: Fragment;
	readonly score: number;
	/** Place in its document. */
	readonly ordinal: number;
}

export const activating = (context: HubContext) => ({
	/** @param tokenBudget tokens that the items may cost */
	activate({
		caller,
		query,
		tokenBudget,
		known,
	}: {
		readonly caller: Caller;
		readonly query: string;
		readonly tokenBudget: number;
		readonly known: readonly (readonly [string, string])[];
	}): Result<{ readonly workspaceId: string } & Activation, Fault> {
		const { store, workspaceId, estimate, now } = context;
		return store.transaction(() => {
			const session = sessionOf(context, caller);
			if (!session.ok) return session;
			const ranked = rank(context, queryTerms(query));
			const held = new Map(known);
			const exists = (key: string) => isInForce(context, key);
			const activation = activate(ranked, held, exists, tokenBudget, estimate);
			const attest = attestor(context, caller.principal, session.value);
			const objects = Map.groupBy(activation.items, ({ ruleId, id }) => ruleId ?? id ?? '');
			for (const [objectId, items] of objects) {
				const version = currentVersion(context, objectId);
				if (version === undefined) continue;
				const { hash, path } = version;
				store.tally(objectId, 'activate', '', now());
				for (const { constraintId } of items)
					if (constraintId !== undefined) store.tally(objectId, 'activate', constraintId, now());
				attest({
					event: 'activate',
					objectId,
					path,
					hash,
					reason: query,
					detail: items
						.map(({ constraintId = '', action }) => `${action} ${constraintId}`.trim())
						.join(', '),
				});
			}
			return ok({ workspaceId, ...activation });
		});
	},
});

function rank(context: HubContext, terms: readonly string[]): Fragment[] {
	const { store } = context;
	const named = new Map(store.searchObjects(terms, MOST_NAMED).map(({ id, score }) => [id, score]));
	const hits = store.searchTexts(terms, MOST_FRAGMENTS);
	const texts = new Map(hits.map((hit) => [`${hit.objectId}#${hit.constraintId}`, hit.score]));
	const ids = new Set([...named.keys(), ...hits.map(({ objectId }) => objectId)]);
	const scored = [...ids].flatMap((id): Scored[] => {
		const version = currentVersion(context, id);
		if (version === undefined || version.kind === 'mpf') return [];
		const name = (named.get(id) ?? 0) * NAME_SHARE;
		return fragmentsOf(version).map((fragment, ordinal) => {
			const text = texts.get(`${id}#${fragment.constraintId ?? ''}`) ?? 0;
			return { fragment, score: text + name, ordinal };
		});
	});
	return scored
		.filter(({ score }) => score > 0)
		.sort(
			(one, other) =>
				other.score - one.score ||
				(one.fragment.path < other.fragment.path
					? -1
					: one.fragment.path > other.fragment.path
						? 1
						: one.ordinal - other.ordinal),
		)
		.slice(0, MOST_FRAGMENTS)
		.map(({ fragment }) => fragment);
}

function fragmentsOf({ objectId, kind, path, hash, content, constraints }: Version): Fragment[] {
	if (kind === 'context') return [{ key: objectId, objectId, kind, path, hash, text: content }];
	return constraints.map(({ id, name, text, textHash }) => {
		// A slash of the title itself makes no item.
		const slash = id.indexOf('/', name.length);
		const section = slash === -1 ? undefined : id.slice(0, slash);
		return {
			key: `${objectId}#${id}`,
			objectId,
			constraintId: id,
			kind,
			path,
			hash: textHash,
			text,
			...(section === undefined ? {} : { section }),
		};
	});
}

function isInForce(context: HubContext, key: string): boolean {
	const cut = key.indexOf('#');
	const version = currentVersion(context, cut === -1 ? key : key.slice(0, cut));
	if (version === undefined) return false;
	return cut === -1
		? version.kind === 'context'
		: version.constraints.some(({ id }) => id === key.slice(cut + 1));
}
