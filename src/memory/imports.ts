// What a CLAUDE.md imports (docs/memory.md, "Where rules live"): `@path` outside of code, as Claude Code reads it.
import { blocksOf } from './markdown';

const IMPORT = /(?:^|\s)@([^\s`]+)/g;
/** Folders up and down that an import may go through. */
const MOST_PARTS = 20;

/**
 * Markdown files that a file imports, relative to the repository.
 * @param file where the importing file lies, relative, with `/` between folders
 */
export function importsOf(file: string, content: string): string[] {
	const { tokens } = blocksOf(content);
	const said = tokens
		.filter(({ type }) => type === 'inline')
		.map(({ content: text }) => text.replaceAll(/(`+)[^`][\s\S]*?\1/g, ''));
	const folder = file.split('/').slice(0, -1);
	const found = said.flatMap((text) =>
		[...text.matchAll(IMPORT)].flatMap(([, path = '']) => resolved(folder, path) ?? []),
	);
	return [...new Set(found)];
}

/** Undefined for what is no Markdown file of the repository: of the home folder, absolute, outside. */
function resolved(folder: readonly string[], path: string): string | undefined {
	if (!/\.md$/i.test(path) || /^[~/\\]/.test(path)) return undefined;
	const parts = [...folder];
	for (const part of path.split('/').slice(0, MOST_PARTS)) {
		if (part === '' || part === '.') continue;
		if (part === '..' && parts.pop() === undefined) return undefined;
		if (part !== '..') parts.push(part);
	}
	return parts.join('/');
}
