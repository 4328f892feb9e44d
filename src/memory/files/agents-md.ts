// Exports everything published as one AGENTS.md (docs/memory.md, "Where rules live"), for hosts without MCP.
import { binds } from '../document/document';
import { splitFrontMatter } from '../document/front-matter';
import { scopeOf } from '../search/scope';
import type { Kind } from '../types';

type AgentsSource = Readonly<Record<'file' | 'path' | 'content', string> & { kind: Kind }>;

/** Joins rules and workflows, always-on ones first, then contexts. */
export function agentsFile(sources: readonly AgentsSource[]): string {
	const [rules = [], contexts = []] = [true, false].map((isBinding) =>
		partsOf(sources.filter(({ kind }) => binds(kind) === isBinding)),
	);
	const parts = ['# Rules', ...rules];
	if (contexts.length > 0) parts.push('# Context', 'It informs, and binds nobody.', ...contexts);
	return `${parts.join('\n\n')}\n`;
}

/** Returns the documents by path, each under a heading of its own. */
function partsOf(sources: readonly AgentsSource[]): string[] {
	const documents = sources.map(({ file, path, content }) => {
		const { markdown, description } = splitFrontMatter(content);
		return { path, markdown, description, scope: scopeOf({ file, path }, content) };
	});
	documents.sort(
		(one, other) =>
			Number(other.scope.always) - Number(one.scope.always) || (one.path < other.path ? -1 : 1),
	);
	return documents.map(({ path, markdown, description, scope }) =>
		[
			`## ${path}`,
			...(scope.globs.length > 0
				? [`Applies to: ${scope.globs.map((glob) => `\`${glob}\``).join(', ')}`]
				: []),
			...(description === undefined ? [] : [description]),
			lowered(markdown).trim(),
		].join('\n\n'),
	);
}

/** Lowers headings by two levels, except in code; closes an open fence or comment, which would swallow what follows. */
function lowered(markdown: string): string {
	let fence = '';
	const text = markdown
		.split(/\r\n|\r|\n/)
		.map((line) => {
			const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
			if (mark !== '' && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
			const heading = fence === '' ? /^ {0,3}(#{1,6})(?=\s)/.exec(line) : null;
			if (heading === null) return line;
			const level = Math.min(6, (heading[1] ?? '').length + 2);
			return '#'.repeat(level) + line.slice(heading[0].length);
		})
		.join('\n');
	const isCommenting = text.lastIndexOf('<!--') > text.lastIndexOf('-->');
	return `${text}${fence === '' ? (isCommenting ? '\n-->' : '') : `\n${fence}`}`;
}
