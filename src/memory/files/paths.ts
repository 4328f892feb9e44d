// Paths of memory objects (docs/memory.md, "Paths", "Where rules live"): one canonical spelling, so that two writers
// of a document meet and no path leaves its folder; and the repository files that objects come from.
import { err, ok, type Result } from '../../shared/result';
import { sha256Hex } from '../hash';
import type { Category, Kind, ObjectMeta } from '../types';

export const META_PROMPT_PATH = 'META_PROMPT.md';
const WORKFLOW_FOLDER = 'workflow';
/** Maximum characters of a canonical path, which goes into storage keys. */
const MAX_CHARACTERS = 300;

const words = (text: string): string =>
	text.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_|_$/g, '');

/** Backslashes, control characters, as they are or escaped, drives, and names that Windows keeps for devices. */
const UNSAFE =
	/[\\\p{Cc}\p{Bidi_Control}]|%(?:[01][\da-f]|7f|2[ef]|5c)|^[a-z]:|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/**
 * Returns the canonical spelling: folders lower_snake, file name UPPER_SNAKE with `.md`.
 * @example canonicalPath('context', 'Specs/UI module-plan.md') // specs/UI_MODULE_PLAN.md
 */
export function canonicalPath(category: Category, path: string): Result<string, 'unsafe path'> {
	if (category === 'mpf') return ok(path);
	const unsafe = err('unsafe path' as const);
	if (path === '' || path.length > 2 * MAX_CHARACTERS) return unsafe;
	const parts = path.split('/');
	if (parts.some((part) => ['', '.', '..'].includes(part) || UNSAFE.test(part))) return unsafe;
	const file = parts.pop() ?? '';
	const folders = parts.map((part) => words(part).toLowerCase());
	const names = [...folders, words(file.replace(/\.md$/i, '')).toUpperCase()];
	// `-con.md` is spelled `CON.md`, a device.
	if (names.some((name) => name === '' || UNSAFE.test(name))) return unsafe;
	const canonical = `${names.join('/')}.md`;
	return canonical.length > MAX_CHARACTERS ? unsafe : ok(canonical);
}

/** Returns the kind of an object: the first folder of its path decides, then its category. */
export const kindOf = (category: Category, path: string): Kind =>
	category === 'mpf' ? 'mpf' : path.startsWith(`${WORKFLOW_FOLDER}/`) ? 'workflow' : category;

/** Returns the category that a path belongs to: paths of workflows are unique, whatever they were created as. */
export const categoryAt = (category: Category, path: string): Category =>
	kindOf(category, path) === 'workflow' ? 'rule' : category;

/** Returns whether an artifact command for `resource` may change an object of this kind. */
export const concerns = (resource: Category, kind: Kind): boolean =>
	resource === kind || (kind === 'workflow' && resource !== 'mpf');

/** `specs/API.md` → `API` */
export const nameOf = (path: string): string =>
	path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');

/** `specs/API.md` → `specs`; undefined at the top. */
export const groupOf = (path: string): string | undefined =>
	path.includes('/') ? path.slice(0, path.indexOf('/')) : undefined;

/** Returns a draft's id, deterministic by category and path. @param attempt from 0; higher if a renamed draft has the id */
export const temporaryId = (category: Category, path: string, attempt = 0): string =>
	`tmp-${category}-${sha256Hex(`${category}:${path}${attempt === 0 ? '' : `#${attempt}`}`).slice(0, 12)}`;

/** The address of an object in a workspace, whatever its file is called; `path` is canonical. */
type ObjectPath = Pick<ObjectMeta, 'category' | 'kind' | 'path'>;

/** Loadline's own folder in a repository: rules/ workflow/ context/ META_PROMPT.md. */
export const OWN_FOLDER = '.loadline';

/** Returns the file of an object: the one it was pushed from, or its default in Loadline's own folder. */
export const fileOf = ({ kind, path, file }: Pick<ObjectMeta, 'kind' | 'path' | 'file'>): string =>
	file ?? (kind === 'rule' ? `rules/${path}` : kind === 'context' ? `context/${path}` : path);

/** Paths of the hosts' files, first match first; `$1` is their folder with a trailing `/`. */
const HOSTS: readonly (readonly [RegExp, string])[] = [
	[/^(.*\/)?(AGENTS|CLAUDE)\.md$/, '$1$2.md'],
	[/^(.*\/)?\.claude\/rules\/(.+)\.md$/, '$1claude/rules/$2.md'],
	[/^(.*\/)?\.claude\/(commands|skills)\/(.+)\.md$/, 'workflow/$1claude/$2/$3.md'],
	[/^(.*\/)?\.cursor\/rules\/(.+)\.mdc?$/, '$1cursor/rules/$2.md'],
	[/^(.*\/)?\.cursorrules$/, '$1cursor/CURSORRULES.md'],
	[/^\.github\/copilot-instructions\.md$/, 'github/COPILOT_INSTRUCTIONS.md'],
	[/^\.github\/instructions\/(.+?)(?:\.instructions)?\.md$/, 'github/instructions/$1.md'],
];

/** Importable files: Markdown, and plain text outside of hidden folders. */
const MARKDOWN = /^(?!(?:.*\/)?(?:\.git|node_modules)\/)(?:.*\/)?[^/.][^/]*\.(?:md|mdx|markdown)$/i;
const PLAIN_TEXT = /^(?!(?:.*\/)?(?:\.[^/]*|node_modules)\/)(?:.*\/)?[^/.]+(?:\.txt)?$/i;
/** Returns whether an import of this file becomes a rule. */
export const isImportable = (file: string): boolean => MARKDOWN.test(file) || PLAIN_TEXT.test(file);
const IMPORTED = 'imported/';

/** Returns whether an object at this path was imported by another file. */
export const isImported = (path: string): boolean => path.startsWith(IMPORTED);

/**
 * Maps a file of a repository to its object.
 * @param file relative, with `/` between folders
 * @param asImport also maps files that another file may import
 * @returns its path, or a sentence on why it is no memory
 */
export function objectPathOf(file: string, asImport = true): Result<ObjectPath, string> {
	const own = ownPathOf(file);
	return own.ok || !asImport || !isImportable(file) ? own : pathIn('rule', `${IMPORTED}${file}`);
}

function ownPathOf(file: string): Result<ObjectPath, string> {
	const own = file.startsWith(`${OWN_FOLDER}/`) ? file.slice(OWN_FOLDER.length + 1) : file;
	if (own === META_PROMPT_PATH) return ok({ category: 'mpf', kind: 'mpf', path: META_PROMPT_PATH });
	for (const [pattern, name] of HOSTS) {
		const found = pattern.exec(file);
		if (found === null) continue;
		const named = name.replaceAll(/\$(\d)/g, (_, at: string) => found[Number(at)] ?? '');
		return pathIn('rule', named);
	}
	const [folder = '', ...rest] = own.split('/');
	const named = rest.join('/');
	if (!/\.md$/i.test(named))
		return err(
			'only Markdown files in rules/, workflow/ and context/, and rules of hosts, are memory',
		);
	if (folder === 'workflow') return pathIn('rule', own);
	if (folder === 'rules') return pathIn('rule', named);
	if (folder === 'context') return pathIn('context', named);
	return err('memory lies in rules/, workflow/, context/, META_PROMPT.md and the rules of hosts');
}

function pathIn(category: Category, named: string): Result<ObjectPath, string> {
	const canonical = canonicalPath(category, named);
	if (!canonical.ok) return canonical;
	const path = canonical.value;
	return ok({ category: categoryAt(category, path), kind: kindOf(category, path), path });
}
