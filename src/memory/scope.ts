// Where a rule applies (docs/memory.md, "Scope"): always, for some files, or when its task comes up.
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

/**
 * @param path of the object: what lay in AGENTS.md or CLAUDE.md of a folder is for that folder
 */
export function scopeOf(path: string, content: string): Scope {
	const { always, globs = [] } = splitFrontMatter(content);
	const [, folder = ''] = /^(?:(.*)\/)?(?:AGENTS|CLAUDE|COPILOT_INSTRUCTIONS)\.md$/.exec(path) ?? [
		undefined,
		undefined,
	];
	const isInstructions = /(?:^|\/)(?:AGENTS|CLAUDE|COPILOT_INSTRUCTIONS)\.md$/.test(path);
	if (isInstructions && globs.length === 0) {
		const isRoot = folder === '' || folder === 'github';
		return isRoot ? { always: true, globs } : { always: false, globs: [`${folder}/**`] };
	}
	// Claude Code loads a rule without paths at every start; Copilot applies `**` to everything.
	const isClaudes = path.startsWith('claude/rules/');
	const isEverything = globs.length > 0 && globs.every((glob) => EVERYTHING.test(glob));
	const isImplied = isClaudes ? globs.length === 0 : path.startsWith('github/') && isEverything;
	return { always: always ?? isImplied, globs };
}

/** Whether the scope names one of these files; a pattern for everything names none. */
export const isFor = ({ globs }: Scope, files: readonly string[]): boolean => {
	const telling = globs.filter((glob) => !EVERYTHING.test(glob));
	return (
		telling.some((glob) => !glob.startsWith('!')) && files.some((file) => matchesAny(telling, file))
	);
};
