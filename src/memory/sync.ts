// What a folder would change in a workspace, by content hash: a plan to show before anything happens.
import { fileOf, ownPlaceOf, type Place } from './folder';
import { sameHash } from './hash';
import type { ObjectMeta } from './types';

/** A file of the folder, without its content. */
export interface SyncFile {
	/** `rules/code-style.md` */
	readonly file: string;
	readonly hash: string;
}

/** A file of the folder, and the path under which it is published. */
export interface SyncEntry {
	readonly file: string;
	readonly path: string;
}

/** A file and the published object that it is. */
export interface KnownEntry extends SyncEntry {
	readonly id: string;
	/** Of what is published. */
	readonly hash: string;
}

/** What a push would do to each file; those in `problems` are no rules that can be published, or there twice. */
export interface SyncPlan {
	readonly create: readonly SyncEntry[];
	readonly update: readonly KnownEntry[];
	readonly unchanged: readonly KnownEntry[];
	/** Published, and not in the folder. */
	readonly absent: readonly KnownEntry[];
	readonly problems: readonly { readonly file: string; readonly reason: string }[];
}

/** Compares a folder with what is published. Changes nothing. */
export function planSync(files: readonly SyncFile[], objects: readonly ObjectMeta[]): SyncPlan {
	const keyOf = ({ category, path }: Place): string => `${category}:${path}`;
	const published = new Map(objects.map((object) => [keyOf(object), object]));
	const seen = new Map<string, string>();
	const create: SyncEntry[] = [];
	const update: KnownEntry[] = [];
	const unchanged: KnownEntry[] = [];
	const problems: { file: string; reason: string }[] = [];
	for (const { file, hash } of files) {
		const place = ownPlaceOf(file);
		if (!place.ok) {
			problems.push({ file, reason: place.error });
			continue;
		}
		const key = keyOf(place.value);
		const twin = seen.get(key);
		if (twin !== undefined) {
			problems.push({ file, reason: `is the same object as ${twin} (${place.value.path})` });
			continue;
		}
		seen.set(key, file);
		const object = published.get(key);
		const { path } = place.value;
		if (object === undefined) create.push({ file, path });
		else if (sameHash(object.hash, hash)) unchanged.push(known(file, object));
		else update.push(known(file, object));
	}
	const absent = [...published]
		.filter(([key]) => !seen.has(key))
		.map(([, object]) => known(fileOf(object), object));
	return { create, update, unchanged, absent, problems };
}

const known = (file: string, { id, path, hash }: ObjectMeta): KnownEntry => ({
	file,
	path,
	id,
	hash,
});
