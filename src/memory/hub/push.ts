// Pushing a folder: compares files with what is published, then publishes them in one step.
import { err, ok, type Result } from '../../shared/result';
import { readDocument } from '../document/document';
import type { ReviewFault } from '../faults';
import { fileOf, META_PROMPT_PATH, objectPathOf } from '../files/paths';
import { sameHash } from '../hash';
import type { ObjectMeta, Version } from '../types';
import { attestor, type HubContext, madeVersion, publishVersion } from './context';
import { factsOf, type Published, summaryOf } from './publishing';

export interface PushedFile {
	readonly file: string;
	readonly content: string;
	/** Hash of the version that was published when the plan was made, or null; refused when it has changed. */
	readonly base: string | null;
	/** Id of the object, where it was in another file before. */
	readonly id?: string | undefined;
}

export interface PushFault extends ReviewFault {
	readonly files: readonly { readonly file: string; readonly reason: string }[];
}

export const pushing = (context: HubContext) => ({
	/** Returns what pushing these files would change, by content hash; changes nothing. */
	planSync({ files }: { readonly files: readonly SyncFile[] }) {
		return planSync(files, context.store.objects());
	},

	/** Publishes files and withdraws objects: all, or none when one is invalid or has changed since the plan. */
	applySync(asked: {
		readonly by: string;
		readonly files: readonly PushedFile[];
		readonly withdraw?: readonly { readonly id: string; readonly hash: string }[];
		readonly note?: string;
	}): Result<{ readonly published: readonly Published[]; readonly withdrawn: number }, PushFault> {
		const { by, files, withdraw = [], note } = asked;
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
	const place = objectPathOf(file);
	if (!place.ok) return place;
	const { category, kind, path } = place.value;
	const there = context.store.objectAt(category, path);
	const named = id === undefined ? undefined : context.store.object(id);
	if (id !== undefined && (named === undefined || named.deleted))
		return err('the object that it was has been withdrawn; plan again');
	if (named !== undefined && there !== undefined && there.id !== named.id)
		return err(`${path} is another object already; plan again`);
	const current = named ?? there;
	const isBase = base === null ? current === undefined : current && sameHash(current.hash, base);
	if (!isBase) return err('it has changed since the plan; plan again');
	if (content.trim() === '') return err('body is required and must not be empty');
	const document = readDocument(kind, content);
	if (!document.ok) return document;
	const objectId = current?.id ?? (category === 'mpf' ? META_PROMPT_PATH : `p-${context.uuid()}`);
	// A file without a description keeps the published one.
	const description = document.value.description ?? current?.description;
	const { hash, content: text, constraints, warnings } = document.value;
	const facts = { category, kind, path, hash, description, note, content: text, constraints };
	const pushed = { ...facts, origin: 'sync' as const, author: by, deleted: false };
	return ok({ version: madeVersion(context, objectId, pushed), warnings });
}

const withdrawal = (
	context: HubContext,
	{ id, category, kind, path, hash }: ObjectMeta,
	by: string,
	note: string | undefined,
): Version =>
	madeVersion(context, id, {
		...{ category, kind, path, hash, content: '', constraints: [], note },
		...{ origin: 'sync', author: by, deleted: true },
	});

type SyncFile = Readonly<Record<'file' | 'hash', string>>;

/** Compares files with the published objects: `absent` have no file, `problems` cannot be published or repeat another. */
export function planSync(files: readonly SyncFile[], objects: readonly ObjectMeta[]) {
	const keyOf = ({ category, path }: Pick<ObjectMeta, 'category' | 'path'>): string =>
		`${category}:${path}`;
	const published = new Map(objects.map((object) => [keyOf(object), object]));
	const seen = new Map<string, string>();
	const create: { file: string; path: string }[] = [];
	const update: ReturnType<typeof known>[] = [];
	const unchanged: ReturnType<typeof known>[] = [];
	const problems: { file: string; reason: string }[] = [];
	for (const { file, hash } of files) {
		const place = objectPathOf(file, false);
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

const known = (file: string, { id, path, hash }: ObjectMeta) => ({ file, path, id, hash });
