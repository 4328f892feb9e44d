// A workspace's memory as files (docs/memory.md, "Folders"): rules/ workflow/ context/ META_PROMPT.md.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { placeOf } from '../../memory/folder';
import { contentHash } from '../../memory/hash';
import { META_PROMPT_PATH } from '../../memory/paths';
import { err, ok, type Result } from '../../shared/result';

export interface LocalFile {
	/** Relative, with `/` between folders. */
	readonly file: string;
	readonly content: string;
	readonly hash: string;
}

const FOLDERS = ['rules', 'workflow', 'context'];

/** All Markdown files of the folder, by name; hidden ones and links are left out, no folder has none. */
export async function readFolder(folder: string): Promise<Result<readonly LocalFile[], string>> {
	const files: LocalFile[] = [];
	for (const path of await pathsIn(folder)) {
		const file = relative(folder, path).split(sep).join('/');
		const content = textOf(await readFile(path));
		if (content === undefined) return err(`${file} is not UTF-8`);
		files.push({ file, content, hash: contentHash(content) });
	}
	return ok(files);
}

/** What a file of the folder is to the server: the same for two spellings of one path. */
export function placeKey(file: string): string | undefined {
	const place = placeOf(file);
	return place.ok ? `${place.value.category}:${place.value.path}` : undefined;
}

/** Writes a file of the folder; the name must be one that memory can have. */
export async function writeInto(folder: string, file: string, content: string): Promise<void> {
	if (placeKey(file) === undefined)
		throw new Error(`the server named a file that memory cannot have: ${JSON.stringify(file)}`);
	const path = join(folder, ...file.split('/'));
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, content);
}

async function pathsIn(folder: string): Promise<string[]> {
	const top = await entries(folder);
	const paths = top
		.filter((entry) => entry.isFile() && entry.name === META_PROMPT_PATH)
		.map(({ name }) => join(folder, name));
	for (const name of FOLDERS) {
		for (const entry of await entries(join(folder, name), true)) {
			const path = join(entry.parentPath, entry.name);
			const isHidden = relative(folder, path)
				.split(sep)
				.some((part) => part.startsWith('.'));
			if (entry.isFile() && !isHidden && /\.md$/i.test(entry.name)) paths.push(path);
		}
	}
	return paths.sort();
}

async function entries(folder: string, recursive = false) {
	try {
		return await readdir(folder, { withFileTypes: true, recursive });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
		throw error;
	}
}

function textOf(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
