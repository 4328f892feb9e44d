// What a CLAUDE.md imports (docs/memory.md, "Where rules live"), as Claude Code 2.1.330 reads it: `@path` after a
// blank, outside of code and comments, up to the next blank. What only looks like one is told apart. Pure.
import { defined } from '../shared/defined';
import { blocksOf, COMMENT } from './markdown';

export interface Import {
	/** `@docs/style.md` */
	readonly said: string;
	/** In the importing file, from 1. */
	readonly line: number;
	/** Relative to the repository; absent for what lies outside of it. */
	readonly file?: string;
	/** The same without the signs of a sentence at its end, where there are any. */
	readonly meant?: string;
	/** Whether Claude Code takes it for one: a bracket or a quotation mark before it makes it text. */
	readonly isTaken: boolean;
}

const SAID = /(^|[\s*_~([{"'<])@((?:\\ |[^\s\\`])+)/g;
const CODE = /(`+)[^`][\s\S]*?\1/g;
const SIGNS = /[.,;:!?)\]}>"'*_~]+$/;
/** Folders up and down that an import may go through. */
const MOST_PARTS = 20;

/** @param file where the importing file lies, relative to the repository, with `/` between folders */
export function importsOf(file: string, content: string): Import[] {
	const folder = file.split('/').slice(0, -1);
	const found: Import[] = [];
	let line = 0;
	for (const { type, map, content: source } of blocksOf(content).tokens) {
		line = map?.[0] ?? line;
		if (type !== 'inline') continue;
		const text = source.replaceAll(CODE, blanked).replaceAll(COMMENT, blanked);
		for (const { 1: before = '', 2: path = '', index } of text.matchAll(SAID)) {
			// The text of a link, up to its address.
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

/** Lines stay where they are. */
const blanked = (code: string): string => `\`${'\n'.repeat(code.split('\n').length - 1)}`;

function targets(folder: readonly string[], path: string): Pick<Import, 'file' | 'meant'> {
	const file = resolved(folder, path);
	const meant = SIGNS.test(path) ? resolved(folder, path.replace(SIGNS, '')) : undefined;
	return defined({ file, meant });
}

/** Undefined for what is no file of the repository: of the home folder, absolute, outside. */
function resolved(folder: readonly string[], path: string): string | undefined {
	if (/^[~/\\]/.test(path)) return undefined;
	const parts = [...folder];
	for (const part of path.split('/').slice(0, MOST_PARTS)) {
		if (part === '' || part === '.') continue;
		if (part === '..' && parts.pop() === undefined) return undefined;
		if (part !== '..') parts.push(part);
	}
	return parts.length > 0 ? parts.join('/') : undefined;
}
