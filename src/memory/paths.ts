// Paths of memory objects (docs/memory.md, "Paths"): one canonical spelling, so that two writers of
// the same document meet, and nothing that could leave a folder.
import { err, ok, type Result } from '../shared/result';
import { sha256Hex } from './hash';
import type { Category, Kind } from './types';

export const META_PROMPT_PATH = 'META_PROMPT.md';
const WORKFLOW_FOLDER = 'workflow';
/** Characters of a canonical path, at most: it must fit into keys and on a screen. */
const MOST_CHARACTERS = 300;

const words = (text: string): string =>
	text.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_|_$/g, '');

/**
 * The canonical spelling: folders lower_snake, file name UPPER_SNAKE with `.md`.
 * @returns the path, or `unsafe path`
 * @example canonicalPath('context', 'Specs/UI module-plan.md') // specs/UI_MODULE_PLAN.md
 */
export function canonicalPath(category: Category, path: string): Result<string, 'unsafe path'> {
	if (category === 'mpf') return ok(path);
	const unsafe = err('unsafe path' as const);
	if (path === '' || path.length > 2 * MOST_CHARACTERS) return unsafe;
	const parts = path.split('/');
	if (parts.some((part) => ['', '.', '..'].includes(part) || part.includes('\\'))) return unsafe;
	const file = parts.pop() ?? '';
	const folders = parts.map((part) => words(part).toLowerCase());
	const stem = words(file.replace(/\.md$/i, '')).toUpperCase();
	if (stem === '' || folders.includes('')) return unsafe;
	const canonical = [...folders, `${stem}.md`].join('/');
	return canonical.length > MOST_CHARACTERS ? unsafe : ok(canonical);
}

/** What an object at a canonical path is: its first folder decides first, then its category. */
export const kindOf = (category: Category, path: string): Kind =>
	category === 'mpf' ? 'mpf' : path.startsWith(`${WORKFLOW_FOLDER}/`) ? 'workflow' : category;

/** Workflows are one category, whatever resource they were created as: their paths must not repeat. */
export const categoryAt = (category: Category, path: string): Category =>
	kindOf(category, path) === 'workflow' ? 'rule' : category;

/** Whether an artifact command for `resource` may touch an object of this kind. */
export const concerns = (resource: Category, kind: Kind): boolean =>
	resource === kind || (kind === 'workflow' && resource !== 'mpf');

/** `specs/API.md` → `API` */
export const nameOf = (path: string): string =>
	path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');

/** `specs/API.md` → `specs`; undefined at the top. */
export const groupOf = (path: string): string | undefined =>
	path.includes('/') ? path.slice(0, path.indexOf('/')) : undefined;

/**
 * The id of a draft: the same for the same category and path.
 * @param attempt 0, and higher when that id belongs to a draft that was renamed since
 */
export const temporaryId = (category: Category, path: string, attempt = 0): string =>
	`tmp-${category}-${sha256Hex(`${category}:${path}${attempt === 0 ? '' : `#${attempt}`}`).slice(0, 12)}`;
