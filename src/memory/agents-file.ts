// Everything published as one AGENTS.md (docs/memory.md, "Where rules live"), for hosts without MCP. Pure.

import { binds } from './document';
import { whereOf } from './folder';
import { splitFrontMatter } from './front-matter';
import { scopeOf } from './scope';
import type { Kind } from './types';

/** A file that an AGENTS.md is made of. */
export interface AgentsSource {
	readonly file: string;
	readonly path: string;
	readonly content: string;
	readonly kind: Kind;
}

/** Rules and workflows, then what informs; of rules those that are always on first. */
export function agentsFile(sources: readonly AgentsSource[]): string {
	const [rules = [], contexts = []] = [true, false].map((isBinding) =>
		partsOf(sources.filter(({ kind }) => binds(kind) === isBinding)),
	);
	const told = ['# Rules', ...rules];
	if (contexts.length > 0) told.push('# Context', 'It informs, and binds nobody.', ...contexts);
	return `${told.join('\n\n')}\n`;
}

/** By path; headings two levels down, under the document's own. */
function partsOf(sources: readonly AgentsSource[]): string[] {
	const documents = sources.map(({ file, path, content }) => {
		const { markdown, description } = splitFrontMatter(content);
		return { path, markdown, description, scope: scopeOf(whereOf({ file, path }), content) };
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

/**
 * Headings two levels down, as far as there are levels; those in code stay. What is left open ends with its
 * document, or it would take in the next.
 */
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
