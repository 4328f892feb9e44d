// A repository's rules as files (docs/memory.md, "Where rules live"): the places of hosts, the folder of our
// own, and, outside of a repository, rules/ workflow/ context/ META_PROMPT.md.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { readDocument } from '../../memory/document';
import { OWN_FOLDER, ownPlaceOf, placeOf } from '../../memory/folder';
import { contentHash } from '../../memory/hash';
import { importsOf } from '../../memory/imports';
import { kindOf } from '../../memory/paths';

export interface LocalFile {
	/** Relative, with `/` between folders. */
	readonly file: string;
	readonly content: string;
	readonly hash: string;
	/** How many constraints bind, and lines bind nobody. */
	readonly constraints: number;
	readonly unbound: number;
	readonly isRule: boolean;
	readonly warnings: readonly string[];
}

export interface LocalFolder {
	readonly files: readonly LocalFile[];
	/** Files that cannot be memory, and why: they concern themselves only. */
	readonly problems: readonly { readonly file: string; readonly reason: string }[];
	/** Files with both sides of a conflict that nobody has resolved. */
	readonly conflicts: readonly string[];
}

const CONFLICT = '.conflict';
/** Hidden folders that hold rules; others are somebody else's. */
const HIDDEN = new Set(['.claude', '.cursor', '.github', OWN_FOLDER]);
/** Folders of what others wrote or programs made. */
const FOREIGN = new Set([
	'node_modules',
	'vendor',
	'dist',
	'build',
	'target',
	'coverage',
	'__pycache__',
]);
const PLAIN = /^(?:rules|workflow|context)\/|^META_PROMPT\.md$/;
/** Depth of folders that are looked into. */
const MOST_DEPTH = 12;

/** Where both sides of a file's conflict are written. */
export const conflictFile = (file: string): string => file + CONFLICT;

/**
 * @param isPlain whether rules/ workflow/ context/ at the top are memory: in a repository they may be code
 */
export async function readFolder(folder: string, isPlain: boolean): Promise<LocalFolder> {
	const files: LocalFile[] = [];
	const problems: { file: string; reason: string }[] = [];
	const conflicts: string[] = [];
	const seen = new Map<string, string>();
	const paths = (await pathsIn(folder, folder, 0)).sort();
	const names = new Map(paths.map((path) => [relative(folder, path).split(sep).join('/'), path]));
	const imported = await importedFiles(names);
	for (const [file, path] of names) {
		if (file.endsWith(CONFLICT)) {
			conflicts.push(file.slice(0, -CONFLICT.length));
			continue;
		}
		const place = imported.has(file) ? placeOf(file) : ownPlaceOf(file);
		if (!place.ok) continue;
		if (PLAIN.test(file) && !isPlain) {
			if (imported.has(file)) problems.push({ file, reason: IN_PLAIN });
			continue;
		}
		const { category, path: canonical } = place.value;
		const key = `${category}:${canonical}`;
		const twin = seen.get(key);
		if (twin !== undefined) {
			problems.push({ file, reason: `is the same object as ${twin} (${canonical})` });
			continue;
		}
		seen.set(key, file);
		const content = textOf(await readFile(path));
		const kind = kindOf(category, canonical);
		const document = content === undefined ? undefined : readDocument(kind, content);
		if (content === undefined || document === undefined)
			problems.push({ file, reason: 'is not UTF-8' });
		else if (content.trim() === '') problems.push({ file, reason: 'is empty' });
		else if (!document.ok) problems.push({ file, reason: document.error });
		else {
			const { constraints, unbound, warnings } = document.value;
			files.push({
				...{ file, content, hash: contentHash(content), warnings },
				constraints: constraints.length,
				unbound: Object.values(unbound).reduce((sum, lines) => sum + lines, 0),
				isRule: kind === 'rule' || kind === 'workflow',
			});
		}
	}
	return { files, problems, conflicts };
}

const IN_PLAIN =
	'is imported by a CLAUDE.md, but rules/, workflow/ and context/ at the top of a repository are its own: move it';
/** Files on the way from a CLAUDE.md to what it imports, as Claude Code goes. */
const MOST_HOPS = 5;

/** What the CLAUDE.md files of the folder import, directly or not. */
async function importedFiles(paths: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> {
	const found = new Set<string>();
	let next = [...paths.keys()].filter((file) => /(?:^|\/)CLAUDE\.md$/.test(file));
	for (let hop = 0; hop < MOST_HOPS && next.length > 0; hop++) {
		const imports: string[] = [];
		for (const file of next) {
			const content = textOf(await readFile(paths.get(file) ?? ''));
			if (content !== undefined) imports.push(...importsOf(file, content));
		}
		next = [...new Set(imports)].filter((file) => paths.has(file) && !found.has(file));
		for (const file of next) found.add(file);
	}
	return found;
}

/** Writes a file of the folder; the name must be one that memory can have, or its conflict. */
export async function writeInto(folder: string, file: string, content: string): Promise<void> {
	const place = placeOf(file.endsWith(CONFLICT) ? file.slice(0, -CONFLICT.length) : file);
	const isOutside = file.split('/').some((part) => ['', '.', '..'].includes(part));
	if (!place.ok || isOutside || file.includes('\\'))
		throw new Error(`the server named a file that memory cannot have: ${JSON.stringify(file)}`);
	const path = join(folder, ...file.split('/'));
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, content);
}

/** Removes a file that `writeInto` could have written. */
export const removeFrom = (folder: string, file: string): Promise<void> =>
	rm(join(folder, ...file.split('/')), { force: true });

async function pathsIn(folder: string, root: string, depth: number): Promise<string[]> {
	const paths: string[] = [];
	for (const entry of await entries(folder)) {
		const path = join(folder, entry.name);
		if (entry.isFile()) paths.push(path);
		else if (entry.isDirectory() && depth < MOST_DEPTH && isOurs(entry.name))
			paths.push(...(await pathsIn(path, root, depth + 1)));
	}
	return paths;
}

const isOurs = (name: string): boolean =>
	name.startsWith('.') ? HIDDEN.has(name) : !FOREIGN.has(name);

async function entries(folder: string) {
	try {
		return await readdir(folder, { withFileTypes: true });
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
