// Imports of a CLAUDE.md (docs/memory.md, "Where rules live"), as Claude Code 2.1.330 reads them: `@path` after a
// blank, outside of code and comments, up to the next blank.
import { defined } from '../../shared/json-values';
import { blocksOf, COMMENT } from '../document/markdown';

/** An import, or a text that only looks like one. */
interface Import {
	readonly said: string;
	/** Line in the importing file, from 1. */
	readonly line: number;
	/** Relative to the repository; absent for files outside of it. */
	readonly file?: string;
	/** `file` without trailing punctuation, where there is any. */
	readonly meant?: string;
	/** False after a bracket or a quotation mark: Claude Code reads that as text. */
	readonly isTaken: boolean;
}

const SAID = /(^|[\s*_~([{"'<])@((?:\\ |[^\s\\`])+)/g;
const CODE = /(`+)[^`][\s\S]*?\1/g;
const SIGNS = /[.,;:!?)\]}>"'*_~]+$/;
const MAX_SEGMENTS = 20;

/** @param file path of the importing file, relative to the repository, with `/` between folders */
export function importsOf(file: string, content: string): Import[] {
	const folder = file.split('/').slice(0, -1);
	const found: Import[] = [];
	let line = 0;
	for (const { type, map, content: source } of blocksOf(content).tokens) {
		line = map?.[0] ?? line;
		if (type !== 'inline') continue;
		const text = source.replaceAll(CODE, blanked).replaceAll(COMMENT, blanked);
		for (const { 1: before = '', 2: path = '', index } of text.matchAll(SAID)) {
			// The text of a link.
			if (path.includes('](')) continue;
			const isMarked = /[*_~]/.test(before);
			const said = isMarked ? path.replace(/[*_~]+$/, '') : path;
			const at = text.slice(0, index + before.length).split('\n').length;
			found.push({
				said: `@${said}`,
				line: line + at,
				...targets(folder, said.replaceAll('\\ ', ' ').replace(/#.*/, '')),
				isTaken: before.trim() === '' || isMarked,
			});
		}
	}
	return found;
}

/** Replaces code by blank lines, so that line numbers stay. */
const blanked = (code: string): string => `\`${'\n'.repeat(code.split('\n').length - 1)}`;

function targets(folder: readonly string[], path: string): Pick<Import, 'file' | 'meant'> {
	const file = resolved(folder, path);
	const meant = SIGNS.test(path) ? resolved(folder, path.replace(SIGNS, '')) : undefined;
	return defined({ file, meant });
}

/** Resolves a path within the repository; undefined for home, absolute and outside paths. */
function resolved(folder: readonly string[], path: string): string | undefined {
	if (/^[~/\\]/.test(path)) return undefined;
	const parts = [...folder];
	for (const part of path.split('/').slice(0, MAX_SEGMENTS)) {
		if (part === '' || part === '.') continue;
		if (part === '..' && parts.pop() === undefined) return undefined;
		if (part !== '..') parts.push(part);
	}
	return parts.length > 0 ? parts.join('/') : undefined;
}
