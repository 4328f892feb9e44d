// Where rules lie (docs/memory.md, "Where rules live"): as files of a repository, in the places of its hosts,
// and in a folder of our own.
import { err, ok, type Result } from '../shared/result';
import { canonicalPath, categoryAt, META_PROMPT_PATH } from './paths';
import type { Category, ObjectMeta } from './types';

/** Where an object is published: the same in every folder, whatever its file is called there. */
export interface Place {
	readonly category: Category;
	/** Canonical. */
	readonly path: string;
}

/** The folder of our own in a repository: rules/ workflow/ context/ META_PROMPT.md. */
export const OWN_FOLDER = '.loadline';

/** Where an object lies: where it came from, or else in the folder of our own kind. */
export const fileOf = ({ kind, path, file }: Pick<ObjectMeta, 'kind' | 'path' | 'file'>): string =>
	file ?? (kind === 'rule' ? `rules/${path}` : kind === 'context' ? `context/${path}` : path);

/** How files of hosts are named here; the first that fits decides. `$1` is the folder they are in, with `/`. */
const HOSTS: readonly (readonly [RegExp, string])[] = [
	[/^(.*\/)?(AGENTS|CLAUDE)\.md$/, '$1$2.md'],
	[/^(.*\/)?\.claude\/rules\/(.+)\.md$/, '$1claude/rules/$2.md'],
	[/^(.*\/)?\.claude\/(commands|skills)\/(.+)\.md$/, 'workflow/$1claude/$2/$3.md'],
	[/^(.*\/)?\.cursor\/rules\/(.+)\.mdc?$/, '$1cursor/rules/$2.md'],
	[/^(.*\/)?\.cursorrules$/, '$1cursor/CURSORRULES.md'],
	[/^\.github\/copilot-instructions\.md$/, 'github/COPILOT_INSTRUCTIONS.md'],
	[/^\.github\/instructions\/(.+?)(?:\.instructions)?\.md$/, 'github/instructions/$1.md'],
];

/** What may be imported from anywhere in the repository: Markdown, and plain text of folders that are not hidden. */
const MARKDOWN = /^(?!(?:.*\/)?(?:\.git|node_modules)\/)(?:.*\/)?[^/.][^/]*\.(?:md|mdx|markdown)$/i;
const PLAIN_TEXT = /^(?!(?:.*\/)?(?:\.[^/]*|node_modules)\/)(?:.*\/)?[^/.]+(?:\.txt)?$/i;
/** Whether an import of this file is a rule. */
export const isImportable = (file: string): boolean => MARKDOWN.test(file) || PLAIN_TEXT.test(file);
const IMPORTED = 'imported/';

/** Where an object lies, or its path, as its scope goes by: imports are loaded with who imports them. */
export const whereOf = ({ file, path }: Pick<ObjectMeta, 'file' | 'path'>): string =>
	path.startsWith(IMPORTED) ? path : (file ?? path);
/** Whether a path lies where documents of hosts are kept. */
export const isImported = (where: string): boolean => where.startsWith(IMPORTED);

/**
 * Which object a file of the folder is, by its place alone or as an import.
 * @param file relative, with `/` between folders
 * @returns its place, or a sentence on why it is none
 */
export function placeOf(file: string): Result<Place, string> {
	const own = ownPlaceOf(file);
	return own.ok || !isImportable(file) ? own : placed('rule', `${IMPORTED}${file}`);
}

/**
 * Which object a file of the folder is by its place.
 * @param file relative, with `/` between folders
 * @returns its place, or a sentence on why it is none
 */
export function ownPlaceOf(file: string): Result<Place, string> {
	const own = file.startsWith(`${OWN_FOLDER}/`) ? file.slice(OWN_FOLDER.length + 1) : file;
	if (own === META_PROMPT_PATH) return ok({ category: 'mpf', path: META_PROMPT_PATH });
	for (const [pattern, name] of HOSTS) {
		const found = pattern.exec(file);
		if (found === null) continue;
		const named = name.replaceAll(/\$(\d)/g, (_, at: string) => found[Number(at)] ?? '');
		return placed('rule', named);
	}
	const [folder = '', ...rest] = own.split('/');
	const named = rest.join('/');
	if (!/\.md$/i.test(named))
		return err(
			'only Markdown files in rules/, workflow/ and context/, and rules of hosts, are memory',
		);
	if (folder === 'workflow') return placed('rule', own);
	if (folder === 'rules') return placed('rule', named);
	if (folder === 'context') return placed('context', named);
	return err('memory lies in rules/, workflow/, context/, META_PROMPT.md and the rules of hosts');
}

function placed(category: Category, named: string): Result<Place, string> {
	const path = canonicalPath(category, named);
	return path.ok ? ok({ category: categoryAt(category, path.value), path: path.value }) : path;
}
