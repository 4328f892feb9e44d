// Published objects and their versions: export, lists, rollback.
import { defined } from '../../shared/defined';
import { ok, type Result } from '../../shared/result';
import { type ReviewFault, refused } from '../faults';
import { fileOf, groupOf, nameOf } from '../files/paths';
import type { VersionMeta } from '../store';
import type { ObjectMeta, Version } from '../types';
import {
	attestor,
	type HubContext,
	idOf,
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
	exportFiles({ after = '' }: { readonly after?: string } = {}): {
		readonly files: readonly ExportedFile[];
		readonly next?: string;
	} {
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

	readObject({
		id: name,
		version,
	}: {
		readonly id: string;
		readonly version?: number;
	}): Version | null {
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

	/** Publishes an earlier version again as a new one; restores a withdrawn object. */
	rollback({
		id,
		version,
		by,
		note,
	}: {
		readonly id: string;
		readonly version: number;
		readonly by: string;
		readonly note?: string;
	}): Result<Published, ReviewFault> {
		const { store, now } = context;
		return store.transaction(() => {
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
			const { note: _earlier, ...rest } = earlier;
			const again: Version = {
				...rest,
				version: nextVersion(context, id),
				origin: 'rollback',
				author: by,
				at: now(),
				note: note ?? `back to version ${version}`,
			};
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
