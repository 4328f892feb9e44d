// Scopes of rules (docs/memory.md, "Scope"): always on, for files that match globs, or for matching tasks. Globs are
// read as Cursor, Claude Code and Copilot read them, without regular expressions, so that no pattern can be slow.

import { matchesGlob } from '../../shared/glob';
import { splitFrontMatter } from '../document/front-matter';
import { isImported } from '../files/paths';
import type { ObjectMeta } from '../types';

export interface Scope {
	readonly always: boolean;
	/** Patterns of the files that it is for; may be empty. */
	readonly globs: readonly string[];
}

const EVERYTHING = /^(?:\*|\*\*|\*\*\/\*|\/\*\*)$/;

/** Captures the folder that an instructions file is for; `.claude` is none. */
const INSTRUCTIONS = /^(?:(?!\.claude\/)(.*?)\/)?(?:\.claude\/)?(?:AGENTS|CLAUDE)\.md$/;
const COPILOTS = /^\.?github\//;
const CLAUDES = /^(?:.*\/)?\.?claude\/rules\//;

/** Returns the scope of a document by its front matter and its file; imports apply with their importer. */
export function scopeOf(
	{ path, file: pushed = path }: Pick<ObjectMeta, 'path' | 'file'>,
	content: string,
): Scope {
	const file = isImported(path) ? path : pushed;
	const { always, globs = [] } = splitFrontMatter(content);
	const [isInstructions, folder] = INSTRUCTIONS.exec(file) ?? [];
	if (isInstructions !== undefined && globs.length === 0)
		return folder === undefined
			? { always: true, globs }
			: { always: false, globs: [`${folder}/**`] };
	// Claude Code loads a rule without paths at every start; Copilot a rule for every file or for none.
	const isEverything = globs.every((glob) => EVERYTHING.test(glob));
	const isNamed = /copilot[-_]instructions\.md$/i.test(file);
	const isCopilots = COPILOTS.test(file) && isEverything && (globs.length > 0 || isNamed);
	const isClaudes = CLAUDES.test(file) && globs.length === 0;
	const isImports = isImported(file) && globs.length === 0;
	return { always: always ?? (isCopilots || isClaudes || isImports), globs };
}

/** Returns whether the scope matches one of these files; a pattern for every file does not count. */
export const isFor = ({ globs }: Scope, files: readonly string[]): boolean => {
	const telling = globs.filter((glob) => !EVERYTHING.test(glob));
	return (
		telling.some((glob) => !glob.startsWith('!')) && files.some((file) => matchesAny(telling, file))
	);
};

const MAX_BRACE_ALTERNATIVES = 50;

/** @param globs patterns; those that begin with `!` exclude files */
export function matchesAny(globs: readonly string[], file: string): boolean {
	const path = file.replace(/^\.?\//, '');
	const isIn = (glob: string) => expanded(glob).some((pattern) => matches(pattern, path));
	return (
		globs.some((glob) => !glob.startsWith('!') && isIn(glob)) &&
		!globs.some((glob) => glob.startsWith('!') && isIn(glob.slice(1)))
	);
}

/** Matches one pattern; without a slash, it is for files of that name in any folder. */
function matches(pattern: string, path: string): boolean {
	const bare = pattern.replace(/^\.?\//, '').replace(/\/$/, '/**');
	const whole = bare.includes('/') ? bare : `**/${bare}`;
	return inFolders(whole.split('/'), path.split('/'));
}

/** Matches by segments, `**` as any number of folders, in steps of at most the product of both lengths. */
function inFolders(pattern: readonly string[], path: readonly string[]): boolean {
	let reached: readonly boolean[] = [true, ...path.map(() => false)];
	for (const part of pattern) {
		if (part === '**') {
			let open = false;
			reached = reached.map((here) => (open ||= here));
		} else
			reached = reached.map(
				(_, at) => at > 0 && reached[at - 1] === true && matchesGlob(part, path[at - 1] ?? ''),
			);
	}
	return reached[path.length] === true;
}

function expanded(glob: string): string[] {
	let all = [glob];
	for (let round = 0; round < 5; round++) {
		const next = all.flatMap((each) => {
			const braces = /\{([^{}]*)\}/.exec(each);
			if (braces === null) return [each];
			const [whole, inside = ''] = braces;
			const before = each.slice(0, braces.index);
			const after = each.slice(braces.index + whole.length);
			return inside.split(',').map((choice) => before + choice + after);
		});
		if (next.length > MAX_BRACE_ALTERNATIVES) return all;
		all = next;
	}
	return all;
}
