// Published objects and their versions: export, lists, rollback.
import { defined } from '../../shared/json-values';
import { ok, type Result } from '../../shared/result';
import { binds } from '../document/document';
import { type OverlapPair, overlapsAmong } from '../document/overlap';
import { type ReviewFault, refused } from '../faults';
import { fileOf, groupOf, nameOf } from '../files/paths';
import type { AttestationQuery, Tally, VersionMeta } from '../store';
import type { Constraint, ObjectMeta, Version } from '../types';
import {
	attestor,
	currentVersion,
	type HubContext,
	idOf,
	madeVersion,
	nextVersion,
	presentVersion,
	publishVersion,
} from './context';
import { type Filter, findObjects } from './ranking';

export interface Published extends Pick<ObjectMeta, 'id' | 'path' | 'version' | 'hash'> {
	readonly warnings: readonly string[];
}

export interface ExportedFile extends Published, Pick<Version, 'kind' | 'content'> {
	readonly file: string;
}

/** Limits of an export page: objects, and characters of content after which it ends. */
const EXPORT_OBJECTS = 100;
const EXPORT_CHARACTERS = 4_000_000;

export const publishing = (context: HubContext) => ({
	/** Returns a page of the workspace as files; pass `next` as `after` for the next page. */
	exportFiles({ after = '' }: { readonly after?: string } = {}) {
		const objects = [...context.store.objects()]
			.sort((one, other) => (one.id < other.id ? -1 : 1))
			.filter(({ id }) => id > after);
		const files: ExportedFile[] = [];
		let next = after;
		let characters = 0;
		for (const object of objects) {
			if (files.length === EXPORT_OBJECTS || characters > EXPORT_CHARACTERS) return { files, next };
			const version = context.store.version(object.id, object.version);
			if (version === undefined) continue;
			const { kind, content } = version;
			files.push({ ...summaryOf(version), warnings: [], file: fileOf(object), kind, content });
			next = object.id;
			characters += content.length;
		}
		return { files };
	},

	/** Lists published objects except the meta-prompt, ranked where there is a query. */
	listObjects(filter: Filter = {}) {
		return findObjects(context, filter).map(entryOf);
	},

	readObject({ id: name, version }: { readonly id: string; readonly version?: number }) {
		const id = idOf(context, name);
		const present = presentVersion(context, id);
		// The default meta-prompt is version 0, which is not stored.
		return version === undefined || version === present?.version
			? (present ?? null)
			: (context.store.version(id, version) ?? null);
	},

	listVersions({ id }: { readonly id: string }): readonly VersionMeta[] {
		return context.store.versions(id);
	},

	/**
	 * Publishes an earlier version again as a new one; restores a withdrawn object.
	 * @param ifMatch the version that must be the newest; any, unless given
	 */
	rollback(asked: {
		readonly id: string;
		readonly version: number;
		readonly by: string;
		readonly note?: string;
		readonly ifMatch?: number;
	}): Result<Published, ReviewFault> {
		const { id, version, by, note, ifMatch } = asked;
		const { store } = context;
		return store.transaction(() => {
			const newest = nextVersion(context, id) - 1;
			if (ifMatch !== undefined && ifMatch !== newest)
				return refused('conflict', `version ${newest} is the newest now, not ${ifMatch}`);
			const earlier = store.version(id, version);
			if (earlier === undefined)
				return refused('not_found', `there is no version ${version} of this object`);
			if (earlier.deleted)
				return refused('invalid', 'that version withdrew the object; choose another');
			const holder = store.objectAt(earlier.category, earlier.path);
			if (holder !== undefined && holder.id !== id)
				return refused(
					'conflict',
					`${earlier.path} is published as ${holder.id} now; rename that first`,
				);
			const { objectId: _, version: from, at: _at, ...rest } = earlier;
			const again = madeVersion(context, id, {
				...{ ...rest, origin: 'rollback', author: by, note: note ?? `back to version ${from}` },
			});
			publishVersion(context, again);
			attestor(context, by, '')({ event: 'rollback', ...factsOf(again) });
			return ok({ ...summaryOf(again), warnings: [] });
		});
	},
});

function entryOf({ category: _category, deleted: _deleted, ...object }: ObjectMeta) {
	const { path } = object;
	return { ...object, name: nameOf(path), ...defined({ group: groupOf(path) }) };
}

/** Returns the members of a version that its evidence records. */
export const factsOf = ({ objectId, path, hash, version, note }: Version) => ({
	...{ objectId, path, hash },
	...defined({ reason: note }),
	detail: `version ${version}`,
});

export const summaryOf = ({ objectId: id, path, version, hash }: Version) => {
	return { id, path, version, hash };
};

const MAX_ROWS = 1000;
const DEFAULT_ROWS = 50;

const MAX_PAIRS = 200;

const sideOf = ({ objectId, path, constraint }: OverlapPair['one']) => {
	const { id: constraintId, text } = constraint;
	return { objectId, path, constraintId, text };
};

export const evidence = (context: HubContext) => ({
	/**
	 * Returns a page of attestations, by default newest first. Pages are stable while more is recorded.
	 * @returns `next`: `beforeSeq` (newest first) or `afterSeq` (oldest first) of the next page; absent on the last
	 */
	attestations(query: Partial<AttestationQuery> = {}) {
		const limit = Math.min(MAX_ROWS, Math.max(1, Math.trunc(query.limit ?? DEFAULT_ROWS)));
		const order = query.order ?? 'newest';
		const found = context.store.attestations({ ...query, order, limit: limit + 1 });
		const items = found.slice(0, limit);
		return { items, ...defined({ next: found.length > limit ? items.at(-1)?.seq : undefined }) };
	},

	/** Returns pairs of published constraints that repeat or contradict each other, and their total number. */
	overlaps({ most = MAX_PAIRS }: { readonly most?: number } = {}) {
		const objects = [...context.store.objects()].sort((one, other) =>
			one.path < other.path ? -1 : 1,
		);
		const published = objects.flatMap(({ id, kind, path }) => {
			const constraints = binds(kind) ? (currentVersion(context, id)?.constraints ?? []) : [];
			return constraints.map((constraint) => ({ objectId: id, path, constraint }));
		});
		const pairs = overlapsAmong(published);
		const overlaps = pairs
			.slice(0, most)
			.map(({ kind, one, other }) => ({ kind, one: sideOf(one), other: sideOf(other) }));
		return { overlaps, total: pairs.length };
	},

	usage({ id }: { readonly id?: string } = {}) {
		const { store } = context;
		const subjects = store
			.objects()
			.filter((object) => object.kind !== 'mpf' && (id === undefined || object.id === id))
			.map((object) => {
				const { constraints = [], content = '' } = currentVersion(context, object.id) ?? {};
				const constraintsAt = (hash: string) =>
					new Set(store.versionByHash(object.id, hash)?.constraints.map(({ key }) => key));
				return { object, constraints, content, constraintsAt };
			});
		return usageOf(subjects, store.tallies(), context.estimate);
	},
});

/** A published object with the constraints of its versions. */
interface UsageSubject {
	readonly object: ObjectMeta;
	readonly constraints: readonly Constraint[];
	readonly content: string;
	/** Returns the keys of the constraints in the version with this hash. */
	readonly constraintsAt: (hash: string) => ReadonlySet<string>;
}

/** Loads from which a rule without references counts as dead. */
const DEAD_LOADS = 5;

/**
 * Counts loads, references and rejections per object and constraint, over all sessions; an activation counts as a load.
 * @param estimate estimates the tokens of a text
 * @returns `neverReferred`: constraints without references, most loaded first; `dead`: rules that were loaded often and
 * never referred to, most expensive first; `cost`: tokens of all loads together
 */
export function usageOf(
	subjects: readonly UsageSubject[],
	tallies: readonly Tally[],
	estimate: (text: string) => number,
) {
	const byObject = Map.groupBy(tallies, ({ objectId }) => objectId);
	const objects = subjects.map((subject) =>
		objectUsage(subject, byObject.get(subject.object.id) ?? []),
	);
	const subjectOf = new Map(subjects.map((subject) => [subject.object.id, subject]));
	const textOf = (ruleId: string, constraintId: string) =>
		subjectOf.get(ruleId)?.constraints.find(({ id }) => id === constraintId)?.text ?? '';
	const neverReferred = objects
		.flatMap(({ id, path, constraints }) =>
			constraints
				.filter(({ references }) => references === 0)
				.map(({ id: constraintId, loads }) => {
					const tokens = estimate(textOf(id, constraintId));
					return { ruleId: id, constraintId, path, loads, tokens, cost: loads * tokens };
				}),
		)
		.sort((one, other) => other.loads - one.loads);
	const dead = objects
		.filter(
			({ constraints, loads, references }) =>
				constraints.length > 0 && references === 0 && loads >= DEAD_LOADS,
		)
		.map(({ id, path, loads }) => {
			const tokens = estimate(subjectOf.get(id)?.content ?? '');
			return { id, path, loads, tokens, cost: loads * tokens };
		})
		.sort((one, other) => other.cost - one.cost);
	return { objects, neverReferred, dead };
}

function objectUsage(
	{ object, constraints, constraintsAt }: UsageSubject,
	tallies: readonly Tally[],
) {
	const { id, kind, path } = object;
	const ofParts = ({ what, key }: Tally) =>
		(what === 'reject' || what === 'activate') && key !== '';
	const loads = tallies.filter(({ what }) => what === 'load');
	const loaded = new Map(loads.map(({ key }) => [key, constraintsAt(key)]));
	return {
		...{ id, kind, path },
		...counted(tallies.filter((tally) => !ofParts(tally))),
		constraints: constraints.map((constraint) => ({
			id: constraint.id,
			...counted(
				tallies.filter(({ what, key }) =>
					what === 'load'
						? loaded.get(key)?.has(constraint.key)
						: key === constraint.key || key === constraint.id,
				),
			),
		})),
	};
}

function counted(tallies: readonly Tally[]) {
	const sum = (wanted: Tally['what']) =>
		tallies.reduce((total, { what, count }) => total + (what === wanted ? count : 0), 0);
	const used = tallies.filter(({ what }) => what !== 'reject').map(({ lastAt }) => lastAt);
	return {
		loads: sum('load') + sum('activate'),
		references: sum('refer'),
		rejections: sum('reject'),
		...(used.length === 0 ? {} : { lastUsed: Math.max(...used) }),
	};
}
