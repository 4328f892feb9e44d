// File access confined to a folder: symbolic links may lead out of it, and names come from the server.
import { lstat, mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

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

/**
 * Removes a file of a folder, and none outside it.
 * @throws where the path leads out
 */
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
