// Front matter of documents: YAML between two lines of three dashes, or Cursor's variant of it (`globs: **/*`). It stays
// in the content, byte for byte.
import { parse } from 'yaml';
import { isRecord } from '../../shared/json-values';

const MAX_CHARACTERS = 8192;
const MAX_DESCRIPTION_CHARACTERS = 500;
const MAX_GLOBS = 50;
const MAX_GLOB_CHARACTERS = 300;

interface Split {
	readonly description?: string;
	/** From `globs` (Cursor), `paths` (Claude Code) or `applyTo` (Copilot). */
	readonly globs?: readonly string[];
	readonly always?: boolean;
	readonly markdown: string;
	readonly lines?: number;
	readonly problem?: string;
}

/** Splits a document; without front matter, all of it is Markdown. */
export function splitFrontMatter(content: string): Split {
	const text = content.startsWith('\ufeff') ? content.slice(1) : content;
	const opening = /^---[ \t]*\r?\n/.exec(text);
	if (opening === null) return { markdown: text };
	const head = text.slice(0, MAX_CHARACTERS);
	const closing = /^---[ \t]*(?:\r?\n|$)/m;
	const from = opening[0].length;
	const found = closing.exec(head.slice(from));
	if (found === null) return { markdown: text };
	const markdown = text.slice(from + found.index + found[0].length);
	const yaml = head.slice(from, from + found.index);
	return { markdown, lines: yaml.split('\n').length + 1, ...read(yaml) };
}

function read(yaml: string): Pick<Split, 'description' | 'globs' | 'always' | 'problem'> {
	const value = mapOf(yaml);
	if (typeof value === 'string') return { problem: value };
	const description = Object.hasOwn(value, 'description') ? value.description : undefined;
	const always = Object.hasOwn(value, 'alwaysApply') ? `${value.alwaysApply}`.trim() : '';
	const globs = ['globs', 'paths', 'applyTo'].flatMap((key) =>
		Object.hasOwn(value, key) ? globsOf(value[key]) : [],
	);
	return {
		...(typeof description === 'string' &&
			description.trim() !== '' && { description: shortDescription(description) }),
		...(globs.length === 0 ? {} : { globs: globs.slice(0, MAX_GLOBS) }),
		...(/^(?:true|false)$/i.test(always) ? { always: always.toLowerCase() === 'true' } : {}),
		...(typeof (description ?? '') !== 'string' && {
			problem: 'description in the front matter must be a string',
		}),
	};
}

/** Parses the map, or returns the reason why there is none. */
function mapOf(yaml: string): Record<string, unknown> | string {
	try {
		// Warnings would be logged, and quote the document.
		const value: unknown = parse(yaml, { maxAliasCount: 0, logLevel: 'error' });
		if (isRecord(value)) return value;
		if (value === null && yaml.trim() === '') return {};
		// Between two thematic breaks there is often a list or, with headings, only comments to YAML.
		return 'front matter must be a map, such as "description: …"';
	} catch {
		return byLine(yaml) ?? 'front matter is not valid YAML';
	}
}

const KNOWN = /^(description|globs|paths|applyTo|alwaysApply)[ \t]*:(.*)$/;

/** Parses known keys line by line, with lists below them, as hosts without YAML do. */
function byLine(yaml: string): Record<string, unknown> | undefined {
	const found: Record<string, string | string[]> = {};
	let list: string[] | undefined;
	for (const line of yaml.split(/\r?\n/)) {
		const [, key, rest = ''] = KNOWN.exec(line) ?? [];
		const entry = /^[ \t]*-[ \t]+(.+)$/.exec(line)?.[1];
		if (key !== undefined) {
			const value = unquoted(rest);
			list = value === '' ? [] : undefined;
			found[key] = list ?? value;
		} else if (entry !== undefined && list !== undefined) list.push(unquoted(entry));
		else if (line.trim() !== '') list = undefined;
	}
	const hasAny = Object.values(found).some(
		(value) => typeof value === 'string' || value.length > 0,
	);
	if (!hasAny) return undefined;
	const { description, ...rest } = found;
	return { ...rest, ...(typeof description === 'string' ? { description } : {}) };
}

const unquoted = (text: string): string => text.trim().replace(/^(["'])((?:(?!\1).)*)\1$/, '$2');

/** Reads a list, or patterns separated by commas outside of braces. */
function globsOf(value: unknown): string[] {
	const parts = Array.isArray(value) ? (value as unknown[]) : [value];
	return parts
		.filter((part) => typeof part === 'string')
		.map((part) => part.trim().replace(/^\[(.*)\]$/, '$1'))
		.flatMap((part) => part.split(/,(?![^{}]*\})/))
		.map(unquoted)
		.filter((glob) => glob !== '' && glob.length <= MAX_GLOB_CHARACTERS);
}

/** Shortens a text to one line of at most 500 characters. */
export const shortDescription = (text: string): string => {
	const line = text.replaceAll(/\s+/g, ' ').trim();
	return line.length > MAX_DESCRIPTION_CHARACTERS
		? `${line.slice(0, MAX_DESCRIPTION_CHARACTERS - 1)}…`.toWellFormed()
		: line;
};
