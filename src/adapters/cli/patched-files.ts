// Adds members to JSON files of another program, and removes them: to the byte where nobody changed them since, else
// member by member. Files are replaced atomically: a full disk or a crash leaves the old text, never half of the new.
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { lstat, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/v4';
import { OWN_FOLDER, type threeWay } from '../../memory';
import { isRecord, type JsonObject, jsonIn } from '../../shared/json-values';
import { err, ok } from '../../shared/result';

/** Keeps symbolic links, the file's mode and its owner; a new file is for its owner alone. */
export async function writeWhole(path: string, text: string): Promise<void> {
	const { file, mode, uid, gid } = await placeOf(path);
	const made = `${file}.${randomUUID()}.tmp`;
	try {
		const handle = await fs.open(made, 'wx', 0o600);
		try {
			await handle.writeFile(text);
			// Only root may give a file away; who else may write it leaves it theirs.
			if (uid !== undefined && gid !== undefined) await handle.chown(uid, gid).catch(() => {});
			await handle.chmod(mode);
			await handle.sync();
		} finally {
			await handle.close();
		}
		await fs.rename(made, file);
	} catch (error) {
		await fs.rm(made, { force: true });
		throw error;
	}
}

async function placeOf(path: string) {
	try {
		const file = await fs.realpath(path);
		// A rename would get past it.
		await fs.access(file, fs.constants.W_OK);
		const { mode, uid, gid } = await fs.stat(file);
		return { file, mode: mode & 0o777, uid, gid };
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
		return { file: path, mode: 0o600 };
	}
}

export interface Patch {
	readonly path: string;
	/** Members that are added; items of lists are appended. */
	readonly patch: object;
}

interface Written extends Patch {
	/** Null if there was no file. */
	readonly before: string | null;
	readonly after: string;
}

/** @returns the paths that were written; what was set up before is undone first */
export async function install(folder: string, state: string, patches: readonly Patch[]) {
	const undone = await remove(folder, state);
	if (!undone.ok) return undone;
	const written: Written[] = [];
	for (const { path, patch } of patches) {
		const before = await textOf(join(folder, path));
		const json = parsed(before ?? '{}');
		if (!json) return err(`${path} is not a JSON object; nothing was written.`);
		const after = `${JSON.stringify(merged(json, patch as JsonObject), null, 2)}\n`;
		written.push({ path, patch, before, after });
	}
	// The way back is written first: whatever happens then can be undone.
	for (const { path, after } of [{ path: state, after: JSON.stringify(written) }, ...written]) {
		await fs.mkdir(dirname(join(folder, path)), { recursive: true });
		await writeWhole(join(folder, path), after);
	}
	return ok(written.map(({ path }) => path));
}

/** @returns the paths that were changed back */
export async function remove(folder: string, state: string) {
	const text = await textOf(join(folder, state));
	if (text === null) return ok([]);
	const written = jsonIn(text) as readonly Written[] | undefined;
	if (written === undefined)
		return err(`${state} cannot be read; remove what is Loadline's by hand, then this file.`);
	for (const { path, patch, before, after } of written) {
		const file = join(folder, path);
		const now = await textOf(file);
		if (now === null) continue;
		const json = now === after ? undefined : parsed(now);
		if (now !== after && !json)
			return err(`${path} is not a JSON object; remove what is Loadline's by hand.`);
		const rest = json && without(json, patch as JsonObject, parsed(before ?? '{}') ?? {});
		const next = rest === undefined ? before : emptied(rest, before);
		if (next === null) await fs.rm(file);
		else await writeWhole(file, next);
	}
	await fs.rm(join(folder, state));
	for (const name of new Set([state, ...written.map(({ path }) => path)].map(dirname)))
		if (name !== '.') await fs.rmdir(join(folder, name)).catch(() => {});
	return ok(written.map(({ path }) => path));
}

const emptied = (rest: JsonObject, before: string | null): string | null =>
	before === null && Object.keys(rest).length === 0 ? null : `${JSON.stringify(rest, null, 2)}\n`;

const textOf = (file: string) => fs.readFile(file, 'utf8').catch(() => null);

function parsed(text: string): JsonObject | undefined {
	const value = jsonIn(text);
	return isRecord(value) ? value : undefined;
}

function merged(own: JsonObject, more: JsonObject): JsonObject {
	const next: Record<string, unknown> = { ...own };
	for (const [key, value] of Object.entries(more)) {
		const there = own[key];
		if (isRecord(there) && isRecord(value)) next[key] = merged(there, value);
		else if (Array.isArray(there) && Array.isArray(value)) next[key] = [...there, ...value];
		else next[key] = value;
	}
	return next;
}

/** Removes what `merged` added, as far as it is still there, and restores what it replaced. */
function without(own: JsonObject, more: JsonObject, before: JsonObject): JsonObject {
	const next: Record<string, unknown> = { ...own };
	for (const [key, value] of Object.entries(more)) {
		const there = own[key];
		if (isRecord(there) && isRecord(value)) {
			const earlier = before[key];
			next[key] = without(there, value, isRecord(earlier) ? earlier : {});
		} else if (Array.isArray(there) && Array.isArray(value))
			next[key] = there.filter((each) => !value.some((ours) => isDeepStrictEqual(ours, each)));
		else if (isDeepStrictEqual(there, value)) {
			if (Object.hasOwn(before, key)) next[key] = before[key];
			else delete next[key];
		}
		const left = next[key];
		const isEmpty =
			(isRecord(left) && Object.keys(left).length === 0) ||
			(Array.isArray(left) && left.length === 0);
		if (isEmpty && !Object.hasOwn(before, key)) delete next[key];
	}
	return next;
}

/** Resolves a file through links within the folder; undefined if it is absent or outside. */
export async function fileInside(folder: string, file: string): Promise<string | undefined> {
	try {
		const path = await realpath(join(folder, ...file.split('/')));
		const isWithin = path.startsWith(`${await realpath(folder)}${sep}`);
		return isWithin && (await stat(path)).isFile() ? path : undefined;
	} catch {
		return undefined;
	}
}

/** Writes a file of the folder, never through a link. */
export async function writeInside(folder: string, file: string, content: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	const path = await placeInside(folder, file);
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, content);
}

/** Removes a file of a folder, and none outside it. @throws where the path leads out */
export async function removeInside(folder: string, file: string): Promise<void> {
	await rm(await placeInside(folder, file), { force: true });
}

/** @throws where a link stands at the file or above it */
async function placeInside(folder: string, file: string): Promise<string> {
	let path = folder;
	for (const part of file.split('/')) {
		path = join(path, part);
		const found = await lstat(path).catch(() => undefined);
		if (found?.isSymbolicLink() === true)
			throw new Error(`${file}: ${path} is a symbolic link, through which nothing is written`);
	}
	return path;
}

/** Reads nothing where there is nothing; any other failure is one. */
export const noneThere =
	<None>(none: None) =>
	(error: NodeJS.ErrnoException): None => {
		if (error.code === 'ENOENT') return none;
		throw error;
	};

const FILE = 'lock.json';

/** A published file as the folder last saw it. */
export type BaseFile = Parameters<typeof threeWay>[0]['base'][number];

const lock = z.strictObject({
	version: z.literal(1),
	files: z.record(
		z.string().max(700),
		z.strictObject({
			id: z.string().max(200),
			hash: z.string().max(100),
			version: z.number().int().nonnegative(),
		}),
	),
});

/** Reads the lock; undefined before the first contact with a workspace. */
export async function readLock(folder: string) {
	const text = await readFile(join(folder, OWN_FOLDER, FILE), 'utf8').catch(noneThere(undefined));
	if (text === undefined) return ok(undefined);
	const name = `${OWN_FOLDER}/${FILE}`;
	try {
		const read = lock.safeParse(JSON.parse(text));
		if (!read.success) {
			const [issue] = read.error.issues;
			return err(`${name}: ${issue?.path.join('.')}: ${issue?.message}; restore it from git`);
		}
		return ok(Object.entries(read.data.files).map(([file, entry]) => ({ file, ...entry })));
	} catch {
		return err(`${name} is not JSON (a merge of two branches?); take either side, then pull`);
	}
}

/** Writes the lock, in the order of file names. */
export async function writeLock(folder: string, files: Iterable<BaseFile>): Promise<void> {
	const sorted = [...files].sort((one, other) => (one.file < other.file ? -1 : 1));
	const entries = sorted.map(({ file, id, hash, version }) => [file, { id, hash, version }]);
	const text = JSON.stringify({ version: 1, files: Object.fromEntries(entries) }, null, '\t');
	await writeInside(folder, `${OWN_FOLDER}/${FILE}`, `${text}\n`);
}
