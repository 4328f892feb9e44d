// Publishing outside the review: a folder that is pushed, versions, rollback. Each call is one step.
import { defined } from '../../shared/defined';
import { err, ok, type Result } from '../../shared/result';
import { readDocument } from '../document';
import type { ReviewFault } from '../faults';
import { fileOf, placeOf } from '../folder';
import { sameHash } from '../hash';
import { groupOf, kindOf, META_PROMPT_PATH, nameOf } from '../paths';
import type { VersionMeta } from '../store';
import { planSync, type SyncFile, type SyncPlan } from '../sync';
import type { Kind, ObjectMeta, Version } from '../types';
import { idOf } from './alias';
import { attestor, type HubContext, nextVersion, presentVersion, publishVersion } from './context';
import { type Filter, findObjects } from './reading';

/** A file to publish; refused where what is published is no longer what `base` says. */
export interface PushedFile {
	readonly file: string;
	readonly content: string;
	/** Hash of what was published when the plan was made; null when nothing was. */
	readonly base: string | null;
	/** The object that it is, where that lay in another file before. */
	readonly id?: string | undefined;
}

/** What was published, and what its author should know. */
export interface Published {
	readonly id: string;
	readonly path: string;
	readonly version: number;
	readonly hash: string;
	readonly warnings: readonly string[];
}

/** Why nothing of a push was published. */
export interface PushFault extends ReviewFault {
	readonly files: readonly { readonly file: string; readonly reason: string }[];
}

/** What is published, as a file of a folder. */
export interface ExportedFile extends Published {
	readonly file: string;
	readonly kind: Kind;
	readonly content: string;
}

/** A published object as people see it. */
export interface ObjectEntry extends Omit<ObjectMeta, 'category' | 'deleted'> {
	readonly name: string;
	readonly group?: string;
}

/** Objects one export page holds, and characters of content after which it ends. */
const EXPORT_OBJECTS = 100;
const EXPORT_CHARACTERS = 4_000_000;

/** What of the hub publishes folders and earlier versions. */
export const publishing = (context: HubContext) => ({
	/** What pushing these files would do. */
	planSync({ files }: { readonly files: readonly SyncFile[] }): SyncPlan {
		return planSync(files, context.store.objects());
	},

	/** Publishes files and withdraws objects: all, or none when one is invalid or has moved since the plan. */
	applySync({
		by,
		files,
		withdraw = [],
		note,
	}: {
		readonly by: string;
		readonly files: readonly PushedFile[];
		readonly withdraw?: readonly { readonly id: string; readonly hash: string }[];
		readonly note?: string;
	}): Result<{ readonly published: readonly Published[]; readonly withdrawn: number }, PushFault> {
		const { store } = context;
		return store.transaction(() => {
			const faults: { file: string; reason: string }[] = [];
			const versions: (Pushed & { file: string })[] = [];
			for (const pushed of files) {
				const { file } = pushed;
				const version = pushedVersion(context, pushed, by, note);
				if (version.ok) versions.push({ ...version.value, file });
				else faults.push({ file, reason: version.error });
			}
			const gone: Version[] = [];
			for (const { id, hash } of withdraw) {
				const current = store.object(id);
				if (current === undefined || current.deleted || !sameHash(current.hash, hash))
					faults.push({ file: id, reason: 'it has changed since the plan; plan again' });
				else gone.push(withdrawal(context, current, by, note));
			}
			const places = new Set(versions.map(({ version }) => `${version.category}:${version.path}`));
			const touched = new Set(versions.map(({ version }) => version.objectId));
			if (Math.min(places.size, touched.size) < versions.length)
				faults.push({ file: '', reason: 'two files are the same object; plan again' });
			for (const { objectId } of gone) {
				if (touched.has(objectId))
					faults.push({ file: objectId, reason: 'it is to be changed more than once; plan again' });
				touched.add(objectId);
			}
			if (faults.length > 0)
				return err({ code: 'conflict', message: 'nothing was published', files: faults });
			const attest = attestor(context, by, '');
			for (const { version, file } of versions) {
				publishVersion(context, version);
				store.placeFile(version.objectId, file);
				attest({ event: 'publish', ...factsOf(version) });
			}
			for (const version of gone) {
				publishVersion(context, version);
				attest({ event: 'withdraw', ...factsOf(version) });
			}
			return ok({
				published: versions.map(({ version, warnings }) => ({ ...summaryOf(version), warnings })),
				withdrawn: gone.length,
			});
		});
	},

	/** One page of the workspace as files. `next` begins the next page. */
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

	/** Published objects, ranked where there is a query. The meta-prompt is not among them. */
	listObjects(filter: Filter = {}): readonly ObjectEntry[] {
		return findObjects(context, filter).map(entryOf);
	},

	/** A published object, or one of its versions. */
	readObject({
		id: name,
		version,
	}: {
		readonly id: string;
		readonly version?: number;
	}): Version | null {
		const id = idOf(context, name);
		const present = presentVersion(context, id);
		// The default meta-prompt is version 0, which no store has.
		return version === undefined || version === present?.version
			? (present ?? null)
			: (context.store.version(id, version) ?? null);
	},

	/** Newest first. */
	listVersions({ id }: { readonly id: string }): readonly VersionMeta[] {
		return context.store.versions(id);
	},

	/** Publishes an earlier version again, as a new version; brings a withdrawn object back. */
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
				return err({ code: 'not_found', message: `there is no version ${version} of this object` });
			if (earlier.deleted)
				return err({
					code: 'invalid',
					message: 'that version withdrew the object; choose another',
				});
			const holder = store.objectAt(earlier.category, earlier.path);
			if (holder !== undefined && holder.id !== id)
				return err({
					code: 'conflict',
					message: `${earlier.path} is published as ${holder.id} now; rename that first`,
				});
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

function entryOf({ category: _category, deleted: _deleted, ...object }: ObjectMeta): ObjectEntry {
	const { path } = object;
	return { ...object, name: nameOf(path), ...defined({ group: groupOf(path) }) };
}

const factsOf = ({ objectId, path, hash, version, note }: Version) => ({
	objectId,
	path,
	hash,
	...defined({ reason: note }),
	detail: `version ${version}`,
});

const summaryOf = ({ objectId, path, version, hash }: Version) => ({
	id: objectId,
	path,
	version,
	hash,
});

interface Pushed {
	readonly version: Version;
	readonly warnings: readonly string[];
}

function pushedVersion(
	context: HubContext,
	{ file, content, base, id }: PushedFile,
	by: string,
	note: string | undefined,
): Result<Pushed, string> {
	const place = placeOf(file);
	if (!place.ok) return place;
	const { category, path } = place.value;
	const there = context.store.objectAt(category, path);
	const named = id === undefined ? undefined : context.store.object(id);
	if (id !== undefined && (named === undefined || named.deleted))
		return err('the object that it was has been withdrawn; plan again');
	if (named !== undefined && there !== undefined && there.id !== named.id)
		return err(`${path} is another object already; plan again`);
	const current = named ?? there;
	const isBase = base === null ? current === undefined : current && sameHash(current.hash, base);
	if (!isBase) return err('it has changed since the plan; plan again');
	const kind = kindOf(category, path);
	if (content.trim() === '') return err('body is required and must not be empty');
	const document = readDocument(kind, content);
	if (!document.ok) return document;
	const objectId = current?.id ?? (category === 'mpf' ? META_PROMPT_PATH : `p-${context.uuid()}`);
	// A file that says nothing of its description leaves it as it is.
	const description = document.value.description ?? current?.description;
	return ok({
		version: {
			objectId,
			version: nextVersion(context, objectId),
			category,
			kind,
			path,
			hash: document.value.hash,
			...defined({ description, note }),
			content: document.value.content,
			constraints: document.value.constraints,
			origin: 'sync',
			author: by,
			at: context.now(),
			deleted: false,
		},
		warnings: document.value.warnings,
	});
}

const withdrawal = (
	context: HubContext,
	{ id, category, kind, path, hash }: ObjectMeta,
	by: string,
	note: string | undefined,
): Version => ({
	objectId: id,
	version: nextVersion(context, id),
	category,
	kind,
	path,
	hash,
	content: '',
	constraints: [],
	origin: 'sync',
	author: by,
	at: context.now(),
	...defined({ note }),
	deleted: true,
});
