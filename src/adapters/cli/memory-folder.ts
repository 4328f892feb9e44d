// A repository's rules as files (docs/memory.md, "Where rules live"): those of hosts, with their imports followed as
// Claude Code does, the folder .loadline, and, outside of a repository, rules/ workflow/ context/ META_PROMPT.md.
import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
	contentHash,
	importsOf,
	isImportable,
	MAX_DOCUMENT_BYTES,
	type ObjectMeta,
	OWN_FOLDER,
	objectPathOf,
	readDocument,
} from '../../memory';
import { err, ok, type SuccessOf } from '../../shared/result';
import { fileInside, noneThere, writeInside } from './patched-files';

/** Depth of imports, as in Claude Code. */
const MOST_HOPS = 4;
const BEGINS = /(?:^|\/)(?:CLAUDE|AGENTS)\.md$|(?:^|\/)\.claude\/rules\/.+\.md$/;
/** Path of a file, as opposed to a name or a package. */
const PATH = /\.[A-Za-z]\w{0,7}$|^@\.{0,2}\//;
/** Bytes of a file that is searched for imports. */
const MOST_BYTES = 1_000_000;

/** @param paths of files of the folder, by file */
async function importedFiles(folder: string, paths: ReadonlyMap<string, string>) {
	const files = new Map<string, string>();
	const notes: string[] = [];
	let next = [...paths].filter(([file]) => BEGINS.test(file));
	for (let hop = 0; next.length > 0; hop++) {
		const found = new Map<string, string>();
		for (const [file, path] of next)
			for (const each of importsOf(file, await searchedText(path))) {
				const { file: target, path: at, why } = await followed(folder, each);
				const isNew = target !== undefined && !files.has(target) && !found.has(target);
				const isDeep = isNew && hop >= MOST_HOPS;
				const note = isDeep ? TOO_DEEP : why;
				if (note !== undefined) notes.push(`${file}:${each.line}: ${each.said} ${note}`);
				if (isNew && !isDeep && at !== undefined) found.set(target, at);
			}
		for (const [file, path] of found) files.set(file, path);
		next = [...found];
	}
	return { files, notes };
}

const TOO_DEEP = `lies more than ${MOST_HOPS} imports deep: Claude Code does not read it, and it binds nobody`;
const NO_RULES =
	'is neither Markdown nor plain text: Claude Code reads it, and here it binds nobody';

/** Resolves an import to its file, or to the reason why there is none; neither for text that only looks like an import. */
async function followed(
	folder: string,
	{ said, file, meant, isTaken }: ReturnType<typeof importsOf>[number],
): Promise<{ readonly file?: string; readonly path?: string; readonly why?: string }> {
	const pathOf = async (each: string | undefined) =>
		each === undefined ? undefined : fileInside(folder, each);
	if (!isTaken) {
		const isThere = (await pathOf(meant ?? file)) !== undefined;
		return isThere ? { why: 'imports nothing: only a blank may stand before the @' } : {};
	}
	const path = await pathOf(file);
	if (file !== undefined && path !== undefined)
		return isImportable(file) ? { file, path } : { why: NO_RULES };
	if (meant !== undefined && (await pathOf(meant)) !== undefined)
		return {
			why: `imports nothing: Claude Code takes its end for a part of the name; write a blank after ${meant}`,
		};
	const named = file === undefined ? undefined : `${file}.md`;
	if ((await pathOf(named)) !== undefined) return { why: `is not there; ${named} is` };
	if (!PATH.test(said.replace(/[.,;:!?)\]}>"'*_~]+$/, ''))) return {};
	return { why: file === undefined ? OUTSIDE : 'is not there' };
}

const OUTSIDE = 'lies outside of the repository: it binds nobody here';

async function searchedText(path: string): Promise<string> {
	const bytes = await readFile(path);
	return bytes.length > MOST_BYTES ? '' : bytes.toString('utf8');
}

/**
 * A file that can be memory, named with `/` between folders; `hash` is of its content, as the workspace computes it,
 * `unbound` counts the lines outside of any constraint.
 */
export type LocalFile = SuccessOf<typeof fileOf>;

/** The reason why one file cannot be memory, in words for the user. */
export interface Problem {
	readonly file: string;
	readonly reason: string;
	/** True if nothing needs fixing. */
	readonly isFine?: boolean | undefined;
}

const CONFLICT = '.conflict';
/** Hidden folders that hold rules; others are skipped. */
const HIDDEN = new Set(['.claude', '.cursor', '.github', OWN_FOLDER]);
/** Folders of dependencies and build output. */
const FOREIGN = new Set('node_modules vendor dist build target coverage __pycache__'.split(' '));
/** Memory at the top of a folder. */
export const PLAIN = /^(?:rules|workflow|context)\/|^META_PROMPT\.md$/;
const MOST_DEPTH = 12;

/** Names the file with both sides of a conflict. */
export const conflictFile = (file: string): string => file + CONFLICT;

/** @param isPlain true if rules/ workflow/ context/ at the top are memory: in a repository they may be code */
export async function readFolder(given: string, isPlain: boolean) {
	const folder = await realpath(given).catch(() => given);
	const files: LocalFile[] = [];
	const problems: Problem[] = [];
	const conflicts: string[] = [];
	const seen = new Map<string, string>();
	const aside: Aside = { links: [], repositories: [], isPlain };
	const paths = (await pathsIn(folder, aside, 0)).sort();
	const nameOf = (path: string) => relative(folder, path).split(sep).join('/');
	const lying = new Map(paths.map((path) => [nameOf(path), path]));
	const { files: imported, notes } = await importedFiles(folder, lying);
	const names = new Map([...lying, ...imported].sort(([one], [other]) => (one < other ? -1 : 1)));
	for (const path of aside.repositories)
		problems.push({ file: `${nameOf(path)}/`, reason: IS_REPOSITORY, isFine: true });
	for (const file of aside.links.map(nameOf)) {
		const isMemory = objectPathOf(file, false).ok && (!PLAIN.test(file) || isPlain);
		const target = isMemory ? await realpath(join(folder, file)).catch(() => '') : '';
		// CLAUDE.md is often a link to AGENTS.md, which is read.
		if (isMemory && !paths.includes(target)) problems.push({ file, reason: IS_LINK });
	}
	for (const [file, path] of names) {
		if (file.endsWith(CONFLICT)) {
			conflicts.push(file.slice(0, -CONFLICT.length));
			continue;
		}
		const place = objectPathOf(file, imported.has(file));
		if (!place.ok) continue;
		if (PLAIN.test(file) && !isPlain) {
			if (imported.has(file)) problems.push({ file, reason: IN_PLAIN });
			continue;
		}
		const { category, kind, path: canonical } = place.value;
		const key = `${category}:${canonical}`;
		const twin = seen.get(key);
		if (twin !== undefined) {
			problems.push({ file, reason: `is the same object as ${twin} (${canonical})` });
			continue;
		}
		seen.set(key, file);
		const read = await fileOf(file, path, kind);
		if (read.ok) files.push(read.value);
		else problems.push(read.error);
	}
	return { files, problems, conflicts, notes };
}

/** Reads a file as memory; the error says why it cannot be. */
async function fileOf(file: string, path: string, kind: ObjectMeta['kind']) {
	const refused = (reason: string, isFine?: true) => err<Problem>({ file, reason, isFine });
	const { size } = await stat(path);
	if (size > MAX_DOCUMENT_BYTES)
		return refused(`has ${size} bytes, more than ${MAX_DOCUMENT_BYTES}: split it`);
	const bytes = await readFile(path);
	const content = isUtf8(bytes) ? bytes.toString('utf8') : undefined;
	const document = content === undefined ? undefined : readDocument(kind, content);
	if (content === undefined || document === undefined) return refused('is not UTF-8');
	if (content.trim() === '') return refused('is empty', true);
	if (!document.ok) return refused(document.error);
	const { constraints, unbound, warnings } = document.value;
	return ok({
		...{ file, content, hash: contentHash(content), warnings },
		constraints: constraints.length,
		unbound: Object.values(unbound).reduce((sum, lines) => sum + lines, 0),
		isRule: kind === 'rule' || kind === 'workflow',
	});
}

const IS_REPOSITORY = 'is a repository of its own';
const IS_LINK = 'is a symbolic link, which is not followed: import the file, or move it here';
const IN_PLAIN =
	'is imported by a CLAUDE.md, but rules/, workflow/ and context/ at the top of a repository are its own: move it';

/** Writes a file of the folder; the name must be one that memory can have, or its conflict. */
export async function writeInto(folder: string, file: string, content: string): Promise<void> {
	const place = objectPathOf(file.endsWith(CONFLICT) ? file.slice(0, -CONFLICT.length) : file);
	const isOutside = file.split('/').some((part) => ['', '.', '..'].includes(part));
	if (!place.ok || isOutside || file.includes('\\'))
		throw new Error(`the server named a file that memory cannot have: ${JSON.stringify(file)}`);
	await writeInside(folder, file, content);
}

/** Links and repositories that are not followed. */
interface Aside {
	readonly links: string[];
	readonly repositories: string[];
	readonly isPlain: boolean;
}

/** @param isOwn memory alone lies there, at any depth, whatever the folders are called */
async function pathsIn(folder: string, aside: Aside, depth: number, isOwn = false) {
	const paths: string[] = [];
	const within = await readdir(folder, { withFileTypes: true }).catch(noneThere<Dirent[]>([]));
	if (depth > 0 && within.some(({ name }) => name === '.git')) {
		aside.repositories.push(folder);
		return [];
	}
	for (const entry of within) {
		const { name } = entry;
		const path = join(folder, name);
		const isMemory = name === OWN_FOLDER || (aside.isPlain && PLAIN.test(`${name}/`));
		const isInside = isOwn ? !name.startsWith('.') : depth === 0 && isMemory;
		if (entry.isFile()) paths.push(path);
		else if (entry.isSymbolicLink()) aside.links.push(path);
		else if (entry.isDirectory() && (isInside || (depth < MOST_DEPTH && isOurs(name))))
			paths.push(...(await pathsIn(path, aside, depth + 1, isInside)));
	}
	return paths;
}

const isOurs = (name: string) => (name.startsWith('.') ? HIDDEN.has(name) : !FOREIGN.has(name));
