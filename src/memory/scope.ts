// Where a rule applies (docs/memory.md, "Scope"): always, for some files, or when its task comes up.
import { isImported } from './folder';
import { splitFrontMatter } from './front-matter';
import { matchesAny } from './path-pattern';

export interface Scope {
	/** It belongs into every context. */
	readonly always: boolean;
	/** Files it is for; none where it does not say. */
	readonly globs: readonly string[];
}

/** Patterns that are every file. */
const EVERYTHING = /^(?:\*|\*\*|\*\*\/\*|\/\*\*)$/;

/** With the folder that they are for: `.claude` is none. */
const INSTRUCTIONS = /^(?:(?!\.claude\/)(.*?)\/)?(?:\.claude\/)?(?:AGENTS|CLAUDE)\.md$/;
const COPILOTS = /^\.?github\//;
const CLAUDES = /^(?:.*\/)?\.?claude\/rules\//;

/** @param file where it lies in its repository, or else its path */
export function scopeOf(file: string, content: string): Scope {
	const { always, globs = [] } = splitFrontMatter(content);
	const [isInstructions, folder] = INSTRUCTIONS.exec(file) ?? [];
	if (isInstructions !== undefined && globs.length === 0)
		return folder === undefined
			? { always: true, globs }
			: { always: false, globs: [`${folder}/**`] };
	// Claude Code loads a rule without paths at every start; Copilot what has no or every file.
	const isEverything = globs.every((glob) => EVERYTHING.test(glob));
	const isNamed = /copilot[-_]instructions\.md$/i.test(file);
	const isCopilots = COPILOTS.test(file) && isEverything && (globs.length > 0 || isNamed);
	const isClaudes = CLAUDES.test(file) && globs.length === 0;
	const isImports = isImported(file) && globs.length === 0;
	return { always: always ?? (isCopilots || isClaudes || isImports), globs };
}

/** Whether the scope names one of these files; a pattern for everything names none. */
export const isFor = ({ globs }: Scope, files: readonly string[]): boolean => {
	const telling = globs.filter((glob) => !EVERYTHING.test(glob));
	return (
		telling.some((glob) => !glob.startsWith('!')) && files.some((file) => matchesAny(telling, file))
	);
};
