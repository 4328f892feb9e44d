// Files of a folder of memory, and none outside it, since symbolic links may lead out and names come from the server;
// `.loadline/lock.json`: the published versions that a folder last saw, sorted to merge well in git (docs/memory.md,
// "Where rules live").
import { lstat, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import * as z from 'zod/v4';
import { OWN_FOLDER, type threeWay } from '../../memory';
import { err, ok } from '../../shared/result';

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
