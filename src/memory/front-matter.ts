// Front matter of a memory document: YAML between two lines of three dashes, or what Cursor takes for it
// (`globs: **/*`). It stays in the content, byte for byte; read are what it describes and where it applies.
import { parse } from 'yaml';
import { isRecord } from '../shared/is-record';

/** Characters of front matter that are read at most; more is no front matter. */
const MOST_CHARACTERS = 8192;
/** Characters of a description that are kept. */
const MOST_DESCRIPTION = 500;
/** Patterns of a document, and characters of each. */
const MOST_GLOBS = 50;
const MOST_GLOB = 300;

/** A document's front matter, as far as it is understood, and its Markdown; absent where it says nothing. */
export interface Split {
	readonly description?: string;
	/** Of `globs` (Cursor), `paths` (Claude Code) or `applyTo` (Copilot): files it is for. */
	readonly globs?: readonly string[];
	/** Cursor's `alwaysApply`, where it is said. */
	readonly always?: boolean;
	/** The Markdown after the front matter. */
	readonly markdown: string;
	/** Lines of the front matter, its dashes included. */
	readonly lines?: number;
	/** Front matter that cannot be read, and why. */
	readonly problem?: string;
}

/** Parts a document; a document without front matter is all Markdown. */
export function splitFrontMatter(content: string): Split {
	const text = content.startsWith('\ufeff') ? content.slice(1) : content;
	const opening = /^---[ \t]*\r?\n/.exec(text);
	if (opening === null) return { markdown: text };
	const head = text.slice(0, MOST_CHARACTERS);
	const closing = /^---[ \t]*(?:\r?\n|$)/m;
	const from = opening[0].length;
	const found = closing.exec(head.slice(from));
	if (found === null) return { markdown: text };
	const markdown = text.slice(from + found.index + found[0].length);
	const yaml = head.slice(from, from + found.index);
	return { markdown, lines: yaml.split('\n').length + 1, ...read(yaml) };
}

type Facts = Pick<Split, 'description' | 'globs' | 'always' | 'problem'>;

function read(yaml: string): Facts {
	const value = mapOf(yaml);
	if (typeof value === 'string') return { problem: value };
	const description = Object.hasOwn(value, 'description') ? value.description : undefined;
	const always = Object.hasOwn(value, 'alwaysApply') ? `${value.alwaysApply}`.trim() : '';
	const globs = ['globs', 'paths', 'applyTo'].flatMap((key) =>
		Object.hasOwn(value, key) ? globsOf(value[key]) : [],
	);
	return {
		...(typeof description === 'string' && description.trim() !== ''
			? { description: shortDescription(description) }
			: {}),
		...(globs.length === 0 ? {} : { globs: globs.slice(0, MOST_GLOBS) }),
		...(/^(?:true|false)$/i.test(always) ? { always: always.toLowerCase() === 'true' } : {}),
		...(description !== undefined && description !== null && typeof description !== 'string'
			? { problem: 'description in the front matter must be a string' }
			: {}),
	};
}

/** The map, or why there is none. */
function mapOf(yaml: string): Record<string, unknown> | string {
	try {
		// Warnings go to the log otherwise, and quote the document there.
		const value: unknown = parse(yaml, { maxAliasCount: 0, logLevel: 'error' });
		if (isRecord(value)) return value;
		if (value === null && yaml.trim() === '') return {};
		// Text between two rules is most often a list or, with headings, nothing but comments to YAML.
		return 'front matter must be a map, such as "description: …"';
	} catch {
		return byLine(yaml) ?? 'front matter is not valid YAML';
	}
}

const KNOWN = /^(description|globs|paths|applyTo|alwaysApply)[ \t]*:(.*)$/;

/** As the hosts read it that take no YAML: a key and the rest of its line, lists below it. */
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

/** A list, or patterns with commas between them; those of braces are the pattern's own. */
function globsOf(value: unknown): string[] {
	const parts = Array.isArray(value) ? (value as unknown[]) : [value];
	return parts
		.filter((part) => typeof part === 'string')
		.map((part) => part.trim().replace(/^\[(.*)\]$/, '$1'))
		.flatMap((part) => part.split(/,(?![^{}]*\})/))
		.map(unquoted)
		.filter((glob) => glob !== '' && glob.length <= MOST_GLOB);
}

/** One line, of at most {@link MOST_DESCRIPTION} characters. */
export const shortDescription = (text: string): string => {
	const line = text.replaceAll(/\s+/g, ' ').trim();
	return line.length > MOST_DESCRIPTION
		? `${line.slice(0, MOST_DESCRIPTION - 1)}…`.toWellFormed()
		: line;
};
