// Describes lines that begin with paths: lists of files, and what grep finds in them.
import { several } from '../../shared/shown-text';
import type { LineIndex } from './lines';

/** A possible path, alone in its line or before a colon as grep prints it. */
const HEAD = /((?:[A-Za-z]:(?=[\\/]))?[^\s:"'<>|]+)(:|[ \t]*$)/my;
const BLANK = /[ \t]*$/my;
/** Part of the lines that must begin with one. */
const MOST = 0.9;
/** Folders that are named, and characters of a name. */
const NAMED = 8;
const NAME_CHARS = 60;

/** The path that a line begins with, and `:` where more follows; undefined of any other line. */
function pathAt(text: string, start: number): readonly [path: string, end: string] | undefined {
	HEAD.lastIndex = start;
	const [, path = '', end = ''] = HEAD.exec(text) ?? [];
	return /[\\/]/.test(path) ? [path, end] : undefined;
}

/** Tells whether these are lines of a list of paths, or of what was found in files. */
export const arePaths = (heads: readonly string[]): boolean => {
	const filled = heads.filter((head) => head.trim() !== '');
	const paths = filled.filter((head) => pathAt(head, 0));
	return paths.length > 2 && paths.length >= filled.length * MOST;
};

/**
 * Counts all lines by the folder right below the one that all share, files that stand there by their ending:
 * `609 lines of 306 files below src/: gateway/×81, ask/×27, *.ts×4`. The example counts the lines of each file.
 */
export function pathsDigest(text: string, lines: LineIndex) {
	const paths: string[] = [];
	let isFound = false;
	let others = 0;
	for (const start of lines.starts) {
		const [path, end] = pathAt(text, start) ?? [];
		BLANK.lastIndex = start;
		if (path !== undefined) paths.push(path);
		else if (!BLANK.test(text)) others++;
		isFound ||= end === ':';
	}
	const shared = sharedFolder(paths);
	const groups = new Map<string, number>();
	for (const path of paths) {
		const rest = path.slice(shared.length);
		const ending = /.\.(\w+)$/.exec(rest)?.[1];
		// `ask/` of `ask/query/words.ts`, `*.ts` of `words.ts`.
		const name = /^[^\\/]*[\\/]/.exec(rest)?.[0] ?? (ending === undefined ? rest : `*.${ending}`);
		groups.set(name, (groups.get(name) ?? 0) + 1);
	}
	const largest = [...groups].sort(([, a], [, b]) => b - a);
	const files = several(new Set(paths).size, isFound ? 'file' : 'path');
	const shape = [
		`${isFound ? `${several(paths.length, 'line')} of ` : ''}${files}${shared && ` below ${cutName(shared)}`}: `,
		largest
			.slice(0, NAMED)
			.map(([name, count]) => `${cutName(name)}×${count}`)
			.join(', '),
		largest.length > NAMED ? `, ${largest.length - NAMED} more` : '',
		others > 0 ? `; ${several(others, 'other line')}` : '',
	].join('');
	return { shape, ...(isFound && { example: "count_by(@, &split(text, ':')[0])" }) };
}

const cutName = (name: string): string =>
	name.length > NAME_CHARS ? `…${name.slice(-NAME_CHARS).toWellFormed()}` : name;

/** The longest beginning of all paths that ends with a separator. */
function sharedFolder(paths: readonly string[]): string {
	let shared = paths[0] ?? '';
	for (const path of paths) {
		while (!path.startsWith(shared)) shared = shared.slice(0, -1);
	}
	return shared.slice(0, Math.max(shared.lastIndexOf('/'), shared.lastIndexOf('\\')) + 1);
}
