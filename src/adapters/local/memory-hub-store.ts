// MemoryStore in memory: for tests and for programs without a Worker.
import type { Attestation } from '../../memory/attestation';
import { whereOf } from '../../memory/folder';
import { scopeOf } from '../../memory/scope';
import { bodyDocument, nameDocument, partDocuments } from '../../memory/search-documents';
import {
	type Binding,
	type MemoryStore,
	NAME_COLUMNS,
	PART_COLUMNS,
	type Tally,
} from '../../memory/store';
import type { Draft, ObjectMeta, Version } from '../../memory/types';
import { type Indexed, rank } from './bm25';

interface State {
	readonly objects: Map<string, ObjectMeta>;
	readonly versions: Map<string, readonly Version[]>;
	readonly drafts: Map<string, { readonly draft: Draft; readonly content?: string }>;
	readonly attestations: readonly Attestation[];
	readonly bindings: Map<string, Binding>;
	readonly tallies: Map<string, Tally>;
}

const empty = (): State => ({
	objects: new Map(),
	versions: new Map(),
	drafts: new Map(),
	attestations: [],
	bindings: new Map(),
	tallies: new Map(),
});

const copyOf = (state: State): State => ({
	objects: new Map(state.objects),
	versions: new Map(state.versions),
	drafts: new Map(state.drafts),
	attestations: state.attestations,
	bindings: new Map(state.bindings),
	tallies: new Map(state.tallies),
});

const byPath = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** A store of memory that ends with its process. */
export const createMemoryHubStore = (): MemoryStore => {
	let state = empty();
	let depth = 0;

	const live = (): ObjectMeta[] => [...state.objects.values()].filter(({ deleted }) => !deleted);
	const versionsOf = (id: string): readonly Version[] => state.versions.get(id) ?? [];
	const currentOf = ({ id, version }: ObjectMeta): Version[] =>
		versionsOf(id).filter((each) => each.version === version);
	const weightsOf = (columns: readonly (readonly [string, number])[]) =>
		columns.map(([, weight]) => weight);

	const ranked = <Key>(
		terms: readonly string[],
		limit: number,
		{ weights, prefix }: { readonly weights: readonly number[]; readonly prefix: boolean },
		documentsOf: (version: Version) => Indexed<Key>[],
	) => {
		const sorted = live().sort((one, other) => byPath(one.path, other.path));
		const documents = sorted.flatMap(currentOf).flatMap(documentsOf);
		return rank(documents, terms, weights, prefix).slice(0, limit);
	};

	return {
		transaction(work) {
			const before = depth === 0 ? copyOf(state) : undefined;
			depth++;
			try {
				return work();
			} catch (error) {
				if (before !== undefined) state = before;
				throw error;
			} finally {
				depth--;
			}
		},
		object: (id) => state.objects.get(id),
		objectNumbered: (n) => [...state.objects.values()].find((object) => object.n === n),
		objectAt: (category, path) =>
			live().find((object) => object.category === category && object.path === path),
		objects: () =>
			live().sort((one, other) => other.createdAt - one.createdAt || byPath(one.path, other.path)),
		version: (id, version) => versionsOf(id).find((each) => each.version === version),
		versionByHash: (id, hash) =>
			versionsOf(id).findLast((each) => each.hash === hash && !each.deleted),
		versions: (id) =>
			versionsOf(id)
				.map(({ content: _content, constraints: _constraints, ...meta }) => meta)
				.reverse(),
		publish(object, version) {
			const { n = state.objects.size + 1, file } = state.objects.get(object.id) ?? {};
			state.objects.set(object.id, { ...object, n, ...(file !== undefined && { file }) });
			state.versions.set(object.id, [...versionsOf(object.id), version]);
		},
		placeFile(id, file) {
			const object = state.objects.get(id);
			if (object !== undefined) state.objects.set(id, { ...object, file });
		},
		scopes: () =>
			new Map(
				live().flatMap((object) =>
					currentOf(object).map(({ content }) => [object.id, scopeOf(whereOf(object), content)]),
				),
			),
		searchNames: (terms, limit) =>
			ranked(terms, limit, { weights: weightsOf(NAME_COLUMNS), prefix: true }, (version) => [
				{ key: version.objectId, columns: nameDocument(version) },
			]).map(({ key, score }) => ({ id: key, score })),
		searchBodies: (terms, limit) =>
			ranked(terms, limit, { weights: [1], prefix: false }, (version) => [
				{ key: version.objectId, columns: [bodyDocument(version)] },
			]).map(({ key, score }) => ({ id: key, score })),
		searchParts: (terms, limit) =>
			ranked(terms, limit, { weights: weightsOf(PART_COLUMNS), prefix: false }, (version) =>
				partDocuments(version).map(({ part, columns }) => ({
					key: { objectId: version.objectId, part },
					columns,
				})),
			).map(({ key, score }) => ({ ...key, score })),
		drafts: () =>
			[...state.drafts.values()]
				.map(({ draft }) => draft)
				.sort((one, other) => other.createdAt - one.createdAt || byPath(one.id, other.id)),
		draft: (id) => state.drafts.get(id)?.draft,
		putDraft(draft, content) {
			state.drafts.set(draft.id, content === undefined ? { draft } : { draft, content });
		},
		submittedContent: (id) => state.drafts.get(id)?.content,
		dropDraft: (id) => void state.drafts.delete(id),
		attest(event) {
			const attestation = { ...event, seq: (state.attestations.at(-1)?.seq ?? 0) + 1 };
			state = { ...state, attestations: [...state.attestations, attestation] };
			return attestation;
		},
		attestations({ order, limit, afterSeq = 0, beforeSeq = Number.MAX_SAFE_INTEGER, ...equal }) {
			const found = state.attestations.filter(
				(each) =>
					each.seq > afterSeq &&
					each.seq < beforeSeq &&
					Object.entries(equal).every(
						([name, value]) => value === undefined || Reflect.get(each, name) === value,
					),
			);
			return (order === 'newest' ? found.reverse() : found).slice(0, limit);
		},
		bind(binding) {
			const key = JSON.stringify([binding.principal, binding.handle]);
			state.bindings.delete(key);
			state.bindings.set(key, binding);
		},
		binding: (principal, handle) => state.bindings.get(JSON.stringify([principal, handle])),
		bindings: (principal, limit) =>
			[...state.bindings.values()]
				.filter((binding) => binding.principal === principal)
				.reverse()
				.slice(0, limit),
		tally(objectId, what, key, at) {
			const name = JSON.stringify([objectId, what, key]);
			const count = (state.tallies.get(name)?.count ?? 0) + 1;
			state.tallies.set(name, { objectId, what, key, count, lastAt: at });
		},
		forgetBefore({ evidence, bindings }) {
			const attestations = state.attestations.filter(({ at }) => at >= evidence);
			const isUsed = (binding: Binding) =>
				attestations.some(
					({ principal, session, at }) =>
						principal === binding.principal && session === binding.sessionId && at >= bindings,
				);
			state = {
				...state,
				attestations,
				bindings: new Map(
					[...state.bindings].filter(([, each]) => each.at >= bindings || isUsed(each)),
				),
			};
		},
		moveTallies(objectId, from, to) {
			for (const [name, tally] of [...state.tallies]) {
				if (tally.objectId !== objectId || tally.key !== from) continue;
				state.tallies.delete(name);
				const key = JSON.stringify([objectId, tally.what, to]);
				const there = state.tallies.get(key);
				const count = tally.count + (there?.count ?? 0);
				const lastAt = Math.max(tally.lastAt, there?.lastAt ?? 0);
				state.tallies.set(key, { ...tally, key: to, count, lastAt });
			}
		},
		tallies: () => [...state.tallies.values()],
	};
};
