// Follows the imports of a folder's rules as Claude Code does; imports without effect are reported with their lines (docs/memory.md, "Where rules live").
import { readFile } from 'node:fs/promises';
import { importsOf, isImportable } from '../../memory';
import { fileInside } from './memory-inside';

/** Depth of imports, as in Claude Code. */
const MOST_HOPS = 4;
const BEGINS = /(?:^|\/)(?:CLAUDE|AGENTS)\.md$|(?:^|\/)\.claude\/rules\/.+\.md$/;
/** Path of a file, as opposed to a name or a package. */
const PATH = /\.[A-Za-z]\w{0,7}$|^@\.{0,2}\//;
/** Bytes of a file that is searched for imports. */
const MOST_BYTES = 1_000_000;

export interface Imports {
	/** Paths of imported files, by file. */
	readonly files: ReadonlyMap<string, string>;
	/** Sentences: `CLAUDE.md:3: @x.md is not there`. */
	readonly notes: readonly string[];
}

/** @param paths of files of the folder, by file */
export async function importedFiles(
	folder: string,
	paths: ReadonlyMap<string, string>,
): Promise<Imports> {
	const files = new Map<string, string>();
	const notes: string[] = [];
	let next = [...paths].filter(([file]) => BEGINS.test(file));
	for (let hop = 0; next.length > 0; hop++) {
		const found = new Map<string, string>();
		for (const [file, path] of next)
			for (const each of importsOf(file, await textOf(path))) {
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

async function textOf(path: string): Promise<string> {
	const bytes = await readFile(path);
	return bytes.length > MOST_BYTES ? '' : bytes.toString('utf8');
}
